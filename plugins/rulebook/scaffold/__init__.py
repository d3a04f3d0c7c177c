"""How a book begins: what `rulebook new` makes in a folder, and adds to settings that are there."""
