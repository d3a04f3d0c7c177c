"""The setting `look` of a book: the name of a look, or a mapping with values of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from rulebook_core.findings import Place
from rulebook_rules.settings.kinds import Choice, Colour, Flag, Options, Setting, Text
from rulesmod.records import record

FACES = ("serif", "sans", "mono")
LOOKS = ("parchment", "ink", "neon", "plain")
TABLES = ("lines", "grid", "bands", "open")
STATS = ("rules", "box", "glow", "bar")
BOXED = ("frame", "box", "wash", "bar")


def _own(kind: Any, about: str) -> Any:
    return field(default=None, metadata={"kind": kind, "about": about})


_FONT = Text(f"{', '.join(f'`{face}`' for face in FACES)} or the address of a font")


@record
class LookOptions:
    """A look and a writer's own values."""

    base: str | None = _own(Choice(lambda: LOOKS), "the look that the others change")
    paper: str | None = _own(Colour(), "the ground of pages in the light")
    ink: str | None = _own(Colour(), "text in the light")
    accent: str | None = _own(Colour(), "titles, links and dice; without it, the `colour` of the book")
    face: str | None = _own(_FONT, "the face of text and titles")
    ornament: str | None = _own(Text("the address of a drawing"), "the drawing below titles")
    tables: str | None = _own(Choice(lambda: TABLES), "the lines of tables")
    stats: str | None = _own(Choice(lambda: STATS), "the frame of stat blocks")
    boxed: str | None = _own(Choice(lambda: BOXED), "the frame of notes and of text to read aloud")
    drop_caps: bool | None = _own(Flag(), "whether a page begins with a large letter")
    places: Mapping[str, Place] = field(default_factory=dict, compare=False, hash=False)


LOOK = Options("a look", LookOptions)


class LookKind:
    """The name of a look, or its values."""

    @property
    def says(self) -> str:
        return f"{Choice(lambda: LOOKS).says}, or a mapping of values"

    def read(self, setting: Setting) -> LookOptions | None:
        if isinstance(setting.value, Mapping):
            options: LookOptions | None = LOOK.read(setting)
            return options
        base = Choice(lambda: LOOKS).read(setting)
        return LookOptions(base=base) if base else None
