"""Records that stay the same while a book changes: link ids, and names for citing.

`pinned` records what is published, `lost` tells what is gone since, `former` reads the old ids that are kept, and
`editions` names the state of a text.
"""
