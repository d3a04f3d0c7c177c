"""The words that turn the meaning of a rule: in five languages, and changed in our books and in the raw sources."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rulebook_core.source import Source
from rulebook_proof.proof.lock import Lock, compare_page, lock_text
from rulebook_proof.proof.word_trials import WordTrial, try_words
from rulebook_proof.proof.words import Vocabulary
from rulebook_rules.book import Book
from rulebook_rules.facts.reading.wording import wording_of
from rulesmod.plain_dice import SYSTEM
from tests.checking import check_pages, page_of
from tests.our_books import our_books
from tests.seeds import GAMES, seed
from tests.shares import shares

WANTED = 0.95
"""The share of changes that a record makes reported; what is left is reported at another word of the sentence."""

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


def reported(trials: Sequence[WordTrial]) -> float:
    return sum(trial.is_reported for trial in trials) / len(trials)


@pytest.mark.parametrize("folder", shares(["sda/", "cavea/", "drama/", "dry-cereal/", "masque/"]))
def test_changed_words_of_our_books_are_reported(folder: str) -> None:
    book = our_books()
    pages = tuple(replace(page, reported=page.uri.startswith(folder)) for page in book.pages)
    trials = try_words(replace(book, pages=pages), Lock.of_book(book), processes=1)
    assert len(trials) > 50
    assert reported(trials) >= WANTED


@pytest.mark.parametrize("number", shares(["001", "000", "002", "003", "004"]))
def test_changed_words_of_a_source_are_reported_once_it_is_recorded(number: str) -> None:
    system, dialect = GAMES[number]
    page = page_of(seed(number), system=system, dialect=dialect)
    analyses = check_pages(page).of_games
    lock = Lock.of(Source("rulebook.lock", lock_text(analyses)))
    assert compare_page(lock, page, analyses[page.uri], {}, {}) == []
    trials = try_words(Book((page,)), lock, processes=1)
    assert len(trials) > 50
    assert reported(trials) >= WANTED
