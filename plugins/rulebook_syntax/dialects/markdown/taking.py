"""Find the include directives of a Markdown text: `pymdownx.snippets` and those of plugins.

A directive leaves nothing of itself on the page. The included text is read at its place, as a part of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_syntax.dialects import excerpts
from rulebook_syntax.dialects.markdown.csv_tables import CsvTable
from rulesmod.dice.digits import to_int

SNIPPETS = "pymdownx.snippets"
INCLUDE_MARKDOWN = "include-markdown"
MACROS = "macros"
TABLE_READER = "table-reader"

_SNIPPET = lazily(
    r"^[ \t]*(?:(?P<block>-+8<-+)|-+8<-+[ \t]+"
    r"(?:\"(?P<double>(?:\\\"|[^\"\n\r])+)\"|'(?P<single>(?:\\'|[^'\n\r])+)'))\r?$",
    re.MULTILINE,
)
_NAME = lazily(r"^[ \t]*(?P<name>[^\s;](?:[^\r\n]*[^\s])?)[ \t]*\r?$", re.MULTILINE)
_MARKER = lazily(
    r"(?<![;-])-+8<-+[ \t]+\[[ \t]*(?P<type>start|end)[ \t]*:[ \t]*(?P<name>[a-z][-\w]*)[ \t]*\]", re.IGNORECASE
)
_SPECIFIED = lazily(
    r"(?P<name>.*?)(?::(?:(?P<lines>-?\d*(?::-?\d*)?(?:,-?\d*(?::-?\d*)?)*)|(?P<section>[a-z][-\w]*)))?", re.IGNORECASE
)
_DIRECTIVE = lazily(
    r"\{%-?\s{0,9}(?P<kind>include-markdown|include)\s{1,9}(?:\"(?P<double>[^\"\n]+)\"|'(?P<single>[^'\n]+)')"
    r"(?P<options>(?:[^%]|%(?!\})){0,500})%\}"
)
_LIMIT = lazily(
    r"\b(?P<limit>start|end)\s?=\s?(?:\"(?P<double>(?:\\.|[^\"\\])*)\"|'(?P<single>(?:\\.|[^'\\])*)')", re.DOTALL
)
_TABLE = lazily(
    r"\{\{\s{0,9}read_(?P<kind>csv|table|raw)\(\s{0,9}(?:filepath_or_buffer\s{0,9}=\s{0,9})?"
    r"(?:\"(?P<double>[^\"\n]{1,255})\"|'(?P<single>[^'\n]{1,255})')"
    r"\s{0,9}(?:,\s{0,9}sep\s{0,9}=\s{0,9}[\"'](?P<separator>[,;:|]|\\t)[\"']\s{0,9})?,?\s{0,9}\)\s{0,9}\}\}"
)
"""A table of a file with no other setting than what stands between its cells."""
_SEPARATORS = {"csv": ",", "table": "\t", "raw": ""}
"""By the reader: what stands between cells if nothing says so; of `read_raw`, which takes Markdown, nothing does."""
_REWRITES = lazily(r"\brewrite-relative-urls\s?=\s?[\"']?(?P<value>true|false)\b")
_MAX_NAME = 255
"""Limit of the length of a file name."""


class Selection(NamedTuple):
    """How much of a file is taken in: some of its lines, a section between its marks, or what stands between two
    texts; all of it, where nothing is said."""

    lines: str = ""
    section: str = ""
    start: str = ""
    end: str = ""

    def stretches(self, text: str) -> Iterator[Span]:
        """Yield the selected spans of a text in the directive's order."""
        if self.lines:
            yield from _by_number(text, self.lines)
        elif self.section:
            yield from _between_marks(text, self.section)
        elif self.start or self.end:
            yield from _between(text, self.start, self.end)
        else:
            yield Span(0, len(text))


WHOLE = Selection()


class Directive(NamedTuple):
    """Include directive at `span`, with its file name and its plugin (`by`).

    `turns_links` is whether the plugin rewrites relative links, None where its settings say.
    """

    name: str
    span: Span
    by: str
    selection: excerpts.Selection = WHOLE
    turns_links: bool | None = False


def directives(text: str, by: Iterable[str]) -> tuple[list[Directive], list[Span]]:
    """The directives of a text, and what vanishes of it with them."""
    results: list[Directive] = []
    gone: list[Span] = []
    if "8<-" in text and SNIPPETS in by:
        for span, names in _snippets(text):
            gone.append(span)
            results += [
                snippet_named(text[name.start : name.end].strip(), name) for name in names if text[name.start] != ";"
            ]
        gone += [_line_of(text, mark) for mark in _MARKER.finditer(text)]
    tables = _tables(text) if TABLE_READER in by else ()
    plugins = [name for name in (INCLUDE_MARKDOWN, MACROS) if name in by]
    files = _plugin_includes(text, plugins) if plugins and "{%" in text else ()
    for span, directive in (*tables, *files):
        gone.append(span)
        results.append(directive)
    return results, gone


