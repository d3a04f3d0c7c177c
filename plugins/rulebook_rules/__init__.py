"""The book, its settings and games, and the rules that check it."""
