"""The page "What is verified": Markdown that shows what the ledger has, whatever the texts hold."""

import re
from html import unescape

from markdown import Markdown

from rulebook_proof.analysis import analyse
from rulebook_render.publishing.verified import verified_page
from rulebook_rules.book import Book
from tests.checking import page_of


def html_of(text: str) -> str:
    book = Book((page_of(text, path="a.md"),))
    page = verified_page(book, analyse(book))
    return Markdown(extensions=["tables", "attr_list", "toc"]).convert(page)


def test_the_figures_and_the_text_around_what_is_free() -> None:
    html = html_of("# Health\n\nEach d6 is worth 9 Health Points. Dinner is at 8.\n\n"
                   "<!-- check: off, the weather -->\nIt rains 3 days.\n")  # fmt: skip
    cells = re.findall(r"<td>(.*?)</td>", html)
    assert cells == ['<a href="a.md">Health</a>', "4", "2", "1", "1"]
    assert "<li>Health: …Health Points. Dinner is at <strong>8</strong>.</li>" in html
    waived = "<ul><li>It rains <strong>3</strong> days.</li></ul>"
    assert f"<summary>Health&#58; 1 number (the weather)</summary>{waived}" in html
    assert "<li>phrase <code>death</code>: A character who has no Health Points left is dead (Glossary).</li>" in html


def test_numbers_of_one_sentence_stand_together_as_readers_see_them() -> None:
    html = html_of("# Rolls\n\nThe dice *come up* 7, `8` and 2 on some day.\n\n"
                   "<!-- check: off, a toast -->\nFor 4, 5.\n\n<!-- check: off, a toast -->\n6 more.\n")  # fmt: skip
    found = "The dice come up <strong>7</strong>, <strong>8</strong> and <strong>2</strong> on some day."
    assert f"<li>Rolls: {found}</li>" in html
    waived = "<li>For <strong>4</strong>, <strong>5</strong>.</li><li><strong>6</strong> more.</li>"
    assert f"<summary>Rolls&#58; 3 numbers (a toast)</summary><ul>{waived}</ul>" in html


def test_no_text_of_the_book_becomes_markup() -> None:
    html = html_of("# A | *b* <c> [d](e) {#f} `g` #\n\n**x** | <b>y</b> [z](w) _5_ `6` \\* &amp; {: .k } $7$\n")
    assert len(re.findall("<td>", html)) == 5
    html = html[html.index("<h2") :]
    assert not re.search(r"<(b|c|em)>|class=|<code>[g6]</code>", html)
    shown = unescape(html)
    assert "<strong>5</strong> <strong>6</strong> * & {: .k } $<strong>7</strong>$" in shown


def test_a_book_without_a_game_has_nothing_to_show() -> None:
    book = Book((page_of("Some 5 words.", system=None),))
    assert "## " not in verified_page(book, analyse(book))
