"""The `prose` dialect: the raw source of Masque, its re-wrapped copies, and near misses; other people's plain texts."""

import itertools
import random
import re
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.loading.reading import read_paths
from rulebook_core.findings import Severity
from rulebook_core.source import Source
from rulebook_core.source_map import MappedText
from rulebook_proof.analysis import analyse
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import ReadingOptions, guess_dialect, page, read, unread
from rulebook_syntax.document import Document
from rulebook_syntax.outline import Node, outline_of
from tests.seeds import seed

MASQUE = ReadingOptions(system=load_system("masque"))

SECTIONS = """
1 Masque
2 Dice Notation
3 Initial Dice
3 Cast Modifiers
3 Average Roll Comparisons
2 Timing In Play
3 Casting Timing
3 Attacking Timing
3 Restaging Timing
2 Monster Extras
3 Cast Modifiers
3 Naturals +Rerolls
3 Monsters' Average Rolls
2 Opponent Role Actors
3 Role Fx Limits
3 Build Baseline
3 Bonus Ability
3 Role Fx Substitution
3 Exceptional Trait
2 Stock Items
2 Personna Options
3 Reaction Roll
3 Saving Throw
3 Surprise
"""

MONSTERS = """
Goblin; 4; d4 |d6 least max; @2.5
Orc; 4; d4; @2.5
Rounder; 4; d4 |d3 best max; @2.5
Hobgoblin; 5; d5; @3
Commoner; 5; d5 |d4 best max; @3
Gnome; 6; d6 |d8 least max; @3.5
Halfling; 7; d4 +d3; @2.5 +@2
Elf; 8; d8; @4.5
Dwarf; 8; 2d4; @2.5 +@2.5
Turbul Bats; 5; d6 -d2; @3.5 -@1.5
Hybor Lizard/ Snake, Frog/ Toad, Beetle/ Crawler; 5; d6 -1; @3.5 -1
Mast Rats; 6; 2d3; @2 +@2
Merekite; 7; 2d4 -1; @2.5 +@2.5 -1
Warg; 9; d6 +d3; @3.5 +@2
Spidure; 10; 2d5; @3 +@3
Ghoul; 11; 2d6 -d4; @3.5 +@3.5 -@2.5
Witcher; 12; d12; @6.5
Pyethonda; 13; d13 (=doubled d12 per Dice Notation); @7
Ogre; 14; d8 +d6; @4.5 +@3.5
Fell G'root; 16; 2d6 +d4; @3.5 +@3.5 +@2.5
Salamander; 17; d8 +d5 +d4; @4.5 +@3 +@2.5
Troll; 18; d10 +2d4; @5.5 +@2.5 +@2.5
"""

ITEMS = """
Upsurge staff: M
Anglachel: LB
Narsil: LM
+n (weapon): LCBM
+n (armor): LCBM
Pirate glaive: LBM
Fencing foil: L
Dueling rapier: LCBM
Battery mace: CB
Manifold scabbard: B
Defile bow: LB
Holdout dagger: BM
Arrant staff: CM
Cavalier boots: LCBM
Shuffle boots: BM
Scud shield: CBM
Alley armor: LC
Prop ring: LCBM
Remand rod: M
Omen scroll: CM
Animos potion: C
Healing salve: LCBM
Yahoo Currycomb: LCBM
Elvish Camp song: LCBM
Trenchant attendance: M
Ingratiating presents: CB
Steadfast commendation: LC
Fetlock Bangle: LCBM
Headlong mail coif: LC
Webwise cool: CB
Tactical grasp: LM
Anomalous index: CM
"""

DRAFTS = "Banzhee Dyvurge Crestor Rondaur liv para Cromar(an)g Tarceps Scarab Magnafly ? 1 2 3".split()  # noqa: SIM905


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


@lru_cache(maxsize=2)
def masque(text: str) -> Document:
    return read(Source("masque.txt", text), "prose", MASQUE)


def entities(document: Document, kind: str) -> list[dict[str, object]]:
    return [{"title": e.title, **e.fields} for e in document.entities if e.kind == kind]


