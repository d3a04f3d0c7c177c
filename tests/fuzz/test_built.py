"""What broke a build, though the check of it was green: pages that a site is really made of."""

from __future__ import annotations

from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from tests.fuzz.fuzzing import MANY

CONFIG = "site_name: X\nplugins:\n  - rulebook:\n      books:\n        game: {system: sda, dialect: asciidoc}\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("image:data:[]", '<span class="image">'),
        ("image::data:[]", '<div class="imageblock">'),
        ("include::part.adoc[lines=1..99999]", "Of a part"),
        (f"include::part.adoc[lines=1..{MANY}]", ""),
        (f"include::part.adoc[lines={MANY}]", ""),
        (f"include::part.adoc[lines=3..1;{MANY}..]", ""),
        (f"include::part.adoc[leveloffset=+{MANY}]", ""),
        (f":leveloffset: {MANY}\n\n== A\n\n:leveloffset: 0", ""),
        (f"+++<rb-{MANY}>+++ &#{MANY};", ""),
        (f"|===\n|a |{MANY}\n|===", MANY),
    ],
    ids=lambda value: value[:40],
)
def test_a_page_of_asciidoc_is_built(tmp_path: Path, text: str, shown: str) -> None:
    folder = tmp_path / "docs/game"
    folder.mkdir(parents=True)
    (tmp_path / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    (folder / "part.adoc").write_text("Of a part.\n", encoding="utf-8")
    (folder / "index.adoc").write_text(f"= Title\n\nBefore.\n\n{text}\n\nBehind.\n", encoding="utf-8")
    build(load_config(str(tmp_path / "mkdocs.yml")))
    page = (tmp_path / "site/game/index.html").read_text(encoding="utf-8")
    assert all(words in page for words in ("Before.", "Behind.", shown))
