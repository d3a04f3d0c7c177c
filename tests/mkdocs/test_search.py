"""The search index finds things by their names: terms before mentions, tables by their captions."""

from __future__ import annotations

import json
import re
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
    return {document["title"].partition(" <small>")[0]: document for document in json.loads(index_of(config))["docs"]}


def index_of(config: Path) -> str:
    return (config.parent / "site/search/search_index.json").read_text(encoding="utf-8")


def where(document: dict[str, object]) -> str:
    """The breadcrumb of a hit, between signs that keep its words out of the index."""
    trail = re.search("<small>\u2063(.*)\u2063</small>", str(document["title"]))
    return trail[1] if trail else ""


def test_terms_and_tables_are_found_by_name(book: Book, mkdocs: Run) -> None:
    config = book({"cavea/words.md": GLOSSARY}, config=CONFIG.replace("[attr_list,", "[def_list, attr_list,"))
    assert mkdocs(config, "build", "--strict").returncode == 0
    found = documents(config)
    table = found["Level Pool Die to Health Points Table"]
    assert table["location"] == "cavea/health/#worth"
    assert where(table) == "Cavea › Health"
    term = found["Level Pool (LP)"]
    assert term["location"] == "cavea/words/#term-level-pool-lp"
    assert "&lt;dice&gt;" in str(term["text"])
    assert where(term) == "Cavea › Words"
    assert {"levels", "pools", "lps"} <= {*str(term["forms"]).split()}
    assert int(str(term["boost"]).partition(".")[0]) > 1
    # What has a document of its own is not told twice.
    assert not found["Words"]["text"]


def test_the_fields_that_are_searched_are_those_of_the_theme_and_ours(book: Book, mkdocs: Run) -> None:
    config = book({"cavea/words.md": GLOSSARY}, config=CONFIG)
    assert mkdocs(config, "build", "--strict").returncode == 0
    fields = json.loads(index_of(config))["config"]["fields"]
    assert fields["forms"]["boost"] == fields["title"]["boost"] > fields["synonyms"]["boost"] > fields["text"]["boost"]


def test_the_search_of_another_theme_gets_plain_titles(book: Book, mkdocs: Run) -> None:
    config = book({"cavea/words.md": GLOSSARY}, config=CONFIG.replace("{name: material, font: false}", "mkdocs"))
    assert mkdocs(config, "build", "--strict").returncode == 0
    index = json.loads(index_of(config))
    assert "Level Pool Die to Health Points Table" in {document["title"] for document in index["docs"]}
    assert not any("<small>" in document["title"] for document in index["docs"])
    assert "fields" not in index["config"]
