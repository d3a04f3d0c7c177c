"""Sections that a game has rulings on: its book has them, or nobody will ever look there for the ruling.

An installed game may be that of several books, each with a part of its rules; a game that lies with its book is held
against it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rulebook_core.findings import Finding, Place, Remedy
from rulebook_core.imports import modules
from rulebook_core.source import Source, Span, read_source, shown_path
from rulebook_core.store.fingerprint import holders_of, rule_files
from rulebook_rules.book import Page
from rulebook_rules.settings.faults import invalid_setting, meant
from rulebook_text.lexing.names import words_of
from rulesmod.system import Ruling, System


def without_section(pages: Sequence[Page], is_whole: Callable[[System], bool]) -> Iterator[Finding]:
    """Yield a finding for each ruling on a section that no page has.

    Args:
        pages: those of the book.
        is_whole: whether all pages of a game are there, so that a section that is not found is a fault.
    """
    for system in dict.fromkeys(page.system for page in pages if page.system is not None and page.system.rulings):
        own = [page.document for page in pages if page.system is system]
        if not _is_brought(system) or not is_whole(system) or any(document.is_open for document in own):
            continue
        titles = dict.fromkeys(title for document in own for title in document.titles)
        known = "\n".join(map(words_of, titles))
        for ruling in system.rulings:
            if words_of(ruling.section) not in known:
                fact = f"the book has no section `{ruling.section}`, which `{ruling.name}` is a ruling on"
                remedies = meant(ruling.section, titles) or (Remedy("write the words of its heading"),)
                yield invalid_setting(_place_of(ruling, system), fact, remedies=remedies)


def _is_brought(system: System) -> bool:
    """Return whether it lies with its book: in files of its own, or in a module that was brought along."""
    if system.files or not modules.brought:
        return bool(system.files)
    return bool(holders_of(system, within=modules.brought))


def _place_of(ruling: Ruling, system: System) -> Place:
    """Return where the rules name the section of a ruling, or else the ruling, or begin."""
    if ruling.stated_at is not None:
        place: Place = ruling.stated_at
        return place
    name, section = (re.escape(text) for text in (ruling.name, ruling.section))
    sources = [read_source(path, shown_path(path)) for path in rule_files(system) if path.suffix == ".py"]
    for pattern in (rf"""["']{name}["'][^)]*?["'](?P<told>{section})["']""", rf"""["'](?P<told>{name})["']"""):
        for source in sources:
            if match := re.search(pattern, source.text):
                return Place(source, Span(*match.span("told")))
    return Place(sources[0] if sources else Source(system.name, ""), Span(0, 0))
