"""How long a test waits for what must come."""

PATIENCE = 240
"""Seconds: a busy machine is no failure, and a wait ends as soon as it comes."""
