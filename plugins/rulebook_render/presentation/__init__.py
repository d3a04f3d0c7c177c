"""Presents the analysis of a page: buttons, marks of numbers, derivations and odds.

It lies between the analysis of the book and the renderer of a page. Everything it makes is HTML text for
`rulebook.marks`, so that it is the same for Python-Markdown and for every other renderer.
"""
