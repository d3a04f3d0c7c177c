"""What a text refers to by name: headings ("see Saving Throw below", "per Dice Notation") and numbered entries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rulebook.dialects.prose.faults import unknown_entry
from rulebook.document import Block, Entity, Heading, Link, Prose
from rulebook.findings import Edit, Finding, Place, Remedy
from rulebook.lexing.names import capitalised
from rulebook.naming.spelling import near_names
from rulebook.source import Source, Span

_JOINTS = "'’+&/-"
_WORD = rf"\+?{capitalised(_JOINTS)}"
_TITLE = rf"{_WORD}(?: (?:(?:in|of|the|and|to|for|on|or) ){{0,2}}{_WORD}){{0,4}}"
_REFERS = (
    re.compile(
        r"\b(?:see|per|under|in|as per|given in|given under|described in|explained in) (?:the |their )?"
        rf"(?P<title>{_TITLE})"
        r"(?= (?:above|below|header|heading|section|stats?)\b|[ .,;:)(]|$)"
    ),
    re.compile(rf"(?P<title>{_TITLE}) (?=(?:header|heading|section)\b)"),
    re.compile(rf"(?:header|heading|section)(?:['’]s| under| in| of) (?P<title>{_TITLE})"),
    re.compile(rf"(?P<title>{_TITLE}) (?=\(qv\))"),
)
_CERTAIN = re.compile(r"^ ?(?:above|below|header|heading|section)\b|^\)")
_BRACES = re.compile(r"\{(\w+)\}")


def references(
    source: Source, prose: Prose, headings: Sequence[Heading], entities: Sequence[Entity]
) -> tuple[list[Link], list[Finding]]:
    """The links that a text makes by naming its headings and entries, and what it names in vain."""
    links: list[Link] = []
    lost: list[Finding] = []
    targets = {}
    for heading in reversed(headings):
        targets[heading.title.casefold()] = heading.id
    for entity in entities:
        if entity.kind not in ("note", "draft"):
            targets.setdefault(entity.title.casefold(), entity.id)
    titles = {heading.title: Place(source, heading.title_span, "this is near") for heading in headings}
    drafts = {entity.title: entity for entity in entities if entity.kind == "draft"}
    seen: set[Span] = set()
    for block in prose.blocks:
        if block.kind in ("heading", "code"):
            continue
        _named(source, block, targets, titles, seen=seen, links=links, lost=lost)
        _numbered(source, block, drafts, lost)
    links.sort(key=lambda link: link.span)
    return links, _folded(lost)


def _folded(lost: Sequence[Finding]) -> list[Finding]:
    """The references that name the same heading in vain as one finding: when several do, the heading is at fault."""
    first: dict[str, Finding] = {}
    for finding in lost:
        if finding.details.related and finding.message in first:
            known = first[finding.message]
            also = replace(finding.place, message="this names it as well")
            details = replace(known.details, related=(*known.details.related, also))
            first[finding.message] = replace(known, details=details)
        else:
            first.setdefault(finding.message if finding.details.related else f"{len(first)}", finding)
    return list(first.values())


def _named(
    source: Source,
    block: Block,
    targets: dict[str, str],
    titles: dict[str, Place],
    *,
    seen: set[Span],
    links: list[Link],
    lost: list[Finding],
) -> None:
    text = block.text.text
    for number, pattern in enumerate(_REFERS):
        for match in pattern.finditer(text):
            start, end = match.span("title")
            title, id_ = _target(match["title"], targets)
            if id_ is not None:
                span = block.text.span(start, start + len(title))
                if span not in seen:
                    seen.add(span)
                    links.append(Link("inline", span, title, span, f"#{id_}", span, None, None, False))
                continue
            near = near_names(match["title"], titles)
            certain = number > 0 or _CERTAIN.match(text[end:]) is not None
            if not near and not (certain and " " in match["title"]):
                continue
            span = block.text.span(start, end)
            if span in seen:
                continue
            seen.add(span)
            why = f"is no heading of this book; near is `{near[0]}`" if near else "is no heading of this book"
            place = Place(source, span)
            related = tuple(titles[name] for name in near[:1])
            remedies = [Remedy("name a heading, or add one")]
            if near:
                heading = replace(related[0], message="")
                here = Remedy(f"write `{near[0]}`", (Edit(place, near[0]),))
                remedies = [here, Remedy(f"call the heading `{match['title']}`", (Edit(heading, match["title"]),))]
            lost.append(unknown_entry(place, match["title"], why, remedies=remedies, related=related))


def _target(written: str, targets: dict[str, str]) -> tuple[str, str | None]:
    """The longest beginning of some words that names a target."""
    words = written.split(" ")
    for count in range(len(words), 0, -1):
        title = " ".join(words[:count])
        for known in (title, title.removesuffix("s")):
            if (id_ := targets.get(known.casefold())) is not None:
                return title, id_
        if title.endswith(("'s", "’s")) and (id_ := targets.get(title[:-2].casefold())) is not None:
            return title[:-2], id_
    return written, None


def _numbered(source: Source, block: Block, drafts: dict[str, Entity], lost: list[Finding]) -> None:
    for match in _BRACES.finditer(block.text.text):
        if match[1].isdigit():
            draft = drafts.get(match[1])
            place = Place(source, block.text.span(match.start(), match.end()))
            remedies = [Remedy(f"write the text of entry `{match[1]}`"), Remedy("refer to another entry")]
            if draft is None:
                why = "refers to an entry that the book does not have"
                lost.append(unknown_entry(place, match[0], why, remedies=remedies))
            else:
                here = Place(source, draft.span, "nothing stands here")
                why = "refers to an entry without any text"
                lost.append(unknown_entry(place, match[0], why, remedies=remedies, related=(here,)))
