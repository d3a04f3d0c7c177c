"""Values that plugins of a site fill in for `{{ name }}`.

Only those that are known without a build are here.

Nothing is evaluated: a name, or a path of names, is looked up. Loops, calls, filters and what a page sets by itself
stay to the build, which alone can make text of them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any, NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_core.source_map import Change
from rulesmod.dice.digits import to_int

MAX_CHARACTERS = 2_000
"""A longer value is no scalar, but a part of the page."""
MAX_FILLED = 100_000
"""A page takes in no more characters of values."""
_MAX_BITS = 256
_CLOSES = {"{{": "}}", "{%": "%}", "{#": "#}"}
_PATH = lazily(r"\s*(?P<path>[^\W\d]\w*(?:\.[^\W\d]\w*|\[(?:\d{1,6}|'[^'\n]*'|\"[^\"\n]*\")\])*)\s*")
_STEP = lazily(r"\[(?P<index>\d+)\]|\[['\"](?P<key>[^'\"]*)['\"]\]|(?P<name>\w+)")
_TAG = lazily(r"[-+]?\s*(?P<kind>[\w-]+)")
_NAME = lazily(r"[^\W\d]\w*")
_END_OF_RAW = lazily(r"\{%[-+]?\s{0,9}endraw\s{0,9}[-+]?%\}")
_NAMES_NOTHING = frozenset(("if", "elif", "else", "endif", "endfor", "include", "include-markdown", "endraw", "endset"))
"""Tags that give no name another value."""
_OF_MAPPINGS = frozenset(dir(dict))
"""Names that a template takes for methods behind a point."""
_RESERVED = frozenset(("config", "page", "environment", "plugin", "git", "files", "navigation", "macros", "filters"))
"""Names that the plugins give values of their own."""


class Part(NamedTuple):
    """A stretch of a text that a template engine takes: an expression, a tag, a comment or what it leaves raw."""

    kind: str
    span: Span


class TemplateValues:
    """Values of names on the pages of a site.

    Args:
        values: by their names; those of mkdocs.yml and of the files that it names.
        extra: the section `extra` of mkdocs.yml, which has a name as well.
        is_default: whether pages are filled in that do not say so.
        has_meta: whether front matter gives names values too.
        scripts: what Python files of the site say: a name that stands there may get another value.
    """

    def __init__(
        self,
        values: Mapping[str, Any],
        extra: Mapping[str, Any],
        *,
        is_default: bool = True,
        has_meta: bool = True,
        scripts: str = "",
    ) -> None:
        self._values = {name: value for name, value in values.items() if name not in _RESERVED}
        self._extra = extra
        self._is_default = is_default
        self._has_meta = has_meta
        self._given = frozenset(_NAME.findall(scripts))

    def changes(self, text: str, body: int, meta: Mapping[str, Any]) -> list[Change]:
        """Return the expressions of a page that give way to values, in order of their places."""
        if "{{" not in text or not self.is_filled(meta):
            return []
        results = list(parts(text, body))
        own = self._given | {name for part in results if part.kind == "{%" for name in _named(text, part.span)}
        names: dict[str, Any] = {"extra": self._extra, "config": {"extra": self._extra}, **self._values}
        if self._has_meta:
            names |= {name: value for name, value in meta.items() if name not in _RESERVED}
            names["page"] = {"meta": meta}
        changes: list[Change] = []
        length = 0
        for part in results:
            value = _value(text[part.span.start + 2 : part.span.end - 2], names, own) if part.kind == "{{" else None
            if value is not None and length + len(value) <= MAX_FILLED:
                length += len(value)
                changes.append((*part.span, value))
        return changes

    def is_filled(self, meta: Mapping[str, Any]) -> bool:
        """Return whether a page with this front matter is filled in at all."""
        if meta.get("ignore_macros") in (True, "true"):
            return False
        said = meta.get("render_macros")
        return self._is_default if said is None else said in (True, "true")


def parts(text: str, start: int = 0) -> Iterator[Part]:
    """Yield what a template engine would take of a text, in order."""
    unclosed: set[str] = set()
    at = text.find("{", start)
    while at >= 0:
        kind = text[at : at + 2]
        end = text.find(_CLOSES[kind], at + 2) if kind in _CLOSES and kind not in unclosed else -1
        if end < 0:
            unclosed.add(kind)  # None is closed behind this one either.
            at = text.find("{", at + 1)
            continue
        end += 2
        if kind == "{%" and _kind_of(text, Span(at, end)) == "raw":
            last = _END_OF_RAW.search(text, end)
            kind, end = "raw", len(text) if last is None else last.end()
        yield Part(kind, Span(at, end))
        at = text.find("{", end)


def _kind_of(text: str, tag: Span) -> str:
    match = _TAG.match(text, tag.start + 2, tag.end)
    return "" if match is None else match["kind"]


def _named(text: str, tag: Span) -> list[str]:
    """Return the names that a tag may give another value."""
    kind = _kind_of(text, tag)
    if kind in _NAMES_NOTHING:
        return []
    end = text.find(" in ", tag.start, tag.end) if kind == "for" else tag.end
    return _NAME.findall(text, tag.start, end if end >= 0 else tag.end)


def _value(expression: str, names: Mapping[str, Any], own: Container[str]) -> str | None:
    """Return what an expression prints; None where that is no plain value."""
    match = _PATH.fullmatch(expression) if len(expression) <= 2 * MAX_CHARACTERS else None
    if match is None:
        return None
    value: Any = names
    for number, step in enumerate(_STEP.finditer(match["path"])):
        name = step["name"]
        if name is not None and (name in own or (number and name in _OF_MAPPINGS)):
            return None
        if step["index"] is not None:
            index = to_int(step["index"])
            value = value[index] if isinstance(value, list) and index < len(value) else None
        else:
            value = value.get(step["key"] if name is None else name) if isinstance(value, Mapping) else None
    return _printed(value)


def _printed(value: object) -> str | None:
    """Return how a template prints a scalar; None of all else, and of what may be a template itself."""
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        return None
    if not isinstance(value, (str, int, float)):
        return None
    text = str(value)
    is_plain = len(text) <= MAX_CHARACTERS and not any(sign in text for sign in _CLOSES)
    return text if is_plain else None
