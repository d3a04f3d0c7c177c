"""A PDF of a book, set by typst: a cover, contents with page numbers, its chapters, and its odds on two pages at most.

What a book says reaches the typesetter as JSON and never as markup, so that no text can be a command to it.
"""

from __future__ import annotations

import json
import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from functools import cache
from itertools import zip_longest
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from rulebook_core import workspace
from rulebook_core.imports.siblings import is_installed
from rulebook_core.source import NOT_XML
from rulebook_core.store.files import write
from rulebook_core.system.bundled import MissingPartError
from rulebook_core.system.machine import processors
from rulebook_core.workspace.temporary import temporary_folder
from rulebook_formats.chapters import Binder, Chapter
from rulebook_formats.typesetting.blocks import printed_blocks
from rulebook_formats.typesetting.compiling import Compiled, compiled
from rulebook_formats.typesetting.drawings import is_drawing
from rulebook_formats.typesetting.faces import Faces
from rulebook_formats.typesetting.paper import MIN_DPI, POINTS_AN_INCH, Layout, finished, layout_of, require
from rulebook_formats.typesetting.pixels import pixels
from rulebook_formats.typesetting.pool_odds import pool_odds
from rulebook_render.looks import Look, look_of
from rulebook_render.publishing.formats import Coarse
from rulebook_rules.settings.looks import LookOptions
from rulebook_rules.settings.options import PaperOptions
from rulebook_syntax.html_elements import Element
from rulesmod.dice.digits import MAX_DIGITS, to_float, to_int
from rulesmod.records import record

_TEMPLATE = Path(__file__).with_name("book.typ")
_CARD = Path(__file__).with_name("card.typ")
_ICON = Path(__file__).with_name("icon.typ")
_ICON_POINTS = 512
_SIZES = (10, 9.8, 10.2, 9.6, 10.4)
"""Of the type, in points, as they are tried."""
_MISSING = re.compile(r'the text `"((?:[^"\\]|\\.)*)"` could not be displayed')
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-f]{1,6})\}|(.))")
_ESCAPED = MappingProxyType({"n": "\n", "r": "\r", "t": "\t", "0": "\0"})
"""How the typesetter quotes a sign that no font has."""
_MIN_FULL = 1 + 2 / 3
"""Columns of text on the last page above which no other size is tried."""
_AT_ONCE = 2
"""Layouts; each takes up to a gigabyte."""
_LATER = range(0, 16, 2)
"""By how many blocks a sheet may be met later, as they are tried."""
_COLOUR = "#3a3f47"
_PLAIN = look_of(
    LookOptions(base="plain", face="serif", paper="#ffffff", ink="#000000", accent=_COLOUR, tables="lines")
)
"""The look of a book that chooses none."""
_PAPER = PaperOptions()
_POINTS_A_PIXEL = 0.75
"""Of a screen, as browsers count them."""
_MAX_TALL = 0.5
"""Of a page, that a picture may take."""
_COVER_TALL = 0.4
"""Of a page, that the picture of a cover may take."""
_MIN_INCHES = 0.75
"""Width of a picture below which nobody minds its dots."""
_PICTURES = frozenset({".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"})
"""Kinds that typst draws."""


@record
class Imprint:
    """The facts on the cover of a book.

    Attributes:
        title: of the book.
        author: who made it; "" where nobody is named.
        version: which state of the book it is; "" for none.
        address: where it is published; "" where that is not known.
        cover: the address of a picture from the root of the site; "" for none.
        colour: of its headings, as `#rrggbb`; "" for a dark grey.
        part: the title of the chapter that is set alone, without a cover and contents; "" for the whole book.
        line: its one line; "" for none.
        look: its look; None for black on white.
    """

    title: str
    author: str = ""
    version: str = ""
    address: str = ""
    cover: str = ""
    colour: str = ""
    part: str = ""
    line: str = ""
    look: Look | None = None

    @property
    def accent(self) -> str:
        """The colour of headings."""
        return self.look.light.accent if self.look is not None else self.colour or _COLOUR


@record
class Typeset:
    """A book as the typesetter leaves it.

    Attributes:
        content: the PDF.
        missing: the signs that no font has, each once, in the order of the book.
        coarse: the pictures that have too few pixels for their width on paper.
    """

    content: bytes
    missing: tuple[str, ...] = ()
    coarse: tuple[Coarse, ...] = ()


