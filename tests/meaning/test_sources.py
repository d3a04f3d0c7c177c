"""Changes of the raw sources that turn the meaning of a rule: four of five are reported, without any lock."""

from collections import Counter

from tests.checking import check_text, serious
from tests.meaning.measure import changes_of, reported
from tests.seeds import GAMES, seed
from tests.shares import whole

WANTED = 0.8


def results(number: str) -> dict[str, Counter[bool]]:
    game, dialect = GAMES[number]
    text = seed(number)
    (analysis,) = check_text(text, system=game, dialect=dialect).of_games.values()
    return reported(
        text, [*changes_of(analysis)], lambda changed: serious(check_text(changed, system=game, dialect=dialect))
    )


def test_words_exchanged_in_two_sources_are_reported() -> None:
    counts = sum((results(number)["word"] for number in ("000", "001")), Counter[bool]())
    assert counts.total() > 100
    assert counts[True] >= WANTED * counts.total()


@whole
def test_words_exchanged_and_negations_deleted_in_the_sources_are_reported() -> None:
    every = [results(number) for number in GAMES]
    for kind, least in (("word", 800), ("negation", 28)):
        counts = sum((one[kind] for one in every), Counter[bool]())
        assert counts.total() > least
        assert counts[True] >= WANTED * counts.total(), (kind, counts)
