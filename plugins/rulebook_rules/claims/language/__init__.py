"""The sentences particular to one game: the wording language that its phrases are written in, and the phrasebook."""
