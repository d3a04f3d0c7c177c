"""Compare two revisions of a book by the consequences of their changes.

`revisions` reads the book as it was, `changes` holds both against today's rules, and `shown` prints what
differs: sentences, results, the odds of pools, findings.
"""
