"""The `pandoc` dialect: a source in Pandoc's Markdown, as Pandoc reads it.

Its blocks are read in Pandoc's own order (`blocks`, `lists`, `tables`), its running text leaf by leaf (`inlines`), and
both are written anew in the Markdown of the site (`writing`, `pipes`, `pen`), with the way back to the source
(`rulebook_syntax.dialects.translation`). The Markdown reader then reads the translation, and Python-Markdown renders
it: one reading, never two. What nobody writes in rulebooks (grid tables, citations, formulas, TeX, struck text, lists
that count in letters) is a finding at its place, and shown as it is written.
"""

from __future__ import annotations

import re

from rulebook_core.lazy_regex import lazily
from rulebook_syntax.dialects.registry import Registration, Sample
from rulebook_syntax.document import Traits

_PANDOC = lazily(
    r"\A%(?!%)[ \t]*\S.*\n(?:[ \t]+\S.*\n)*(?:%.*\n|[ \t]*\n|\Z)"
    r"|(?:\A|\n[ \t]*\n) {0,3}(?P<frame>-{3,})[ \t]*\n(?: {0,3}\S.*\n){1,6} {0,3}-+(?: +-+)+[ \t]*\n"
    r"(?:(?! {0,3}-+(?: +-+)*[ \t]*\n).*\n){1,500} {0,3}-{3,}[ \t]*(?:\n|\Z)"
)
"""A title block, or a multiline table in its frame: nobody else's Markdown has these."""
_COLUMNS = lazily(r"- +-")
"""Dashes below the head of a multiline table; cheap to search first."""
_DIV = lazily(r"^:{3,} *\{(?=[^{}\n]*[.#][\w-])[^{}\n]*\}[ :]*\n", re.MULTILINE)
_DIV_ENDS = lazily(r"\n:{3,}[ \t]*$", re.MULTILINE)
_FENCED = lazily(r"^(?P<fence>```+|~~~+)(?:.*\n){0,300}?(?P=fence)", re.MULTILINE)
EXTENSIONS = ("attr_list", "def_list", "footnotes", "md_in_html", "tables")
"""The extensions of Python-Markdown that a translated page needs."""


def _recognises(sample: Sample) -> bool:
    return _speaks_pandoc(sample.text) or (sample.alone and _has_divs(sample.text))


def _speaks_pandoc(text: str) -> bool:
    if text.startswith("%"):
        return _PANDOC.match(text) is not None
    return _COLUMNS.search(text) is not None and _PANDOC.search(_FENCED.sub("", text)) is not None


def _has_divs(text: str) -> bool:
    """Return whether a text has a closed Pandoc div with attributes."""
    if ":::" not in text:
        return False
    text = _FENCED.sub("", text)
    div = _DIV.search(text)
    return div is not None and _DIV_ENDS.search(text, div.end()) is not None


LAYOUT = (
    r"\\(?:newpage|newline|clearpage|cleardoublepage|pagebreak|nopagebreak|vfill|vspace|hfill|hspace|noindent|smallskip"
    r"|medskip|bigskip|tableofcontents|listoftables|listoffigures|printindex|frontmatter|mainmatter|backmatter|appendix"
    r"|centering|raggedright|raggedbottom|tiny|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|null"
    r"|pagestyle|thispagestyle|twocolumn|onecolumn|columnbreak|index)(?![A-Za-z])"
)
"""TeX that says how paper looks: Pandoc leaves it off a page, and so do we."""
_WITHOUT_MARKDOWN = (("the command of TeX", rf"(?<![\\\w$]){LAYOUT}"),)
DIALECT = Registration(
    "rulebook_pandoc.reading:DIALECT",
    Traits(without_markdown=_WITHOUT_MARKDOWN),
    extensions=EXTENSIONS,
    recognises=_recognises,
    rank=10,
)
