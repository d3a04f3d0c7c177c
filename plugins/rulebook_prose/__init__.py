"""The `prose` dialect: plain text, whose parts are known by the grammar of the text alone.

Steps: the layout tells paragraphs, lists, tables and headings on lines of their own (`layout`); the lines of a
paragraph are joined (`folding`), and what it says tells headings, entries and notes (`running`). They are gathered into
a document (`reader`, `paragraphs`, `glossary`, `gathering`), with the levels of headings (`levels`) and what the text
refers to (`references`). A text that stands on a single line has the same parts as one that is broken anywhere.
"""

from __future__ import annotations

import re

from rulebook_core.lazy_regex import lazily
from rulebook_syntax.dialects.registry import Registration, Sample
from rulebook_syntax.document import Traits

_MARKED_UP = lazily(
    r"^(?=[#`~\[ \t|:-])"
    r"(?:#{1,6}[ \t]+\S|```|~~~|\[[^\]\n]+\]:[ \t]|(?=(?:(?!---)[ \t|:-])*---[ \t:-]*\|)[ \t|:-]+$)",
    re.MULTILINE,
)
"""Syntax that makes a plain text Markdown.

Lone dashes and underlines do not count: plain text has them too.
"""
_LINKED = lazily(r"\]\((?:[^\s()]|\([^\s()]*\))+\)")
"""A link does as well, wherever it stands."""


def _recognises(sample: Sample) -> bool:
    return sample.ending == ".txt" and not (_LINKED.search(sample.text) or _MARKED_UP.search(sample.text))


DIALECT = Registration(
    "rulebook_prose.dialect:DIALECT",
    Traits(comment="`{}`", finds_parts=True, names_headings=True),
    recognises=_recognises,
    rank=40,
)
