"""Proof of a book: analysis, ledger, lock, mutation, learning and records."""