def typeset(
    imprint: Imprint,
    chapters: Sequence[Chapter],
    *,
    image: Callable[[str], bytes | None],
    language: str = "en",
    made: datetime,
    site: str = "",
    paper: PaperOptions = _PAPER,
) -> Typeset:
    """Set a book as PDF, and see which of its signs no font has.

    Args:
        chapters: its pages, in the order of reading.
        image: the content of an image, by its address from the root of the site; None where there is none.
        language: of the text, as in HTML.
        made: when the book was made; the same input with the same time gives the same bytes.
        site: where the site is published, for links that lead out of the book.
        paper: the settings of its pages.

    Raises:
        MissingPartError: typst is not installed, or what else the settings need.
    """
    typst = typesetter()
    require(paper)
    layout = layout_of(paper)
    with temporary_folder("rulebook-pdf-") as folder:
        write(folder / "book.typ", workspace.read_bytes(_TEMPLATE))
        pictures = _Pictures(folder, image, typst, layout)
        faces = Faces(imprint.look or _PLAIN, typst, folder, image)
        book = {**_book(imprint, chapters, pictures, language, site), **faces.as_data()}
        book["look"]["divider"] = _ornament(imprint, pictures, image) or book["look"]["divider"]
        set_book = _set(faces.folders, folder, book, made, layout)
        return replace(set_book, content=finished(set_book.content, layout), coarse=tuple(pictures.coarse))


class Drawn(NamedTuple):
    """Pictures of a book as PNG: the card for links to it, of 1200 by 630 pixels, and icons by their size in pixels."""

    card: bytes
    icons: Mapping[int, bytes]


def drawn(imprint: Imprint, sizes: Iterable[int], *, image: Callable[[str], bytes | None]) -> Drawn | None:
    """Return the pictures of a book; None without a cover.

    Args:
        imprint: the book.
        sizes: of the icons, in pixels.
        image: the content of an image, by its address from the root of the site; None where there is none.

    Raises:
        MissingPartError: typst is not installed.
    """
    typst = typesetter()
    with temporary_folder("rulebook-card-") as folder:
        cover = _Pictures(folder, image, typst, layout_of(_PAPER)).name(imprint.cover)
        if not cover:
            return None
        faces = Faces(imprint.look or _PLAIN, typst, folder, image)
        fonts = typst.Fonts(font_paths=faces.folders) if faces.folders else _fonts()
        write(folder / "card.json", json.dumps({**_cover(imprint), "cover": cover, **faces.as_data()}))

        def draw(template: Path, pixels_an_inch: float) -> bytes:
            write(folder / template.name, workspace.read_bytes(template))
            made: bytes = typst.compile(
                folder / template.name, root=folder, font_paths=fonts, format="png", ppi=pixels_an_inch
            )
            return made

        icons = {size: draw(_ICON, POINTS_AN_INCH * size / _ICON_POINTS) for size in sizes}
        return Drawn(draw(_CARD, POINTS_AN_INCH), icons)


@cache
def _fonts() -> Any:
    """Typst's own fonts, and those of the system, which are looked for once."""
    return typesetter().Fonts()


@cache
def typesetter() -> ModuleType:
    """The package `typst`.

    Raises:
        MissingPartError: it is not installed.
    """
    try:
        if not is_installed("typst"):
            raise ImportError
        import typst
    except ImportError:
        raise MissingPartError(
            "typst is not installed, which makes PDFs; it comes with `pip install 'mkdocs-rulebook[pdf]'`"
        ) from None
    return typst


def _set(fonts: Sequence[Path], folder: Path, book: dict[str, Any], made: datetime, layout: Layout) -> Typeset:
    """Typeset the PDF in the first size that fills its last page well. If none does, use the size that fills it best.
    Sheets move back if one would come on a page before the words that lead to it.
    """
    template = folder / "book.typ"

    def lay_out(size: float, later: int) -> tuple[tuple[bool, float], Compiled]:
        name = f"book-{size}-{later}.json"
        write(folder / name, json.dumps({**book, "size": size, "blocks": _with_sheets(book["blocks"], later)}))
        result = compiled(template, _PLACES, inputs={"book": name}, fonts=fonts, made=int(made.timestamp()))
        return _laid_out(result.value, layout), result

    later, tried = 0, {}
    with ThreadPoolExecutor(_AT_ONCE) as pool:

        @cache
        def begin(size: float, later: int) -> Future[tuple[tuple[bool, float], Compiled]]:
            return pool.submit(lay_out, size, later)

        for size, following in zip_longest(_SIZES, _SIZES[1:]):
            begin(size, later)
            if following and book["cover_page"] and processors() >= _AT_ONCE:
                begin(following, later)
            # Mostly sheets move as far as in the size before.
            later = next((count for count in (later, *_LATER) if begin(size, count).result()[0][0]), later)
            tried[size, later] = begin(size, later).result()
            if tried[size, later][0] == (True, _MIN_FULL) or not book["cover_page"]:
                break
    _, best = max(tried.values(), key=itemgetter(0))
    return Typeset(best.document, _missing(best.diagnostic))


