"""Links are those of Python-Markdown, and many brackets that nothing closes take the time of one look at them."""

from random import Random

import pytest
from markdown import Markdown

from rulebook_markdown import RulebookExtension
from tests.fuzz.poison import Poison, growth, undisturbed

SIGNS = ("[", "]", "!", "(", ")", "a", "\\", "`", "[a]", "(b)", '"', " ", "\n", "*", "<b>", "[a]: b\n")


def test_links_are_as_before() -> None:
    draw = Random(7)
    plain, ours = Markdown(), Markdown(extensions=[RulebookExtension()])
    for _ in range(1000):
        text = "[a]: x\n\n" + "".join(draw.choices(SIGNS, k=draw.randint(1, 25)))
        assert ours.reset().convert(text) == plain.reset().convert(text), text


@pytest.mark.parametrize("unit", ["[", "![", "[a [", "[a]("])
def test_brackets_that_nothing_closes_take_time_as_their_number_does(unit: str) -> None:
    def seconds(poison: Poison, length: int) -> float:
        text, converter = poison.text(length), Markdown(extensions=[RulebookExtension()])
        return undisturbed(lambda: converter.convert(text))

    grown = growth(Poison("", unit, ""), seconds, first=1000, most=32_000)
    assert not grown.is_square, str(grown)
