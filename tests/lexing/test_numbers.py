"""Numbers and arithmetic as people write them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook_text.lexing.arithmetic import MAX_DEPTH, NotArithmeticError, evaluate
from rulebook_text.lexing.dice_words import pools_in_words
from rulebook_text.lexing.forms import like, rounds_to
from rulebook_text.lexing.numbers import WORDS, to_number
from rulebook_text.lexing.ranges import range_at, ranges_in
from tests.checking import check_text, serious, shown


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("+2", 2),
        ("−1", -1),
        ("-1", -1),
        ("2.5", Fraction(5, 2)),
        ("Twelve", 12),
        ("twenty-one", 21),
        ("a  single", 1),
        ("both", 2),
        ("no", 0),
        ("many", None),
        ("2d6", None),
        ("", None),
    ],
)
def test_a_number_or_none(text: str, value: object) -> None:
    assert to_number(text) == value


@given(st.sampled_from(sorted(WORDS)))
def test_a_number_is_written_back_in_its_own_form(word: str) -> None:
    value = to_number(word)
    assert isinstance(value, int)
    assert to_number(like(value, "two")) == value
    assert to_number(like(value, "+2")) == value
    assert to_number(like(value, "7")) == value


@given(st.fractions(min_value=0, max_value=1), st.integers(0, 4))
def test_printed_precision_is_the_tolerance(value: Fraction, places: int) -> None:
    exact = value * 100
    printed = f"{float(round(exact, places)):.{places}f}"
    assert rounds_to(exact, printed)
    step = Fraction(1, 10**places)
    assert not rounds_to(exact + step * Fraction(3, 2), printed)


def plain(depth: int) -> st.SearchStrategy[str]:
    number = st.integers(0, 99).map(str)
    if depth == 0:
        return number
    inner = plain(depth - 1)
    return st.one_of(
        number,
        st.tuples(inner, st.sampled_from(["+", "-", "*", " / "]), inner).map("".join),
        inner.map(lambda text: f"({text})"),
    )


@given(plain(4))
def test_arithmetic_agrees_with_python(text: str) -> None:
    from re import sub

    try:
        expected = eval(sub(r"(\d+)", r"Fraction(\1)", text), {"Fraction": Fraction})
    except ZeroDivisionError:
        with pytest.raises(NotArithmeticError, match="division by zero"):
            evaluate(text)
        return
    result = evaluate(text)
    assert result.value == expected
    assert sum(addend.value for addend in result.addends) == expected
    for addend in result.addends:
        assert evaluate(text[addend.start : addend.end]).value == abs(addend.value) or "-" in text


@pytest.mark.parametrize("text", ["", "2 +", "(2", "2)", "two", "2 2", "*", "1/0", "(" * 5000 + "1" + ")" * 5000])
def test_what_is_no_arithmetic_says_so(text: str) -> None:
    with pytest.raises(NotArithmeticError):
        evaluate(text)


def test_nesting_is_limited_and_the_limit_is_generous() -> None:
    assert evaluate("(" * MAX_DEPTH + "7" + ")" * MAX_DEPTH).value == 7
    with pytest.raises(NotArithmeticError, match=str(MAX_DEPTH)):
        evaluate("(" * (MAX_DEPTH + 1) + "7" + ")" * (MAX_DEPTH + 1))


@pytest.mark.parametrize(
    ("text", "dice", "modifier"),
    [
        ("consisting of a single d20.", {20: 1}, 0),
        ("three d4s, two d8s, five d10s, and one d12 (so", {4: 3, 8: 2, 10: 5, 12: 1}, 0),
        ("two d6s, three d10s, and a results modifier of +4.", {6: 2, 10: 3}, 4),
        ("two d20s with a results modifier of -1, due", {20: 2}, -1),
        ("two d20s with a modifier of −1", {20: 2}, -1),
        ("3 d8s and a d6", {8: 3, 6: 1}, 0),
        ("one d6 and another two d6s", {6: 1}, 0),
    ],
)
def test_dice_in_words(text: str, dice: dict[int, int], modifier: int) -> None:
    pool = next(pools_in_words(text))
    assert dict(pool.counts()) == dice
    assert pool.modifier == modifier


@pytest.mark.parametrize("text", ["d4, d6 and d8 dice", "a die", "2:d10 and nothing", "the d20"])
def test_dice_without_a_count_are_no_pool(text: str) -> None:
    assert list(pools_in_words(text)) == []


@pytest.mark.parametrize("word", ["98d8303", "04228d7", "d9154291", "65778d1", "9d2be60"])
@pytest.mark.parametrize("system", ["drama", "dry-cereal", "sda", "masque"])
def test_the_name_of_a_commit_is_no_dice(word: str, system: str) -> None:
    text = f"- A fix ([{word}](https://example.com/{word})), see `{word}` and {word} or d3.js\n"
    assert [shown(finding) for finding in serious(check_text(text, system=system))] == []


@pytest.mark.parametrize(
    ("text", "at", "span"),
    [
        ("3:d6/2:d8", 0, (0, 1)),
        ("3:d6/2:d8", 5, None),
        ("3:4", 0, None),
        ("12: cold", 0, (0, 2)),
        ("1-3: wet", 0, (0, 3)),
    ],
)
def test_a_range_before_a_colon(text: str, at: int, span: tuple[int, int] | None) -> None:
    found = range_at(text, at)
    assert (found and (found.start, found.end)) == span
    assert found == next((one for one in ranges_in(text) if one.start == at), None)
