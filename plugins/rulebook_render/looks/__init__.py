"""The look of a book: colours, faces, frames and drawings, the same on its site, in print and in its PDF.

A look is one file of data, `NAME.json`. A writer's own values take the place of some of them. Each colour is moved
towards black or white until it can be read, so no look and no value of a writer makes a page that is hard to read.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rulebook_core import workspace
from rulebook_render.looks.colours import mixed, readable, strongest
from rulebook_rules.settings.looks import LookOptions
from rulesmod.records import record

_FOLDER = Path(__file__).parent
_DARK = "#121212"
_MIN_CONTRAST = 4.6
"""Of text, by WCAG; with a little room for how browsers round."""
_MIN_DARK_CONTRAST = 6.0
_MIN_BAR_CONTRAST = 7.0


@record
class Palette:
    """The colours of a look in the light or in the dark, as `#rrggbb`."""

    paper: str
    ink: str
    soft: str
    line: str
    wash: str
    accent: str
    on_accent: str
    bar: str

    @classmethod
    def of(cls, paper: str, ink: str, accent: str) -> Palette:
        """Return the colours that follow from three."""
        ink = readable(ink, paper, _MIN_BAR_CONTRAST)
        wash = mixed(paper, ink, 0.06)
        # Text in the accent also stands on a ground that is tinted with it.
        tinted = mixed(wash, accent, 0.1)
        is_light = strongest(paper, "#ffffff", _DARK) == _DARK
        accent = readable(accent, tinted, _MIN_CONTRAST if is_light else _MIN_DARK_CONTRAST)
        return cls(
            paper=paper,
            ink=ink,
            soft=readable(mixed(ink, paper, 0.3), tinted, _MIN_CONTRAST),
            line=mixed(paper, ink, 0.2),
            wash=wash,
            accent=accent,
            on_accent=strongest(accent, "#ffffff", _DARK),
            bar=readable(accent if is_light else paper, "#ffffff", _MIN_BAR_CONTRAST),
        )


@record
class Look:
    """A look with all of its values.

    Attributes:
        light, dark: its colours.
        face, heading: a kind of face (`serif`, `sans`, `mono`), or the address of a font from the root of the site.
        tables, stats, boxed: the frames of tables, stat blocks and boxed text, by the names in `frames.json`.
        drop_caps: whether a page begins with a large letter.
        ornament: the address of a drawing below titles; "" for the look's own.
        divider: the look's own drawing below titles, as SVG in `currentColor`; "" for none.
        cover: the look's own cover, as SVG with the names of colours in braces.
    """

    light: Palette
    dark: Palette
    face: str
    heading: str
    tables: str
    stats: str
    boxed: str
    drop_caps: bool
    ornament: str
    divider: str
    cover: str

    def drawn_cover(self) -> str:
        """Return its own cover in the colours of the book."""
        drawing = self.cover
        for name in ("paper", "ink", "soft", "line", "wash", "accent"):
            drawing = drawing.replace(f"{{{name}}}", getattr(self.light, name))
        return drawing

    def as_data(self) -> dict[str, Any]:
        """Return what a typesetter needs of it."""
        light = {name: getattr(self.light, name) for name in ("paper", "ink", "soft", "line", "wash", "accent")}
        frames = {"tables": self.tables, "stats": self.stats, "boxed": self.boxed, "drop_caps": self.drop_caps}
        return {**light, **frames, "heading": self.heading, "divider": self._divider(self.light.accent)}

    def _divider(self, colour: str) -> str:
        return self.divider.replace("currentColor", colour)

    def style(self, up: str) -> str:
        """Return its style sheet.

        Args:
            up: the way from the style sheet to the root of the site, as `../../`.
        """
        faces = [_font(name, value, up) for name, value in (("Face", self.face), ("Heading", self.heading))]
        ornament = f'url("{up}{self.ornament}")' if self.ornament else _inline(self._divider("#000"))
        values = {
            "face": _stack("Face", self.face),
            "heading": _stack("Heading", self.heading),
            "ornament": ornament if self.ornament or self.divider else "none",
            "ornament-height": "0.55rem" if self.ornament or self.divider else "0",
            **_frames()["tables"][self.tables],
            **_frames()["stats"][self.stats],
            **_frames()["boxed"][self.boxed],
            **_frames()["drop_caps"][str(self.drop_caps).lower()],
        }
        named = "".join(f"--look-{name}:{value};" for name, value in values.items())
        light, dark = _properties(self.light), _properties(self.dark)
        rules = workspace.read_text(_FOLDER / "look.css")
        colours = f":root,{_scheme('default')}{{{light}}}{_scheme('slate')}{{{dark}}}"
        return (
            f"{''.join(faces)}:root,[data-md-color-scheme]{{{named}}}@media (forced-colors:none){{{colours}\n{rules}}}"
        )


def look_of(chosen: LookOptions, colour: str | None = None) -> Look:
    """Return a look with a writer's own values.

    Args:
        chosen: the name of the look, and the values.
        colour: the colour of the book, where the look is given none.
    """
    data = _data(chosen.base or "plain")
    accent = chosen.accent or colour
    light, dark = data["light"], data["dark"]
    return Look(
        light=Palette.of(chosen.paper or light["paper"], chosen.ink or light["ink"], accent or light["accent"]),
        dark=Palette.of(dark["paper"], dark["ink"], accent or dark["accent"]),
        face=chosen.face or data["face"],
        heading=chosen.face or data["heading"],
        tables=chosen.tables or data["tables"],
        stats=chosen.stats or data["stats"],
        boxed=chosen.boxed or data["boxed"],
        drop_caps=data["drop_caps"] if chosen.drop_caps is None else chosen.drop_caps,
        ornament=chosen.ornament or "",
        divider=data["divider"],
        cover=data["cover"],
    )


def _scheme(name: str) -> str:
    """Return what a page is in such colours, also where the theme adds to them."""
    plain = f"[data-md-color-scheme={name}]"
    return ",".join((plain, f"{plain}[data-md-color-primary]", f"{plain}[data-md-color-accent]"))


def _properties(palette: Palette) -> str:
    soft = {"light": palette.soft, "lighter": palette.soft, "lightest": palette.line}
    values = {
        "md-default-bg-color": palette.paper,
        "md-default-fg-color": palette.ink,
        **{f"md-default-fg-color--{name}": value for name, value in soft.items()},
        "md-typeset-color": palette.ink,
        "md-typeset-table-color": palette.line,
        "md-typeset-a-color": palette.accent,
        "md-accent-fg-color": palette.accent,
        "md-primary-fg-color": palette.bar,
        "md-primary-fg-color--light": palette.bar,
        "md-primary-fg-color--dark": palette.bar,
        "md-primary-bg-color": "#fff",
        "md-primary-bg-color--light": "#ffffffd9",
        "md-footer-fg-color--light": "#ffffffd0",
        "md-footer-fg-color--lighter": "#ffffffc0",
        "md-code-bg-color": palette.wash,
        "md-code-fg-color": palette.ink,
        "rulebook-accent": palette.accent,
        "rulebook-on-accent": palette.on_accent,
    }
    return "".join(f"--{name}:{value};" for name, value in values.items())


def _stack(name: str, face: str) -> str:
    return _frames()["faces"].get(face) or f'"Look {name}",{_frames()["faces"]["serif"]}'


def _font(name: str, face: str, up: str) -> str:
    if face in _frames()["faces"]:
        return ""
    return f'@font-face{{font-family:"Look {name}";font-weight:400 700;font-display:swap;src:url("{up}{face}")}}'


def _inline(drawing: str) -> str:
    return f'url("data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}")'


@cache
def _data(name: str) -> Mapping[str, Any]:
    data: Mapping[str, Any] = json.loads(workspace.read_text(_FOLDER / f"{name}.json"))
    return data


def _frames() -> Mapping[str, Any]:
    return _data("frames")
