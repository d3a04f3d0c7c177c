"""Volumes: a whole book to take along, made of its finished pages: an EPUB, a PDF, and one page to print.

`chapters` takes from a page what paper and readers for books have no use for, and turns its links to where its
targets are now; `epub`, `pdf` and `printed` bind what is left. For a PDF `blocks` makes data of it, and
`book.typ` sets that.
"""
