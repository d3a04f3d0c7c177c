"""A game as data: what a `rules.yml` says becomes a `System` as a Python module would bring one.

Nothing in such a file is ever run: its formulas are total, know only what the file names, and end.
"""
