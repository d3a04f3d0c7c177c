"""Publishes game data, the search index, and the page "What is verified"."""
