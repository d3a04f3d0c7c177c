"""Claims: what a text states, recognised in plain text without any markup, and held against the rules.

`reading.read_claims` is the way in, `model` says what comes out, `account` settles it. `readers` read any game's text,
`language` the sentences particular to one; what both look for in a page stands in `structures`.
"""
