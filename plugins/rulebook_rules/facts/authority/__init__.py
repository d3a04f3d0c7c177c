"""Authorities: where a book or its rules state once what a thing is."""
