"""Pages made lighter: what waits, what goes, and what stays as it is."""

from __future__ import annotations

import pytest

from rulebook_mkdocs.output.lighter import (
    with_deferred_theme,
    with_folded_odds,
    without_blank_lines,
    without_instant,
)

THEME = '<script src="../assets/javascripts/bundle.0.min.js"></script>'
POOL = '<div class="rulebook-pool"><table>{}</table></div>'
FOLD = "<details><summary>Odds</summary>{}</details>"


@pytest.mark.parametrize(
    ("behind", "waits"),
    [
        ("", True),
        ('<script src="a.js" defer></script>', True),
        ('<script src="a.js"></script>', False),
        ('<script src="a.js" defer></script><script>document$.subscribe(go)</script>', False),
    ],
)
def test_the_theme_waits_unless_a_script_needs_it(behind: str, waits: bool) -> None:
    page = f"<script>first()</script><p>Text</p>{THEME}{behind}</body>"
    expected = page.replace('<script src="../assets', '<script defer src="../assets') if waits else page
    assert with_deferred_theme(page) == expected


def test_only_long_folds_of_odds_wait() -> None:
    short, long = (FOLD.format(POOL.format("<tr><td>1</td></tr>" * rows)) for rows in (60, 61))
    other = FOLD.format(f"<p>Words</p>{POOL.format('<tr></tr>' * 100)}")
    waiting = long.replace("</summary>", "</summary><noscript>").replace("</details>", "</noscript></details>")
    assert with_folded_odds(f"{short}{long}{other}<p>End") == f"{short}{waiting}{other}<p>End"


def test_blank_lines_go_around_the_text_alone() -> None:
    page = "<head>\n  \n<title>A</title>\n\n</head><article>\n\n<pre>a\n\nb</pre></article>\n\n<footer>\n"
    dense = "<head>\n<title>A</title>\n</head><article>\n\n<pre>a\n\nb</pre></article>\n<footer>"
    assert without_blank_lines(page) == dense.replace("</article>\n", "</article>")
    kept = page.replace("<footer>", "<footer><pre>a\n\nb</pre>")
    assert without_blank_lines(kept).endswith(kept.partition("</article>")[2])
    assert without_blank_lines("<p>\n\n</p>") == "<p>\n\n</p>"


def test_a_page_of_many_addresses_turns_to_others_by_loading_them_whole() -> None:
    page = '<script id="__config">{"features": ["navigation.instant", "toc.follow"]}</script>'
    assert without_instant(page) == page
    many = f"{page}{'<a href=x></a>' * 300}"
    assert without_instant(many) == many.replace('"navigation.instant", ', "")
