"""Terms on a page: which words become one, where they lead, and what is left alone."""

from __future__ import annotations

import re
from pathlib import Path

import markdown
import pytest

from rulebook.loading.reading import read_book
from rulebook_lsp.answers.hovering import term_at
from rulebook_lsp.books import View
from rulebook_proof.analysis import analyse
from rulebook_render.presentation.pages import Presenter
from rulebook_render.presentation.terms import Glossary
from rulebook_rules.config import load_config
from rulebook_rules.naming.lexicon import Lexicons
from rulebook_rules.systems import load_system
from tests.small_book import CONFIG

GLOSSARY = """\
# Glossary {#glossary}

Game Master (GM) {#gm}
:   Whoever leads `<the game>` & its story.

General Advancement Points (GAP) {#gap}
:   Points that the Game Master hands out. They buy skills.

Level Pool (LP) {#lp}
:   The dice of a skill.

On the table {#table}
:   Where dice are rolled.

Set-to {#set-to}
:   A fight. Other games say combat.

Skill {#skill}
:   What a character has learnt.
"""
CONFIG = CONFIG.replace("attr_list,", "attr_list, def_list,")


def shown(tmp_path: Path, text: str, name: str = "play.md") -> tuple[list[tuple[str, str]], str]:
    """The terms of a page with where they lead, and its HTML."""
    docs = tmp_path / "docs" / "cavea"
    docs.mkdir(parents=True)
    (docs / "glossary.md").write_text(GLOSSARY, encoding="utf-8")
    (docs / name).write_text(text, encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    presenter = Presenter(book, analyse(book))
    html = markdown.markdown(
        text, extensions=["attr_list", "def_list", "tables", "toc", "rulebook"],
        extension_configs={"rulebook": {"presenter": presenter}},
    )  # fmt: skip
    found = re.findall(r'<a class="rulebook-term" href="([^"]*)"[^>]*>(.*?)</a>', html, re.DOTALL)
    return [(text, href) for href, text in found], html


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Ask the Game Master.", [("Game Master", "../glossary/#gm")]),
        ("Two game masters, two\nGMs.", [("game masters", "../glossary/#gm")]),
        ("The GM's level-pools.", [("GM's", "../glossary/#gm"), ("level-pools", "../glossary/#lp")]),
        ("Buy it with General Advancement Points.", [("General Advancement Points", "../glossary/#gap")]),
        ("Mind the gap, and the GAP.", [("GAP", "../glossary/#gap")]),
        ("An *emphasised skill*.", [("skill", "../glossary/#skill")]),
        ("In a skill. Level Pool it is.", [("skill", "../glossary/#skill"), ("Level Pool", "../glossary/#lp")]),
        ("It takes skilful players, killing skillets.", []),
        ("Level, then Pool.", []),
        ("In two set-tos.", [("set-tos", "../glossary/#set-to")]),
        ("All dice are set to 1.", []),
        ("All dice on the table.", []),
    ],
)
def test_words_that_are_a_term(tmp_path: Path, text: str, terms: list[tuple[str, str]]) -> None:
    assert shown(tmp_path, f"# Play\n\n{text}\n")[0] == terms


def test_once_a_chapter(tmp_path: Path) -> None:
    text = "# Play\n\nA skill, a skill.\n\n### Deeper\n\nA skill.\n\n## Next\n\nA skill.\n\n- A skill.\n"
    assert len(shown(tmp_path, text)[0]) == 2


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("## The skill\n\nWords.", id="heading"),
        pytest.param("A `skill` in code.", id="code"),
        pytest.param("    a skill in a block\n", id="code-block"),
        pytest.param("A [skill](glossary.md#skill) with a link.", id="link"),
        pytest.param("A [skill] by reference.\n\n[skill]: glossary.md#skill", id="reference"),
        pytest.param('A <a href="glossary.md">skill</a> in HTML.', id="html-link"),
    ],
)
def test_what_is_left_alone(tmp_path: Path, text: str) -> None:
    assert shown(tmp_path, f"# Play\n\n{text}\n")[0] == []


