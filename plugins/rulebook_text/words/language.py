"""The words of a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

NO_WORDS: Mapping[str, str] = {}
NO_NUMBERS: Mapping[str, int] = {}


class Language(NamedTuple):
    """Patterns of words, without capturing groups and regardless of case; `fields.toml` describes each.

    What is empty is not read in this language. `cues` has the fields that one module alone asks for, by the name of
    their table: `enumerations.units`.
    """

    code: str
    cues: Mapping[str, str] = NO_WORDS
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
    mean_of: str = ""
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
