"""Drawings of a page as pictures for paper: dice as they lie, and odds as bars."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from rulebook_formats.chapters import xhtml
from rulebook_syntax.html_elements import Element

_LOOKS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "rulebook-lying": {"fill": "none", "stroke": "currentColor", "stroke-width": "2", "font-size": "19"},
        "rulebook-drawn": {"fill": "none", "stroke": "currentColor", "stroke-width": "1.5", "font-size": "15"},
        "stat-card-odds": {"fill": "currentColor", "font-size": "11"},
    }
)
"""By its class, how a drawing looks."""
_SHAPES = frozenset({"path", "text"})
_ATTRIBUTES = frozenset({"d", "x", "y", "opacity", "text-anchor", "stroke", "stroke-dasharray"})
_VIEW = re.compile(r"0 0 [1-9]\d{0,3} [1-9]\d{0,3}")


def is_drawing(element: Element) -> bool:
    """Return whether an element is one of our own drawings."""
    view = element.attributes.get("viewbox", element.attributes.get("viewBox", ""))
    return element.tag == "svg" and _look(element) is not None and bool(_VIEW.fullmatch(view))


def drawing(element: Element, colour: str) -> str:
    """A drawing as an SVG file in one colour: its shapes and texts, and none that a page could bring in besides."""
    view = element.attributes.get("viewbox", element.attributes.get("viewBox", ""))
    root = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": view, "color": colour, **(_look(element) or {})}
    shapes = [_shape(part) for part in element.children if part.tag in _SHAPES]
    return xhtml([Element("svg", root, list(shapes))])


def _look(element: Element) -> Mapping[str, str] | None:
    return next((_LOOKS[name] for name in element.classes if name in _LOOKS), None)


def _shape(element: Element) -> Element:
    values = {name: value for name, value in element.attributes.items() if name in _ATTRIBUTES}
    if element.tag == "text":
        return Element("text", {**values, "fill": "currentColor", "stroke": "none"}, [element.text])
    return Element("path", values)