def _tables(text: str) -> Iterator[tuple[Span, Directive]]:
    """Yield the tables of files in a text, each with the span that it replaces."""
    for match in _TABLE.finditer(text):
        name = _quoted_name(match)
        separator = match["separator"] or _SEPARATORS[match["kind"]]
        table = CsvTable("\t" if separator == "\\t" else separator) if separator else WHOLE
        yield Span(*match.span()), Directive(text[name.start : name.end], name, TABLE_READER, table)


def _plugin_includes(text: str, plugins: Sequence[str]) -> Iterator[tuple[Span, Directive]]:
    """Yield the files that plugins include in a text, each with the span that it replaces."""
    for match in _DIRECTIVE.finditer(text):
        of_plugin = match["kind"] == INCLUDE_MARKDOWN or plugins[0] == INCLUDE_MARKDOWN
        if of_plugin and INCLUDE_MARKDOWN not in plugins:
            continue
        name = _quoted_name(match)
        limits = {
            limit["limit"]: _unescaped(limit["double"] or limit["single"] or "")
            for limit in _LIMIT.finditer(match["options"])
        }
        selection = Selection(**limits) if of_plugin else WHOLE
        turns_links = _turns_links(match["options"]) if match["kind"] == INCLUDE_MARKDOWN else False
        by_plugin = INCLUDE_MARKDOWN if of_plugin else MACROS
        directive = Directive(text[name.start : name.end], name, by_plugin, selection, turns_links)
        yield Span(*match.span()), directive


def _quoted_name(match: re.Match[str]) -> Span:
    return Span(*match.span("double" if match["double"] else "single"))


def _turns_links(options: str) -> bool | None:
    """Return whether the options of a directive have relative links rewritten; None where they do not say."""
    match = _REWRITES.search(options)
    return None if match is None else match["value"] == "true"


def snippet_named(name: str, span: Span) -> Directive:
    """A snippet by its name, which may say behind a colon how much of the file is taken."""
    match = _SPECIFIED.fullmatch(name) if len(name) <= _MAX_NAME else None
    if match is None or not match["name"]:
        return Directive(name, span, SNIPPETS)
    return Directive(match["name"].strip(), span, SNIPPETS, Selection(match["lines"] or "", match["section"] or ""))


def left_out(text: str, by: Iterable[str], selections: Iterable[excerpts.Selection]) -> tuple[Span, ...]:
    """Return the spans that are on no page, in order.

    These are the directives, and all that the selections do not cover.
    """
    return tuple(sorted([*directives(text, by)[1], *excerpts.omitted_spans(text, selections)]))


def _snippets(text: str) -> Iterator[tuple[Span, list[Span]]]:
    """The snippets of a text: the lines of each directive, and where the names of its files stand."""
    opened: re.Match[str] | None = None
    for match in _SNIPPET.finditer(text):
        if opened is not None:
            if match["block"]:
                yield Span(opened.start(), match.end()), _names(text, opened.end(), match.start())
                opened = None
        elif match["block"]:
            opened = match
        else:
            yield Span(*match.span()), [_quoted_name(match)]
    if opened is not None:
        yield Span(opened.start(), len(text)), _names(text, opened.end(), len(text))


def _names(text: str, start: int, end: int) -> list[Span]:
    return [Span(*name.span("name")) for name in _NAME.finditer(text, start, end) if not _SNIPPET.match(name[0])]


def _line_of(text: str, match: re.Match[str]) -> Span:
    end = text.find("\n", match.end())
    return Span(text.rfind("\n", 0, match.start()) + 1, len(text) if end < 0 else end)


def _by_number(text: str, wanted: str) -> Iterator[Span]:
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    total = len(starts)
    for part in wanted.split(","):
        first, _, last = part.partition(":")
        # No line has a longer number, and of 4,300 digits Python makes none.
        start = to_int(first[:12]) if first.strip("-") else 0
        end = to_int(last[:12]) if last.strip("-") else total
        start = max(0, total + start if start < 0 else start - 1)
        end = max(0, total + 1 + end) if end < 0 else min(end, total)
        if start < end:
            yield Span(starts[start], starts[end] if end < total else len(text))


def _between_marks(text: str, section: str) -> Iterator[Span]:
    start: int | None = None
    for match in _MARKER.finditer(text):
        if match["name"] != section:
            continue
        if match["type"].lower() == "start":
            start = _line_of(text, match).end if start is None else start
        else:
            if start is not None:
                yield Span(start, _line_of(text, match).start)
            return
    if start is not None:
        yield Span(start, len(text))


def _between(text: str, start: str, end: str) -> Iterator[Span]:
    position = 0
    while True:
        if start:
            position = text.find(start, position)
            if position < 0:
                return
            position += len(start)
        last = text.find(end, position) if end else len(text)
        if last < 0:
            last = len(text)
        yield Span(position, last)
        if not start or last == len(text):
            return
        position = last


def _unescaped(written: str) -> str:
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), written, flags=re.DOTALL)
