"""Facts: values of things, read from tables, stat blocks and sentences, and compared with an authority.

`reading` finds what a text says of things that have names. `authority` knows what they are: a `rules.yml`, tables that
the author declares, and columns that agree with each other. `wholes` compares counts, ranges, units and sets of names.
"""
