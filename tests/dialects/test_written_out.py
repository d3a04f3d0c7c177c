"""A text of AsciiDoc with all that it includes in its place: it has the same page, or nobody writes it out."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook_core.source import Source
from rulebook_syntax.dialects import ReadingOptions, read, written_out

PART = "== Part\n\nOf a part.\n\n// tag::a[]\nTagged.\n// end::a[]\n"
HIDING = "ifdef::no[]\ninclude::p.adoc[]\nendif::[]\n\na\n"


@pytest.mark.parametrize(
    ("text", "parts", "whole"),
    [
        ("Before.\n\ninclude::p.adoc[]\n", {"p.adoc": "Of it.\n"}, "Before.\n\nOf it.\n"),
        ("include::p.adoc[tag=a]\n", {"p.adoc": PART}, "Tagged.\n"),
        ("|===\n|a\ninclude::p.adoc[lines=1]\n|===\n", {"p.adoc": "|b\n|c\n"}, "|===\n|a\n|b\n|===\n"),
        ("= T\n:x: y\ninclude::p.adoc[]\n\n{a}.\n", {"p.adoc": ":a: b\n"}, "= T\n:x: y\n:a: b\n\n{a}.\n"),
        ("a\n\ninclude::p.adoc[]\n", {"p.adoc": "include::q.adoc[]\n\nP.\n", "q.adoc": "Q.\n"}, "a\n\nQ.\n\nP.\n"),
        (HIDING, {"p.adoc": "Of it.\n"}, HIDING),
        (
            "include::p.adoc[leveloffset=2]\n",
            {"p.adoc": "= P\n\ninclude::q.adoc[leveloffset=1]\n\n== R\n", "q.adoc": "= Q\n"},
            ":leveloffset: 2\n\n= P\n\n:leveloffset: 1\n\n= Q\n\n:leveloffset: 2\n\n== R\n\n:leveloffset: 0\n",
        ),
        ("include::p.adoc[indent=0]\n", {"p.adoc": "  Of it,\n    and more.\n"}, "Of it,\n  and more.\n"),
        ("----\ninclude::p.adoc[indent=2]\n----\n", {"p.adoc": "a\n\n b\n"}, "----\n  a\n\n   b\n----\n"),
        ("include::p.adoc[leveloffset=x]\n", {"p.adoc": "= P\n"}, None),
        ("include::gone.adoc[]\n\na\n", {}, "include::gone.adoc[]\n\na\n"),
    ],
)
def test_a_text_is_written_out(tmp_path: Path, text: str, parts: dict[str, str], whole: str | None) -> None:
    for name, part in parts.items():
        (tmp_path / name).write_text(part, encoding="utf-8")
    document = read(Source("x.adoc", text), "asciidoc", ReadingOptions(file=tmp_path / "x.adoc"))
    found = written_out(document)
    assert (found and found.rstrip("\n")) == (whole and whole.rstrip("\n"))