def test_the_sections_of_the_raw_source() -> None:
    document = masque(seed("004"))
    assert [f"{heading.level} {heading.title}" for heading in document.headings] == lines(SECTIONS)
    assert [h.id for h in document.headings if h.title == "Cast Modifiers"] == ["cast-modifiers", "cast-modifiers_1"]


def test_the_entries_of_the_raw_source() -> None:
    document = masque(seed("004"))
    monsters = [f"{m['title']}; {m['build']}; {m['cast']}; {m['average']}" for m in entities(document, "monster")]
    assert monsters == lines(MONSTERS)
    items = [f"{i['title']}: {''.join(i['roles'])}" for i in entities(document, "item")]  # type: ignore[arg-type]
    assert items == lines(ITEMS)
    assert [d["title"] for d in entities(document, "draft")] == DRAFTS
    named = [i for i in entities(document, "item") if "bonus" in i]
    assert [(i["title"], i["item"], i["bonus"]) for i in named] == [
        ("Anglachel", "Smiting blacksword", -4),
        ("Narsil", "Warding longsword", 3),
    ]


def test_the_variants_of_the_named_villain() -> None:
    figures = entities(masque(seed("004")), "figure")
    assert {(f["title"], f["role"], f["build"]) for f in figures} == {("Vlad", "Curate", 14)}
    assert [f.get("baseline") for f in figures] == [None, 5, 5, 5, 5]
    assert [f.get("fx") for f in figures] == [None, None, None, "Add- on +d1", "Add- on +d1"]
    assert [f["cast"] for f in figures] == [
        "per build",
        "per build",
        "bonus 3rd die +d2 -2 =lighting",
        "bonus 3rd die +d2 -2 =lighting",
        "initial =Shapeshift, bonus 3rd die +d2 -2 =lighting",
    ]


def test_the_notes_of_the_raw_source() -> None:
    text = seed("004")
    document = masque(text)
    inside = {e.span.start for e in document.entities if e.kind == "draft" and e.fields["of"] != "entry"}
    marks = [match.start() for match in re.finditer("`", text)]
    drafts = {e.span.start for e in document.entities if e.kind == "draft"}
    noted = {e.span.start for e in document.entities if e.kind == "note"}
    # Each backtick begins a note or a draft; the first list of names begins right behind one.
    assert [mark for mark in marks if mark not in noted | drafts and mark + 1 not in inside] == []
    titles = [e.title for e in document.entities if e.kind == "note"]
    assert {"Best/ Least Max Notation", "naturals", "type", "modifiers"} <= set(titles)


def test_nothing_of_the_source_is_unread() -> None:
    document = masque(seed("004"))
    assert list(unread(document)) == []
    assert len([entity for entity in document.entities if entity.kind == "monster"]) == 22


def test_the_serious_faults_of_the_raw_grammar() -> None:
    document = masque(seed("004"))
    found = [f for f in document.findings if f.severity >= Severity.WARNING]
    assert [(f.rule, document.source.slice(f.place.span)) for f in found] == [
        ("near-miss", 'Vlad"'),
        ("unknown-entry", "{1}"),
    ]


def shape(document: Document) -> list[tuple[object, ...]]:
    """What a document has, without places and with white space folded."""

    def folded(value: object) -> object:
        return " ".join(value.split()) if isinstance(value, str) else value

    def node(item: Node) -> tuple[object, ...]:
        fields = {name: folded(value) for name, value in item.fields.items()}
        children = [node(child) for child in item.children]
        return (item.kind, item.id, folded(item.title), item.level, str(fields), str(children))

    shaped: list[tuple[object, ...]] = [node(item) for item in outline_of(document)]
    shaped += [(f.rule, folded(document.source.slice(f.place.span))) for f in document.findings]
    shaped += [(block.kind, block.text.text, block.section) for block in document.prose.blocks]
    return [*shaped, *((link.text, link.target) for link in document.links)]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([0.03, 0.12, 0.5, 1.0]), st.sampled_from(["\n", "\r\n", " \n", "\n  "]))
