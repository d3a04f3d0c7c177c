"""Stat blocks in Markdown: a name, lines of label and value, a table of scores, and traits.

No game is known here. A heading or a line in bold names the block; what follows as `**Label** value` are its values, a
table of one row with short heads its scores, and `***Name.*** text` its traits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from rulesmod.dice.digits import to_int
from rulesmod.records import record

MIN_VALUES = 3
"""Labelled values that make a section a stat block; with scores, one is enough."""
MIN_SCORES = 3
MAX_LABEL = 30
MAX_NAME = 80
_HEADING = re.compile(r"(?P<marks>#{1,6}) +(?P<title>.+?)(?: *\{[^{}]*\})? *#*")
_BOLD = re.compile(r"(?:\*\*|__)(?P<name>[^*_.:]+)(?:\*\*|__)")
_VALUE = re.compile(r"(?:[-*+>] +)*(?:\*\*|__)(?P<label>[^*_.:]{1,30}):?(?:\*\*|__):? *:{0,2} *(?P<value>(?![*_])\S.*)")
_TRAIT = re.compile(
    r"(?:[-*+>] +)*(?:\*\*\*|___|\*\*)(?P<name>[^*_]{1,80}?)(?:[.:](?:\*\*\*|___)|\.\*\*) *(?P<text>.+)"
)
_KIND = re.compile(r"(?:\*|_)(?P<kind>[^*_]+)(?:\*|_)")
_SCORE = re.compile(r" *(?P<score>[-+−]?\d+) *(?:\((?P<modifier>[-+−]\d+)\))? *")
_STARTS = ("#", "*", "|", "-", "_", ":", "}}")
"""Beginnings of lines that do not go on with a paragraph."""
_BETWEEN = re.compile(r":+|_{3,}|-{3,}|\}\}")
"""Lines between the parts of a stat block."""
_RULE = re.compile(r"[ :|-]*-[ :|-]*")


@record
class Score:
    """A score of a table, and the modifier in brackets behind it as it is written."""

    name: str
    score: int
    modifier: str = ""

    @property
    def shown(self) -> str:
        """It as a text prints it."""
        return f"{self.score} ({self.modifier})" if self.modifier else str(self.score)


@record
class StatBlock:
    """A stat block at lines `[first, last)` of a text.

    Attributes:
        kind: the line in italics below its name.
        values: label and value of each line.
        traits: section ("" before the first heading within), name and text of each.
        rest: Markdown of all else that stands in it.
        level: of the heading that names it; 0 for a line in bold.
    """

    name: str
    first: int
    last: int
    level: int = 0
    kind: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    scores: tuple[Score, ...] = ()
    traits: tuple[tuple[str, str, str], ...] = ()
    rest: str = ""

    def value(self, *labels: str) -> str:
        """The first value with one of some labels, whatever their case; "" if there is none."""
        folded = {label.casefold(): value for label, value in self.values.items()}
        return next((folded[label.casefold()] for label in labels if label.casefold() in folded), "")


def stat_blocks(text: str) -> Iterator[StatBlock]:
    """Yield the stat blocks of a Markdown text, in order."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        block = _block_at(lines, at) if _name_of(lines[at]) is not None else None
        if block is not None:
            yield block
        at = block.last if block is not None else at + 1


def _name_of(line: str) -> tuple[str, int] | None:
    """The name and the level that a line may give a stat block."""
    if heading := _HEADING.fullmatch(line.rstrip()):
        return heading["title"].strip("*_ "), len(heading["marks"])
    bold = _BOLD.fullmatch(line.strip())
    return (bold["name"].strip(), 0) if bold and len(line) <= MAX_NAME else None


def _block_at(lines: Sequence[str], first: int) -> StatBlock | None:
    name, level = _name_of(lines[first]) or ("", 0)
    last = _end(lines, first, level)
    values: dict[str, str] = {}
    traits: list[tuple[str, str, str]] = []
    scores: tuple[Score, ...] = ()
    kind = section = heading_line = ""
    rest: list[str] = []
    at = first
    while (at := at + 1) < last:
        line = lines[at].strip().lstrip("> ").rstrip("\\ ")
        if heading := _HEADING.fullmatch(line):
            section, heading_line = heading["title"], line
        elif trait := _TRAIT.fullmatch(line):
            text, at = _with_rest(trait["text"], lines, at, last)
            traits.append((section, trait["name"].strip(), text))
        elif not section and (value := _VALUE.fullmatch(line)):
            values.setdefault(value["label"].strip(), value["value"].strip())
        elif not kind and not values and (in_italics := _KIND.fullmatch(line)):
            kind = in_italics["kind"].strip()
        elif not scores and line.startswith("|") and (scores := _scores(lines, at)):
            at += 2
        elif not _BETWEEN.fullmatch(line):
            rest += [heading_line, ""] if heading_line and line else []
            heading_line = "" if line else heading_line
            rest.append(lines[at])
    if len(values) < (1 if scores else MIN_VALUES):
        return None
    return StatBlock(
        name,
        first,
        last,
        level=level,
        kind=kind,
        values=values,
        scores=scores,
        traits=tuple(traits),
        rest="\n".join(rest).strip("\n"),
    )


def _end(lines: Sequence[str], first: int, level: int) -> int:
    """Where a section ends: at a heading of its level, or where a heading below it names a block of its own."""
    for at in range(first + 1, len(lines)):
        heading = _HEADING.fullmatch(lines[at].rstrip())
        if heading and (not level or len(heading["marks"]) <= level or _starts_values(lines, at)):
            return at
        if not level and _BOLD.fullmatch(lines[at].strip()):
            return at
    return len(lines)


def _starts_values(lines: Sequence[str], at: int) -> bool:
    """Return whether the first lines below a heading are values."""
    below = [line.strip() for line in lines[at + 1 : at + 8] if line.strip()][:3]
    return sum(_VALUE.fullmatch(line) is not None and _TRAIT.fullmatch(line) is None for line in below) >= 2


def _with_rest(text: str, lines: Sequence[str], at: int, last: int) -> tuple[str, int]:
    """The text of a trait with the further lines of its paragraph, and the last of them."""
    parts = [text]
    while at + 1 < last and (line := lines[at + 1].strip().lstrip("> ")) and not line.startswith(_STARTS):
        parts.append(line)
        at += 1
    return " ".join(parts), at


def _scores(lines: Sequence[str], at: int) -> tuple[Score, ...]:
    if at + 2 >= len(lines) or not _RULE.fullmatch(lines[at + 1].strip().lstrip("> ")):
        return ()
    heads, cells = (cells_of(lines[row]) for row in (at, at + 2))
    matches = [_SCORE.fullmatch(cell) for cell in cells]
    scores = [
        Score(head, _signed(match["score"]), match["modifier"] or "")
        for head, match in zip(heads, matches, strict=False)
        if match is not None and 0 < len(head) <= MAX_LABEL
    ]
    return tuple(scores) if len(scores) == len(heads) >= MIN_SCORES else ()


def _signed(written: str) -> int:
    digits = to_int(written.lstrip("-−+"))
    return -digits if written[0] in "-−" else digits


def cells_of(line: str) -> list[str]:
    """The cells of a row of a table."""
    return [cell.strip() for cell in line.strip().lstrip("> ").strip("|").split("|")]
