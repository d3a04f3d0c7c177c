"""The `obsidian` dialect: notes of an Obsidian vault.

A note is translated to the text that Python-Markdown would be given for it, with the way back to what was written:
first its lines (`blocks`), then its running text (`inlines`). The Markdown reader reads that translation, and
the page is made of the same one, so that there is but one reading (`reading`).
"""
