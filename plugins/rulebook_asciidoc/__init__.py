"""The `asciidoc` dialect: a source as Asciidoctor reads it.

Steps: Asciidoctor's own JavaScript converts the text and says what it found where (`engine`, host.js), answered by
us where it includes files (`includes`); every text of the tree is found in the source (`lines`, `tables`) and what is
shown of it laid beside what is written (`macros`, `texts`); and what was found becomes the document (`reading`,
`diagnosis`).
"""

from __future__ import annotations

import re

from rulebook_core.lazy_regex import lazily
from rulebook_syntax.dialects.registry import Registration, Sample
from rulebook_syntax.document import Traits

_ASCIIDOC = lazily(r"={1,6}[ \t]+\S|:[\w-]+!?:|//|include::|\[\[[\w-]+\]\]$", re.MULTILINE)
_ASCIIDOC_TITLE = lazily(r"(?:\A|^(?:|[ \t:/\[].*)\n)={1,6}[ \t]+[^\s=].*(?<![=\s])[ \t]*$", re.MULTILINE)
"""A heading at the beginning, or behind a blank line or one of the header; plain text writes `== Title ==` as well, and
`= 12` behind a sum."""
_UNDERLINED = lazily(r"(?:\[\[[\w-]+\]\]\n)?\S.*\n={3,}[ \t]*\n")
_ASCIIDOC_ONLY = lazily(
    r"^(?:(?P<style>\[(?:verse|quote|source|listing|NOTE|TIP|WARNING|IMPORTANT|CAUTION|horizontal)\b[^\]\n]*\]$)"
    r"|(?P<term>[^\s:][^:\n]*::$)|(?P<continued>\+$)|(?P<macro>(?:include|image|ifdef|ifndef|endif)::[^\s\[]*\[[^\]\n]*\]$)"
    r"|(?P<anchor>\[\[[\w-]+\]\]$)|(?P<block>\.\w[^\n]*\n(?:-{4,}|={4,}|\|={3,})$))",
    re.MULTILINE,
)
"""AsciiDoc syntax that decides about a text with an underlined title.

Two different kinds of it rule out Markdown: they are no accident.
"""


def _recognises(sample: Sample) -> bool:
    return sample.ending == ".txt" and _speaks_asciidoc(sample.text)


def _speaks_asciidoc(text: str) -> bool:
    is_headed = _ASCIIDOC.match(text) is not None
    if is_headed and _ASCIIDOC_TITLE.search(text):
        return True
    kinds = {match.lastgroup for match in _ASCIIDOC_ONLY.finditer(text)}
    return len(kinds) > 1 and (is_headed or _UNDERLINED.match(text) is not None)


_WITHOUT_MARKDOWN = (
    ("the recording", r"^(?:video|audio)::\S[^\n]*\]$"),
    ("the index term", r"\(\(\([^()\n]+\)\)\)|indexterm:\[[^\]\n]*\]"),
    ("the first number of the list", r"^\[[^\]\n]*\bstart=\d+[^\]\n]*\]$"),
    ("the fold", r"^\[[^\]\n]*%collapsible[^\]\n]*\]$"),
    ("the numbers of the lines", r"^\[source[^\]\n]*\blinenums\b[^\]\n]*\]$"),
    ("the page break", r"^<<<$"),
    ("the role", r"^\[[\w#%-]*\.[A-Za-z][\w.%-]*\]$"),
)
DIALECT = Registration(
    "rulebook_asciidoc.document:DIALECT",
    Traits(
        comment="// {}",
        marks_terms=True,
        has_header=True,
        is_shown_alike=True,
        sign_of_terms="::|;;",
        without_markdown=_WITHOUT_MARKDOWN,
    ),
    recognises=_recognises,
    rank=20,
)
