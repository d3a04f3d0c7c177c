"""The type of a look on paper: families that the typesetter finds, and font files of the site, read for it.

A font file that cannot be read is as one that the look does not name.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, ModuleType

from rulebook_core import workspace
from rulebook_core.store.files import write
from rulebook_render.looks import Look

SERIF = ("Libertinus Serif",)
MONO = ("DejaVu Sans Mono",)
"""Both come with typst; signs that they lack are taken from fonts of the system."""
KINDS = MappingProxyType(
    {
        "serif": SERIF,
        "mono": (*MONO, *SERIF),
        # Typst brings none without serifs: the first that the machine has.
        "sans": (
            "Source Sans 3",
            "Noto Sans",
            "Open Sans",
            "Liberation Sans",
            "Arial",
            "Helvetica",
            "DejaVu Sans",
            *SERIF,
        ),
    }
)
_WEIGHTS = (400, 700)


class Faces:
    """The families of a book's type.

    Attributes:
        text, headings: names of families, the wanted ones first.
        folders: where the typesetter finds those that are neither its own nor of the system.
    """

    def __init__(
        self,
        look: Look,
        typst: ModuleType,
        folder: Path,
        content: Callable[[str], bytes | None],
    ) -> None:
        """Read the fonts of a look.

        Args:
            typst: what knows the name of the family of a font.
            folder: where the typesetter can read files.
            content: what is in a file, by its address from the root of the site; None where there is none.
        """
        own = {
            face: _family(typst, folder / f"face-{number}", content(face)) for number, face in enumerate(_files(look))
        }
        self.text = _families(look.face, own)
        self.headings = _families(look.heading, own)
        self.folders = [folder] if any(own.values()) else []

    def as_data(self) -> dict[str, Sequence[str]]:
        """Return the names of families for the typesetter."""
        return {"fonts": self.text, "headed": self.headings, "code": MONO}


def _files(look: Look) -> Iterator[str]:
    yield from dict.fromkeys(face for face in (look.face, look.heading) if face not in KINDS)


def _families(face: str, own: Mapping[str, str]) -> tuple[str, ...]:
    if face in KINDS:
        return KINDS[face]
    return (own[face], *SERIF) if own[face] else SERIF


def _family(typst: ModuleType, folder: Path, content: bytes | None) -> str:
    """Write the fonts of a file, and return the name of their family; "" if it is no font."""
    workspace.make_folder(folder)
    for number, font in enumerate(_fonts(content) if content else ()):
        write(folder / f"{number}.ttf", font)
    families = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[folder]).families()
    return families[0] if families else ""


def _fonts(content: bytes) -> Iterator[bytes]:
    """Yield the fonts of a file as the typesetter reads them: unpacked, and one a weight."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
    from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-untyped]

    try:
        for weight in _WEIGHTS:
            font = TTFont(io.BytesIO(content))
            font.flavor = None
            axes = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes} if "fvar" in font else {}
            if "wght" in axes:
                axes["wght"] = weight
            if axes:
                font = instantiateVariableFont(font, axes)
            packed = io.BytesIO()
            font.save(packed)
            yield packed.getvalue()
            if "wght" not in axes:
                break
    except Exception:  # A damaged font fails in whatever part of it is read.
        return
