"""Requests of an editor beyond those about a place: a module for each kind, with a function that registers it."""
