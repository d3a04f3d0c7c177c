"""A book on paper: what the PDF says and in which order, where its links lead, and that no text can break it."""

from __future__ import annotations

import io
import re
import string
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from html import escape

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import Destination

from rulebook_core.system.bundled import MissingPartError
from rulebook_formats.chapters import Chapter
from rulebook_formats.pdf import Imprint, typeset, typesetter
from rulebook_formats.typesetting import compiling
from rulebook_formats.typesetting.blocks import printed_blocks
from rulebook_syntax.html_elements import parse
from tests.shares import whole

MADE = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
IMPRINT = Imprint("A *game*", author="Ann #Author", version="1.2", address="https://play.example/game/")
FILLING = "".join(f"<p>{'Words to fill a page with. ' * 40}</p>" for _ in range(12))
CHAPTERS = (
    Chapter(
        "game/index.html",
        "The game",
        '<h1 id="game">The game</h1><p>First read <a href="hits.html#sevens">of sevens</a>, then '
        '<a href="https://example.org/far">far</a>.</p>' + FILLING,
    ),
    Chapter(
        "game/hits.html",
        "Hits",
        '<h1 id="hits">Hits</h1><p>Before.</p><h2 id="sevens">Sevens</h2><p>An example:</p>'
        '<div class="admonition example"><p class="admonition-title">A roll</p><p>Ann rolls 7.</p></div>'
        "<table><thead><tr><th>die</th><th>worth</th></tr></thead><tr><td>d8</td><td>6</td></tr></table>"
        '<section class="stat-card"><h3 id="orc">Orc</h3><dl class="stat-card-stats"><div><dt>build</dt><dd>4</dd>'
        "</div></dl><p>It steps.</p></section>"
        '<section class="rulebook"><p><strong>Odds</strong></p><div class="rulebook-pool"><p><code>2d6</code></p>'
        '<p>mean 7</p><table><tr><th scope="row">2</th><td>2.8 %</td><td>1/36</td><td>100 %</td></tr></table></div>'
        "</section>",
    ),
)


def made(*bodies: str, image: Callable[[str], bytes | None] = lambda path: None) -> PdfReader:
    chapters = [Chapter(f"game/{number}.html", "A chapter", body) for number, body in enumerate(bodies)]
    return PdfReader(io.BytesIO(typeset(IMPRINT, chapters, image=image, made=MADE).content))


def text_of(reader: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


@pytest.fixture(scope="module")
def content() -> bytes:
    return typeset(IMPRINT, CHAPTERS, image=lambda path: None, made=MADE).content


@pytest.fixture(scope="module")
def book(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


def test_the_cover_says_what_it_is_whose_and_where(book: PdfReader) -> None:
    cover = book.pages[0].extract_text()
    assert re.search(r"A \*game\*.*Ann #Author.*Version 1\.2.*https://play\.example/game/", cover, re.DOTALL)
    assert book.metadata is not None
    assert (book.metadata.title, book.metadata.author) == ("A *game*", "Ann #Author")


def test_text_stands_in_the_order_of_reading(book: PdfReader) -> None:
    text = text_of(book)
    parts = (
        "First read",
        "Before.",
        "An example:",
        "A roll",
        "Ann rolls 7.",
        "die",
        "worth",
        "Orc",
        "build",
        "It steps",
    )
    places = [text.index(part, text.index("First read")) for part in parts]
    assert places == sorted(places)


def test_bookmarks_and_contents_name_the_pages(book: PdfReader) -> None:
    def marks(items: list[Destination | list[Destination]]) -> list[Destination]:
        return [mark for item in items for mark in (marks(item) if isinstance(item, list) else [item])]

    pages = {mark.title: book.get_destination_page_number(mark) for mark in marks(book.outline)}
    assert {"The game", "Hits", "Sevens", "Orc", "Odds"} <= pages.keys()
    assert pages["Sevens"] >= pages["Hits"] > pages["The game"]
    contents = book.pages[1].extract_text()
    assert re.search(rf"Sevens[ .]*{pages['Sevens'] + 1}\b", contents), contents


def test_a_reference_tells_its_page_and_leads_there(book: PdfReader) -> None:
    told = re.search(r"of\s+sevens\s*\(→\s*(\d+)\)", text_of(book))
    assert told is not None
    pages = [page for page in book.pages if "Ann rolls 7." in page.extract_text()]
    assert [book.get_page_number(page) + 1 for page in pages] == [int(told[1])]
    addresses = [note["/A"].get("/URI") for page in book.pages for note in page.get("/Annots", ()) if "/A" in note]
    assert "https://example.org/far" in addresses


def test_odds_are_in_per_cent_and_in_one_place(book: PdfReader) -> None:
    text = text_of(book)
    assert re.search(r"Odds 2d6 mean 7 2 2\.8 %$", re.sub(r" A \*game\* \d+$", "", text)), text[-80:]
    assert "1/36" not in text


def test_the_same_book_is_the_same_bytes(content: bytes) -> None:
    assert typeset(IMPRINT, CHAPTERS, image=lambda path: None, made=MADE).content == content


@whole
def test_odds_of_any_book_take_two_pages_at_most() -> None:
    rows = "".join(f'<tr><th scope="row">{n}</th><td>{n}.5 %</td></tr>' for n in range(40))
    pools = "".join(
        f'<div class="rulebook-pool"><p><code>{n}d6</code></p><table>{rows}</table></div>' for n in range(200)
    )
    page = f'{FILLING[: len(FILLING) // 2]}<section class="rulebook">{pools}</section>'
    reader = made(page, '<section class="rulebook"><div class="rulebook-pool"><p><code>199d6</code></p>'
                  f"<table>{rows}</table></div></section>")  # fmt: skip
    odds = [page.extract_text() for page in reader.pages if re.search(r"\d\.5 %", page.extract_text())]
    assert 1 <= len(odds) <= 2
    assert "199d6" in " ".join(odds), "what most pages use is kept"
    left = re.search(r"have the odds of (\d+) more", odds[-1])
    assert left is not None
    assert int(left[1]) == 200 - len(set(re.findall(r"\b\d+d6\b", " ".join(odds))))


CODE = (
    "#panic(1)", '#read("/etc/passwd")', "*a*", "$x$", "@t1", "<end>", "```", "\\u{41}", "= a", "// a", "/* a", '"]}',
    "#let book = 1", "~", "---", "#{", "a\\", "https://example.org", "\u202e", "\x00", "{{", "é\u0301", "🎲",
)  # fmt: skip


@settings(max_examples=8, deadline=None)
@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=20), min_size=1, max_size=6))
@example(list(CODE))
def test_no_text_breaks_the_book_or_is_a_command_to_it(words: list[str]) -> None:
    body = "".join(
        f'<h2 id="{escape(word)}">{escape(word)}</h2><p><a href="#{escape(word)}">{escape(word)}</a></p><ul><li>'
        f"{escape(word)}</ul><pre>{escape(word)}</pre><table><tr><th>{escape(word)}<td>{escape(word)}</table><dl><dt>"
        f'{escape(word)}<dd><code>{escape(word)}</code></dl><img src="{escape(word)}" alt="{escape(word)}">'
        for word in words
    )
    text = text_of(made(f"<h1>A</h1>{body}"))
    for word in words:
        if word.strip() and set(word) <= set(string.ascii_letters + string.digits + "#*$@()[]{}"):
            assert text.replace(" ", "").count(word) >= 6


