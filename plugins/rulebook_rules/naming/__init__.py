"""What a book calls things: its terms with their definitions, the forms that words take, and names that mean the same.

`lexicon` has the terms that the text marks, `inflections` the forms of a word, `synonyms` the names of one thing, and
`spelling` tells how near two names are.
"""
