"""Converting: any dialect to Markdown, with the same ids, terms, tables, notations and claims.

What a dialect publishes of a document is the start: Markdown is taken over, and HTML is written as Markdown
(`elements` reads it, `inlines` and `blocks` write it). `conversion` puts a page together, and `losses` holds the
result against the original, so that what could not be carried over is told.
"""
