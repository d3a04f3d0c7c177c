"""Find references by name: to headings ("see Saving Throw below") and numbered entries.

A text alone knows only its own headings. When all pages of its book have been read, it is read once more with the
headings of the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache, partial
from types import MappingProxyType
from typing import NamedTuple

from rulebook_core.findings import Edit, Finding, Place, Remedy, Role, write
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Source, Span
from rulebook_prose.faults import unknown_entry
from rulebook_syntax.document import Block, Document, Entity, Heading, Link, Prose
from rulebook_text.lexing.names import capitalised
from rulebook_text.naming.spelling import near_names
from rulesmod.records import record

_JOINTS = "'’+&/-"
_WORD = rf"\+?{capitalised(_JOINTS)}"
_TITLE = rf"{_WORD}(?: (?:(?:in|of|the|and|to|for|on|or) ){{0,2}}{_WORD}){{0,4}}"
_CAPITALS = re.compile(_TITLE)
_CERTAIN = re.compile(r" ?(?:above|below|header|heading|section)\b|\)")
_MAX_REACH = 60
"""Characters: as far before a name as words that introduce it are looked for."""
_NO_HEADING = re.compile(r" (?:Chart|Figure|Map|Table)s?$")
"""Endings of names that are not headings."""
_SIGNS = (
    re.compile(r"\b(?:in|per|[Ss]ee|under) "),
    *[re.compile(r"header|heading|section")] * 2,
    re.compile(r" \(qv\)"),
)
"""Without these, a text refers to nothing in the forms that it has."""
_BRACES = re.compile(r"\{(\w+)\}")


class _Forms(NamedTuple):
    """How a text refers to what has a name.

    Attributes:
        refers: what names it, behind a sign without which that stands nowhere; all but the first say by themselves that
            it is a name. What stands `loose` before one may stand before anything.
        tells: what stands before a name and says so.
        under: one name that stands under another.
    """

    refers: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    tells: re.Pattern[str]
    under: re.Pattern[str]

    @staticmethod
    @lru_cache(maxsize=16)
    def of(others: tuple[str, ...]) -> _Forms:
        """The forms of a text: a name is words with capitals, or one of some others, as it is written."""
        title = "|".join((*(rf"{re.escape(name)}(?!\w)" for name in others), _TITLE))
        named = rf"(?P<title>{title})"
        # A text may have thousands of names: what it has no sign of is not compiled with all of them.
        refers = (
            r"\b(?:(?P<loose>in|per)|[Ss]ee|under|as per|(?:given|described|explained) in|given under) "
            r"(?:the |their )?"
            rf"{named}(?= (?:above|below|header|heading|section|stats?)\b|[ .,;:)(]|$)",
            rf"{named} (?=(?:header|heading|section)\b)",
            rf"(?:header|heading|section)(?:['’]s| under| in| of) {named}",
            rf"{named} (?=\(qv\))",
        )
        return _Forms(
            tuple(zip(_SIGNS, map(lazily, refers), strict=True)),
            lazily(
                r"\b(?:given|described|explained|listed|shown|found|[Ss]ee) "
                rf"(?:in (?:the )?(?:{title}) )?under (?:the )?$"
            ),
            lazily(rf"(?P<inner>{title}) (?:(?:header|heading|section) )?under (?:the |their )?(?P<outer>{title})"),
        )


def references(
    source: Source,
    prose: Prose,
    headings: Sequence[Heading],
    entities: Sequence[Entity],
    elsewhere: Mapping[str, str] = MappingProxyType({}),
) -> tuple[list[Link], list[Finding]]:
    """The links that a text makes by naming headings and its entries, and what it names in vain."""
    targets = {}
    for heading in reversed(headings):
        targets[heading.title.casefold()] = f"#{heading.id}"
    for entity in entities:
        if entity.kind not in ("note", "draft"):
            targets.setdefault(entity.title.casefold(), f"#{entity.id}")
    others = {title.casefold(): target for title, target in elsewhere.items()}
    standing: dict[str, list[Place]] = {}
    for heading in headings:
        standing.setdefault(heading.title.casefold(), []).append(Place(source, heading.title_span))
    drafts = {entity.title: entity for entity in entities if entity.kind == "draft"}
    titles = [heading.title for heading in headings]
    forms = _Forms.of(tuple(dict.fromkeys(title for title in (*titles, *elsewhere) if _needs_its_words(title))))
    names = _Names(source, targets, {**others, **targets}, titles, standing, forms)
    for block in prose.blocks:
        if block.kind in ("heading", "code"):
            continue
        names.read(block)
        _numbered(source, block, drafts, names.lost)
    names.links.sort(key=lambda link: link.span)
    return names.links, _folded(names.lost)


def with_references(document: Document, elsewhere: Mapping[str, str]) -> Document:
    """A text that refers to headings of other pages as well; the same one where it does not."""
    prose = document.prose
    links, lost = references(document.source, prose, document.headings, document.entities, elsewhere)
    if tuple(links) == document.links:
        return document
    # Of what is wrong with a text by itself, only a name without what it names breaks something.
    findings = [finding for finding in document.findings if not finding.means(Role.BREAKS)]
    return replace(
        document,
        links=tuple(links),
        findings=tuple(sorted((*findings, *lost), key=lambda finding: finding.sort_key)),
        read_prose=lambda: prose,
        read_again=partial(_again, _by_itself(document.read_again), elsewhere),
    )


def _by_itself(read: Callable[[str], Document]) -> Callable[[str], Document]:
    """Return the function that reads a text without other pages."""
    return read.args[0] if isinstance(read, partial) and read.func is _again else read


def _again(read: Callable[[str], Document], elsewhere: Mapping[str, str], text: str) -> Document:
    return with_references(read(text), elsewhere)


def _needs_its_words(title: str) -> bool:
    """Return whether a title must be matched as written.

    Such a title has several words, not all capitalised. A single word could mean anything.
    """
    return " " in title and title[:1].isupper() and _CAPITALS.fullmatch(title) is None


def _folded(lost: Sequence[Finding]) -> list[Finding]:
    """The references that name the same heading in vain as one finding: when several do, the heading is at fault."""
    first: dict[str, Finding] = {}
    for finding in lost:
        if finding.details.related and finding.message in first:
            known = first[finding.message]
            also = replace(finding.place, message="this names it, too")
            details = replace(known.details, related=(*known.details.related, also))
            first[finding.message] = replace(known, details=details)
        else:
            first.setdefault(finding.message if finding.details.related else f"{len(first)}", finding)
    return list(first.values())


@record
class _Names:
    """The headings and entries of a text, the links to them, and the names that lead nowhere.

    Attributes:
        own: where each name of the text itself leads, in small letters.
        targets: the same for all names of the book.
        titles: the headings, as they are written.
        standing: where each heading stands, in order, by its title in small letters.
        forms: how they are referred to.
    """

    source: Source
    own: Mapping[str, str]
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
        for number, (sign, pattern) in enumerate(self.forms.refers):
            for match in pattern.finditer(text) if sign.search(text) else ():
                start, end = match.span("title")
                certain = number > 0 or start in paired or self._is_certain(text, start, end)
                is_loose = number == 0 and match["loose"] is not None and not certain
                self._name(block, start, match["title"], self.own if is_loose else self.targets, certain=certain)
        for start, title in paired.items():
            self._name(block, start, title, self.targets, certain=True)
        self._turned(block, pairs)

    def _paired(self, pairs: Sequence[re.Match[str]]) -> dict[int, str]:
        """Return where the name of something begins that stands under a heading: in "X under Y" the X, as Y is one."""
        return {pair.start("inner"): pair["inner"] for pair in pairs if _target(pair["outer"], self.targets)[1]}

    def _turned(self, block: Block, pairs: Sequence[re.Match[str]]) -> None:
        """Return where "X under Y" names two headings, and X stands before Y."""
        for match in pairs:
            inner, outer = (_target(match[side], self.targets)[0] for side in ("inner", "outer"))
            below, above = (self.standing.get(name.casefold()) for name in (inner, outer))
            if below and above and below[-1].span.start < above[0].span.start:
                start = match.start("inner")
                place = Place(self.source, block.text.span(start, start + len(inner)))
                remedies = [Remedy(f"name the heading that `{inner}` is under")]
                related = (replace(below[-1], message="it stands here"), replace(above[0], message="this begins here"))
                why = f"is before `{outer}`, not under it"
                self.lost.append(unknown_entry(place, inner, why, remedies=remedies, related=related))

    def _name(self, block: Block, start: int, written: str, targets: Mapping[str, str], *, certain: bool) -> None:
        title, target = _target(written, targets)
        span = block.text.span(start, start + len(title))
        if span in self._seen:
            return
        if target is not None:
            self._seen.add(span)
            self.links.append(
                Link(
                    kind="inline",
                    span=span,
                    text=title,
                    text_span=span,
                    target=target,
                    target_span=span,
                )
            )
            return
        near = near_names(written, self.titles)
        if near or (certain and " " in written and _NO_HEADING.search(written) is None):
            self._seen.add(span)
            self.lost.append(self._lost(Place(self.source, span), written, near))

    def _is_certain(self, text: str, start: int, end: int) -> bool:
        """Return whether the words around a name make it a heading."""
        before = max(0, start - _MAX_REACH)
        return _CERTAIN.match(text, end) is not None or self.forms.tells.search(text, before, start) is not None

    def _lost(self, place: Place, written: str, near: Sequence[str]) -> Finding:
        if not near:
            why = "is no heading of this book"
            return unknown_entry(place, written, why, remedies=[Remedy("name a heading, or add one")])
        known = self.standing[near[0].casefold()][-1]
        here = write(place, near[0])
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
            if (target := targets.get(known.casefold())) is not None:
                return title, target
        if title.endswith(("'s", "’s")) and (target := targets.get(title[:-2].casefold())) is not None:
            return title[:-2], target
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
