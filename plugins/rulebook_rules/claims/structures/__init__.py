"""Structures of a text that readers look for: range series, name lists, dice, tables."""
