"""Paper of any size: the boxes that a printer cuts by, its marks, pages side by side, chapters alone, and pictures."""

from __future__ import annotations

import io
import struct
import zlib
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pypdf import PageObject, PdfReader

from rulebook_core.source import Source
from rulebook_core.system.bundled import MissingPartError
from rulebook_formats.chapters import Chapter
from rulebook_formats.faults import coarse_pictures
from rulebook_formats.pdf import Imprint, Typeset, typeset
from rulebook_formats.typesetting import paper as papers
from rulebook_formats.typesetting.pixels import pixels
from rulebook_render.looks import look_of
from rulebook_rules.settings.looks import LookOptions
from rulebook_rules.settings.options import PaperOptions
from tests.mkdocs.conftest import run_mkdocs
from tests.shares import whole

MADE = datetime(2026, 1, 2, tzinfo=UTC)
MM = 72 / 25.4
SIZES = {"a4": (210, 297), "a5": (148, 210), "letter": (215.9, 279.4), "6x9": (152.4, 228.6)}
"""In millimetres."""
FILLING = "".join(f"<p>{'Words to fill a page with. ' * 40}</p>" for _ in range(9))


def typeset_as(body: str = FILLING, files: dict[str, bytes] | None = None, **settings: Any) -> Typeset:
    chapters = [Chapter("game/a.html", "A", f"<h1>A</h1>{body}")]
    image = (files or {}).get
    return typeset(Imprint("Game"), chapters, image=image, made=MADE, paper=PaperOptions(**settings))


def fonts_of(content: bytes) -> set[str]:
    """The names of the fonts of a PDF, each behind the mark of what is used of it."""
    resources = [page["/Resources"] for page in PdfReader(io.BytesIO(content)).pages]
    fonts = [font.get_object() for each in resources for font in each.get("/Font", {}).values()]
    return {str(font["/BaseFont"]) for font in fonts}


def families_of(content: bytes) -> set[str]:
    return {name.rpartition("+")[2].strip("/").partition("-")[0] for name in fonts_of(content)}


def set_with(options: LookOptions, files: dict[str, bytes]) -> bytes:
    chapters = [Chapter("game/a.html", "A", "<h1>A</h1><p>Words, and <strong>loud</strong> ones.</p>")]
    return typeset(Imprint("Game", look=look_of(options)), chapters, image=files.get, made=MADE).content


def read(**settings: Any) -> PdfReader:
    return PdfReader(io.BytesIO(typeset_as(**settings).content))


def box(page: PageObject, name: str) -> list[float]:
    return [float(side) / MM for side in getattr(page, f"{name}box")]


def left_edges(page: PageObject) -> list[float]:
    """Where the lines of text begin, in millimetres from the left of the page."""
    found: set[float] = set()

    def note(text: str, matrix: list[float], place: list[float], *_: object) -> None:
        if "fill" in text:
            found.add(round((place[4] * matrix[0] + matrix[4]) / MM - box(page, "trim")[0]))

    page.extract_text(visitor_text=note)
    return sorted(found)


@pytest.mark.parametrize(
    ("face", "wanted"), [("serif", {"LibertinusSerif"}), ("mono", {"DejaVuSansMono"})], ids=["serif", "mono"]
)
def test_a_pdf_has_the_type_of_its_look(face: str, wanted: set[str]) -> None:
    assert families_of(set_with(LookOptions(base="ink", face=face), {})) == wanted


def test_a_pdf_has_the_font_that_a_look_names() -> None:
    font = Path("overrides/assets/fonts/serif.woff2").read_bytes()
    found = set_with(LookOptions(base="ink", face="own.woff2"), {"own.woff2": font})
    assert families_of(found) == {"SiteSerif"}
    assert len(fonts_of(found)) == 2, "a variable font gives the weight of text and that of titles"


@pytest.mark.parametrize("content", [b"", b"no font", b"wOF2" + bytes(80)])
def test_a_font_that_cannot_be_read_leaves_the_usual_type(content: bytes) -> None:
    found = set_with(LookOptions(base="ink", face="own.woff2"), {"own.woff2": content})
    assert families_of(found) == {"LibertinusSerif"}


