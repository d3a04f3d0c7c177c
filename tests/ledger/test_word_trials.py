"""The words that turn the meaning of a rule, in five languages."""

import pytest

from rulebook_proof.proof.words import Vocabulary
from rulebook_rules.facts.reading.wording import wording_of
from rulesmod.plain_dice import SYSTEM

TEXTS = {
    "en": "The die with the higher number is the one that counts for all of you, and the other is not.",
    "de": "Der Würfel mit der Zahl zählt für alle, und die anderen sind nicht dabei, wenn sie der ersten gleich ist.",
    "fr": "Le dé avec le plus grand nombre est celui qui compte pour tous les joueurs, et les autres ne comptent pas.",
    "es": "El dado con el número mayor es el que cuenta para todos los jugadores, y los otros no cuentan en la tirada.",
    "it": "Il dado con il numero maggiore è quello che conta per tutti i giocatori, e gli altri non contano nel tiro.",
}


@pytest.mark.parametrize(
    ("language", "word", "other", "verb", "denial"),
    [
        ("en", "higher", "smaller", "is", "is not"),
        ("de", "höher", "schlechter", "ist", "ist nicht"),
        ("fr", "premier", "dernière", "est", "n'est pas"),
        ("es", "más", "menos", "es", "no es"),
        ("it", "sempre", "mai", "è", "non è"),
    ],
)
def test_words_have_opposites_and_verbs_a_denial(language: str, word: str, other: str, verb: str, denial: str) -> None:
    words = Vocabulary(SYSTEM, wording_of(TEXTS[language]))
    assert words.instead(word) == other
    assert words.denied(verb) == denial
    assert words.side(word) != words.side(other)
