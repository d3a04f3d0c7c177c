"""Rulebooks that prove themselves: the library and the command line.

The way of the data, and there is no way back: file, `Source`, dialect, `Document`, `Book`,
checks and claims, findings, report. Nothing here imports mkdocs or markdown.
"""

PROJECT = "mkdocs-rulebook"
"""Whose package this is: see `rulebook_start`."""
