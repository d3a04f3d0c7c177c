"""The names in a book: terms with definitions, inflections, and synonyms.

`lexicon` has the terms that the text marks, `inflections` the forms of a word, `synonyms` the names of one thing, and
`spelling` tells how near two names are.
"""
