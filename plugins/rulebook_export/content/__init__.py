"""The contents of a book as other tools take them: pages as Markdown, their tables, random tables and stat blocks."""
