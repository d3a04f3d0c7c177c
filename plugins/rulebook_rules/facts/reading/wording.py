"""The words of a language that facts are read by, and the stems of its nouns."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial

from rulebook_text.lexing.numbers import WORDS as ENGLISH_NUMBERS
from rulebook_text.lexing.word_tokens import DIGIT, LETTERS, lowered_words
from rulebook_text.words import BY_CODE, COMPLETE, ENGLISH, any_of
from rulebook_text.words.language import Language
from rulesmod.dice.digits import to_fraction

MIN_STEM = 3
MAX_JOINT = 8
"""A longer word joins no range."""
SIGNS: Mapping[str, str] = {"plus": "+", "minus": "−", "times": "×", "over": "/"}
"""The signs of arithmetic that languages have words for, by the groups of `Wording.signs`."""
MAX_LOOK = 2000
"""Characters of a page that show its language."""


def _folded(word: str) -> str:
    """Return a word without capitals and accents."""
    folded = unicodedata.normalize("NFD", word.casefold())
    return "".join(sign for sign in folded if not unicodedata.combining(sign))


class Wording:
    """The words of a language around facts.

    Args:
        language: one whose `facts` are not empty.
    """

    def __init__(self, language: Language) -> None:
        self._language = language
        self.numbers: Mapping[str, int] = ENGLISH_NUMBERS if language is ENGLISH else language.numbers
        plurals = (plural.split("=") for plural in language.facts["plurals"].split("|"))
        self._plurals = {_folded(plural): _folded(single) for plural, single in plurals}
        self.groups = "," if language is ENGLISH else "."
        """The sign between groups of three digits."""
        self._endings = [ending.partition("=")[::2] for ending in language.facts["endings"].split("|")]

    @cache  # noqa: B019  There are five wordings, and they live as long as the program.
    def words(self, part: str) -> frozenset[str]:
        """The words of a part of `FACT_PARTS`."""
        return frozenset(self._language.facts[part].split("|"))

    def part(self, name: str) -> str:
        """The text of a part of `FACT_PARTS` that is more than a list of words."""
        return self._language.facts[name]

    @cached_property
    def _number_words(self) -> frozenset[str]:
        return frozenset(word for name in self.numbers for word in LETTERS.findall(name)) - self.words("articles")

    def has_number(self, text: str) -> bool:
        """Return whether a text has a digit, or a word for a number that is no article."""
        return DIGIT.search(text) is not None or not self._number_words.isdisjoint(lowered_words(text))

    def count_numbers(self, words: Sequence[str]) -> int:
        """Return how many words in lower case are numbers, or articles that may be one."""
        return sum(word in self.numbers or not word.isalpha() for word in words)

    @cached_property
    def indefinite(self) -> frozenset[str]:
        """The articles that mean any one of a kind, as they also count: "a", "eine"."""
        counting = {word.partition("=")[0] for word in self._language.cues.get("numerals.articles", "").split("|")}
        return self.words("articles") & (counting | self.numbers.keys())

    @cached_property
    def measures(self) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
        """The stems of names of values, with the verbs that say the same."""
        results = []
        for pair in self._language.facts["measures"].split("|"):
            heads, _, verbs = pair.partition("=")
            results.append((frozenset(map(self.stem, heads.split(","))), frozenset(verbs.split(","))))
        return tuple(results)

    @cached_property
    def measure_verbs(self) -> frozenset[str]:
        """All of these verbs."""
        return frozenset[str]().union(*(verbs for _, verbs in self.measures))

    @cached_property
    def shares(self) -> tuple[tuple[Fraction, re.Pattern[str]], ...]:
        """Patterns of what a value is multiplied by, as "half" and "twice", with the number."""
        times = self._language.times.items()
        return tuple((to_fraction(number), _words(words)) for number, words in times)

    @cached_property
    def average(self) -> re.Pattern[str]:
        """A pattern of what stands before names of which the average is taken."""
        return _words(self._language.mean_of or "(?!)")

    @cached_property
    def mean(self) -> re.Pattern[str]:
        """A pattern of a word for an average."""
        return _words(self._language.mean or "(?!)")

    @cached_property
    def any_share(self) -> re.Pattern[str]:
        """A pattern of all of these."""
        return _words("|".join(self._language.times.values()))

    @cached_property
    def roundings(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        """Patterns of the two ways to round, "up" and "down"."""
        return tuple((way, _words(words)) for way, words in self._language.rounded.items())

    @cached_property
    def _total(self) -> re.Pattern[str]:
        return _only(self._language.total)

    def is_total(self, label: str) -> bool:
        """Return whether a label is that of a sum and names no thing."""
        return self._total.fullmatch(label.strip()) is not None

    @cached_property
    def _die(self) -> re.Pattern[str]:
        return _only(self._language.die)

    def is_die(self, word: str) -> bool:
        """Return whether a word says that dice are counted, and no kinds of them."""
        return self._die.fullmatch(word) is not None

    @cached_property
    def _rolling(self) -> re.Pattern[str]:
        return _only(self._language.roll_verbs)

    def is_rolled(self, word: str) -> bool:
        """Return whether a word says that dice are thrown."""
        return self._rolling.fullmatch(word) is not None

    @cached_property
    def _joint(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{self._language.to})(?!\w)", re.IGNORECASE)

    def joins_range(self, word: str, text: str) -> bool:
        """Return whether a word, with the text from it on, joins the ends of a range."""
        return len(word) <= MAX_JOINT and self._joint.match(text) is not None

    @cached_property
    def ands(self) -> frozenset[str]:
        """The words for "and"."""
        return frozenset(self._language.and_.split("|"))

    @cached_property
    def ors(self) -> frozenset[str]:
        """The words for "or"."""
        return frozenset(self._language.or_.split("|"))

    @cached_property
    def operators(self) -> Mapping[str, str]:
        """The words of one word for the signs of arithmetic."""
        return {
            word: sign for sign in ("+", "−", "×") for word in self._language.signs.get(sign, "").split("|") if word
        }

    @cached_property
    def signs(self) -> re.Pattern[str]:
        """A pattern of the words for signs of arithmetic, with a group for each of `SIGNS`."""
        said = self._language.signs
        return re.compile(
            "|".join(rf"(?<!\w)(?P<{name}>(?:{said.get(sign) or '(?!)'})(?!\w))" for name, sign in SIGNS.items()),
            re.IGNORECASE,
        )

    @cached_property
    def equal(self) -> re.Pattern[str]:
        """A pattern of the words for "is"."""
        return _words(self._language.is_)

    @cached_property
    def bounds(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        """Patterns of what limits the number behind it, by the name of the bound."""
        words = self._language
        parts = {
            "at least": words.at_least,
            "at most": words.at_most,
            "more than": words.above,
            "less than": words.below,
            "about": words.about,
        }
        return tuple(
            (name, re.compile(rf"(?<!\w)(?:{part})\s*$", re.IGNORECASE)) for name, part in parts.items() if part
        )

    @cached_property
    def bounds_behind(self) -> re.Pattern[str]:
        """A pattern of what limits the number before it: "or more"."""
        words = self._language
        return re.compile(rf"\s*(?:{words.or_})\s+(?:{any_of((words.more, words.less))})(?!\w)", re.IGNORECASE)

    @cached_property
    def compares(self) -> re.Pattern[str]:
        """A pattern of what makes the number before it a difference: "one cube more"."""
        more = any_of((self._language.more, self._language.less))
        # In "trois plus cinq" it is a sign of arithmetic.
        numbers = "|".join(sorted(self._number_words))
        behind = rf"\w|\s+(?:\d|(?:{numbers})(?!\w))"
        return re.compile(rf"(?:\s+[^\W\d_]+)?\s+(?:{more})(?!{behind})", re.IGNORECASE)

    @lru_cache(maxsize=20_000)  # noqa: B019
    def stem(self, word: str) -> str:
        """A word without what its forms differ in.

        >>> of_language("en").stem("Weights"), of_language("de").stem("Speere"), of_language("it").stem("forche")
        ('weight', 'spe', 'forc')
        """
        folded = _folded(word)
        while (shorter := self._shorter(folded)) != folded:
            folded = shorter
            if self._language is ENGLISH:
                break
        return folded

    def _shorter(self, word: str) -> str:
        if (single := self._plurals.get(word)) is not None:
            word = single
        for ending, instead in self._endings:
            if word.endswith(ending) and len(word) - len(ending) >= MIN_STEM and not word.endswith("ss"):
                return word[: -len(ending)] + instead
        return word

    @cached_property
    def common(self) -> frozenset[str]:
        """Small words that show the language."""
        parts = ("articles", "owners", "pronouns", "links", "negations")
        return frozenset[str]().union(*map(self.words, parts))

    @cached_property
    def showing(self) -> frozenset[str]:
        """Words that show the language: small ones, and those of calculations."""
        return self.common.union(self.words("equals"), self.words("makes"), self.operators) - {"", "=", "o", "a"}


def _only(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern or r"(?!)", re.IGNORECASE)


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)


_WORDINGS = {code: Wording(BY_CODE[code]) for code in COMPLETE}


def of_language(name: str) -> Wording:
    """The wording of a complete language by its code."""
    return _WORDINGS[name]


@lru_cache(maxsize=512)  # Several checks ask for the language of a page.
def wording_of(text: str) -> Wording:
    """The wording of the language that a text is in; English where nothing shows another."""
    words = Counter(LETTERS.findall(text[:MAX_LOOK].lower()))
    return max(_WORDINGS.values(), key=partial(_share, words))


def _share(words: Mapping[str, int], wording: Wording) -> int:
    return sum(words[word] for word in words.keys() & wording.showing)
