"""The search index finds things by their names: terms before mentions, tables by their captions."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.small_book import CONFIG

Book = Callable[..., Path]
Run = Callable[..., "subprocess.CompletedProcess[str]"]

GLOSSARY = """\
# Words {#words}

Level Pool (LP)
:   The &lt;dice&gt; of a quality. A pool has one die or more.
"""


def documents(config: Path) -> dict[str, dict[str, object]]:
    index = json.loads((config.parent / "site/search/search_index.json").read_text(encoding="utf-8"))
    return {document["title"]: document for document in index["docs"]}


def test_terms_and_tables_are_found_by_name(book: Book, mkdocs: Run) -> None:
    config = book({"cavea/words.md": GLOSSARY}, config=CONFIG.replace("[attr_list,", "[def_list, attr_list,"))
    assert mkdocs(config, "build", "--strict").returncode == 0
    found = documents(config)
    table = found["Level Pool Die to Health Points Table"]
    assert table["location"] == "cavea/health/#worth"
    assert str(table["text"]).startswith("<p>Cavea › Health</p>")
    term = found["Level Pool (LP)"] if "Level Pool (LP)" in found else found["Words"]
    assert "&lt;dice&gt;" in str(term["text"])
    assert int(str(term["boost"])) > int(str(table["boost"])) > 1
