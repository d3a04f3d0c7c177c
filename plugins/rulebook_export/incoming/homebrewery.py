"""Markdown of the Homebrewery (both versions) and of GM Binder: stat blocks, notes, columns and page breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulebook_export.incoming.changes import Change, Imported

_BREAK = re.compile(
    r"\s*\\(?:page|pagebreak|pagebreakNum|column|columnbreak|newpage)\w*\s*(?:\{.*\})?\s*", re.IGNORECASE
)
_OPENING = re.compile(r"\s*\{\{(?P<kinds>[\w,:#.\-%\"' ()]*)\s*(?P<rest>.*)")
_INLINE = re.compile(r"\{\{[\w,:#.\-%\"'()]+[ \n](?P<text>[^{}]*)\}\}")
_STYLE = re.compile(r"(?<=\S)\{(?:[\w-]+:[^{}]*|[\w,#.-]+)\}(?=\s|$)")
_TAG = re.compile(r"</?(?:div|span|style|script|link|center|br|p|img|section|article)\b[^>]*>", re.IGNORECASE)
_VALUE = re.compile(r"(?P<label>\*\*[^*]+\*\*:?)\s*::\s*(?P<value>.*)")
_COLONS = re.compile(r"\s*:+\s*")
_RULE = re.compile(r"\s*(?:_{3,}|-{3,}|\*{3,})\s*")
_SKIPPED = re.compile(
    r"```(?:metadata|css|snippets)\b.*?^```[ \t]*\n?|<style\b.*?</style>\n?", re.DOTALL | re.MULTILINE
)
_QUOTED_BLOCK = re.compile(r"\s*(?:> ?)+#{1,6} ")
_DROPPED = ("pagenumber", "footnote", "imagemask", "watercolor", "watermark", "toc", "skipcounting", "logo", "banner")
_NOTES = ("note", "descriptive", "quote")
SIGNS = re.compile(
    r"^\s*\\(?:page|column)|^\s*\{\{\w|\*\*\s*::|^\s*:+\s*$\n|^___\s*\n>|\\pagebreak|<div class=['\"]", re.MULTILINE
)
"""Signs of a brew, of which ordinary Markdown has none."""


def from_homebrewery(text: str) -> Imported:
    """Return a brew as Markdown."""
    changes: list[Change] = []

    def skipped(match: re.Match[str]) -> str:
        changes.append(Change(text.count("\n", 0, match.start()) + 1, match[0].strip().partition("\n")[0], ""))
        return "\n" * match[0].count("\n")  # Later lines stay where they are.

    lines = _SKIPPED.sub(skipped, text.replace("\r\n", "\n")).split("\n")
    written = list(_blocks(lines, changes))
    return Imported(re.sub(r"\n{3,}", "\n\n", "\n".join(written)).strip("\n") + "\n", tuple(changes))


def _blocks(lines: Sequence[str], changes: list[Change]) -> Iterator[str]:
    boxes: list[str] = []
    """Prefixes of the boxes that are open: "> " for a note, "" for a frame."""
    is_quoted_block = False
    for number, line in enumerate(lines, 1):
        if _BREAK.fullmatch(line):
            yield ""
            continue
        if line.strip() == "}}" and boxes:
            boxes.pop()
            yield ""
            continue
        opening = _OPENING.fullmatch(line)
        if opening is not None and not _INLINE.search(line):
            kind = opening["kinds"].strip().casefold()
            if kind.startswith(_DROPPED) or line.rstrip().endswith("}}"):
                changes.append(Change(number, line.strip(), ""))
            else:
                boxes.append("> " if kind.startswith(_NOTES) else "")
                yield ""
            continue
        if opening is not None and opening["kinds"].casefold().startswith(_DROPPED):
            changes.append(Change(number, line.strip(), ""))
            continue
        # A stat block of the older version is a quotation as a whole.
        is_quoted_block = bool(_QUOTED_BLOCK.match(line)) or (is_quoted_block and line.lstrip().startswith(">"))
        plain = line.lstrip().lstrip("> ") if is_quoted_block else line
        for result in _line(plain):
            yield f"{''.join(boxes)}{result}".rstrip(" ") if not result.endswith("  ") else f"{''.join(boxes)}{result}"


def _line(line: str) -> Iterator[str]:
    """A line without what only says how it looks."""
    if _COLONS.fullmatch(line) or _RULE.fullmatch(line):
        yield ""
        return
    plain = _STYLE.sub("", _INLINE.sub(r"\g<text>", _TAG.sub("", line)))
    if not plain.strip() and line.strip():
        yield ""
    elif value := _VALUE.fullmatch(plain.strip()):
        yield f"{value['label']} {value['value']}  "
    else:
        yield plain
