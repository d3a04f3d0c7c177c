"""Questions, variants, denials and conditions: what states nothing."""

import pytest

from rulebook_text.lexing.modality import is_condition, is_denied, is_proposed


def test_questions_and_variants_propose() -> None:
    assert is_proposed("Is it so? Yes.", 0, 2)
    assert not is_proposed("It is so. Is it?", 0, 2)
    assert is_proposed("It is. In a variant it is not.", 16, 18)


def test_a_denial_reaches_as_far_as_its_clause() -> None:
    text = "More is not less, and less is fine."
    assert is_denied(text, 0, 4, frozenset())
    assert not is_denied(text, 0, 4, frozenset(["not"]))
    assert not is_denied(text, 0, 4, frozenset(), within=(0, 16))
    assert not is_denied(text, text.rindex("less"), text.rindex("less") + 4, frozenset())


@pytest.mark.parametrize(
    ("text", "whole", "expected"),
    [
        ("If it is more, roll.", "it is more", True),
        ("If it is more, roll.", "it is more, roll", False),
        ("If it is more it wins.", "it is more it wins", False),
        ("It wins if it is more.", "it is more", True),
        ("It wins if it is more.", "wins if it is more", False),
        ("It is more.", "is more", False),
    ],
)
def test_a_condition_without_what_follows_from_it(text: str, whole: str, expected: bool) -> None:
    start, at = text.index(whole), text.index("more")
    assert is_condition(text, at, at + 4, (start, start + len(whole))) is expected


@pytest.mark.parametrize(
    "text",
    ["It does not count.", "Das zählt nicht.", "Cela ne compte pas.", "Eso nunca cuenta.", "Questo non conta."],
)
def test_five_languages_deny(text: str) -> None:
    assert is_denied(text, 0, 4, frozenset())
    assert not is_denied(f"A non-player rolls. {text}", 0, 4, frozenset())


@pytest.mark.parametrize(
    "text",
    ["In a variant it is so.", "Eine Hausregel: es ist so.", "Une variante : il en est ainsi.", "Variante: es así."],
)
def test_variants_propose_in_other_languages(text: str) -> None:
    assert is_proposed(text, len(text) - 4, len(text) - 1)
