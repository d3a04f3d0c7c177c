"""The words of a language: the shape of the modules in `rulebook_text.lexing.words`.

The shape of the modules in `rulebook_text.lexing.words`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

NO_WORDS: Mapping[str, str] = {}
NO_NUMBERS: Mapping[str, int] = {}

FACT_PARTS: Mapping[str, str] = {
    "endings": "endings of a noun that its forms differ in, longest first; `ies=y` exchanges one",
    "plurals": "nouns whose plural has no such ending: `men=man|feet=foot`",
    "articles": "before a noun: articles and what takes their place",
    "owners": "between a value's name and whose it is: `the Speed of a Punt`",
    "pronouns": "that mean a thing or its owner",
    "links": "between a value's name and the value, besides articles",
    "events": "that something changes, is halved, or holds on a condition: the value of the thing is another one then",
    "negations": "that something is not so",
    "measures": "verbs for the name of a value, as `weight=weighs,weighing;price,cost=costs`",
    "places": "before the name of a place where something happens: `sells them at Anselm for 21 coins`",
    "together": "that a sentence adds up what was named: `together they cost 6 coins`",
    "changes": "verbs between two amounts that are worth the same: `may change 24 florins for 3 crowns`",
    "adds": "beside the number that several values come to: `the three talents add up to 9`",
    "wholes": "before a number that counts all there are",
    "parts": "before or behind a number that counts some of those there are",
    "equals": "between two amounts that are worth the same",
    "ranges": "before a range that a value keeps to: `Luck goes from 1 to 5`",
    "exchanges": "verbs that join an amount of a currency and what it pays for, on either side",
    "fillers": "small words before a value that do not change it: `its Pace is only 2`",
    "as": "between a name and the value it is: `has a Felt coat as a keepsake`",
    "between": "before a range whose ends `and` joins",
    "losses": "verbs for what somebody loses or pays",
    "remainders": "beside what is left then",
    "makes": "before what amounts come to",
    "at": "before the price of each of several",
    "converts": "verbs between an amount and what it is worth: `eight drops fill a comb`",
    "relatives": "between a comma and such a verb: `16 bells, which is 4 watches`",
    "each": "before what a rate counts: `2 Renown for each mead`",
    "so": "between what an example has and what follows by a rate: `three meads, and so gets 6 Renown`",
    "opposites": "words of two sides that contradict each other: `höher,mehr=niedriger,weniger`; English has its own",
    "denials": "verbs, each with its denial: `is=is not`",
    "quantifiers": "words that make a sentence another rule, those of one meaning joined by commas: `each,every|all`",
    "from": "before the least number that gives a title, and `below` before the first that no longer does",
}

CHOICE_PARTS: Mapping[str, str] = {
    "keep": "verbs before or behind the dice that count, and `drop` before those that do not",
    "high": "which dice: the highest ones, and `low` the lowest",
    "the": "between a verb and these",
    "results": "nouns behind them",
    "of": "between them and the dice before which they stand: `the highest of 3d6`",
    "passive": "behind the dice that do not count: `the lowest is ignored`",
    "joint": "between dice and the verb",
    "sum": "behind a choice, that the other dice are added up, which changes nothing",
    "if": "that what is said does not hold always",
    "double": "that a roll counts twice, before or behind it; `triple` and `halve` alike",
    "advantage": "behind a die, that it is rolled twice and the higher counts; `disadvantage`: the lower",
}

ROW_PARTS: Mapping[str, str] = {
    "double": "a row of a table for two dice that show the same, and `triple` for three",
    "odd": "a row for totals that no 2 divides, and `even` for the others",
    "rest": "a row for all that no other row holds",
    "any": "before these",
    "of": "between these and the face that all of the dice show",
    "joint": "behind such a face before them: the `er` of `6er-Pasch`",
}

AGAIN_PARTS: Mapping[str, str] = {
    "order": "an order to roll on the same table; `TIMES` is how often, by the numbers `1` to `4`",
    "once": "the same in a word",
    "same": "behind it: on this table",
    "use": "behind that, what is done with the results",
    "joint": "between these",
    "ignore": "before the results that do not count: `this` one, or numbers behind `any`",
}


class Language(NamedTuple):
    """Patterns of words, without capturing groups and regardless of case. What is empty is not read in this language.

    Attributes:
        about: before a number, that it is not exact.
        or_, more, less: of "4 or more", "4 or less".
        to: of "1 to 4".
        between, and_: of "between 1 and 4".
        from_: before the lower end of a range in brackets: "(from 3 to 18)".
        at_least, at_most, above, below: before a number.
        times_in: of "1 in 6".
        numbers: number words, as far as they are read beside `times_in`.
        percent: the word for the sign.
        likelihood: at the head of a column, the odds of its rows and nothing else.
        chances: words for a chance, by the meanings that `rulebook_text.lexing.chances` declares.
        rolling: words that say how likely a roll is, by their parts in `rulebook_text.lexing.stated_chances.tokens`.
        odds, ratio: before "1 to 5", and between its numbers.
        against: behind it, that the first number counts the rolls that do not succeed.
        chance_of: what may stand between the numbers of "1 in 6" and the words for them ("1 chance in 6").
        rolls: what a column of dice is called besides them.
        mean, means: an average, in a sentence and as the head of a column.
        damage: what averages are printed for.
        health: what is lost or regained, whose averages stand before the name alone.
        health_short: the same as stat blocks abbreviate it.
        hit_dice: the label before the dice of somebody's health.
        lowest, highest: before what dice come to at least or at most, and at the head of a column of such.
        total: the label of the sum of what is listed above it.
        rolled: that somebody has rolled a number, which is then no average.
        numbered: what is called by its number: a level, a page.
        roll: asks for dice to be rolled that stand behind it.
        name: the label before what somebody is called.
        the, whose: before the name of a value, as everybody has it, and as one alone may.
        is_: between a value and its formula.
        signs: what the signs of arithmetic are called; a formula may have `+`, `−`, `×` and `/`.
        roll_verbs, random_table: words that order a roll on a table, and for such a table.
        rolled_times: how often somebody rolls, by the number: "twice".
        sum_of: before names that `and` adds up.
        times: what a value is multiplied by, by the number: "twice", "half the".
        rounded: behind a formula, by the way, "up" or "down".
        sometimes: that a formula does not hold always, or goes on in words.
        least, most: before the number that another one goes no further than, besides `at_least` and `at_most`.
        but: before these.
        otherwise: says that numbers are counted in another way: of clocks, versions, digits, to another base.
        instead: before what something else takes the place of.
        needs: the label before what is needed.
        aside: titles of what is no text of a game: its history, its licence, what lies in its box.
        thrown: right behind a die that is rolled.
        mentions: before dice, however many, that are written about: what they are called, changed from, or not.
        notation: what dice are an example of.
        system, uses: of "the game uses 2d6".
        explains: behind dice, before what they mean.
        several: number words of 2 and more, before a die that has no count of its own.
        operators: signs of arithmetic as they are said between dice and numbers.
        keeps: verbs for choosing which of several dice count.
        takes: the same, of verbs that are said of much else.
        ends: which of several dice may be chosen: the highest, the worst.
        die: nouns for dice.
        die_words: nouns for what dice show.
        advantage: behind dice, that they are rolled twice and one of both counts.
        again: that dice are rolled again, or explode.
        scales: before dice, that they come to a multiple or a part.
        scaled: the same behind dice.
        scaling: verbs for multiplying or dividing.
        outcome: what stands for the number that was rolled, beside these verbs.
        spoken_of: before a single die that is not rolled there, besides `the`.
        modifies: that something is added to a roll, or taken from it.
        lone: words that no sentence has twice in a row.
        players: words that only games have, case told apart.
        rolled_again: words of a table's row that order a further roll, by the parts that `AGAIN_PARTS` declares.
        rows: words of a table's rows for what dice show together, by the parts that `ROW_PARTS` declares.
        choosing: words of sentences that say how dice count, by the parts that `CHOICE_PARTS` declares.
        facts: words of sentences that state a value of a thing, by the parts that `FACT_PARTS` declares.
    """

    about: str = ""
    or_: str = ""
    more: str = ""
    less: str = ""
    to: str = ""
    between: str = ""
    from_: str = ""
    and_: str = ""
    at_least: str = ""
    at_most: str = ""
    above: str = ""
    below: str = ""
    times_in: str = ""
    numbers: Mapping[str, int] = NO_NUMBERS
    percent: str = ""
    likelihood: str = ""
    chances: Mapping[str, str] = NO_WORDS
    chance_of: str = ""
    rolling: Mapping[str, str] = NO_WORDS
    odds: str = ""
    ratio: str = ""
    against: str = ""
    rolls: str = ""
    mean: str = ""
    means: str = ""
    damage: str = ""
    health: str = ""
    health_short: str = ""
    hit_dice: str = ""
    lowest: str = ""
    highest: str = ""
    total: str = ""
    rolled: str = ""
    numbered: str = ""
    roll: str = ""
    name: str = ""
    the: str = ""
    whose: str = ""
    is_: str = ""
    signs: Mapping[str, str] = NO_WORDS
    roll_verbs: str = ""
    random_table: str = ""
    rolled_times: Mapping[str, str] = NO_WORDS
    sum_of: str = ""
    times: Mapping[str, str] = NO_WORDS
    rounded: Mapping[str, str] = NO_WORDS
    sometimes: str = ""
    least: str = ""
    most: str = ""
    but: str = ""
    otherwise: str = ""
    instead: str = ""
    needs: str = ""
    aside: str = ""
    mentions: str = ""
    thrown: str = ""
    notation: str = ""
    system: str = ""
    uses: str = ""
    explains: str = ""
    spoken_of: str = ""
    several: str = ""
    operators: str = ""
    keeps: str = ""
    takes: str = ""
    ends: str = ""
    die: str = ""
    die_words: str = ""
    advantage: str = ""
    again: str = ""
    scales: str = ""
    scaled: str = ""
    scaling: str = ""
    outcome: str = ""
    modifies: str = ""
    lone: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    rolled_again: Mapping[str, str] = NO_WORDS
    rows: Mapping[str, str] = NO_WORDS
    choosing: Mapping[str, str] = NO_WORDS
    facts: Mapping[str, str] = NO_WORDS
