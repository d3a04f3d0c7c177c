"""Lists of names that are headings of the book, and names that are referred to in bold.

"Hindered by: Stealth, Deception" below "Perception" names skills; each must stand below "List of Skills", and the
rules may know which belong there. "(see **Sidekick**)" and "the **Sidekick** rules" name a section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rulebook_core.findings import Place, Remedy
from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context, Read
from rulebook_rules.claims.model import Fault, Kind, Statement, Step
from rulebook_rules.claims.rules import unknown_term, wrong_value
from rulebook_rules.naming.faults import misspelt_term
from rulebook_syntax.document import Block, Document, Heading
from rulebook_text.naming.spelling import near_names
from rulebook_text.words import cue
from rulesmod.system import Listing

REFERENCE = Kind("reference", unknown_term, rank=2)
_ITEM = lazily(r"[^,;]+")
_BETWEEN = lazily(rf"\s*(?:^|\b){cue('lists.joint')}\b\s+")
_BRACKETED = lazily(r"\s*[\[(][^\[\]()]*[\])]\s*$")
_REFERENCE = lazily(
    rf"\b(?:{cue('names.see')} (?P<seen>[A-Z][\w’'/-]*(?: [A-Z][\w’'/-]*)*)"
    rf"|{cue('lists.the')} (?P<rules>[A-Z][\w’'/-]*(?: [A-Z][\w’'/-]*)*) {cue('names.section')})\b"
)
_BOLD = ("**", "__")


def listing_claims(context: Context) -> Read:
    """Every name of a list that the game knows the marker of, and every reference in bold."""
    document = context.document
    for listing in context.system.listings:
        known = _names(document, listing)
        for heading, meant in _misspelt_headings(document, listing, known):
            known[meant.casefold()] = meant
            yield misspelt_term(Place(document.source, heading.title_span), heading.title, [meant])
        marker = re.compile(rf"{re.escape(listing.marker)}\s*:\s*", re.IGNORECASE)
        for block in document.prose.having(marker):
            if block.kind != "code" and (mark := marker.match(block.text.text)) is not None:
                yield from _compared(context, listing, block, list(_items(block.text.text, mark.end())), known)
    if context.system.scales or context.system.listings:
        yield from _references(context)


def _items(text: str, position: int) -> Iterator[tuple[int, int]]:
    """The items behind the marker, by places of the block's text."""
    for match in _ITEM.finditer(text, position):
        start = match.start()
        for part in _BETWEEN.split(match[0]):
            at = text.index(part, start)
            inner = part.strip().rstrip(".")
            start = at + len(part)
            if inner:
                begin = at + len(part) - len(part.lstrip())
                yield begin, begin + len(inner)


def _names(document: Document, listing: Listing) -> dict[str, str]:
    """Return the names below the heading, or those of the game without one."""
    titles = (heading.title.removesuffix(listing.suffix).strip() for heading in _headings(document, listing))
    return {title.casefold(): title for title in titles} or {name.casefold(): name for name in listing.names}


def _headings(document: Document, listing: Listing) -> Iterator[Heading]:
    """The headings below the one that the names of a list stand under."""
    level = 0
    for heading in document.headings:
        if level and heading.level <= level:
            level = 0
        if heading.title.casefold() == listing.under.casefold():
            level = heading.level
        elif level:
            yield heading


def _misspelt_headings(document: Document, listing: Listing, known: Mapping[str, str]) -> Iterator[tuple[Heading, str]]:
    """Yield headings that are nearly a name of the game, each with that name."""
    missing = [name for name in listing.names if name.casefold() not in known]
    for heading in _headings(document, listing) if missing else ():
        title = heading.title.removesuffix(listing.suffix).strip()
        if title not in listing.names and (near := near_names(title, missing)):
            yield heading, near[0]


