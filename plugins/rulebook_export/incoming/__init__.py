"""Text of other tools as Markdown, with a list of the changes."""
