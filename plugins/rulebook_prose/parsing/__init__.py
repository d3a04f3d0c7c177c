"""Parse bare prose into headings, paragraphs and entries."""
