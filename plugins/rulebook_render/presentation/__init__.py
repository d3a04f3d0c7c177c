"""What a page shows of its analysis: buttons, marks of checked numbers, derivations and odds.

It stands between the analysis of the Book and whatever renders a page. Everything it makes is HTML
text for `rulebook.marks`, so that it is the same for Python-Markdown and for every other renderer.
"""
