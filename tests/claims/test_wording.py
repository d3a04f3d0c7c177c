"""The language of phrasebooks: what is compiled, and when."""

import re
from dataclasses import replace

import pytest

from rulebook_rules.claims.language import matching, wording
from rulebook_rules.claims.language.blank_types import blank_types
from rulebook_rules.claims.language.matching import BlankType, SearchText
from rulebook_rules.claims.language.opposites import Opposites
from rulebook_rules.claims.language.wording import compile_wording
from rulebook_rules.systems import load_system
from rulebook_text.lexing.numbers import WORD_PATTERN, WORDS
from rulesmod.system import WordingError
from tests.checking import check_text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("(at|with) {points} (HP|Health Points)[,] [(the|a) character] (is dead|dies)", "at {points} HP is dead"),
        ("{n:numeral}(‘|’|) ... \\({m} or more\\)[.]", "{n} … ({m} or more)"),
        ("[a] {die:die}[,] and so on", "{die} and so on"),
    ],
)
def test_a_wording_is_shown_as_one_sentence(text: str, plain: str) -> None:
    assert wording.plain_wording(text) == plain


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{n} of {n}", "`n` names two of its blanks"),
        ("roll {1:die}", "`1` is no name for a blank"),
        ("roll {a:dye}", "there is no type `dye` of blanks"),
        ("roll [twice", "a `[` is never closed"),
        ("roll {a:broken}", "missing ), unterminated subpattern"),
    ],
)
def test_a_malformed_wording_is_told_before_any_text_is_read(text: str, fault: str) -> None:
    types = {**blank_types(load_system("cavea")), "broken": BlankType("(a", str)}
    with pytest.raises(WordingError, match=re.escape(fault)):
        compile_wording(text, types)


@pytest.mark.parametrize(
    ("text", "choices", "slip"),
    [
        ("(at|with) {points} (HP|Health Points)", (("at", "with"), ("hp", "health")), (("hp", "health"),)),
        ("{n} of [(the|a)] dice(‘|’|) (is (now|here)|rolls)", (("is", "rolls"),), (("is", "rolls"),)),
        (
            "(a|the) {die:die} shows (most|least) (first|at once)",
            (("a", "the"), ("most", "least"), ("first", "once")),
            (),
        ),
    ],
)
def test_of_what_a_wording_leaves_to_choose_one_has_to_be_there(
    text: str, choices: tuple[tuple[str, ...], ...], slip: tuple[tuple[str, ...], ...]
) -> None:
    types = blank_types(load_system("cavea"))
    assert compile_wording(text, types).choices == choices
    assert compile_wording(text, types, Opposites()).choices == slip


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("1, 2 and 3 are hits", ["1", "2", "3"]),
        ("In all, 4, 5 are hits", ["4", "5"]),
        ("Three, four or five are hits", ["Three", "four", "five"]),
    ],
)
def test_an_enumeration_that_a_wording_begins_with_is_taken_whole(text: str, items: list[str]) -> None:
    (match,) = compile_wording("{faces:list of number} are hits", blank_types(load_system("drama"))).matches(
        SearchText.of(text)
    )
    assert [item.text for item in match.blanks[0].items] == items


def test_every_number_word_is_taken_whole() -> None:
    for word in WORDS:
        for end in ("", "-", " or", "s"):
            found = re.match(WORD_PATTERN, word + end)
            assert found is not None
            assert found[0] == word


def test_only_what_may_fit_is_compiled() -> None:
    """Reading a short text is quick, however many phrases its game has."""
    game = replace(load_system("masque"))
    matching.compiled.cache_clear()
    check_text("# Words\n\nNothing here states a rule.\n", system=game)
    assert matching.compiled.cache_info().misses < sum(len(phrase.wordings) for phrase in game.phrases) / 4
