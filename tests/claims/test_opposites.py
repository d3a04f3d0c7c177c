"""Words that stand for the opposite of others."""

from rulebook_rules.claims.language.opposites import Opposites


def test_words_of_one_side_are_the_same() -> None:
    opposites = Opposites([("upstage", "downstage")])
    assert "less" in opposites.of("Better")
    assert opposites.of("downstage") == ("upstage",)
    assert opposites.side("greater") == opposites.side("higher") != opposites.side("lower")
    assert "=>" not in opposites.of(">=")
    assert ">" in opposites.of(">=")
    assert opposites.of("dragon") == ()
