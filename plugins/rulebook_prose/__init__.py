"""The `prose` dialect: plain text, whose parts are known by the grammar of the text alone.

Steps: the layout tells paragraphs, lists, tables and headings on lines of their own (`layout`); the lines of a
paragraph are joined (`folding`), and what it says tells headings, entries and notes (`running`). They are gathered into
a document (`reader`, `paragraphs`, `glossary`, `gathering`), with the levels of headings (`levels`) and what the text
refers to (`references`). A text that stands on a single line has the same parts as one that is broken anywhere.
"""

from __future__ import annotations

from rulebook_prose.page import prose_page as prose_page
from rulebook_prose.reader import read_prose as read_prose
from rulebook_prose.references import with_references as with_references
