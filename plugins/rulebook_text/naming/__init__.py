"""Inflections and spellings of words."""