def _missing(diagnostic: str) -> tuple[str, ...]:
    """Return the signs that no font has: the typesetter names each, as a PDF for archives (PDF/A) may lack none."""
    named = (_character(sign[1]) for sign in _MISSING.finditer(diagnostic))
    return tuple(dict.fromkeys(sign for sign in named if not _is_invisible(sign)))


def _character(quoted: str) -> str:
    """Undo the escapes with which Rust quotes a text."""
    return _ESCAPE.sub(
        lambda escape: chr(to_int(escape[1], 16)) if escape[1] else _ESCAPED.get(escape[2], escape[2]), quoted
    )


def _is_invisible(sign: str) -> bool:
    """Return whether all of a sign only joins, turns or varies others."""
    return all(
        unicodedata.category(part) in ("Cc", "Cf") or unicodedata.name(part, "").startswith("VARIATION")
        for part in sign
    )


def _with_sheets(blocks: Sequence[dict[str, Any]], later: int) -> list[dict[str, Any]]:
    """Blocks with each sheet so many further on, and a sign where it was.

    A sheet lies across the top of the page that it is met on. Where it pushes what leads to it to the next page, it has
    to be met later.
    """
    placed: list[dict[str, Any]] = []
    waiting: list[tuple[int, dict[str, Any]]] = []
    for number, block in enumerate(blocks):
        if block["kind"] == "sheet":
            placed.append({"kind": "asked"})
            waiting.append((number + later, block))
        else:
            placed.append(block)
        while waiting and waiting[0][0] <= number:
            placed.append(waiting.pop(0)[1])
    return [*placed, *(block for _, block in waiting)]


_PLACES = """(
    ..(<asked>, <sheet>).map(label => query(label).map(it => it.location().page())),
    query(<end>).first().location().position(),
)"""