def test_each_leads_to_its_definition_on_the_page_too(tmp_path: Path) -> None:
    _, html = shown(tmp_path, "# Play\n\nA skill of the GM.\n\n## More\n\nA skill.\n")
    ids = re.findall(r'class="rulebook-term"[^>]* data-whys="([^"]*)" aria-describedby="([^"]*)"', html)
    assert len(ids) == 3
    for item, words in ids:
        assert html.count(f'id="{item}"') == 1
        assert html.count(f'id="{words}"') == 1
    assert "Whoever leads &lt;the game&gt; &amp; its story." in html
    assert '<cite>from <a href="../glossary/#gm">Glossary</a></cite>' in html
    assert html.count("<dfn>") == 2


def test_links_whose_words_are_a_term_are_told_to_the_script(tmp_path: Path) -> None:
    text = (
        "# Play\n\n[Skills](glossary.md#skill), [a GM](glossary.md), [GMs](glossary.md#gm), [the gap](glossary.md).\n"
    )
    terms, html = shown(tmp_path, text)
    assert terms == []
    assert re.findall(r'data-words="([^"]*)"', html) == ["Skills", "GMs"]


def test_a_number_that_is_checked_stays_a_number(tmp_path: Path) -> None:
    text = "# Play\n\nA d6 is worth 9 Health Points. A new skill die costs 10 Advancement Points.\n"
    _, html = shown(tmp_path, text)
    assert 'class="rulebook-right"' in html


def test_a_glossary_does_not_explain_itself_by_itself(tmp_path: Path) -> None:
    terms, _ = shown(
        tmp_path, "# Glossary {#glossary}\n\nSkill {#skill}\n:   A skill is what you can do.\n", "glossary.md"
    )
    assert terms == []


def test_marked_terms_are_shown_once_a_section_where_they_are_not_explained(tmp_path: Path) -> None:
    docs = tmp_path / "docs" / "sda"
    docs.mkdir(parents=True)
    text = "= Play\n\n== Measure of Success\n\nA [lexicWord]#measure of success# (MoS) says how well it went.\n\n"
    text += "== Dice\n\nRoll for [lexicWord]#measures of success#, twice: [lexicWord]#measures of success#.\n"
    (docs / "play.adoc").write_text(text, encoding="utf-8")
    config = CONFIG.replace("cavea: {system: cavea, dialect: markdown}", "sda: {system: sda}")
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    html = markdown.markdown(
        text, extensions=["toc", "rulebook"],
        extension_configs={"rulebook": {"presenter": Presenter(book, analyse(book))}},
    )  # fmt: skip
    found = re.findall(r'<a class="rulebook-term" href="([^"]*)"[^>]*>(.*?)</a>', html, re.DOTALL)
    assert [words for _, words in found] == ["measures of success"]
    assert all(href.startswith("#") and f'id="{href[1:]}"' in html for href, _ in found)


def test_a_term_without_an_id_of_its_own_gets_one(tmp_path: Path) -> None:
    glossary = "# Words {#words}\n\nNew die\n:   A die that was bought.\n\nOld die {#old}\n:   Any other.\n"
    terms, html = shown(tmp_path, f"{glossary}\n## Use\n\nA new die and an old die.\n", "words.md")
    assert [href for _, href in terms] == ["#term-new-die", "#old"]
    assert html.count('<dfn id="term-new-die">New die</dfn>') == 1
    assert html.count('id="old"') == 1


def test_a_definition_in_a_part_is_on_the_page_that_takes_it_in(tmp_path: Path) -> None:
    docs = tmp_path / "docs" / "sda"
    docs.mkdir(parents=True)
    (docs / "_words.adoc").write_text("[#luck]\n== Luck\n\n[lexicWord]#Luck# is what dice have.\n", encoding="utf-8")
    (docs / "basics.adoc").write_text("= Basics\n\ninclude::_words.adoc[]\n", encoding="utf-8")
    text = "= Play\n\nYou need [lexicWord]#luck#.\n"
    (docs / "play.adoc").write_text(text, encoding="utf-8")
    config = CONFIG.replace("cavea: {system: cavea, dialect: markdown}", "sda: {system: sda}")
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    presenter = Presenter(book, analyse(book))
    assert '<a class="rulebook-term" href="../basics/#luck"' in presenter.page("sda/play.adoc").marks[0].opening


