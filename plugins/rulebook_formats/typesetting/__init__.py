"""Typeset the chapters of a PDF."""