def test_no_markup_breaks_the_book() -> None:
    deep = "<ul><li>" * 60 + "innermost" + "</li></ul>" * 60
    boxes = '<div class="admonition"><p>x</p>' * 60 + "within" + "</div>" * 60
    spans = (
        '<table><tr><td colspan="999" rowspan="999">wide</td><td rowspan="3">b</td></tr><tr><td>c</td></tr></table>'
        "<table><tr></tr></table><table><caption>alone</caption></table>"
        "<table><thead><tr><th>only</th></tr></thead></table>"
    )
    odd = (
        '<dl><dd>no term</dd></dl><a href="#nowhere">lost</a>'
        '<a id="x"></a><p id="x">twice</p><a href="#x">to x</a><ol start="-1"><li></ol>'
    )
    text = text_of(made(f"{deep}{boxes}{spans}{odd}", ""))
    assert all(word in text for word in ("innermost", "within", "wide", "only", "lost", "to x"))


def test_a_picture_that_cannot_be_drawn_is_told_in_words() -> None:
    files = {
        "game/a.png": b"no picture",
        "game/b.svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    }
    reader = made('<p><img src="a.png" alt="a dragon"> <img src="b.svg" alt="a rose"></p>', image=files.get)
    assert "a dragon" in text_of(reader)


@pytest.mark.parametrize("word", ["incomprehensibilities", "words that are read"])
def test_texts_of_four_columns_are_read_row_by_row(word: str) -> None:
    table = (
        "<table><tr><th>Line</th><th>Source</th><th>Here</th><th>Why</th></tr>"
        f"<tr><td>7 {word}</td><td>{word} of old</td><td>{word} of now</td><td>{word} of all</td></tr></table>"
    )
    (block,) = printed_blocks([parse(table)], {})
    assert block["kind"] == "records"
    (_, said), *_ = block["pairs"]
    assert ["".join(run["text"] for run in part["runs"]) for part in said] == [
        f"Source: {word} of old",
        f"Here: {word} of now",
        f"Why: {word} of all",
    ]


def test_a_wide_table_stays_below_its_heading() -> None:
    """Its type gets smaller, so that it needs no place of its own."""
    heads = "".join(f"<th>difficulty{n}</th>" for n in range(6))
    row = "".join(f"<td>{n}0.5 %</td>" for n in range(6))
    parts = (f"<h2>Part {n}</h2><p>See what follows.</p><table><tr>{heads}</tr><tr>{row}</tr><tr>{row}</tr></table>"
             f"<p>After {n}.</p>" for n in range(9))  # fmt: skip
    text = text_of(made(f"<h1>A</h1>{''.join(parts)}"))
    text = text[text.index("See what") :]
    assert re.findall(r"Part \d|difficulty5|After \d", text)[:3] == ["difficulty5", "After 0", "Part 1"]


def form(names: list[str]) -> str:
    """A sheet of three parts."""
    parts = (
        f"<fieldset><legend>Part {n}</legend><div>"
        f"{''.join(f'<label>{name}<input></label>' for name in names[n::3])}</div></fieldset>"
        for n in range(3)
    )
    return f'<form class="rulebook-sheet">{"".join(parts)}</form>'


def test_a_sheet_lies_whole_across_a_page_and_the_text_goes_on() -> None:
    names = [f"Skill {n}" for n in range(30)]
    reader = made(f"<h1>A</h1>{FILLING}{form(names)}<p>After it.</p>{FILLING}")
    (page,) = (page for page in reader.pages if "Skill 0" in page.extract_text())
    text = page.extract_text()
    assert [name for name in names if name not in text] == []
    assert "Words to fill" in text
    places: dict[str, float] = {}
    page.extract_text(
        visitor_text=lambda said, matrix, place, *more: places.setdefault(
            said.strip(), place[4] * matrix[0] + matrix[4]
        )
    )
    assert places["Part 0"] < places["Part 2"], "its halves stand beside each other"


def test_a_sheet_lies_on_no_page_before_the_words_that_lead_to_it() -> None:
    """It would push them to the next page, as it lies across the top of the one that it is met on."""
    sheet = form([f"Skill {n}" for n in range(60)])
    before = f"<p>{'Words to fill a page with. ' * 40}</p>" * 7
    reader = made(f"<h1>A</h1>{before}<h2>Leading</h2><p>Here it is.</p>{sheet}<h2>Behind</h2>{FILLING}")
    pages = [page.extract_text() for page in reader.pages]
    words, found = (next(n for n, text in enumerate(pages) if what in text) for what in ("Here it is", "Skill 1"))
    assert words < found


def test_what_is_left_of_a_column_stands_between_its_stat_blocks() -> None:
    card = '<section class="stat-card"><h3>Orc</h3><p>' + "It steps. " * 120 + "</p></section>"
    reader = made(f"<h1>A</h1>{card * 12}")
    lowest: dict[int, float] = {}

    def note(text: str, matrix: list[float], place: list[float], *_: object) -> None:
        x, y = place[4] * matrix[0] + matrix[4], place[5] * matrix[3] + matrix[5]
        if "steps" in text and y > 50:
            lowest[x > 297] = min(y, lowest.get(x > 297, 800.0))

    reader.pages[2].extract_text(visitor_text=note)
    assert max(lowest.values()) < 70, "both columns end at the foot of the page"


def test_what_a_page_draws_is_drawn_on_paper() -> None:
    die = (
        '<svg class="rulebook-lying" viewBox="0 0 40 40"><path d="M20 1 37 20 20 39 3 20z"/><text x="20">7</text></svg>'
    )
    bars = '<svg class="stat-card-odds" viewBox="0 0 30 60" aria-label="Odds of d4"><path d="M0 9v-3h7v3"/></svg>'
    foreign = '<svg viewBox="0 0 9 9"><text>foreign</text></svg>'
    broken = bars.replace("60", "0")
    body = f'<p>casts {die}<span class="rulebook-said">d8:7</span>.</p><div>{bars}{foreign}{broken}</div>'
    reader = made(body)
    text = text_of(reader)
    assert "casts 7 ." in text
    assert "foreign" not in text
    contents = reader.pages[-1].get_contents()
    assert contents is not None
    told = re.findall(rb"/Alt\(([^)]*)\)", contents.get_data())
    assert told == [b"d8:7", b"Odds of d4"]


def test_without_typst_a_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    typesetter.cache_clear()
    with pytest.raises(MissingPartError, match=re.escape("pip install 'mkdocs-rulebook[pdf]'")) as found:
        typeset(IMPRINT, CHAPTERS, image=lambda path: None, made=MADE)
    assert "\n" not in str(found.value)
    typesetter.cache_clear()


def test_layouts_take_no_memory_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(task: str) -> compiling.Compiled:
        raise AssertionError(task)

    monkeypatch.setattr(compiling, "_work", fail)
    assert typeset(IMPRINT, CHAPTERS, image=lambda path: None, made=MADE).content.startswith(b"%PDF")


@pytest.mark.parametrize("program", ["", "/no/such/python", "/bin/false"])
def test_where_no_process_can_be_had_the_same_is_typeset(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    before = typeset(IMPRINT, CHAPTERS, image=lambda path: None, made=MADE)
    monkeypatch.setattr(sys, "executable", program)
    assert typeset(IMPRINT, CHAPTERS, image=lambda path: None, made=MADE) == before
