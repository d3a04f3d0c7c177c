"""Our edition of Masque: whole, in our words, every number guarded, and its errata in step with the rulings."""

import re
from pathlib import Path

import pytest

from rulebook_core.source import Source
from rulebook_rules.claims.model import Verdict
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import ReadingOptions, page, read
from rulesmod.masque.items import ITEMS
from rulesmod.masque.monsters import MONSTERS
from tests.checking import check_text, shown
from tests.seeds import GAMES, seed

FOLDER_OF_BOOK = Path(__file__).parent.parent.parent / "docs" / "masque"
BOOK = (FOLDER_OF_BOOK / "masque.txt").read_text(encoding="utf-8")
ERRATA = (FOLDER_OF_BOOK / "errata.txt").read_text(encoding="utf-8")
MASQUE = ReadingOptions(system=load_system("masque"))
RUN = 10
"""So many words in a row that also stand in the source are copied."""


def test_every_number_is_guarded_or_waived() -> None:
    report = check_text(BOOK, system="masque", dialect="prose")
    assert [shown(finding) for finding in report.findings] == []
    assert {claim.verdict for claim in report.claims} == {Verdict.RIGHT}
    assert [number.text for number in report.numbers if number.standing == "unguarded"] == []


def test_the_edition_has_all_monsters_and_items() -> None:
    document = read(Source("masque.txt", BOOK), "prose", MASQUE)
    monsters = [entity.title for entity in document.entities if entity.kind == "monster"]
    assert [title.split()[0] for title in monsters] == [name.split()[0] for name in MONSTERS]
    items = {str(entity.fields.get("item", entity.title)) for entity in document.entities if entity.kind == "item"}
    assert items == {name if name[0].isupper() else f"+n ({name})" for name in ITEMS}
    assert [entity for entity in document.entities if entity.kind == "draft"] == []
    assert [heading.level for heading in document.headings].count(1) == 1


def test_the_errata_list_every_ruling() -> None:
    rulings = load_system("masque").rulings
    folded = " ".join(ERRATA.split())
    told = [f"- See {ruling.section}. {ruling.reading} ({ruling.reason})" for ruling in rulings]
    assert [one for one in told if one not in folded] == []
    document = read(Source("errata.txt", ERRATA), "prose", MASQUE)
    assert "<ol" not in page(document, ERRATA, lambda target: None).text, "a line that begins with a number and a dot"


@pytest.mark.parametrize("text", [BOOK, ERRATA], ids=["book", "errata"])
def test_the_page_has_all_words_and_all_anchors(text: str) -> None:
    document = read(Source("masque.txt", text), "prose", MASQUE)
    html = page(document, text, lambda target: None).text
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert sorted(ids) == sorted(anchor.id for anchor in document.anchors)
    assert len(set(ids)) == len(ids)
    shown_words = re.sub(r"<[^>]+>", " ", html).replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
    plain = [word for block in document.prose.blocks for word in re.findall(r"\w+", block.text.text)]
    missing = set(plain) - set(re.findall(r"\w+", shown_words))
    assert missing - {"check", "off"} <= set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", text)))) | {
        "Build",
        "Cast",
    }
    assert "check: off" not in html


def test_our_words_are_our_own() -> None:
    def runs(text: str) -> set[tuple[str, ...]]:
        words = re.findall(r"[a-z][a-z'’]*", text.lower())
        return {tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1)}

    known = set().union(*(runs(seed(number)) for number in GAMES))
    assert (runs(BOOK) | runs(ERRATA)) & known == set()


def test_each_stat_card_has_its_odds() -> None:
    document = read(Source("masque.txt", BOOK), "prose", MASQUE)
    html = page(document, BOOK, lambda target: None).text
    chances = dict(
        re.findall(r'-name"[^>]*>([^<]+)</h\d>.*?<dt>meets its average</dt><dd>([\d.]+ %)</dd>', html, re.DOTALL)
    )
    assert len(chances) == len(MONSTERS)
    # A d8 reaches 4.5 with 5 to 8; with a natural the average grows to 9, which 8 and any new roll meet.
    assert chances["Elf"] == "50.0 %"
    assert html.count('<svg class="stat-card-odds" role="img" aria-label="Odds of the Cast from ') == len(MONSTERS)
    elf = html[html.index('id="elf"') :]
    picture = elf[elf.index("<svg") : elf.index("</svg>")]
    assert "; average 4.5" in picture
    assert re.findall(r">(\d+|average [\d.]+)<", picture)[:3] == ["0", "3", "6"]
    assert ">average 4.5<" in picture
    assert html.count('<div class="entry-list"') == 1
    assert "style=" not in html


def test_rules_are_told_in_their_own_voice() -> None:
    """What one must know stands in the rules; how the edition came to it stands in the errata."""
    assert "`ruling:" not in BOOK
    document = read(Source("masque.txt", BOOK), "prose", MASQUE)
    titles = {item.title for item in (*document.headings, *document.entities)}
    assert {ruling.section for ruling in load_system("masque").rulings} <= titles


def test_new_players_are_led_in_order() -> None:
    document = read(Source("masque.txt", BOOK), "prose", MASQUE)
    chapters = [heading.title for heading in document.headings if heading.level == 2]
    first = [
        "The game on a page",
        "What you need",
        "Making a character",
        "The order of a session",
        "Roles",
        "Who hits",
        "The Set-to",
    ]
    assert chapters[: len(first)] == first
    assert "`stage: marks`" in BOOK


def test_what_counts_as_what_is_told_of_a_reaction_alone() -> None:
    claims = check_text("Items\n~~~~~\n\nA result of 1 counts as 0 here.\n", system="masque", dialect="prose").claims
    assert [claim.kind for claim in claims] == []
