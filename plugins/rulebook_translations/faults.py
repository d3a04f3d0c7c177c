"""The rule of findings of this package."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook_core.findings import Details, Place, Role, Severity, rule


@rule(Severity.WARNING, Role.SHOWS)
def translation_mismatch(place: Place, fact: str, *, related: Sequence[Place] = ()) -> Details:
    """A page in another language says something else than its original.

    On a site of mkdocs-static-i18n each translated page is compared with that of the default language: its sections,
    tables, lists and pictures, and the numbers and dice in them. Numbers may be written as each language does ("1,500",
    "1.500"), in digits or words, and dice with its letter (`2d6`, `2W6`). Feet may become metres. A `terms.yml` beside
    mkdocs.yml says what names are called in each language. Sentences are not compared.
    """
    return Details(fact, related=tuple(related))
