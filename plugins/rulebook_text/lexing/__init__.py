"""Lexers of plain text: numbers, dice, ranges, chances, clauses and names.

Numbers, dice, ranges, chances, clauses and names.

Everything here takes plain text and gives stretches of it with their values. It knows no claims and no findings; the
words of each language stand in `words`. What is not read whole is not read at all.
"""
