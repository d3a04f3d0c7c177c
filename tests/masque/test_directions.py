"""Directions of Masque's rules: what is turned round is found at the word, and what agrees stays silent."""

import pytest

from tests.checking import check_text, serious, shown

SENTENCES = [
    ("Take dice whose number of faces are {less} than or equal to Build.", "fewer", "more"),
    ("The side with the {higher} build total strikes.", "greater", "lower"),
    ("Hits go in {diminishing} order of final results.", "descending", "increasing"),
    ("It goes against {upstage} opponents while any remain, then those downstage.", "upstage", "downstage"),
    ("Who does not qualify to hit gets forced {downstage} at once.", "downstage", "upstage"),
    ("Ties get awarded to the {lesser} Build.", "lower", "greater"),
    ("Nullifications get adjudged {before} build totals come.", "prior", "after"),
    ("The current build {decremented} upon each pairing hurts.", "lowered", "incremented"),
    ("The {Curate} revises the designated die by subtracting it.", "Curate", "Bravo"),
    ("A Curate revises the designated die by {subtracting} it.", "deducting", "adding"),
    ("You may round odd Chops {up} to the next even number.", "up", "down"),
    ("Round {odd} Chops up to the next even number.", "odd", "even"),
    ("It goes against the {lowest} value of the smallest die type.", "least", "highest"),
    ("In a tie it is the die with {fewer} faces.", "less", "more"),
    ("It accrues to add +d({sum}) later on.", "sum", "n"),
    ("The bonus is treated as a +d({n}) here.", "n", "sum"),
    ("The bonus is treated as a {+}d(n) here.", "+", "-"),
    ("A cursed item, for which {-}d(n) is deducted, hurts.", "-", "+"),
    ("A rerolled die {less} than the lowest initial die counts.", "lower", "more"),
    ("The opponent on a {facing} mark is fooled.", "facing", "adjacent"),
    ("A user whose casting {exceeds} the casting of a target may turn it.", "exceeds", "misses"),
    ("Results are arranged from {low} to high.", "low", "high"),
    ("It shows in the casting in the {first} bit of a set-to.", "First", "second"),
    ("A value {more} than its current build contributes nothing.", "above", "less"),
]


@pytest.mark.parametrize(("sentence", "same", "contrary"), SENTENCES)
def test_a_turned_word_is_one_finding_at_its_place(sentence: str, same: str, contrary: str) -> None:
    start = sentence.index("{")
    word = sentence[start + 1 : sentence.index("}")]
    for right in (word, same):
        text = sentence.replace(f"{{{word}}}", right)
        assert [shown(finding) for finding in serious(check_text(text, system="masque", dialect="prose"))] == []
    text = sentence.replace(f"{{{word}}}", contrary)
    found = [shown(finding) for finding in serious(check_text(text, system="masque", dialect="prose"))]
    assert len(found) == 1
    assert found[0].startswith(f"1:{start + 1} wrong-value '{contrary}")
