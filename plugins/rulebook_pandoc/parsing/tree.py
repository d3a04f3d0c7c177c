"""The blocks of a Pandoc text: a tree whose leaves are lines of it, the marks of their containers taken off."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulebook_syntax.dialects.markdown.text import Line

Align = Literal["left", "right", "center", "default"]


@dataclass(slots=True)
class Para:
    """Running text; the lines of a line block break where they end."""

    lines: list[Line]
    breaks: bool = False


@dataclass(slots=True)
class Heading:
    """A heading: its text, the braces behind it (with them; empty where there are none), the line below it."""

    level: int
    title: Line
    attributes: Line
    underline: Line | None = None
    id: str = ""


@dataclass(slots=True)
class Code:
    """Indented or fenced code: a fence's lines include those of the fence."""

    lines: list[Line]
    fenced: bool


@dataclass(slots=True)
class Html:
    """Raw HTML up to the next blank line, or to where it ends."""

    lines: list[Line]
    verbatim: bool


@dataclass(slots=True)
class Quote:
    children: list[Node]


@dataclass(slots=True)
class Item:
    """An item of a list, or a definition: what marks it, and what it holds."""

    marker: Line
    children: list[Node]
    number: int = 0


@dataclass(slots=True)
class Items:
    """A list: "-" for bullets, "1" for numbers."""

    style: str
    items: list[Item]
    loose: bool


@dataclass(slots=True)
class Definitions:
    """A definition list: terms, each with its definitions."""

    entries: list[tuple[Line, list[Item]]]
    loose: bool


@dataclass(slots=True)
class Table:
    """A table: a cell is the lines that make it up. `lines` is all of it, `header` may be empty."""

    lines: list[Line]
    aligns: list[Align]
    header: list[list[Line]]
    rows: list[list[list[Line]]]
    caption: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Div:
    """A fenced div: its attributes (with the braces, or a bare class), and what it holds."""

    attributes: Line
    closing: Line
    children: list[Node]


@dataclass(slots=True)
class Rule:
    line: Line


@dataclass(slots=True)
class Note:
    """The text of a footnote: `label` is what stands in the brackets behind the caret."""

    label: Line
    children: list[Node]


@dataclass(slots=True)
class Reference:
    """The definition of a link, kept as it is."""

    lines: list[Line]


@dataclass(slots=True)
class Unsupported:
    """Unsupported syntax, shown as it is written."""

    lines: list[Line]
    what: str


Node = Para | Heading | Code | Html | Quote | Items | Definitions | Table | Div | Rule | Note | Reference | Unsupported