def test_a_pdf_has_the_ornament_of_a_writer() -> None:
    bar = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 1"><path fill="currentColor" d="M0 0h9v1H0z"/></svg>'
    looks = [LookOptions(base="ink", ornament=name) for name in ("bar.svg", "bad.svg")] + [LookOptions(base="ink")]
    own, bad, without = (set_with(look, {"bar.svg": bar.encode(), "bad.svg": b"<svg"}) for look in looks)
    assert own != without
    assert bad == without, "what cannot be drawn leaves the ornament of the look"


@pytest.mark.parametrize("size", SIZES)
def test_each_size_has_its_boxes_and_columns(size: str) -> None:
    reader = read(size=size)
    width, height = SIZES[size]
    for page in reader.pages:
        for name in ("media", "trim", "bleed"):
            assert box(page, name) == pytest.approx([0, 0, width, height], abs=0.1)
    edges = left_edges(reader.pages[2])
    assert (edges[-1] > width / 2) == (size in ("a4", "letter")), "the second column begins right of the middle"


def test_columns_are_as_many_as_are_asked_for() -> None:
    assert max(left_edges(read(columns=1).pages[2])) < 30
    assert max(left_edges(read(size="a5", columns=2).pages[2])) > 74


def test_what_is_cut_off_lies_around_the_page() -> None:
    for page in read(size="a5", bleed=3).pages:
        assert box(page, "trim") == pytest.approx([3, 3, 151, 213], abs=0.1)
        assert box(page, "bleed") == box(page, "media") == pytest.approx([0, 0, 154, 216], abs=0.1)


def test_marks_stand_outside_of_what_is_cut_off() -> None:
    page = read(size="6x9", bleed=3, marks=True).pages[1]
    trim, bleed, media = (box(page, name) for name in ("trim", "bleed", "media"))
    assert trim == pytest.approx([11, 11, 163.4, 239.6], abs=0.1)
    assert bleed == pytest.approx([8, 8, 166.4, 242.6], abs=0.1)
    assert media == pytest.approx([0, 0, 174.4, 250.6], abs=0.1)
    points: list[tuple[float, float]] = []

    def note(operator: bytes, operands: Any, matrix: list[float], *_: object) -> None:
        if operator in (b"m", b"l"):
            x, y = map(float, operands)
            points.append(
                (
                    (matrix[0] * x + matrix[2] * y + matrix[4]) / MM,
                    (matrix[1] * x + matrix[3] * y + matrix[5]) / MM,
                )
            )

    page.extract_text(visitor_operand_before=note)
    sheet = [pytest.approx(corner, abs=0.1) for corner in product((media[0], media[2]), (media[1], media[3]))]
    outside = [(x, y) for x, y in points if not (bleed[0] <= x <= bleed[2] and bleed[1] <= y <= bleed[3])]
    outside = [point for point in outside if point not in sheet]  # Its corners are those of the colour of the paper.
    assert len(outside) == 16, "two marks with two ends at each corner"
    for x, y in outside:
        near = [abs(x - trim[0]), abs(x - trim[2]), abs(y - trim[1]), abs(y - trim[3])]
        assert min(near) < 0.1, "each points at an edge that is cut"


def test_facing_pages_have_a_wider_inner_margin_and_open_as_a_book() -> None:
    reader = read(size="a5", facing=True)
    assert reader.page_layout == "/TwoPageRight"
    right, left = reader.pages[2], reader.pages[3]
    assert min(left_edges(right)) - min(left_edges(left)) == pytest.approx(10, abs=1)
    assert read(size="a5").page_layout is None


@whole
def test_the_same_book_is_the_same_bytes() -> None:
    settings = {"size": "6x9", "bleed": 3, "marks": True, "facing": True}
    assert typeset_as(**settings).content == typeset_as(**settings).content


def test_a_line_says_what_marks_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(papers, "is_installed", lambda name: name != "pypdf")
    with pytest.raises(MissingPartError, match=r"mkdocs-rulebook\[pdf\]"):
        typeset_as(marks=True)


