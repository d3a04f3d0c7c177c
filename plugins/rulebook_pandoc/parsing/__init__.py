"""Parse blocks and inlines of Pandoc Markdown."""