def test_line_breaks_do_not_matter(number: int, share: float, line_end: str) -> None:
    text = seed("004")
    chance = random.Random(number)
    wrapped = re.sub(" ", lambda space: line_end if chance.random() < share else space[0], text)
    document = masque(wrapped)
    assert shape(document) == shape(masque(text))
    assert list(unread(document)) == []


@pytest.mark.parametrize("width", [40, 72, 100, 300])
def test_a_wrapped_copy_is_prose(width: int) -> None:
    text = seed("004")
    words, broken, column = text.split(" "), "", 0
    for word in words:
        if column + len(word) > width:
            broken, column = broken.rstrip(" ") + "\n", 0
        broken += word + " "
        column += len(word) + 1
    assert guess_dialect(Source("copy.txt", broken)) == "prose"
    assert guess_dialect(Source("copy.txt", text)) == "prose"


def test_a_writer_may_part_headings_and_entries_by_blank_lines() -> None:
    text = seed("004")
    document = masque(text)
    starts = [heading.span.start for heading in document.headings[1:]]
    starts += [e.span.start for e in document.entities if e.kind == "monster"]
    for start in sorted(starts, reverse=True):
        text = text[:start].rstrip() + "\n\n" + text[start:]
    again = masque(text)
    assert [(h.level, h.id) for h in again.headings] == [(h.level, h.id) for h in document.headings]
    assert [(e.kind, e.id) for e in again.entities] == [(e.kind, e.id) for e in document.entities]


NEAR_MISSES = [
    # what stands there, what takes its place, where the finding is
    ("@2.5. Every", "@2.5 Every", "5"),
    ("Goblin: Build 4 Cast d4 |d6", "Goblin Build 4 Cast d4 |d6", "n"),
    ("Goblin: Build", "goblin: Build", "goblin"),
    ("Goblin: Build", "Goblin; Build", ";"),
    ("Ogre: Build 14", "Ogre: Buld 14", "Buld"),
    ("Ogre: Build 14", "Ogre: build 14", "build"),
    ("Build 14 Cast d8", "Build 14 cast d8", "cast"),
    ("Build 14 Cast d8", "Build 14 Csat d8", "Csat"),
    ("Build 14 Cast d8", "Build 14. Cast d8", "."),
    ("Build 14 Cast d8", "Build: 14 Cast d8", ":"),
    ("Build 14 Cast d8", "14 Cast d8", "1"),
    ("Build 14 Cast d8", "Build 14 d8", "d"),
    ("Ogre: Build 14 Cast", "Ogre: Build Cast", "Build"),
    ("@4.5 +@3.5.", "4.5 +@3.5.", "4.5 +@3.5"),
    ("Pirate glaive (L/ B/ M):", "Pirate glaive (L/ X/ M):", "X"),
    ("Pirate glaive (L/ B/ M):", "Pirate glaive (L/ b/ M):", "b"),
    ("Pirate glaive (L/ B/ M):", "Pirate glaive (L/ B/ M)", ")"),
    ("Pirate glaive (L/ B/ M):", "Pirate glaive (L B/ M):", "L B/ M"),
    ("Healing salve (all):", "Healing salve (al):", "al"),
    ("Dice Notation: A", "dice notation: A", "dice notation"),
    ("Dice Notation: A", "Dice notation: A", "Dice notation"),
    ("Dice Notation: A", "Dice Notation A", "n"),
    ("Stock Items: These", "stock items: These", "stock items"),
    ("Bonus Ability: Can", "Bonus Ability Can", "y"),
    ("Bonus Ability: Can", "Bonus ability: Can", "Bonus ability"),
    ("the Build trait. Dice Notation", "the Build trait Dice Notation", "t"),
    ('"Vlad" =Curate Build 14 Cast', '"Vlad" =Curat Build 14 Cast', "Curat"),
]


