"""Old ids that are kept: `<!-- rulebook: formerly OLD-ID -->` below the heading that has another one now, or above the
table or the example. Links that somebody has kept then still lead there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook.directives import RULEBOOK, Directive, directives_of, stands_alone
from rulebook.document import Anchor, Document
from rulebook.source import Span

FORMERLY = "formerly"

_FORMS = {"asciidoc": "// {}", "obsidian": "%% {} %%", "prose": "`{}`"}
_FORMER = re.compile(rf"{FORMERLY}\b[\s:]*(?P<ids>.*)", re.DOTALL)


class Former(NamedTuple):
    """A comment that keeps ids.

    Attributes:
        ids: the old ids.
        span: the whole comment.
    """

    ids: tuple[str, ...]
    span: Span


def formers_of(document: Document) -> list[Former]:
    """The comments of a document that keep old ids where they stand."""
    read = former_directives(document)
    return [Former(ids, directive.place.span) for directive, ids in read if stands_alone(directive)]


def former_anchors(document: Document) -> list[Anchor]:
    """The old ids of a document, as links find them."""
    return [Anchor(id_, former.span, "former") for former in formers_of(document) for id_ in former.ids]


def comment_of(dialect: str, id_: str) -> str:
    """The comment that keeps an id, as it is written in a dialect."""
    return _FORMS.get(dialect, "<!-- {} -->").format(f"{RULEBOOK}: {FORMERLY} {id_}")


def former_directives(document: Document) -> Iterator[tuple[Directive, tuple[str, ...]]]:
    """The comments that are meant to keep ids, with these."""
    if FORMERLY not in document.source.text:
        return
    for directive in directives_of(document):
        if directive.keyword == RULEBOOK and not directive.misspelt:
            match = _FORMER.fullmatch(directive.rest)
            if match is not None:
                yield directive, tuple(match["ids"].replace("#", " ").replace(",", " ").split())
