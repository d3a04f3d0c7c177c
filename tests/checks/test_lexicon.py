"""The lexicon: forms of a term are known, slips are told with what is meant, definitions stand where they belong."""

import pytest

from rulebook_rules.book import Book, Page
from rulebook_rules.naming.lexicon import Lexicon, base_forms, keys
from tests.checking import calls_of, check_text, page_of

PAGE = """\
= The Game

== Dice

The [lexicWord]#dice# of a [lexicWord]#warden# form a [lexicWord]#dice-pool#. A [lexicWord]#glimmer# is a good roll.
Each [lexicWord]#warden# with a [lexicWord]#lantern# counts [lexicWord]#measures of light (MoLs)#.

=== Lantern

A thing that every [lexicWord]#warden# carries. It burns oil. {filler}

* [lexicWord]#Wick#: What burns in a [lexicWord]#lantern#.

== Words

[lexicWord]#oil-flask#:: A flask of oil.
"""


def found(text: str) -> list[tuple[str, str]]:
    report = check_text(text, system=None, dialect="asciidoc", path="text.adoc")
    assert {finding.rule for finding in report.findings} <= {"misspelt-term"}
    return [(f.place.source.slice(f.place.span), f.help) for f in report.findings]


def book(text: str = PAGE) -> tuple[Page, Lexicon]:
    page = page_of(text, system=None, dialect="asciidoc", path="game.adoc")
    return page, Lexicon(Book((page,)).pages)


PROSE = "= Game\n\nA [lexicWord]#warden# and a [lexicWord]#warden# meet [lexicWord]#wardens#.\n\n"


@pytest.mark.parametrize(
    "form", ["warden", "wardens", "warden's", "Warden", "WARDENS", "wardens'", "warden-pool", "Survival warden"]
)
def test_every_form_of_a_term_is_known(form: str) -> None:
    assert found(f"{PROSE}The [lexicWord]#{form}# waits.\n") == []


@pytest.mark.parametrize(
    ("slip", "meant"),
    [("wraden", "warden"), ("Wardn", "Warden"), ("wardenns", "wardens"), ("waarden", "warden"), ("wadens", "wardens")],
)
def test_a_slip_is_told_with_what_is_meant(slip: str, meant: str) -> None:
    assert found(f"{PROSE}The [lexicWord]#{slip}# waits.\n") == [(slip, f"write `{meant}`")]


@pytest.mark.parametrize(("slip", "meant"), [("keepe", "keeper"), ("rarety", "rarity"), ("raritys", "rarities")])
def test_what_looks_like_another_form_is_told_where_it_is_none(slip: str, meant: str) -> None:
    words = "A [lexicWord]#keeper# keeps a [lexicWord]#rarity#. "
    assert found(f"= Game\n\n{words * 3}The [lexicWord]#{slip}# waits.\n") == [(slip, f"write `{meant}`")]


def test_what_lacks_a_letter_of_another_one_is_a_word_where_it_stands_more_than_once() -> None:
    words = "A [lexicWord]#piller# waits. " * 3
    assert found(f"= Game\n\n{words}They [lexicWord]#pille# at night, and who does not pille?\n") == []


def test_a_slip_in_a_heading_is_told_and_one_in_prose_is_not() -> None:
    assert found(f"{PROSE}== The wraden\n\nHe is no wraden.\n") == [("wraden", "write `warden`")]


@pytest.mark.parametrize("word", ["garden", "harden", "warned", "war", "warding", "lantern", "wordless"])
def test_another_word_is_no_slip(word: str) -> None:
    assert found(f"{PROSE}The [lexicWord]#{word}# waits.\n") == []


def test_headings_are_held_to_marked_terms_and_not_to_each_other() -> None:
    headings = "\n\n".join(f"== Le mot {number}\n\nVoici." for number in ("moto", "mots", "motte", "un mote"))
    assert found(f"= Jeu\n\n{headings}\n\n== Le mot\n\nFin.\n\n== Mot\n\nFin.\n") == []


def test_of_two_names_that_are_used_alike_neither_is_a_slip() -> None:
    text = "= Game\n\n" + "A [lexicWord]#varden# fights a [lexicWord]#warden#. " * 3
    assert found(text + "\n") == []


def test_a_common_misspelling_is_told_once() -> None:
    terms = "A [lexicWord]#character# and [lexicWord]#characters#, three [lexicWord]#characters#, one"
    assert found(f"= Game\n\n{terms} [lexicWord]#chatacter#.\n") == [("chatacter", "write `character`")]


def test_names_of_the_game_are_known_though_the_text_marks_them_once() -> None:
    report = check_text("= Game\n\nA [lexicWord]#wisdm#.\n", system="sda", dialect="asciidoc", path="text.adoc")
    assert [(f.rule, f.help) for f in report.findings] == [("misspelt-term", "write `wisdom`")]


def test_other_dialects_mark_no_terms() -> None:
    text = "A **warden** and **wardens** and a **warden** and a **wraden**.\n"
    assert check_text(text, system=None).findings == ()


def test_base_forms() -> None:
    assert base_forms("MoSes") == ("moses", "mos", "mose")
    assert base_forms("specialities") == ("specialities", "speciality", "specialitie")
    assert base_forms("dice-dice") == ("dice-dice", "dice-die")
    assert base_forms("DICE’s") == ("dice", "die")
    assert base_forms("Wolves") == ("wolves", "wolf", "wolve")
    assert base_forms("success") == ("success",)
    assert base_forms("rolling") == ("rolling",), "plurals only"
    assert "measure of light" in keys("measures of light (MoLs)")
    assert "mol" in keys("measures of light (MoLs)")


def test_definitions_are_found_where_they_stand() -> None:
    _, lexicon = book()
    definitions = {entry.term: (entry.definition, entry.anchor) for entry in lexicon.glossary()}
    assert definitions["Wick"] == ("What burns in a lantern.", "_lantern")
    assert definitions["Lantern"] == ("A thing that every warden carries. It burns oil. {filler}", "_lantern")
    assert definitions["glimmer"] == ("A glimmer is a good roll.", "_dice")
    assert definitions["oil-flask"] == ("A flask of oil.", "_words")
    assert not {"warden", "Words"} & definitions.keys()


def test_a_term_leads_to_its_definition_in_whatever_form() -> None:
    _, lexicon = book()
    forms = ("lantern", "Lanterns", "lantern's", "oil flasks", "Oil-Flask")
    terms = [entry.term for form in forms if (entry := lexicon.entry(form))]
    assert terms == ["Lantern"] * 3 + ["oil-flask"] * 2
    assert lexicon.entry("warden") is None


def test_terms_are_shown_but_not_in_their_own_definition() -> None:
    page, lexicon = book()
    source = page.document.source
    shown = [(source.slice(span), entry.term) for span, entry in lexicon.occurrences(page)]
    assert shown == [("lantern", "Lantern"), ("lantern", "Lantern")]


def test_a_book_full_of_slips_takes_no_time_that_grows_with_their_square() -> None:
    def text(letters: str) -> str:
        words = " ".join(f"[lexicWord]#wa{a * 3}{b}{c}den#" for a in letters for b in "klmno" for c in "uvwxyz")
        return f"= Game\n\n{words}\n"

    found(text("a"))
    assert calls_of(found, text("abcd")) < 6 * calls_of(found, text("a"))
