"""Statements about a whole: counts, ranges, units and sets of names."""
