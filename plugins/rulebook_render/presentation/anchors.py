"""Ids of tables and boxes in the page, each with a link to itself that can be kept; and old ids that still lead there.

Each part is known in the page by a mark at its first words, whoever renders it: the element around that is the part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from rulebook_core.source import Span
from rulebook_rules.published.redirects import Former
from rulebook_syntax.dialects.parts import TABLE
from rulebook_syntax.document import Document, Part
from rulebook_syntax.marks import Mark
from rulesmod.dice.digits import to_int

_BOXES = frozenset({"admonition"})
_OWNERS = frozenset({"aside", "details", "div", "table"})
_SIGN = "rulebook-part"
_TOKEN = re.compile(
    rf"<!--.*?-->|<{_SIGN} number=\"(?P<number>\d+)\"></{_SIGN}>"
    r"|<(?P<end>/?)(?P<tag>[a-zA-Z][^\s/>]*)(?P<attributes>(?:\"[^\"]*\"|'[^']*'|[^'\">])*)>",
    re.DOTALL,
)
_ID = re.compile(r"\sid=(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_CLASS = re.compile(r"\sclass=\"([^\"]*)\"")
_FORMER_ID = '<span class="rulebook-former" id="'
_BELOW_HEADING = re.compile(
    rf"(<h[1-6]\b[^<>]*>)((?:(?!</?h[1-6]\b).)*</h[1-6]>\s*(?:<div class=\"[\w ]+\">\s*)*)"
    rf"((?:{_FORMER_ID}[^<>]*></span>)+)",
    re.DOTALL,
)


def part_marks(document: Document) -> Iterator[Mark]:
    """Yield signs that locate the parts of a document in its page."""
    for number, part in enumerate(document.prose.parts):
        sign = f'<{_SIGN} number="{number}"></{_SIGN}>'
        yield from (Mark(Span(place, place), sign, "") for place in part.places)


def former_mark(former: Former) -> Mark:
    """Return the mark that replaces a comment with former ids."""
    return Mark(former.span, "".join(f'{_FORMER_ID}{escape(id_)}"></span>' for id_ in former.ids), "", block=True)


def with_anchors(html: str, parts: Sequence[Part]) -> str:
    """A page, or a part of it, with its ids where marks were.

    An element that has an id keeps it. A kept id below a heading moves into it: its link shows the heading.
    """
    if _SIGN in html:
        html = _with_ids(html, parts)
    return _BELOW_HEADING.sub(r"\1\3\2", html) if _FORMER_ID in html else html


class _Owner(NamedTuple):
    """An element that is open: its tag, its place in the output, what is in the tag."""

    tag: str
    place: int
    attributes: str

    def can_be(self, part: Part) -> bool:
        if part.kind == TABLE:
            return self.tag == "table"
        classes = _CLASS.search(self.attributes)
        return self.tag == "details" or (classes is not None and not _BOXES.isdisjoint(classes[1].split()))


def _with_ids(html: str, parts: Sequence[Part]) -> str:
    out: list[str] = []
    owners: list[_Owner] = []
    numbers: set[int] = set()
    named: set[int] = set()
    last = 0
    for match in _TOKEN.finditer(html):
        out.append(html[last : match.start()])
        last = match.end()
        if match["number"] is not None:
            number = to_int(match["number"])
            if number < len(parts) and number not in named:
                free = (owner for owner in reversed(owners) if owner.place not in numbers)
                owner = next((owner for owner in free if owner.can_be(parts[number])), None)
                if owner is not None:
                    numbers.add(owner.place)
                    named.add(number)
                    out[owner.place] = _named(owner, parts[number])
            continue
        tag = (match["tag"] or "").lower()
        if tag in _OWNERS and not match["end"]:
            owners.append(_Owner(tag, len(out), match["attributes"]))
        elif tag in _OWNERS and any(owner.tag == tag for owner in owners):
            while owners.pop().tag != tag:
                pass
        out.append(match[0])
    out.append(html[last:])
    return "".join(out)


def _named(owner: _Owner, part: Part) -> str:
    """The start tag of a part with its id, behind the link that leads to it.

    The link has the id of a tag without attributes, which stays as it was: themes and hooks of a site look for it.
    """
    given = _ID.search(owner.attributes)
    id_ = next(filter(None, given.groups()), "") if given is not None else escape(part.id)
    own = f' id="{id_}"' if given is None else ""
    of_link, of_part = ("", own) if owner.attributes else (own, "")
    what = escape(f"{part.kind} “{part.title}”" if part.title else part.kind)
    return (
        f'<div class="rulebook-link"{of_link} data-search-exclude><a class="headerlink" href="#{id_}"'
        f' title="Permanent link" data-cite="{what}" aria-label="Permanent link: {what}">¶</a></div>'
        f"<{owner.tag}{of_part}{owner.attributes}>"
    )
