"""From a normal text to the one that blocks are read from: fences and raw HTML are taken out, as atoms."""

from __future__ import annotations

from rulebook_syntax.dialects.markdown.atoms import Atom
from rulebook_syntax.dialects.markdown.fences import nested_fences, plain_fences
from rulebook_syntax.dialects.markdown.options import ANY_INFO, MarkdownOptions
from rulebook_syntax.dialects.markdown.rawhtml import HtmlExtractor
from rulebook_syntax.dialects.markdown.text import ATOM


def extract(text: str, options: MarkdownOptions) -> list[Atom]:
    """Find the atoms of a normal text, in order.

    Python-Markdown takes a raw element that is never closed to the end of the text, and prints a fence that
    is never closed as it stands. Here such an atom is marked as not `closed` and ends where its paragraph
    does, so that one missing tag or fence does not hide the rest of the page from the checks.
    """
    fences: list[Atom] = []
    if "```" in text or "~~~" in text:
        if options.has("pymdownx.superfences"):
            fences = nested_fences(text, any_info=options.has(ANY_INFO))
        elif options.has("fenced_code"):
            fences = plain_fences(text)
    if "<" not in text:
        return fences
    visible = _blank(text, fences) if fences else text
    html = list(HtmlExtractor(visible, md_in_html=options.has("md_in_html")).atoms())
    if not html:
        return fences
    return _nested(html, fences)


def _nested(html: list[Atom], fences: list[Atom]) -> list[Atom]:
    """Both kinds in order; a fence within HTML becomes its child."""
    if not fences:
        return html
    outside: list[Atom] = []
    for fence in fences:
        around = next((atom for atom in html if atom.start <= fence.start < atom.end), None)
        if around is None:
            outside.append(fence)
        else:
            around.children = _nested(around.children, [fence])
    return sorted([*outside, *html], key=lambda atom: atom.start)


def _blank(text: str, fences: list[Atom]) -> str:
    """The text with fences made invisible to the reader of HTML; offsets stay."""
    pieces: list[str] = []
    position = 0
    for fence in fences:
        pieces += (text[position : fence.start], "\x03" * (fence.end - fence.start))
        position = fence.end
    pieces.append(text[position:])
    return "".join(pieces)


def masked(text: str, atoms: list[Atom]) -> str:
    """The text with a sign where each atom begins."""
    starts = sorted(_starts(atoms))
    if not starts:
        return text
    pieces: list[str] = []
    position = 0
    for start in starts:
        pieces += (text[position:start], ATOM)
        position = start + 1
    pieces.append(text[position:])
    return "".join(pieces)


def _starts(atoms: list[Atom]) -> list[int]:
    starts: list[int] = []
    waiting = list(atoms)
    while waiting:
        atom = waiting.pop()
        starts.append(atom.start)
        waiting += atom.children
    return starts
