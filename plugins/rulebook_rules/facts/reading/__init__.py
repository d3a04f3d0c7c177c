"""Reading facts: tokens of a text, names among them, values and whose they are."""
