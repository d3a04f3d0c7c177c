"""Processes, streams and interrupts: what differs between operating systems."""