def test_a_term_with_markup_within_gets_an_id_too(tmp_path: Path) -> None:
    glossary = "# Words {#words}\n\n*New* die\n:   A die that was bought.\n\n## Use\n\nA new die.\n"
    terms, html = shown(tmp_path, glossary, "words.md")
    assert [href for _, href in terms] == ["#term-new-die"]
    assert html.count('<dfn id="term-new-die">') == 1


OPEN_GLOSSARY = """\
# Gear and abilities

Might (Mt)
:   An ability: how strong a hero is. It might be 0.

Doubles
:   A weapon: two swords that were forged as one.

Hit Points
:   How much a hero can take.

spell slot
:   What a spell takes up.

mana
:   What magic is made of.

Set-to
:   A fight.
"""


def shown_without_game(tmp_path: Path, text: str, uri: str = "lore/play.md", system: str = "") -> list[str]:
    """The terms of a page of a book without a game, whose glossary lies in the folder `lore`."""
    for path, content in {
        "lore/glossary.md": OPEN_GLOSSARY,
        uri: f"# Play\n\n{text}\n\nAn orc hurts for 2d6.\n",
    }.items():
        (tmp_path / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / path).write_text(content, encoding="utf-8")
    books = "".join(f"{folder}: {{system: {system}, dialect: markdown}}, " for folder in ("lore", "tales"))
    config = CONFIG.replace(
        "books:\n        cavea: {system: cavea, dialect: markdown}", f"books: {{{books if system else ''}}}"
    )
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    marks = Presenter(book, analyse(book)).page(uri).marks
    found = [mark.span for mark in marks if 'class="rulebook-term"' in mark.opening]
    return [book.by_uri[uri].document.source.slice(span) for span in found]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("When doubles are rolled, it might hurt.", []),
        ("A hero's Might, and the Doubles of a knight.", ["Might", "Doubles"]),
        ("The hero doubles the mights.", []),
        ("Might is rolled.", ["Might"]),
        ("It might, he might, she might, they might. Might they? His Might!", ["Might"]),
        ("- Doubles: roll doubles again; doubles, doubles, doubles.", []),
        ("His Mt is 3, at 5 mt.", ["Mt"]),
        ("Three hit points, a set-to, and a Spell Slot.", ["hit points", "set-to", "Spell Slot"]),
        ("Some mana. Mana!", ["mana"]),
        ("[doubles](glossary.md), [it](glossary.md)", []),
    ],
)
@pytest.mark.parametrize("system", ["", "plain"])
def test_an_everyday_word_is_a_term_with_its_capital(tmp_path: Path, text: str, terms: list[str], system: str) -> None:
    assert shown_without_game(tmp_path, text, system=system) == terms


@pytest.mark.parametrize(("system", "terms"), [("", []), ("plain", ["Hit Points"])])
def test_an_everyday_word_is_a_term_in_its_folder(tmp_path: Path, system: str, terms: list[str]) -> None:
    assert shown_without_game(tmp_path, "Her Might, her Hit Points and her Doubles.", "tales/play.md", system) == terms


def test_a_game_keeps_its_words_in_any_case(tmp_path: Path) -> None:
    assert shown_without_game(tmp_path, "When doubles are rolled, it might hurt.", system="cavea") == [
        "doubles",
        "might",
    ]


def test_a_small_link_is_no_term_of_a_capital(tmp_path: Path) -> None:
    assert shown_without_game(tmp_path, "[doubles](glossary.md) of [Might](glossary.md)") == []
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    appendix = Presenter(book, analyse(book)).page("lore/play.md").appendix
    assert re.findall(r'data-words="([^"]*)"', appendix) == ["Might"]


def test_an_editor_explains_what_the_page_explains(tmp_path: Path) -> None:
    text = "When doubles are rolled, it might hurt: the Might of the Doubles, and hit points."
    assert shown_without_game(tmp_path, text) == ["Might", "Doubles", "hit points"]
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    page = book.by_uri["lore/play.md"]
    glossary = Glossary(Lexicons(book).of(page))
    starts = [match.start() for match in re.finditer(r"\w+", page.document.source.text)]
    named = [term_at(View(book, page, (), None), glossary, start) for start in starts]
    assert [page.document.source.slice(found[0]) for found in named if found is not None] == [
        "Might", "Doubles", "hit points", "hit points",
    ]  # fmt: skip
