"""What rules share: the index of a book, destinations, languages; and checks that have no folder in `rules` yet."""