def _laid_out(places: str, layout: Layout) -> tuple[bool, float]:
    """Return whether sheets follow their references, and how full the last page is. The fill is a number of columns, at
    most `_MIN_FULL`. One query asks for both, because each query typesets the book anew.
    """
    references, sheets, end = json.loads(places)
    x, y = (to_float(end[axis].removesuffix("pt")) for axis in ("x", "y"))
    in_order = all(words <= sheet for words, sheet in zip(references, sheets, strict=True))
    full = (x // (layout.width / layout.columns) + y / layout.height) * 2 / layout.columns
    return in_order, min(full, _MIN_FULL)


class _Pictures:
    """The pictures of a book that can be drawn, as files beside what sets it.

    Args:
        folder: where they are written to.
        image: their content.
        typst: what draws them; one that it cannot draw is told in words, as it is where it is missing.
        layout: the pages that they are printed on.
    """

    def __init__(self, folder: Path, image: Callable[[str], bytes | None], typst: ModuleType, layout: Layout) -> None:
        self.coarse: list[Coarse] = []
        self.layout = layout
        self._pixels: dict[str, tuple[str, tuple[int, int]]] = {}
        """By the name of the file of a picture its address, and its size."""
        self._folder = folder
        self._image = image
        self._typst = typst
        self._names: dict[str, str] = {}

    def name(self, path: str) -> str:
        """The name of the file of a picture, by its address from the root of the site; "" where it has none."""
        if path not in self._names:
            self._names[path] = self._written(path)
        return self._names[path]

    def _written(self, path: str) -> str:
        suffix = posixpath.splitext(path)[1].lower()
        content = self._image(path) if suffix in _PICTURES else None
        if content is None:
            return ""
        name = f"picture-{len(self._names)}{suffix}"
        write(self._folder / name, content)
        probe = self._folder / "probe.typ"
        write(probe, f'#image("{name}")')
        try:
            self._typst.compile(probe, root=self._folder, format="pdf", font_paths=_fonts())
        except self._typst.TypstError:
            return ""
        if (size := pixels(content)) is not None and min(size) > 0:
            self._pixels[name] = path, size
        return name

    def fit(self, part: Any) -> None:
        """Give each picture among blocks and runs its width on paper: as on the screen, and within a column."""
        if isinstance(part, list):
            for inner in part:
                self.fit(inner)
        elif isinstance(part, dict):
            if "wanted" in part:
                part["width"] = self._width(part["picture"], part.pop("wanted"))
            for inner in part.values():
                self.fit(inner)

    def fit_cover(self, name: str) -> None:
        """Note whether the picture of the cover has too few pixels."""
        layout = self.layout
        self._print(name, layout.width - 2 * layout.x, layout.height * _COVER_TALL)

    def _width(self, name: str, wanted: str) -> float | None:
        column = self.layout.column
        number = wanted.removesuffix("px").removesuffix("%")
        width = to_float(number) * _POINTS_A_PIXEL if number.isdecimal() and len(number) <= MAX_DIGITS else 0
        if wanted.endswith("%"):
            width *= column / 100 / _POINTS_A_PIXEL
        if not width:
            if name not in self._pixels:
                return None
            width = self._pixels[name][1][0] * _POINTS_A_PIXEL
        return self._print(name, min(width, column), self.layout.height * _MAX_TALL)

    def _print(self, name: str, width: float, height: float) -> float:
        """Return the width of a picture that fits into a rectangle, and note it where it is coarse."""
        if name in self._pixels:
            path, (wide, tall) = self._pixels[name]
            width = min(width, height * wide / tall)
            inches = width / POINTS_AN_INCH
            if inches >= _MIN_INCHES and wide / inches < MIN_DPI - 0.5:
                self.coarse.append(Coarse(path, wide, inches))
        return width


def _book(
    imprint: Imprint, chapters: Sequence[Chapter], pictures: _Pictures, language: str, site: str
) -> dict[str, Any]:
    """All that the template is told."""
    binder = Binder(
        tuple(chapters),
        place=lambda name, id_: f"#{id_ or _whole(name)}",
        unique=lambda name, id_: f"{name}/{id_}",
        has_image=lambda path: bool(pictures.name(path)),
        site=site,
        addressed=True,
        is_drawn=is_drawing,
    )
    pages = [Element("div", {"id": _whole(chapter.name)}, binder.bind(chapter)) for chapter in chapters]
    files = {name: pictures.name(path) for path, name in binder.images.items()}
    blocks = printed_blocks(pages, files, colour=imprint.accent)
    pictures.fit(blocks)
    cover = pictures.name(imprint.cover) if not imprint.part else ""
    pictures.fit_cover(cover)
    languages = re.match("([a-z]{2,3})(?:[-_]([A-Z]{2}))?", language)
    return {
        **_cover(imprint),
        "imprint": list(_imprint(imprint)),
        "cover": cover or None,
        "cover_page": not imprint.part,
        "page": pictures.layout.data,
        "language": languages[1] if languages else "en",
        "region": languages[2] if languages else None,
        "listed": 2,
        "blocks": blocks,
        "odds": pool_odds(pages) if not imprint.part else {"title": "", "pools": []},
    }


def _cover(imprint: Imprint) -> dict[str, Any]:
    return {
        "title": _sayable(f"{imprint.title}: {imprint.part}" if imprint.part else imprint.title),
        "author": [_sayable(imprint.author)] if imprint.author else [],
        "colour": imprint.accent,
        "line": _sayable(imprint.line),
        "look": (imprint.look or _PLAIN).as_data(),
    }


def _ornament(imprint: Imprint, pictures: _Pictures, image: Callable[[str], bytes | None]) -> str:
    """Return a writer's own drawing below titles, in the colour of the book; "" for one that cannot be drawn."""
    address = imprint.look.ornament if imprint.look is not None else ""
    if not address.lower().endswith(".svg") or not pictures.name(address):
        return ""
    return (image(address) or b"").decode("utf-8", "replace").replace("currentColor", imprint.accent)


def _imprint(imprint: Imprint) -> Iterator[dict[str, str | None]]:
    for text in (imprint.author, imprint.version and f"Version {imprint.version}"):
        if text:
            yield {"text": _sayable(text), "url": None}
    if imprint.address:
        is_link = imprint.address.startswith(("http://", "https://"))
        yield {"text": _sayable(imprint.address), "url": imprint.address if is_link else None}


def _whole(name: str) -> str:
    """Return the name for a whole chapter, beside its ids."""
    return f"{name}/"


def _sayable(text: str) -> str:
    return NOT_XML.sub(" ", text)
