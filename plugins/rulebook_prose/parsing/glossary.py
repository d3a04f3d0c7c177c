"""The entries of a glossary in bare prose: below its heading, each paragraph begins with a term and a colon."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook_core.source_map import MappedText
from rulebook_prose.parsing.gathering import Gathered
from rulebook_prose.parsing.layout import Chunk
from rulebook_syntax.dialects.markdown.slugs import ascii_slug

TERM = "term"
"""The kind of such an entry."""

_GLOSSARY = re.compile(r"glossary\b", re.IGNORECASE)
_TERM = re.compile(r"(?P<name>[^\W\d_][\w'’ -]{0,40}(?: \([\w'’ -]{1,12}\))?):\s+(?=\S)")


def terms_in(text: str, laid: Sequence[Chunk], plains: Sequence[MappedText]) -> list[re.Match[str] | None]:
    """Match the term at the beginning of each paragraph of a glossary.

    Paragraphs outside a glossary get None, as do headings and those without a term.
    """
    terms: list[re.Match[str] | None] = []
    in_glossary = False
    for chunk, plain in zip(laid, plains, strict=True):
        if chunk.kind == "heading":
            in_glossary = _GLOSSARY.match(text, chunk.title.start, chunk.title.end) is not None
        terms.append(_TERM.match(plain.text) if in_glossary and chunk.kind in ("paragraph", "item") else None)
    return terms


def gather_term(gathered: Gathered, chunk: Chunk, plain: MappedText, term: re.Match[str]) -> None:
    """Put an entry of a glossary into the document that is being gathered."""
    name = plain.slice(*term.span("name")).strip()
    place = name.span(0, len(name.text))
    gathered.entity(TERM, name.text, chunk.span, id_=ascii_slug(name.text, "-") or TERM, places={"name": place})
    gathered.in_entry = True
    gathered.block("term", name)
    gathered.block("paragraph", plain.slice(term.end(), len(plain.text)).strip())
