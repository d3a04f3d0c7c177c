"""Numbers and dice in any language, as values that can be compared."""
