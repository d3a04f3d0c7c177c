"""Proof of numbers: the ledger, mutation, the lock, and rules that no page states."""
