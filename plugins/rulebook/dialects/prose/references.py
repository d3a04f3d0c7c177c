"""What a text refers to by name: headings ("see Saving Throw below", "per Dice Notation") and numbered entries."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from rulebook.dialects.prose.faults import unknown_entry
from rulebook.document import Block, Entity, Heading, Link, Prose
from rulebook.findings import Edit, Finding, Place, Remedy
from rulebook.lexing.names import capitalised
from rulebook.naming.spelling import near_names
from rulebook.source import Source, Span

_JOINTS = "'’+&/-"
_WORD = rf"\+?{capitalised(_JOINTS)}"
_TITLE = rf"{_WORD}(?: (?:(?:in|of|the|and|to|for|on|or) ){{0,2}}{_WORD}){{0,4}}"
_CAPITALS = re.compile(_TITLE)
_CERTAIN = re.compile(r" ?(?:above|below|header|heading|section)\b|\)")
_REACH = 60
"""Characters: as far before a name as words that introduce it are looked for."""
_BRACES = re.compile(r"\{(\w+)\}")


class _Forms(NamedTuple):
    """How a text refers to what has a name.

    Attributes:
        refers: what names it; all but the first say by themselves that it is a name.
        tells: what stands before a name and says so.
        under: one name that stands under another.
    """

    refers: tuple[re.Pattern[str], ...]
    tells: re.Pattern[str]
    under: re.Pattern[str]

    @staticmethod
    @lru_cache(maxsize=16)
    def of(others: tuple[str, ...]) -> _Forms:
        """The forms of a text: a name is words with capitals, or one of some others, as it is written."""
        title = "|".join((*(rf"{re.escape(name)}(?!\w)" for name in others), _TITLE))
        named = rf"(?P<title>{title})"
        return _Forms(
            (
                re.compile(
                    r"\b(?:see|per|under|in|as per|given in|given under|described in|explained in) (?:the |their )?"
                    rf"{named}(?= (?:above|below|header|heading|section|stats?)\b|[ .,;:)(]|$)"
                ),
                re.compile(rf"{named} (?=(?:header|heading|section)\b)"),
                re.compile(rf"(?:header|heading|section)(?:['’]s| under| in| of) {named}"),
                re.compile(rf"{named} (?=\(qv\))"),
            ),
            re.compile(
                r"\b(?:given|described|explained|listed|shown|found|see) "
                rf"(?:in (?:the )?(?:{title}) )?under (?:the )?$"
            ),
            re.compile(rf"(?P<inner>{title}) (?:(?:header|heading|section) )?under (?:the |their )?(?P<outer>{title})"),
        )


def references(
    source: Source, prose: Prose, headings: Sequence[Heading], entities: Sequence[Entity]
) -> tuple[list[Link], list[Finding]]:
    """The links that a text makes by naming its headings and entries, and what it names in vain."""
    targets = {}
    for heading in reversed(headings):
        targets[heading.title.casefold()] = heading.id
    for entity in entities:
        if entity.kind not in ("note", "draft"):
            targets.setdefault(entity.title.casefold(), entity.id)
    standing: dict[str, list[Place]] = {}
    for heading in headings:
        standing.setdefault(heading.title.casefold(), []).append(Place(source, heading.title_span))
    drafts = {entity.title: entity for entity in entities if entity.kind == "draft"}
    titles = [heading.title for heading in headings]
    forms = _Forms.of(tuple(dict.fromkeys(title for title in titles if _needs_its_words(title))))
    names = _Names(source, targets, titles, standing, forms)
    for block in prose.blocks:
        if block.kind in ("heading", "code"):
            continue
        names.read(block)
        _numbered(source, block, drafts, names.lost)
    names.links.sort(key=lambda link: link.span)
    return names.links, _folded(names.lost)


def _needs_its_words(title: str) -> bool:
    """Whether a title is more than words with capitals, and no one word, which may stand for anything."""
    return " " in title and title[:1].isupper() and _CAPITALS.fullmatch(title) is None


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


@dataclass(frozen=True, slots=True)
class _Names:
    """The headings and entries of a text, the links to them, and the names that lead nowhere.

    Attributes:
        targets: the id of each name, in small letters.
        titles: the headings, as they are written.
        standing: where each heading stands, in order, by its title in small letters.
        forms: how they are referred to.
    """

    source: Source
    targets: Mapping[str, str]
    titles: Sequence[str]
    standing: Mapping[str, Sequence[Place]]
    forms: _Forms
    links: list[Link] = field(default_factory=list)
    lost: list[Finding] = field(default_factory=list)
    _seen: set[Span] = field(default_factory=set)

    def read(self, block: Block) -> None:
        text = block.text.text
        pairs = list(self.forms.under.finditer(text)) if " under " in text else []
        paired = self._paired(pairs)
        for number, pattern in enumerate(self.forms.refers):
            for match in pattern.finditer(text):
                start, end = match.span("title")
                certain = number > 0 or start in paired or self._is_told(text, start, end)
                self._name(block, start, match["title"], certain=certain)
        for start, title in paired.items():
            self._name(block, start, title, certain=True)
        self._turned(block, pairs)

    def _paired(self, pairs: Sequence[re.Match[str]]) -> dict[int, str]:
        """Where the name of something begins that stands under a heading: in "X under Y" the X, as Y is one."""
        return {pair.start("inner"): pair["inner"] for pair in pairs if _target(pair["outer"], self.targets)[1]}

    def _turned(self, block: Block, pairs: Sequence[re.Match[str]]) -> None:
        """Where "X under Y" names two headings, and X stands before Y."""
        for match in pairs:
            inner, outer = (_target(match[side], self.targets)[0] for side in ("inner", "outer"))
            below, above = (self.standing.get(name.casefold()) for name in (inner, outer))
            if below and above and below[-1].span.start < above[0].span.start:
                start = match.start("inner")
                place = Place(self.source, block.text.span(start, start + len(inner)))
                remedies = [Remedy(f"name the heading that `{inner}` stands under")]
                related = (replace(below[-1], message="it stands here"), replace(above[0], message="this begins here"))
                why = f"stands before `{outer}`, not under it"
                self.lost.append(unknown_entry(place, inner, why, remedies=remedies, related=related))

    def _name(self, block: Block, start: int, written: str, *, certain: bool) -> None:
        title, id_ = _target(written, self.targets)
        span = block.text.span(start, start + len(title))
        if span in self._seen:
            return
        if id_ is not None:
            self._seen.add(span)
            self.links.append(
                Link(
                    kind="inline",
                    span=span,
                    text=title,
                    text_span=span,
                    target=f"#{id_}",
                    target_span=span,
                )
            )
            return
        near = near_names(written, self.titles)
        if near or (certain and " " in written):
            self._seen.add(span)
            self.lost.append(self._lost(Place(self.source, span), written, near))

    def _is_told(self, text: str, start: int, end: int) -> bool:
        """Whether the words around a name say that it is a heading's."""
        before = max(0, start - _REACH)
        return _CERTAIN.match(text, end) is not None or self.forms.tells.search(text, before, start) is not None

    def _lost(self, place: Place, written: str, near: Sequence[str]) -> Finding:
        if not near:
            why = "is no heading of this book"
            return unknown_entry(place, written, why, remedies=[Remedy("name a heading, or add one")])
        known = self.standing[near[0].casefold()][-1]
        here = Remedy(f"write `{near[0]}`", (Edit(place, near[0]),))
        there = Remedy(f"call the heading `{written}`", (Edit(known, written),))
        why = f"is no heading of this book; near is `{near[0]}`"
        related = (replace(known, message="this is near"),)
        return unknown_entry(place, written, why, remedies=[here, there], related=related)


def _target(written: str, targets: Mapping[str, str]) -> tuple[str, str | None]:
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
