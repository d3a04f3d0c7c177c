"""Proposals for a `rules.yml`, each with its evidence."""

from __future__ import annotations

from rulebook_core.findings import Place
from rulebook_rules.book import Page
from rulebook_rules.facts.reading.wording import Wording
from rulesmod.records import record


@record
class Learned:
    """A proposal for a section of a `rules.yml`.

    Attributes:
        section: "dice", "facts", "values", "names", "ranges" or "constraints".
        name: its name there.
        lines: as the file has it, below the section.
        place: where the book states it.
        reason: why it is proposed, as a sentence for its writer.
        also: other names that it brings into the game.
    """

    section: str
    name: str
    lines: tuple[str, ...]
    place: Place
    reason: str
    also: tuple[str, ...] = ()


@record
class Text:
    """The pages of a book in one language that are of one game, or of none."""

    pages: tuple[Page, ...]
    wording: Wording
