"""Where sentences end, and where they only seem to."""

import re

import pytest

from rulebook_text.lexing.clauses import BETWEEN_SENTENCES, FULL_STOP, PART_END, SENTENCE_END, stretch


@pytest.mark.parametrize(
    ("text", "around", "sentence"),
    [
        ("One. Two 2.5 more. Three", "more", " Two 2.5 more"),
        ("(One.) Two; three! Four", "three", " three"),
        ("“One.” Two? Three", "Two", "” Two"),
        ("One\nTwo\nThree", "Two", "Two"),
        ("v1.2.3 is one sentence", "one", "v1.2.3 is one sentence"),
    ],
)
def test_the_sentence_around_a_word(text: str, around: str, sentence: str) -> None:
    start = text.index(around)
    assert text[slice(*stretch(SENTENCE_END, text, start, start + len(around)))] == sentence


def test_a_part_ends_before_a_sentence_does() -> None:
    parts = re.split(PART_END, "One, two (three) – four: five; six. Seven 1,500")
    assert [part.strip() for part in parts] == ["One", "two", "three", "", "four", "five", "six", "Seven 1,500"]


def test_a_semicolon_ends_no_whole_sentence() -> None:
    assert len(re.split(FULL_STOP, "One; two. Three")) == 2


def test_sentences_begin_with_a_capital() -> None:
    assert BETWEEN_SENTENCES.split("One. Two e.g. three.” (Four) Five") == ["One.", "Two e.g. three.", "(Four) Five"]


def test_no_more_is_read_than_the_reach() -> None:
    assert stretch(SENTENCE_END, "a" * 2000, 1000, 1001, 10) == (990, 1011)
