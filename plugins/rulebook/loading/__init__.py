"""Find the sources of a site and read them into a book."""
