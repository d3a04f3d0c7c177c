"""Paper: the sizes of pages, their margins and marks, and the boxes of a PDF that a printer cuts by."""

from __future__ import annotations

import io
from collections.abc import Mapping
from types import MappingProxyType

from rulebook_core.imports.siblings import is_installed
from rulebook_core.system.bundled import MissingPartError
from rulebook_rules.settings.options import PaperOptions
from rulesmod.records import record

POINTS_AN_INCH = 72
MIN_DPI = 150
"""Pixels an inch below which a picture looks coarse on paper; printers ask for twice as many."""
_MM = POINTS_AN_INCH / 25.4
_SIZES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"a4": (595.28, 841.89), "a5": (419.53, 595.28), "letter": (612, 792), "6x9": (432, 648)}
)
"""In points."""
_MIN_WIDE = 500
"""Width in points above which two columns are easier to read than one."""
_SLUG = 8 * _MM
"""Room for the marks that show where to cut, outside of what is cut off."""
_GAP = 1 * _MM
"""Between a mark and what is cut off."""
_GUTTER = 0.04
"""Of the width of the text: between two columns, as the typesetter leaves it."""
_BINDING = 5 * _MM
"""By how much the inner margin of a bound book is wider, and the outer one narrower."""


@record
class Layout:
    """A page in points.

    Attributes:
        width, height: after it is cut.
        columns: of its text.
        x, top, bottom: its margins.
        binding: by how much the inner margin is wider and the outer one narrower.
        bleed: what is cut off around it.
        marks: the length of the marks that show where; 0 for none.
    """

    width: float
    height: float
    columns: int
    x: float
    top: float
    bottom: float
    binding: float
    bleed: float
    marks: float

    @property
    def column(self) -> float:
        """The width of a column."""
        text = self.width - 2 * self.x
        return (text - _GUTTER * text * (self.columns - 1)) / self.columns

    @property
    def data(self) -> dict[str, float | int]:
        """As the template reads it."""
        return {
            **{name: getattr(self, name) for name in ("width", "height", "columns", "top", "bottom", "bleed", "marks")},
            "inside": self.x + self.binding,
            "outside": self.x - self.binding,
            "around": self.bleed + (_SLUG if self.marks else 0),
            "column": self.column,
        }


def layout_of(paper: PaperOptions) -> Layout:
    """Return the page that the settings of a book ask for."""
    width, height = _SIZES[paper.size]
    is_wide = width > _MIN_WIDE
    return Layout(
        width,
        height,
        columns=paper.columns or (2 if is_wide else 1),
        x=(17 if is_wide else 14) * _MM,
        top=(17 if is_wide else 14) * _MM,
        bottom=(20 if is_wide else 17) * _MM,
        binding=_BINDING * paper.facing,
        bleed=paper.bleed * _MM,
        marks=(_SLUG - _GAP) * paper.marks,
    )


def require(paper: PaperOptions) -> None:
    """Check that what the settings ask for can be made here.

    Raises:
        MissingPartError: pypdf is not installed.
    """
    if (paper.marks or paper.facing) and not is_installed("pypdf"):
        raise MissingPartError(
            "pypdf is not installed, which `marks` and `facing` need: `pip install 'mkdocs-rulebook[pdf]'`"
        )


def finished(content: bytes, layout: Layout) -> bytes:
    """Return a PDF with bleed boxes without the marks, and with pages side by side if they face.

    The typesetter takes all around a page for what is cut off, and knows no pages side by side.

    Raises:
        MissingPartError: pypdf is not installed.
    """
    if not (layout.marks or layout.binding):
        return content
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import NameObject, RectangleObject

    reader = PdfReader(io.BytesIO(content))
    writer = PdfWriter(clone_from=reader)
    writer.metadata = reader.metadata
    if layout.binding:
        writer._root_object[NameObject("/PageLayout")] = NameObject("/TwoPageRight")
    for page in writer.pages if layout.marks else ():
        trim = page.trimbox
        (left, bottom), (right, top) = trim.lower_left, trim.upper_right
        by = layout.bleed
        page.bleedbox = RectangleObject((left - by, bottom - by, right + by, top + by))
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()
