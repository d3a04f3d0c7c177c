"""Masque (`masque`): casts of one to three dice whose naturals are rerolled and added."""
