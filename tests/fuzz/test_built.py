"""What broke a build, though the check of it was green: pages that a site is really made of."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from mkdocs.commands.build import build
from mkdocs.config import load_config

from rulebook.cli import main
from tests.fuzz.fuzzing import MANY

CONFIG = "site_name: X\nplugins:\n  - rulebook:\n      books:\n        game: {system: sda, dialect: asciidoc}\n"


def write_site(root: Path, pages: dict[str, str]) -> None:
    folder = root / "docs/game"
    folder.mkdir(parents=True)
    (root / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")


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
    text = f"= Title\n\nBefore.\n\n{text}\n\nBehind.\n"
    write_site(tmp_path, {"part.adoc": "Of a part.\n", "index.adoc": text})
    build(load_config(str(tmp_path / "mkdocs.yml")))
    page = (tmp_path / "site/game/index.html").read_text(encoding="utf-8")
    assert all(words in page for words in ("Before.", "Behind.", shown))


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 3000, "\u00e9" * 200, "%00", "a%2f" * 100, "~" * 256])
def test_a_name_that_no_file_can_have_is_one_that_is_missing(tmp_path: Path, name: str) -> None:
    link = f"[a]({name}.md), ![b]({name}.png), [c]({name}.md#{name})"
    obsidian = f"# B\n\n[[{name}]] ![[{name}.png]]\n"
    write_site(tmp_path, {"index.adoc": f"link:{name}.adoc[a] image:{name}.png[b] xref:{name}.adoc[c]\n"})
    (tmp_path / "docs/index.md").write_text(f"# A\n\n{link}\n", encoding="utf-8")
    (tmp_path / "docs/note.md").write_text(obsidian, encoding="utf-8")
    result = CliRunner().invoke(main, ["check", "-f", str(tmp_path / "mkdocs.yml")])
    assert result.exit_code == 1, result.output
    assert "fault of rulebook" not in result.output
    assert result.output.count("unknown-target") >= 3, result.output