@pytest.mark.parametrize(("old", "new", "where"), NEAR_MISSES)
def test_near_misses_are_told_at_their_place_and_nothing_is_lost(old: str, new: str, where: str) -> None:
    text = seed("004")
    assert text.count(old) == 1
    before, document = masque(text), masque(text.replace(old, new))
    known = [(f.rule, f.message) for f in before.findings]
    found = [f for f in document.findings if (f.rule, f.message) not in known and f.severity >= Severity.WARNING]
    assert [(f.rule, document.source.slice(f.place.span)) for f in found] == [("near-miss", where)]
    at = text.index(old)
    assert at <= found[0].place.span.start <= at + len(new)
    assert [h.id for h in document.headings] == [h.id for h in before.headings]
    assert [(e.kind, e.id) for e in document.entities] == [(e.kind, e.id) for e in before.entities]


PLAIN = """\
THE QUIET HOUSE
===============

A game of few words.

1. Rolling dice

Roll a die and read it:

- one: nothing
- six: something
  good

1.1 Reading dice

The result is as follows.

  Face   Result
  -----  --------
  1-3    nothing
  4-6    something

The Garden
----------

Nobody goes there. Never.

COMBAT

Fights are short.
"""


def test_a_part_of_a_folded_text_knows_its_place() -> None:
    text = " a  bc\n\td e\r\nf  "
    plain = MappedText(text).fold()
    for start, end in itertools.combinations(range(len(plain.text) + 1), 2):
        part = plain.slice(start, end).strip()
        assert part.text == plain.text[start:end].strip()
        letters = [(at, letter) for at, letter in enumerate(part.text) if letter != " "]
        assert [text[slice(*part.span(at, at + 1))] for at, _ in letters] == [letter for _, letter in letters]


def test_what_stands_right_below_a_heading_stands_under_it() -> None:
    text = "1. The Sea\n\nShips sail.\n\n2. The Fight\n\nFiring\n------\n\nRoll.\n\nBoarding\n--------\n\nRoll.\n"
    document = read(Source("ships.txt", text), "prose")
    assert [(heading.level, heading.title) for heading in document.headings] == [
        (1, "1. The Sea"),
        (1, "2. The Fight"),
        (2, "Firing"),
        (2, "Boarding"),
    ]


def test_headings_of_other_peoples_texts() -> None:
    document = read(Source("house.txt", PLAIN), "prose")
    assert [h.title for h in document.headings] == [
        "THE QUIET HOUSE",
        "1. Rolling dice",
        "1.1 Reading dice",
        "The Garden",
        "COMBAT",
    ]
    assert [h.level for h in document.headings] == [1, 2, 3, 2, 2]
    items = [block.text.text for block in document.prose.blocks if block.kind == "item"]
    assert items == ["one: nothing", "six: something good"]
    (table,) = document.prose.tables
    assert [[cell.text for cell in row] for row in (table.header, *table.rows)] == [
        ["Face", "Result"],
        ["1-3", "nothing"],
        ["4-6", "something"],
    ]
    assert document.findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "He met Bilbo Baggins: he was small. The one rule: Never. For example: A die.\n",
        "One thing is sure: Nobody knows it. Some dice (such as this) are old. The end (of all): Good.\n",
        "A `code` word and `another one` in a sentence.\n",
        "",
        "\n\n",
        "Short",
        "- a\n- b\n",
        "A: B",
    ],
)
def test_ordinary_texts_have_no_findings(text: str) -> None:
    assert read(Source("text.txt", text), "prose").findings == ()


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet='ABab dD1246:.`@+-|/()"=\n?', max_size=200))
def test_any_text_is_read_whole(text: str) -> None:
    source = Source("text.txt", text)
    document = read(source, "prose", MASQUE)
    assert list(unread(document)) == []
    for block in document.prose.blocks:
        assert block.text.text == " ".join(text[block.span.start : block.span.end].split())
    for finding in document.findings:
        assert 0 <= finding.place.span.start <= finding.place.span.end <= len(text)


GLOSSARY = """\
Words
=====

Bit: A round. `check: off, a note`

Glossary
--------

Bit: A round of the
fight: everybody casts.

Role actor: A player's.

Reaction roll (RR): How somebody feels.

What stands here without a term is text.

- Set-to: A fight.

Beasts
------

Build: It is no term here.
"""


