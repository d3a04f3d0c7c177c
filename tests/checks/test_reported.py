"""Texts that the checks once read wrongly: what each must say, and what must stay silent."""

from __future__ import annotations

import pytest

from rulebook_core.findings import Severity
from rulebook_core.source import Source
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.rules.running import run
from rulebook_syntax.dialects import read
from tests.checking import check_text, shown

FOUND = {
    "an inline tag and a stray one far away": (
        "# A\n\ntext <span>open\n\nbetween\n\ntext </span> stray\n",
        ["3:6 malformed-markup", "7:6 malformed-markup"],
    ),
    "quotes of a start tag left open": ('# A\n\ntext <a href="#a>link</a>\n', ["3:6 malformed-markup"]),
    "a tag that is never finished": (
        '# A\n\ntext <img src="https://example.com/a.png" alt="x"\n',
        ["3:6 malformed-markup"],
    ),
    "a cell with the wrong end tag": ("<table><tr><th>a</td></tr></table>\n", ["1:17 malformed-markup"]),
    "nested elements that are never closed": (
        "<div markdown=1>\n" * 8,
        [f"{line}:1 malformed-markup" for line in range(1, 9)],
    ),
    "an id right behind its heading": ('# Foo\n\n<b id="foo">x</b>\n', ["3:8 duplicate-anchor"]),
    "an id long before a heading that has it by itself": (
        '# A\n\n<b id="foo">x</b>\n\ntext\n\n## Foo\n\ntext\n',
        ["3:8 duplicate-anchor"],
    ),
}

SILENT = {
    "formulas": "# A\n\n$\\frac{{a}}{{b}}$ and \\({{x}}\\)\n\n$$\n\\frac{{a}}{{b}}\n$$\n",
    "a tag around paragraphs": '# A\n\n<span class="x">\n\none\n\ntwo\n\n</span>\n',
    "smaller than": '# A\n\nif a <b and c="d" or x < y then\n',
    "a raw heading in between": "# A\n\n<h2>B</h2>\n\n### C\n\ntext\n",
    "footnotes in the last section": "# A\n\ntext[^1]\n\n## Notes\n\n[^1]: note\n",
    "an anchor right before its heading": '# A\n\n<a id="foo"></a>\n\n## Foo\n\ntext\n',
    "end tags that HTML does not need": "<div><p>one<p>two</p></p></div>\n\n<ul><li>a<li>b</ul>\n",
    "elements nested beyond all reason": "<div markdown=1>\n\n" * 600 + "x\n\n" + "</div>\n\n" * 600,
}


def serious(text: str) -> list[str]:
    source = Source("a.md", text)
    findings = run(BookIndex(Book((Page(read(source), "a.md"),))))
    places = [(*source.position(f.place.span.start), f.rule) for f in findings if f.severity > Severity.INFO]
    return [f"{line}:{column} {name}" for line, column, name in sorted(places)]


@pytest.mark.parametrize(("text", "expected"), FOUND.values(), ids=FOUND.keys())
def test_finds(text: str, expected: list[str]) -> None:
    assert serious(text) == expected


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_stays_silent(text: str) -> None:
    assert serious(text) == []


def test_of_a_run_of_broken_markup_some_are_shown_and_the_rest_counted() -> None:
    text = "# A\n\n" + "".join(f"text {n} <b>open\n\n" for n in range(200)) + "a [lost](#b) link\n"
    findings = check_text(text, system=None).findings
    assert [finding.rule for finding in findings] == [*["malformed-markup"] * 50, "unknown-anchor"]
    assert shown(findings[49]).startswith("101:")
    assert findings[49].message.endswith("and 150 more of this kind follow in this file")
    assert "more" not in findings[48].message
