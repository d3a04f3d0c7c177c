"""What stays the same while a book changes: the ids that readers link to, and the name that they cite it by.

`pinned` records what is published, `lost` tells what is gone since, `former` reads the old ids that are kept, and
`editions` names the state of a text.
"""
