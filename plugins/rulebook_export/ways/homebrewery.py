"""Markdown for the Homebrewery (V3): stat blocks in frames, tables in wide ones, a page for each page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook_export.content.contents import PageContent
from rulebook_export.content.statblocks import StatBlock
from rulebook_export.ways.shared import Files, slug


def to_homebrewery(pages: Sequence[PageContent], title: str) -> Files:
    """One text, with a page break before each further page."""
    return {f"{slug(title)}.md": "\n\\page\n\n".join(_page(page) for page in pages)}


def _page(page: PageContent) -> str:
    lines = page.text.split("\n")
    written: list[str] = []
    at = 0
    for block in page.blocks:
        written += [*map(_line, lines[at : block.first]), *_monster(block)]
        at = block.last
    written += map(_line, lines[at:])
    return "\n".join(written).rstrip("\n") + "\n"


def _line(line: str) -> str:
    """A line without ids, which the Homebrewery would print; admonitions become notes."""
    if line.startswith("#") and line.rstrip().endswith("}"):
        return line[: line.rindex("{")].rstrip()
    return line


def _monster(block: StatBlock) -> Iterator[str]:
    yield "{{monster,frame"
    yield f"## {block.name}"
    yield from ([f"*{block.kind}*"] if block.kind else [])
    yield "___"
    first = [label for label in block.values if label.casefold() in _ABOVE]
    yield from (f"**{label}** :: {block.values[label]}" for label in first)
    if block.scores:
        yield "___"
        yield f"|{'|'.join(one.name for one in block.scores)}|"
        yield f"|{'|'.join(':---:' for _ in block.scores)}|"
        yield f"|{'|'.join(one.shown for one in block.scores)}|"
    rest = [label for label in block.values if label not in first]
    if rest:
        yield "___"
        yield from (f"**{label}** :: {block.values[label]}" for label in rest)
    if block.traits:
        yield "___"
    section = ""
    for own, name, text in block.traits:
        if own != section:
            section = own
            yield f"### {section}"
        yield f"***{name}.*** {text}"
        yield ":"
    if block.rest:
        yield from ("", *block.rest.split("\n"))
    yield "}}"
    yield ""


_ABOVE = {"armor class", "armour class", "hit points", "speed", "ac", "hp"}
"""Values that stand above the scores."""
