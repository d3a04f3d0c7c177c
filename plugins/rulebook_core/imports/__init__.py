"""Import the rules modules that a book names."""
