"""The check of a site in several languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulebook_core.findings import Finding
from rulebook_core.late import late
from rulebook_rules.checks.index import BookIndex
from rulebook_translations.pairs import PLUGIN, languages_of, pairs_of

# Most sites have one language.
compare: Callable[..., list[Finding]] = late("rulebook_translations.comparing", "compare")
terms_of: Callable[..., tuple[Any, list[Finding]]] = late("rulebook_translations.terms", "terms_of")


def check(index: BookIndex) -> Iterator[Finding]:
    """Compare each translated page with its original."""
    site = index.book.site
    if site is None or PLUGIN not in site.plugins or (languages := languages_of(site)) is None:
        return
    terms, findings = terms_of(site.path.parent)
    yield from findings
    for original, translation, language in pairs_of(index.book):
        if translation.reported:
            index.texts_for(original, translation)
            pages = original.document, translation.document
            yield from compare(*pages, (languages.original, language), terms.get(language, {}))