def png(width: int, height: int) -> bytes:
    """A picture of one grey."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\x00" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "size"),
    [
        (png(300, 200), (300, 200)),
        (b"GIF89a" + struct.pack("<HH", 300, 200), (300, 200)),
        (b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08" + struct.pack(">HH", 200, 300), (300, 200)),
        (b"RIFF....WEBPVP8X" + b"." * 8 + b"\x2b\x01\x00\xc7\x00\x00", (300, 200)),
        (b"RIFF....WEBPVP8L....\x2f" + (299 | 199 << 14).to_bytes(4, "little"), (300, 200)),
        (b"RIFF....WEBPVP8 " + b"." * 10 + struct.pack("<HH", 300, 200), (300, 200)),
        (b'<svg width="9"/>', None),
        (b"\x89PNG\r\n\x1a\n", None),
        (b"\xff\xd8ab", None),
    ],
)
def test_a_picture_has_its_size_by_its_head(content: bytes, size: tuple[int, int] | None) -> None:
    assert pixels(content) == size


@pytest.mark.parametrize(
    ("pixels_wide", "attributes", "dots"),
    [
        (200, "", 96),  # as wide as on a screen
        (4000, "", None),  # as wide as a column, and fine
        (400, 'width="200"', None),
        (290, 'width="200"', 139),
        (400, 'width="100%"', 120),
        (60, "", None),  # a sign in the text
    ],
)
def test_a_picture_with_too_few_pixels_is_told(pixels_wide: int, attributes: str, dots: int | None) -> None:
    body = f'<p>Here: <img src="map.png" {attributes} alt="a map"> and more.</p>'
    coarse = typeset_as(body, {"game/map.png": png(pixels_wide, 90)}).coarse
    assert [round(one.pixels / one.inches) for one in coarse] == ([dots] if dots else [])


def test_a_coarse_picture_is_reported_where_the_text_names_it() -> None:
    body = '<p><img src="map.png" alt=""></p>'
    coarse = typeset_as(body, {"game/map.png": png(200, 90)}).coarse
    source = Source("a.md", "# A\n\n![](map.png)\n")
    (finding,) = coarse_pictures([(source, Chapter("game/a.html", "A", body))], coarse)
    assert (finding.place.where, finding.rule) == ("a.md:3:5", "coarse-picture")
    assert finding.message == "`map.png` has 96 pixels an inch in the PDF: 200 for 2.1 inches"
    assert finding.details.remedies[0].title == "give a picture that is at least 313 pixels wide"


CONFIG = """\
site_name: S
plugins:
  - rulebook:
      volumes: true
      pdf: true
      books:
        game: {paper: {size: a5, bleed: 3, marks: true, facing: true, chapters: true}}
"""


@whole
def test_a_site_has_a_book_on_its_paper_and_each_chapter_alone(tmp_path: Path) -> None:
    files = {"index.md": b"# Begin\n\nSee [more](deep/more.md#more).\n", "deep/more.md": b"# More {#more}\n\nLong.\n"}
    (tmp_path / "mkdocs.yml").write_text(CONFIG + "markdown_extensions: [attr_list]\nuse_directory_urls: false\n")
    for name, content in {
        **files,
        "map.png": png(300, 90),
        "index.md": files["index.md"] + b"\n![](map.png)\n",
    }.items():
        path = tmp_path / "docs" / "game" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    done = run_mkdocs(tmp_path / "mkdocs.yml", "build", draws=True)
    assert done.returncode == 0, done.stdout
    assert "coarse-picture" in done.stdout
    site = tmp_path / "site" / "game"
    book, begin, more = (PdfReader(site / name) for name in ("game.pdf", "index.pdf", "deep/more.pdf"))
    assert len(book.pages) > len(begin.pages) == len(more.pages) == 1
    assert "Long." in more.pages[0].extract_text()
    for reader in (book, begin, more):
        assert box(reader.pages[0], "trim") == pytest.approx([11, 11, 159, 221], abs=0.1)
