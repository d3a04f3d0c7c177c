"""Readers: each finds the statements of one kind in a page and judges them, and knows no other reader.

They are registered in `rulebook_rules.claims.reading`; what several of them look for stands in
`rulebook_rules.claims.structures`.
"""
