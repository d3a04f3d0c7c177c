"""What a change of the text means: two revisions of a book compared by their consequences.

`revisions` reads the book as it was, `changes` holds both against today's rules, and `shown` prints what
differs: sentences, results, the odds of pools, findings.
"""
