"""The set-to as the site puts it on its stage."""

from __future__ import annotations

from rulesmod.dice import Sfc32
from rulesmod.masque import showing
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.odds import Estimate
from rulesmod.masque.odds_table import BUILDS, chance
from rulesmod.masque.playing import run
from rulesmod.masque.roles import ROLES
from rulesmod.masque.telling import TELLING
from rulesmod.play import Odds, Play, Ready, Scene, Step

SAMPLE_SEED = "6d61737175657365742d746f"

EXAMPLE_SEED = "1027b2102d98166a7d3bf334"
"""Of a Bravo against an Orc: a hit, a parley, an Orc's natural and a Bravo's effect, in four bits."""


def sample() -> list[Step]:
    """The log of a short set-to, played by policies from a seed of its own."""
    ours, theirs = showing.SAMPLE
    return _played(ours, theirs, SAMPLE_SEED)


def _played(ours: list[str], theirs: list[str], seed: str) -> list[Step]:
    stage = showing.open_stage(ours, theirs, Sfc32(seed))
    run(stage, showing.whole_game(stage), lambda stage, question: showing.automatic(stage, question, "bold"))
    return [Step(*entry) for entry in showing.log_lines(stage, 0)]


def _bit(number: int) -> Scene:
    """A bit of the set-to that the book tells."""

    def steps() -> list[Step]:
        return [step for step in _played(["B8"], ["Orc"], EXAMPLE_SEED) if step.round == f"{number}"]

    return Scene(f"told-{number}", steps)


def odds() -> tuple[str, list[Odds]]:
    """How often one role actor alone puts one monster out of action."""
    trials = chance("L", 12, "Orc").trials
    low, high = Estimate(trials // 2, trials).interval()
    how = (
        f"Per cent of {trials} set-tos of one against one, both sides played by the bold policy: monsters reroll every "
        "natural, role actors cast their Build die where they can and bring each effect. Such a number is off by "
        f"{100 * (high - low) / 2:.0f} at the most, 19 times out of 20."
    )
    tables = [
        Odds(
            f"{role.name} against each monster, by current Build",
            tuple(str(build) for build in BUILDS),
            tuple((name, *(f"{100 * chance(letter, build, name).share:.0f}" for build in BUILDS)) for name in MONSTERS),
        )
        for letter, role in ROLES.items()
    ]
    return how, tables


PLAY = Play(
    name="set-to",
    title="A set-to",
    intro=(
        "Choose who meets whom, and play either side by hand or let it run: the bold policy rerolls every natural, the "
        "sparing one only what it needs. Each step names its rule."
    ),
    module=showing.__name__,
    ready=(
        Ready("A Lancer against an Ogre", ("L12",), ("Ogre",)),
        Ready("Two against an Ogre and its pack", ("C10", "M6"), ("Ogre", "Warg", "Goblin")),
        Ready("A Lancer alone against Vlad", ("L12",), ("Vlad",)),
    ),
    rules=tuple(sorted({rule for rule, _ in TELLING.values()})),
    sample=sample,
    odds=odds,
    scenes=tuple(map(_bit, range(1, 5))),
)
