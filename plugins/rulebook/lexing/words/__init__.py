"""The words of the languages that are read, each in a module of its own."""
