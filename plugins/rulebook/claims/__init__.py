"""Claims: what a text states, recognised in plain text without any markup, and held against the rules.

`reading.read_claims` is the way in, `model` says what comes out, `account` settles it. Readers of any game's text
stand beside `phrases`, which reads the sentences particular to one.
"""
