"""Check front matter: the place of its game, and YAML that cannot be read."""

from __future__ import annotations

import re

import yaml

from rulebook_core.findings import Finding, Place, Remedy
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Source, Span
from rulebook_rules.settings.faults import invalid_setting
from rulebook_rules.settings.notyaml import slip_of
from rulebook_syntax.dialects.frontmatter import FRONT_MATTER, read_yaml
from rulebook_syntax.document import Document

_SYSTEM = lazily(r"^[:{ \t\"']*system[\"']?[ \t]*:[ \t]*(?P<value>[^\r\n]*?)[ \t]*\r?$", re.MULTILINE)
_KEY = lazily(r"[\"']?[\w-]+[\"']?[ \t]*:(?=\s)")
"""Start of front matter; text between two thematic breaks has no key."""
_FILLED_IN = lazily(r"\{[{%#]|<%|:[ \t]+<(?=[^<>\n]*[ \t])[^<>\n]+>[ \t]*$", re.MULTILINE)
"""Placeholders that a program or a writer fills in: `levels: <e.g. 1-3>`."""
_OPENED = lazily(r"---[ \t]*(?:\r\n|\r|\n)(?=system[ \t]*:)")


def system_place(document: Document) -> Place:
    """Return where a page names its game."""
    source = document.source
    match = _SYSTEM.search(source.text)
    return Place(source, Span(*match.span("value")) if match is not None else Span(0, 0))


def front_matter_fault(source: Source, *, is_published: bool) -> Finding | None:
    """Report front matter that cannot be read. MkDocs would print it, and what it says would not count.

    A file that is not `is_published` as it stands may be a template, whose front matter is filled in elsewhere.
    """
    if not source.text.startswith("---"):
        return None
    match = FRONT_MATTER.match(source.text)
    if match is None:
        if not _OPENED.match(source.text):
            return None
        remedy = Remedy("end it by a line `---`")
        place = Place(source, Span(0, 3))
        return invalid_setting(place, "this front matter has no end", remedies=(remedy,), is_of_page=True)
    if not _KEY.match(match["yaml"]) or (not is_published and _FILLED_IN.search(match["yaml"])):
        return None
    try:
        read_yaml(match["yaml"])
    except yaml.MarkedYAMLError as error:
        slip = slip_of(error, match["yaml"])
        start, fact, how = match.start("yaml") + slip.at, f"this front matter is not YAML: {slip.fact}", slip.remedy
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        how = "put a value with a colon or another sign of YAML into quotes"
        start, fact = match.start("yaml"), f"this front matter is not YAML: {str(error).partition(chr(10))[0]}"
    else:
        return None
    start = min(start, match.end("yaml") - 1)
    return invalid_setting(Place(source, Span(start, start)), fact, remedies=(Remedy(how),), is_of_page=True)
