"""Signs that no font of a PDF has: which they are, where they stand, and what a build says of them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from rulebook_core.source import Source
from rulebook_formats.chapters import Chapter
from rulebook_formats.faults import MAX_SIGNS, missing_glyphs
from rulebook_formats.pdf import Imprint, typeset
from tests.mkdocs.conftest import run_mkdocs

MADE = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
LACKING = "\U000f1234"
ANOTHER = "\U000f5678"
"""Of a plane for private use, where no font of any machine has a sign."""


def missing(html: str, title: str = "A game") -> tuple[str, ...]:
    return typeset(Imprint(title), [Chapter("a.html", "A", html)], image=lambda path: None, made=MADE).missing


@pytest.mark.parametrize(
    "html",
    [
        f"<p>words {LACKING} words</p>",
        f"<h1>{LACKING}</h1>",
        f"<ul><li>{LACKING}</li></ul>",
        f"<pre>{LACKING}</pre>",
        f"<p><code>{LACKING}</code> and <strong>{LACKING}</strong></p>",
        f"<table><tr><th>a</th><td>{LACKING}</td></tr></table>",
        f'<div class="admonition"><p class="admonition-title">{LACKING}</p></div>',
        f'<p><img src="lost.png" alt="{LACKING}"></p>',
    ],
)
def test_a_sign_that_no_font_has_is_named_wherever_it_stands(html: str) -> None:
    assert missing(html) == (LACKING,)


@pytest.mark.parametrize(
    "text",
    [
        "ÄÖÜß éèêç ñ ¿¡ Größe",
        "½ ⅔ × ÷ − – — … “ ” „ « »",
        "☑ ☐ → ★ ♠",
        "a\u00adb\u200bc\u200dd\u202ee\ufe0f",
        "Привет κόσμε",
    ],
)
def test_signs_that_are_shown_are_not(text: str) -> None:
    assert missing(f"<p>{text}</p><p><strong>{text}</strong> <em>{text}</em> <code>{text}</code></p>") == ()


def test_each_sign_is_named_once_in_the_order_of_the_book() -> None:
    assert missing(f"<p>{ANOTHER}</p><p>{LACKING}</p><p>{ANOTHER}</p>") == (ANOTHER, LACKING)
    assert missing("<p>plain</p>", title=f"A {LACKING}") == (LACKING,)


def places(texts: dict[str, str], bodies: dict[str, str], *signs: str) -> list[tuple[str, str]]:
    pages = [(Source(uri, text), Chapter(uri.replace(".md", ".html"), uri, bodies[uri])) for uri, text in texts.items()]
    return [(finding.place.where, finding.message) for finding in missing_glyphs(pages, signs)]


def test_a_sign_is_reported_at_its_place_once_a_page() -> None:
    texts = {"a.md": f"# A\n\nsome {LACKING} and {LACKING}\n", "b.md": "# B\n\nand &#xf1234; here\n", "c.md": "# C\n"}
    bodies = {"a.md": f"<p>some {LACKING} and {LACKING}</p>", "b.md": f"<p>and {LACKING}</p>", "c.md": "<p>c</p>"}
    told = f"no font of the PDF has `{LACKING}` (U+F1234)"
    assert places(texts, bodies, LACKING) == [("a.md:3:6", told), ("b.md:3:5", told)]


def test_a_picture_of_an_emoji_is_reported_at_its_name() -> None:
    body = f'<p>now <img alt="{LACKING}" title=":game_die:" src="https://example.org/1.png"></p>'
    assert [where for where, _ in places({"a.md": "# A\n\nnow :game_die:\n"}, {"a.md": body}, LACKING)] == ["a.md:3:5"]


def test_what_something_else_made_is_reported_at_the_page() -> None:
    assert [where for where, _ in places({"a.md": "# A\n"}, {"a.md": f"<p>{LACKING}</p>"}, LACKING)] == ["a.md:1:1"]
    assert [where for where, _ in places({"a.md": "# A\n"}, {"a.md": "<p>cover</p>"}, LACKING)] == ["a.md:1:1"]


def test_of_a_page_in_another_script_the_others_are_counted() -> None:
    signs = [chr(0xF1234 + number) for number in range(MAX_SIGNS + 3)]
    text = " ".join(signs)
    found = missing_glyphs([(Source("a.md", text), Chapter("a.html", "A", f"<p>{text}</p>"))], signs)
    assert len(found) == MAX_SIGNS
    assert found[-1].details.notes == ("3 more characters of this page have no font either",)


CONFIG = """\
site_name: A book
theme: {{name: mkdocs}}
plugins:
  - rulebook:
      volumes: true
      pdf: true
      {more}
      books:
        book: {{system: plain}}
"""
PAGE = f"""\
# A

Seen {LACKING} here.

<!-- rulebook: allow missing-glyph, it is for the screen -->
Allowed {ANOTHER} here.
"""


def built(folder: Path, more: str = "") -> str:
    (folder / "docs" / "book").mkdir(parents=True, exist_ok=True)
    (folder / "mkdocs.yml").write_text(CONFIG.format(more=more), encoding="utf-8")
    (folder / "docs" / "book" / "index.md").write_text(PAGE, encoding="utf-8")
    return run_mkdocs(folder / "mkdocs.yml", "build", draws=True).stdout


def test_a_build_warns_and_a_comment_or_a_setting_stops_it(tmp_path: Path) -> None:
    for _ in range(2):  # The second build reads no page again.
        shown = built(tmp_path)
        assert f"index.md:3:6: missing-glyph: no font of the PDF has `{LACKING}`" in shown
        assert ANOTHER not in shown
        assert "dangling-directive" not in shown
    assert "missing-glyph" not in built(tmp_path, "findings: {missing-glyph: off}")


def test_pages_for_writers_are_of_the_site_alone(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    config = CONFIG.format(more="").replace("pdf: true", "pdf: false").replace("book: {", '".": {')
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    (tmp_path / "docs" / "index.md").write_text("# A\n\nRoll `2d6`.\n", encoding="utf-8")
    run_mkdocs(tmp_path / "mkdocs.yml", "build")
    assert (tmp_path / "site" / "verified" / "index.html").is_file()
    assert "What is verified" not in (tmp_path / "site" / "print.html").read_text(encoding="utf-8")
