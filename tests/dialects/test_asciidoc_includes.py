"""Titles right above an include: they stand in their own lines, with the ids that are written above them."""

from pathlib import Path

import pytest

from rulebook_core.source import Source
from rulebook_syntax.dialects import ReadingOptions, read

PARTS = {"text.adoc": "Some text.\n", "part.adoc": "== Part\n\nText.\n", "more.adoc": "include::text.adoc[]\n"}


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("[#begin]\n= Title\ninclude::text.adoc[]\n", ["2:3 Title begin"]),
        ("[#begin]\n= Title\n\nText.\n", ["2:3 Title begin"]),
        ("= Book\n\n[#start]\n== Second\ninclude::text.adoc[]\n", ["1:3 Book _book", "4:4 Second start"]),
        ("= Book\n\n[[start]]\n== Second\ninclude::more.adoc[]\n", ["1:3 Book _book", "4:4 Second start"]),
        (
            "= Book\n\n== One\n\nText.\n\n== Two\ninclude::part.adoc[leveloffset=+1]\n\n== Two\n",
            ["1:3 Book _book", "3:4 One _one", "7:4 Two _two", "8:1 Part _part", "10:4 Two _two_2"],
        ),
    ],
)
def test_a_title_above_an_include_stands_in_its_own_line(tmp_path: Path, text: str, headings: list[str]) -> None:
    for name, part in PARTS.items():
        (tmp_path / name).write_text(part, encoding="utf-8")
    source = Source("main.adoc", text)
    document = read(source, "asciidoc", ReadingOptions(file=tmp_path / "main.adoc", root=tmp_path))
    found = []
    for heading in document.headings:
        at = source.position(heading.title_span.start)
        found.append(f"{at.line}:{at.column} {heading.title} {heading.id}")
    assert found == headings
    assert {heading.id for heading in document.headings} <= {anchor.id for anchor in document.anchors}