def test_a_glossary_has_terms() -> None:
    document = read(Source("words.txt", GLOSSARY), "prose", MASQUE)
    terms = [(e.title, e.id) for e in document.entities if e.kind == "term"]
    names = ["Bit", "Role actor", "Reaction roll (RR)", "Set-to"]
    assert terms == list(zip(names, ["bit_1", "role-actor", "reaction-roll-rr", "set-to"], strict=True))
    source = document.source
    assert [source.slice(e.places["name"]) for e in document.entities if e.kind == "term"] == names
    blocks = [block.text.text for block in document.prose.blocks if block.kind == "paragraph"]
    assert "A round of the fight: everybody casts." in blocks
    assert not [finding for finding in document.findings if finding.rule == "near-miss"]
    assert list(unread(document)) == []


@pytest.mark.parametrize(
    ("reference", "linked"),
    [
        ("It is told under A day at sea.", ["A day at sea"]),
        ("It is told in Saving Throw under A day at sea.", ["Saving Throw", "A day at sea"]),
        ("A day at sea (qv) is long.", ["A day at sea"]),
        ("It is told under A day at seaside.", []),
        ("It is told under a day at sea.", []),
        ("Nobody is under water in Water by night.", ["Water by night"]),
    ],
)
def test_a_heading_is_known_by_its_title_also_where_that_has_small_words(reference: str, linked: list[str]) -> None:
    text = f"Rules\n\nThis is a game. {reference}\n\nA day at sea\n\nIt is wet.\n\nWater by night\n\nIt is dark.\n\n"
    document = read(Source("page.txt", text + "Saving Throw\n\nIt is rolled.\n"), "prose")
    assert [heading.title for heading in document.headings][1:] == ["A day at sea", "Water by night", "Saving Throw"]
    assert [link.text for link in document.links] == linked


OTHERS = {"errata.txt": "Errata\n======\n\nWe changed a word.\n\nA day at sea\n------------\n\nWas hours.\n"}
OTHERS["odds.txt"] = "Odds\n====\n\nLow.\n\nWounds\n------\n\nDeep.\n\nRules\n-----\n\nNone.\n"


@pytest.mark.parametrize(
    ("reference", "linked"),
    [
        ("What we changed is under Errata.", {"Errata": "errata.txt#errata"}),
        (
            "See Errata, and see A day at sea.",
            {"Errata": "errata.txt#errata", "A day at sea": "errata.txt#a-day-at-sea"},
        ),
        ("It is explained in Wounds (qv).", {"Wounds": "odds.txt#wounds"}),
        ("It is told in Errata in Wounds.", {}),
        ("See Rules and see Saving Throw below.", {"Rules": "#rules", "Saving Throw": "#saving-throw"}),
        ("See Both, and see Spell Shaping Table below.", {}),
    ],
)
def test_a_text_leads_to_the_headings_of_other_pages_that_it_names(
    tmp_path: Path, reference: str, linked: dict[str, str]
) -> None:
    text = f"Rules\n=====\n\n{reference}\n\nSaving Throw\n------------\n\nRolled.\n"
    for name, other in {**OTHERS, "rules.txt": text}.items():
        (tmp_path / name).write_text(other + "\nBoth\n----\n\nHere, too.\n" * (name != "rules.txt"), encoding="utf-8")
    known: dict[tuple[str, str], Document] = {}
    paths = [tmp_path / name for name in (*OTHERS, "rules.txt")]
    book = read_paths(paths, find_system=load_system, dialect="prose", known=known)
    (rules,) = (page.document for page in book.pages if page.uri.endswith("rules.txt"))
    assert {link.text: link.target for link in rules.links} == linked
    assert {link.text: link.target for link in rules.read_again(text + "\nIt rains.\n").links} == linked
    assert rules.findings == ()
    assert [finding for finding in analyse(book).findings if finding.rule == "unknown-anchor"] == []
    again = read_paths(paths, find_system=load_system, dialect="prose", known=known)
    assert next(page.document for page in again.pages if page.uri.endswith("rules.txt")) is rules
    html = page(rules, text, lambda target: target.replace(".txt", ".html")).text
    assert sorted(re.findall('href="([^"]*)"', html)) == sorted(t.replace(".txt", ".html") for t in linked.values())
