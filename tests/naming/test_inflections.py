"""Words and their forms: what somebody types who means them."""

from __future__ import annotations

import pytest

from rulebook_text.naming.inflections import forms, lemma, singulars


@pytest.mark.parametrize(
    "family",
    [
        "roll rolls rolled rolling",
        "ability abilities",
        "die dice",
        "loss losses",
        "speciality specialities",
        "pass passes passed passing",
        "cast casts casting",
        "use uses used using",
        "stop stops stopped stopping",
        "carry carries carried carrying",
        "elf elves",
        "success successes",
        "bonus bonuses",
        "shoe shoes",
    ],
)
def test_every_form_of_a_word_leads_to_every_other(family: str) -> None:
    words = family.split()
    known = frozenset(words)
    for word in words:
        assert lemma(word, known) == words[0]
        assert known <= {*forms(word.title(), known)}


def test_known_words_decide_where_english_leaves_it_open() -> None:
    assert lemma("heroes", {"hero"}) == "hero"
    assert lemma("movies", {"movie"}) == "movie"
    assert lemma("dies") == "die"


@pytest.mark.parametrize("word", ["halfling", "bonus", "malus", "loss", "basis", "dress", "ring", "red"])
def test_what_only_looks_like_a_form_is_none(word: str) -> None:
    assert lemma(word, {word}) == word


def test_abbreviations_are_words_of_their_own() -> None:
    assert "mens" in forms("mEn")
    assert "man" not in forms("mEn")
    assert forms("GM") == ("gm", "gms")
    assert "moses" in forms("MoS")
    assert [*singulars("mEn")] == []
    assert [*singulars("MEN")] == ["man"]


def test_a_noun_has_no_forms_of_a_verb() -> None:
    assert forms("ability") == ("ability", "abilities")
    assert "rolled" not in forms("roll")
    assert "rolled" in forms("roll", {"rolling"})
