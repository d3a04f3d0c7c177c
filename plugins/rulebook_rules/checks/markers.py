"""Places of a template that nobody has filled in: what rules of marks and of templates share."""

from __future__ import annotations

from rulebook_core.lazy_regex import lazily

INSERT = lazily(
    r"\{\{\s*(?P<name>INSERT|TODO|TBD|TBC|FIXME|PLACEHOLDER|FILL(?: IN)?)\b(?P<what>[^{}\n]{0,200})\}\}"
    r"|[\[<(](?P<inserted>INSERT)\b(?P<words>(?:[ _-]+[A-Z0-9'’/]+){1,12})[\])>]"
    r"|\b(?P<filler>[Ll]orem ipsum dolor)\b"
)
"""Places of a template that nobody has filled in, in capitals: "{{INSERT map}}", "[INSERT NAME HERE]"."""


def is_unfilled(code: str) -> bool:
    """Return whether template code is a place that nobody has filled in: `{{ INSERT map }}`."""
    return INSERT.fullmatch(code) is not None
