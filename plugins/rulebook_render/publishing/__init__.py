"""What a site has of a book besides its pages: the game as data, the search index, and the page "What is verified"."""
