"""What is proved: the ledger of numbers, mutation, the lock, and what the rules say and no page states."""
