"""Below each definition of a glossary, and on each card: where the book uses it."""

from __future__ import annotations

import re
from pathlib import Path

import markdown

from rulebook.loading.reading import read_book
from rulebook_formats.chapters import Binder, Chapter, xhtml
from rulebook_proof.analysis import analyse
from rulebook_render.presentation.backlinks import with_uses
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from tests.small_book import CONFIG

GLOSSARY = """\
# Glossary

Game Master (GM) {#gm}
:   Whoever leads the game.

Level Pool (LP)
:   The [dice](play.md) of a skill.

Skill {#skill}
:   What a character has learnt.

    It takes time.

Unused
:   Something that the book never comes back to.
"""
PLAY = """\
# Play

The Game Master begins. A skill is rolled.

## Level pools {#pools}

They have dice.

## Trying {#trying}

| who | what |
| --- | --- |
| the GM | a Level Pool |

- Skills need `a skill`.

## Ending {#ending}

> Mind the level-pools of each skill.
"""
CONFIG = CONFIG.replace("attr_list,", "attr_list, def_list,")
EXTENSIONS = ["attr_list", "def_list", "tables", "toc", "rulebook"]


def presenter(tmp_path: Path, pages: dict[str, str], config: str = CONFIG) -> Presenter:
    for name, text in pages.items():
        path = tmp_path / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    return Presenter(book, analyse(book))


def rendered(shown: Presenter, text: str) -> str:
    return markdown.markdown(text, extensions=EXTENSIONS, extension_configs={"rulebook": {"presenter": shown}})


def definitions(html: str) -> dict[str, str]:
    """Each definition with what stands in it, by its term."""
    found = re.findall(r"<dt\b[^>]*>(.*?)</dt>\s*<dd>(.*?)</dd>", html, re.DOTALL)
    return {re.sub("<[^>]*>", "", term): body for term, body in found}


def links(html: str) -> list[tuple[str, str]]:
    listed = re.search(r'<(p|details) class="rulebook-used".*', html, re.DOTALL)
    return re.findall(r'<a href="([^"]*)">(.*?)</a>', listed[0]) if listed else []


def test_each_definition_lists_the_sections_that_use_it(tmp_path: Path) -> None:
    shown = presenter(tmp_path, {"cavea/glossary.md": GLOSSARY, "cavea/play.md": PLAY})
    found = definitions(rendered(shown, GLOSSARY))
    assert links(found["Game Master (GM)"]) == [("../play/", "Play"), ("../play/#trying", "Trying")]
    assert '<p class="rulebook-used" data-search-exclude>Used in ' in found["Game Master (GM)"]
    # The section of that name explains it, and comes first.
    assert links(found["Level Pool (LP)"]) == [
        ("../play/#pools", "Level pools"), ("../play/#trying", "Trying"), ("../play/#ending", "Ending"),
    ]  # fmt: skip
    assert "Explained in" in found["Level Pool (LP)"]
    assert [title for _, title in links(found["Skill"])] == ["Play", "Trying", "Ending"]
    assert "rulebook-used" not in found["Unused"]


def test_a_list_stands_behind_all_of_its_definition(tmp_path: Path) -> None:
    shown = presenter(tmp_path, {"cavea/glossary.md": GLOSSARY, "cavea/play.md": PLAY})
    html = rendered(shown, GLOSSARY)
    body = definitions(html)["Skill"]
    assert body.index("It takes time.") < body.index("rulebook-used")
    assert "<p><p" not in html
    assert "<rulebook-used" not in html


def test_a_long_list_is_folded_and_grouped_by_page(tmp_path: Path) -> None:
    more = "# More {#more}\n\n" + "\n\n".join(f"## Part {n}\n\nA skill." for n in range(3)) + "\n"
    pages = {"cavea/glossary.md": GLOSSARY, "cavea/play.md": PLAY, "cavea/more.md": more}
    body = definitions(rendered(presenter(tmp_path, pages), GLOSSARY))["Skill"]
    assert '<details class="rulebook-used" data-search-exclude><summary>Used in 6 places</summary>' in body
    assert len(re.findall("<li>", body)) == 2
    assert body.index(">More</a>: <a") < body.index(">Part 0</a>") < body.index(">Play</a>: <a")


def test_other_pages_and_other_games_have_no_lists(tmp_path: Path) -> None:
    shown = presenter(tmp_path, {"cavea/glossary.md": GLOSSARY, "cavea/play.md": PLAY, "home.md": PLAY})
    assert "rulebook-used" not in rendered(shown, PLAY)
    assert not any("home" in href for href, _ in links(rendered(shown, GLOSSARY)))


def test_hostile_titles_are_words(tmp_path: Path) -> None:
    play = '# Play\n\nA skill.\n\n## `<img src=x onerror="alert(1)">` & more {#more}\n\nA skill.\n'
    shown = presenter(tmp_path, {"cavea/glossary.md": GLOSSARY, "cavea/play.md": play})
    html = rendered(shown, GLOSSARY)
    assert "<img" not in html
    assert "&amp; more</a>" in html


CONFIG_MASQUE = CONFIG.replace("cavea: {system: cavea, dialect: markdown}", "game: {system: masque, dialect: prose}")
BEASTS = """\
Beasts
======

Orc: Build 4 Cast d4 @2.5. It fears a bit of fire.

Warg: Build 9 Cast d6 +d3 @3.5 +@2. Orcs ride it.

Riding
------

An Orc may ride a Warg.
"""
TERMS = """\
Glossary
========

Bit: A round.

Set-to (ST): A fight, in
bits.
"""


def test_cards_and_the_glossary_of_bare_prose(tmp_path: Path) -> None:
    shown = presenter(tmp_path, {"game/beasts.txt": BEASTS, "game/glossary.txt": TERMS}, CONFIG_MASQUE)
    beasts = shown.page("game/beasts.txt")
    html = beasts.replace(beasts.text)
    cards = dict(re.findall(r'data-kind="monster">.*?id="(\w+)">(.*?)</section>', html, re.DOTALL))
    assert links(cards["orc"]) == [("#warg", "Warg"), ("#riding", "Riding")]
    assert links(cards["warg"]) == [("#riding", "Riding")]
    assert cards["orc"].rindex("rulebook-used") > cards["orc"].index("fears")
    glossary = shown.page("game/glossary.txt")
    found = glossary.replace(glossary.text)
    assert links(definitions(found)["Bit"]) == [("../beasts/#orc", "Orc")]
    assert found.count("<dl>") == found.count("</dl>") == 1
    assert '<dt id="set-to-st">' in found


def test_what_has_no_end_in_a_part_of_the_page_is_left_out() -> None:
    sign = '<rulebook-used before="dd"><p>Used</p></rulebook-used>'
    assert with_uses(f"Goblin{sign}") == "Goblin"
    assert with_uses(f"<dt>A{sign}</dt><dd>B</dd><dt>C{sign}</dt><dd>D</dd>") == (
        "<dt>A</dt><dd>B<p>Used</p></dd><dt>C</dt><dd>D<p>Used</p></dd>"
    )


def test_they_are_left_out_of_volumes() -> None:
    used = '<details class="rulebook-used"><summary>Used in 9 places</summary><ul><li>here</li></ul></details>'
    chapter = Chapter("game/glossary.html", "Glossary", f"<dl><dt>A</dt><dd>B{used}</dd></dl>")
    bound = Binder((chapter,), place=lambda name, id_: f"{name}#{id_}", unique=lambda name, id_: id_).bind(chapter)
    assert xhtml(bound) == "<dl><dt>A</dt><dd>B</dd></dl>"
