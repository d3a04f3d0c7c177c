"""The `markdown` dialect: a source as Python-Markdown reads it, with the extensions of the site.

Steps: the text is made normal (`text`), fences and raw HTML are taken out (`preprocessing`), lines become a tree
of blocks (`blocks`), leaves are scanned for links (`inlines`), and the page is put together (`page`).
Plain text and tables are read later, when claims ask for them (`prose`).
"""
