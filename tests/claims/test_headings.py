"""Headings in the place of names that the rules know."""

import pytest

from tests.checking import check_text, serious, shown

ATTRIBUTES = "agility constitution strength erudition persona wisdom".title().split()


def page(*titles: str, above: str = "") -> str:
    return f"= Book\n\n== Attributes\n\n{above}" + "".join(f"=== {title}\n\nText.\n\n" for title in titles)


def found(text: str) -> list[str]:
    return [shown(finding) for finding in serious(check_text(text, system="sda", dialect="asciidoc"))]


def test_one_that_is_called_otherwise_is_told() -> None:
    assert found(page(*ATTRIBUTES)) == []
    (finding,) = serious(check_text(page(*ATTRIBUTES[:-1], "Cunning"), system="sda", dialect="asciidoc"))
    assert shown(finding) == "25:5 wrong-value 'Cunning'"
    assert finding.help == "write `Wisdom`"


def test_an_id_that_was_kept_says_which_one() -> None:
    text = page("Overview", *ATTRIBUTES[:-1], "Cunning", "Changing them")
    assert found(text) == []
    assert found(text.replace("=== Cunning", "[#wisdom]\n=== Cunning")) == ["30:5 wrong-value 'Cunning'"]


@pytest.mark.parametrize(
    "titles",
    [
        (*ATTRIBUTES[:-1], "Wisdom, and how to use it"),
        (*ATTRIBUTES[:-1],),
        (*ATTRIBUTES[:2], "Cunning"),
        (*ATTRIBUTES[:-2], "Cunning", "Charm"),
    ],
)
def test_what_may_be_something_else_is_no_fault(titles: tuple[str, ...]) -> None:
    assert found(page(*titles)) == []


def test_a_misspelt_one_is_told_once() -> None:
    text = page(*ATTRIBUTES[:-1], "Wisdmo")
    assert found(text) == ["25:5 misspelt-term 'Wisdmo'"]
    assert found(text + "A [lexicWord]#wisdom# of 3.\n") == ["25:5 misspelt-term 'Wisdmo'"]
