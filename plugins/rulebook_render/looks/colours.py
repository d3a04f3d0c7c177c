"""Colours as `#rrggbb`: mixed, and moved until they can be read."""

from __future__ import annotations

from rulesmod.dice.digits import to_int

_STEP = 0.04


def _parts(colour: str) -> tuple[int, int, int]:
    return to_int(colour[1:3], 16), to_int(colour[3:5], 16), to_int(colour[5:7], 16)


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another one.

    >>> mixed("#ffffff", "#000000", 0.2)
    '#cccccc'
    """
    pairs = zip(_parts(colour), _parts(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in _parts(colour)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, ground: str) -> float:
    """Return the contrast of a text with its ground, as WCAG defines it.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    lighter, darker = sorted((_luminance(colour), _luminance(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def strongest(ground: str, *colours: str) -> str:
    """Return the colour of some that is best read on a ground.

    >>> strongest("#111111", "#ffffff", "#222222")
    '#ffffff'
    """
    return max(colours, key=lambda colour: contrast(colour, ground))


def readable(colour: str, ground: str, least: float) -> str:
    """Return a colour, moved towards black or white until it has a contrast with a ground.

    >>> readable("#777777", "#ffffff", 4.5)
    '#727272'
    """
    goal = strongest(ground, "#000000", "#ffffff")
    share, moved = 0.0, colour
    while contrast(moved, ground) < least and share < 1:
        share = min(1, share + _STEP)
        moved = mixed(colour, goal, share)
    return moved
