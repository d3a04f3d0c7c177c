"""What is near is what `difflib` says is, however it is found."""

from difflib import get_close_matches

from hypothesis import given
from hypothesis import strategies as st

from rulebook_rules.checks.nearness import MAX_NEAREST, Nearness

WORD = st.text("abc-1", max_size=12)


@given(WORD, st.lists(WORD, max_size=30), st.sampled_from([0.5, 0.75, 0.8, 1.0]))
def test_the_same_words_in_the_same_order(wanted: str, known: list[str], cutoff: float) -> None:
    assert Nearness(known).near(wanted, cutoff) == get_close_matches(wanted, known, n=MAX_NEAREST, cutoff=cutoff)


@given(st.text("ab", min_size=195, max_size=205), st.lists(st.text("ab", min_size=195, max_size=205), max_size=5))
def test_long_words_too(wanted: str, known: list[str]) -> None:
    assert Nearness(known).near(wanted, 0.6) == get_close_matches(wanted, known, n=MAX_NEAREST, cutoff=0.6)