def _faults_of(
    context: Context,
    listing: Listing,
    block: Block,
    items: list[tuple[int, int]],
    known: Mapping[str, str],
    expected: Sequence[str] | None,
) -> Iterator[Fault]:
    """Yield a fault for each stranger among the items; without any, one where something expected is missing."""
    text, folded = block.text.text, listing.suffix.casefold()
    names = [text[start:end].casefold().removesuffix(folded).strip() for start, end in items]
    wanted = {name.casefold() for name in expected or ()}
    is_complete = wanted <= {*names}
    for name, (start, end) in zip(names, items, strict=True):
        place = context.within(block, start, end)
        if name not in known:
            is_complete = True
            yield _stranger(place, text[start:end], listing, known)
        elif expected is not None and name not in wanted:
            is_complete = True
            yield Fault((f"`{text[start:end]}`", _list(expected)), at=place)
    if not is_complete:
        first, last = (items[0][0], items[-1][1]) if items else (0, len(text))
        yield Fault((f"`{text[first:]}`", _list(expected or ())), at=context.within(block, first, last))


def _compared(
    context: Context, listing: Listing, block: Block, items: list[tuple[int, int]], known: Mapping[str, str]
) -> Read:
    text = block.text.text
    path = context.document.section_path(block.section)
    owner = path[-1].removesuffix(listing.suffix).strip() if path else ""
    expected = next((names for name, names in listing.entries.items() if name.casefold() == owner.casefold()), None)
    faults = [*_faults_of(context, listing, block, items, known, expected)]
    result = f"{'it is' if len(items) == 1 else 'each is'} in the {listing.under}" if expected is None else ""
    yield Statement(
        Kind(listing.name, wrong_value, rank=3),
        context.within(block, 0, len(text)),
        stated=", ".join(text[start:end] for start, end in items),
        computed=_list(expected) if expected is not None else "names of the list",
        right=not faults,
        rule=listing.under,
        derivation=(Step(f"{listing.under}: {', '.join(known.values())}", page_text=result),),
        guards=tuple(block.text.span(start, end) for start, end in items),
        about=owner if expected is not None else "",
        faults=tuple(faults),
    )


def _list(names: object) -> str:
    return ", ".join(f"`{name}`" for name in names) if isinstance(names, list | tuple) else str(names)


def _stranger(place: Place, text: str, listing: Listing, known: Mapping[str, str]) -> Fault:
    if near := near_names(text, set(known.values())):
        return Fault((text, near[:1]), at=place, rule=misspelt_term)
    remedy = Remedy(f"write one of {', '.join(f'`{name}`' for name in known.values())}")
    said = (text, f"is nowhere below `{listing.under}`")
    return Fault(said, remedies=(remedy,), at=place, rule=unknown_term)


def _references(context: Context) -> Read:
    """Names in bold that a sentence sends its reader to."""
    document = context.document
    source = document.source.text
    system = context.system
    names = {_BRACKETED.sub("", heading.title): heading for heading in document.headings}
    known = {*names, *(name for scale in system.scales for name in scale.values), *system.terms}
    known |= {name for listing in system.listings for name in (*listing.names, listing.under)}
    folded = {name.casefold() for name in known}
    for block in document.prose.blocks:
        if block.kind == "code":
            continue
        for match in _REFERENCE.finditer(block.text.text):
            kind = "seen" if match["seen"] else "rules"
            place = context.within(block, *match.span(kind))
            if not source[: place.span.start].endswith(_BOLD):
                continue
            name = match[kind]
            right = name.casefold() in folded
            near = [] if right else near_names(name, known)
            faults: tuple[Fault, ...] = ()
            if near:
                faults = (Fault((name, near[:1]), rule=misspelt_term),)
            elif not right:
                faults = (Fault((name, "is the name of no section"), remedies=(Remedy("name a heading, or add one"),)),)
            yield Statement(
                REFERENCE,
                place,
                stated=name,
                computed=name if right else next(iter(near), "a heading"),
                right=right,
                rule="the headings of the book",
                derivation=(Step(f"the book has a section {name}"),),
                guards=(place.span,),
                faults=faults,
            )
