"""Answers to the requests of an editor."""
