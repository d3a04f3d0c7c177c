"""What is known of pages that have not changed: as much is said without reading them as where all is read anew."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.commands.check import LISTING_CLAIMS, REPORTS
from rulebook.loading.reading import read_book
from rulebook.reports import renderer
from rulebook.stored.summaries import summaries_of
from rulebook_core.store import entries
from rulebook_proof.analysis import Report, analyse, look_at
from rulebook_rules.config import load_config
from rulebook_rules.page_summary import LazyDocument, PageSummary, Summaries
from rulebook_rules.systems import load_system

OF_THEIR_TIME = ("junit",)
"""Reports that tell when they were made."""

CONFIG = """\
site_name: Lamps
nav: [oil.md, wick.md, glass.md]
not_in_nav: more/
markdown_extensions: [attr_list, footnotes, tables]
plugins: [rulebook: {books: {more: {}}}]
"""
PAGES = {
    "oil.md": "# Oil\n\nTrim it, see [the wick](wick.md#wick) and roll 2d6.\n",
    "wick.md": "# Wick\n\n## Long wicks\n\nLet it burn, as [some oil](oil.md) does.\n",
    "glass.md": "# Glass\n\nOne of the three is [here](more/smoke.md#smoke).\n",
    "more/smoke.md": "# Smoke\n\n| one | two |\n| --- | --- |\n| a | b |\n",
    "more/flame.md": "# Flame\n\nAn average of 3d6 is 10.5, and 1 + 1 = 2.\n",
}
PIECES = (
    "It smokes, and a guard waits 4 hours.",
    "It is put out.",
    "# Wick",
    "## Long wicks",
    "### Chapter 3",
    "## Recieved wisdom",
    "An average of 3d6 is 11.",
    "1 + 1 = 3",
    "[see](wick.md#long-wicks)",
    "[see](oil.md#nowhere)",
    "[see](oil.md#old)",
    "[see](wick.md#long-wick)",
    "<!-- rulebook: formerly #old -->",
    "<!-- rulebook: allow unknown-anchor, it comes later -->",
    "[Long wicks](oil.md#oil)",
    "[gone](gone.md)",
    "[a][b]",
    "[b]: wick.md#long-wicks",
    "![lamp](lamp.png)",
    '<a id="long-wicks"></a>',
    "{{ template }}",
    "<!-- rulebook: allow unknown-target, it comes later -->",
    "<!-- rulebook: formerly old -->",
    "See chapter 3, and chapter 7.",
    "A lan- tern, a lantern, the lantern and lanterns: lantern.",
    "[[smoke]]",
    "TODO: light it",
    "the the",
    "| a | 2d6 |\n| --- | --- |\n| 2-5 | x |\n| 7-12 | y |",
    "---\ntitle: Lamp\n---",
    "<!-- facts: tools -->\n| Tool | Bite |\n| --- | --- |\n| Hook | 3 |\n| Maul | 5 |",
    "The hook's Bite of 4 is known.",
    "A Maul (Bite 5) lies there.",
    "| Boat | Crew |\n| --- | --- |\n| Punt | 1 |\n| Barge | 6 |\n| Raft | 2 |\n| Ferry | 4 |\n| Yawl | 3 |",
    "| Boat | Crew |\n| --- | --- |\n| Punt | 1 |\n| Barge | 6 |\n| Raft | 2 |\n| Ferry | 4 |\n| Yawl | 7 |",
    "The Punt has a Crew of 1, the Barge (Crew 6) waits, a Raft (Crew 2) and the Ferry (Crew 4).",
    "The Yawl (Crew 9) is late.",
)
"""Blocks of which each may matter to the page that it stands on, or to another one."""
Edits = list[tuple[str, str, bool]]
EDITS = st.lists(st.tuples(st.sampled_from(sorted(PAGES)), st.sampled_from(PIECES), st.booleans()), min_size=3)


def nobody(page: PageSummary) -> bool:
    return False


def with_claims(page: PageSummary) -> bool:
    return bool(page.verdicts)


def read(folder: Path, known: Mapping[str, PageSummary] | None = None) -> Report:
    with entries.switched_off():
        site = load_config(folder / "mkdocs.yml")
        return analyse(read_book(site, find_system=load_system, look_at=look_at, summaries=known))


def kept(report: Report) -> dict[str, PageSummary]:
    """What is known of the pages of a book, as it comes back from a file."""
    pages = json.loads(json.dumps(summaries_of(report)))
    return {uri: PageSummary(*values) for uri, values in pages.items()}


def read_ones(report: Report) -> list[str]:
    """The pages that are read."""
    pages = {page.uri: page.document for page in report.book.pages}
    return [uri for uri, one in pages.items() if not isinstance(one, LazyDocument) or "parsed" in vars(one)]


def edit(folder: Path, uri: str, piece: str, is_first: bool) -> None:
    """Add a piece to a page, or take it away where it is."""
    page = folder / "docs" / uri
    text = page.read_text(encoding="utf-8")
    without = text.replace(f"\n{piece}\n", "").replace(f"{piece}\n\n", "")
    page.write_text(
        without if without != text else f"{piece}\n\n{text}" if is_first else f"{text}\n{piece}\n", encoding="utf-8"
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return made(tmp_path)


def made(folder: Path) -> Path:
    for name, text in {"mkdocs.yml": CONFIG, **{f"docs/{uri}": text for uri, text in PAGES.items()}}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_page_that_nothing_has_changed_for_is_not_read(folder: Path) -> None:
    pages = kept(read(folder))
    edit(folder, "oil.md", "It is put out.", False)
    known = Summaries(pages, frozenset(["oil.md"]))
    report = read(folder, known.usable(nobody))
    assert known.hold(summaries_of(report))
    assert renderer("full")(report)
    assert read_ones(report) == ["oil.md"]  # It leads to an id of another one, which is known.
    sources = {page.uri: page.document.source for page in report.book.pages}
    assert [uri for uri, source in sources.items() if "text" in vars(source)] == ["oil.md"]


def test_values_that_plugins_fill_in_need_no_reading(folder: Path) -> None:
    config = folder / "mkdocs.yml"
    config.write_text(CONFIG.replace("plugins: [", "plugins: [macros, table-reader, ") + "extra: {oil: 2d6}\n")
    edit(folder, "glass.md", "Lit by {{ oil }} of {{ oil | int }}.", False)
    before = read(folder)
    edit(folder, "oil.md", "It costs {{ oil }}.", True)
    report = read(folder, Summaries(kept(before), frozenset(["oil.md"])).usable(nobody))
    sources = {page.uri: page.document.source for page in report.book.pages}
    assert list(map(Path, report.unfilled)) == [folder / "docs/glass.md"]
    assert renderer("full")(report) == renderer("full")(read(folder))
    assert [uri for uri, source in sources.items() if "text" in vars(source)] == ["oil.md"]


@pytest.mark.parametrize(
    ("piece", "rule", "is_read"),
    [
        ("the the", "doubled-word", False),
        ("[gone](gone.md)", "unknown-target", False),
        ("[see](wick.md#long-wick)", "unknown-anchor", True),  # It shows what is nearly meant, on the other page.
        ("1 + 1 = 3", "wrong-sum", True),  # It is said of a claim.
        ("## Recieved wisdom", "misspelt-term", True),  # Texts of other pages tell whether it is meant.
        ("---\nsystem: nobody\n---", "invalid-setting", True),
    ],
)
def test_what_is_said_of_a_page_is_known(piece: str, rule: str, is_read: bool, folder: Path) -> None:
    edit(folder, "glass.md", piece, True)
    cold = read(folder)
    known = Summaries(kept(cold), frozenset())
    report = read(folder, known.usable(nobody))
    assert rule in [finding.rule for finding in report.findings]
    assert ("glass.md" in read_ones(report)) == is_read
    for format_ in set(REPORTS) - {*OF_THEIR_TIME, *LISTING_CLAIMS}:
        assert renderer(format_)(report) == renderer(format_)(cold)


@pytest.mark.parametrize("piece", ["# Wick", '<a id="there"></a>', "[gone](more/flame.md)", "---\nalias: Lamp\n---"])
def test_what_others_may_look_at_is_in_the_face_of_a_page(piece: str, folder: Path) -> None:
    pages = kept(read(folder))
    edit(folder, "oil.md", piece, True)
    assert not Summaries(pages, frozenset(["oil.md"])).hold(summaries_of(read(folder)))


@pytest.mark.parametrize(
    ("piece", "text", "rule"),
    [
        ("A lan- tern.", "A lantern, the lantern, its lantern.", "broken-word"),
        ("## Recieved wisdom", "\n\n".join(f"{number} recieved it." for number in "ABCDE"), "misspelt-term"),
    ],
)
def test_what_hangs_on_the_texts_of_others_is_looked_at_again(piece: str, text: str, rule: str, folder: Path) -> None:
    edit(folder, "glass.md", f"{piece}\n\nIt is lit.", False)
    before = read(folder)
    pages = kept(before)
    edit(folder, "oil.md", text, False)
    known = Summaries(pages, frozenset(["oil.md"]))
    report = read(folder, known.usable(nobody))
    assert known.hold(summaries_of(report))
    rules = [[finding.rule for finding in one.findings] for one in (before, report, read(folder))]
    assert rules[0] != rules[1] == rules[2]
    assert rule in (*rules[0], *rules[1])


def test_nothing_is_known_where_a_game_holds_for_all_pages(folder: Path) -> None:
    edit(folder, "oil.md", "---\nsystem: plain\n---", True)
    assert summaries_of(read(folder)) == {}


@settings(max_examples=8)
@given(edits=EDITS)
def test_whatever_is_edited(edits: Edits, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = made(tmp_path_factory.mktemp("edited"))
    pages = kept(read(folder))
    for uri, piece, is_first in edits:
        edit(folder, uri, piece, is_first)
        cold, known = read(folder), Summaries(pages, frozenset([uri]))
        pages = kept(cold)
        for is_wanted in (nobody, with_claims):
            report = read(folder, known.usable(is_wanted))
            if known.hold(summaries_of(report)):
                assert kept(report) == pages
                for format_ in set(REPORTS) - set(OF_THEIR_TIME):
                    if is_wanted is with_claims or format_ not in LISTING_CLAIMS:
                        assert renderer(format_)(report) == renderer(format_)(cold)
