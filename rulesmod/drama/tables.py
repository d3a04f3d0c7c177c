"""Tables of Underlying Concepts: seasons, actor levels, kinds of dice, chances of Base dice."""

from __future__ import annotations

from rulesmod.drama import rules
from rulesmod.drama.names import ACTOR_LEVELS, FEASTS, KINDS, SEASONS
from rulesmod.system import Ladder, RuleTable, Vocabulary

MIN, MAX = 2, 10
"""The pools of Base dice whose chances the text prints."""
MAX_PENALTIES = 4


TABLES = (
    RuleTable(
        name="chances",
        title="chances of Base dice",
        columns=("Pool", "Chance"),
        keys=1,
        rows=tuple((f"{count}Bd", rules.reach(rules.pool(base=count))) for count in range(MIN, MAX + 1)),
        about=("chance", "odds", "results", "successes"),
        because=f"in {{share}} rolls of {{row}} the dice come to {rules.NEEDED} net successes or more",
    ),
    RuleTable(
        name="penalties",
        title="chances against Penalty dice",
        columns=("Base dice", "No Penalty", *(f"{count}Pd" for count in range(1, MAX_PENALTIES + 1))),
        keys=1,
        rows=tuple(
            (
                f"{count}Bd",
                *(rules.reach(rules.pool(base=count, penalty=penalty)) for penalty in range(MAX_PENALTIES + 1)),
            )
            for count in range(MIN, MAX + 1)
        ),
        about=("penalty", "penalties", "chance", "odds"),
        because=f"in {{share}} rolls of {{row}} ({{column}}) the dice come to {rules.NEEDED} net successes or more",
    ),
    RuleTable(
        name="levels",
        title="actor levels",
        columns=("Step", "Actor level", "Grows into"),
        keys=1,
        rows=tuple((step, level, rules.next_level(level) or "none") for step, level in enumerate(ACTOR_LEVELS, 1)),
        about=("level", "levels"),
    ),
)

LADDERS = (Ladder("actor-levels", "actor levels", ACTOR_LEVELS),)

VOCABULARIES = (
    Vocabulary("season", {name: name for season in SEASONS for name in season.names}),
    Vocabulary("feast", {name: name for name in FEASTS}),
    Vocabulary("dice kind", {kind.name: kind.letters for kind in KINDS}),
    Vocabulary("actor level", {level: level for level in ACTOR_LEVELS}),
)

TERMS = ("Drama Points", "momentum", "Director", "nBd", "nRd", "nDd", "nPd", *ACTOR_LEVELS)
