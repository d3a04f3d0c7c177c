"""The set-to as the site puts it on its stage."""

from __future__ import annotations

from rulesmod.dice import Sfc32
from rulesmod.masque import showing
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.odds import Estimate
from rulesmod.masque.odds_table import BUILDS, chance
from rulesmod.masque.playing import run
from rulesmod.masque.roles import ROLES
from rulesmod.masque.state import MARKS
from rulesmod.masque.telling import TELLING
from rulesmod.play import Chances, Drawing, Odds, Play, Ready, Scene, Step

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


def _marks() -> Drawing:
    """The marks of both sides: facing ones above each other, adjacent ones side by side."""
    across, ours, theirs = 110, 170, 60
    columns = {mark: 90 + across * at for at, mark in enumerate(MARKS)}
    places = [(x, y, mark) for y in (theirs, ours) for mark, x in columns.items()]
    end = 60 + across * len(MARKS)
    lines = [f"M{x - 28} {y}a28 17 0 1 0 56 0a28 17 0 1 0 -56 0" for x, y, _ in places]
    heads = f"{theirs + 27}l5 -7l5 7", f"{ours - 27}l5 7l5 -7"
    lines += [f"M{x} {theirs + 20}V{ours - 20}M{x - 5} {heads[0]}M{x - 5} {heads[1]}" for x in columns.values()]
    lines += [f"M{x + 32} {y}H{x + across - 32}" for x, y, mark in places if mark != MARKS[-1]]
    lines += [f"M40 {theirs - 32}H{end}", f"M40 {ours + 32}H{end}"]
    middle = 90 + across * (len(MARKS) - 1) // 2
    return Drawing(
        "marks",
        f"The stage: the entourage above, the troupe below, each on marks {MARKS[0]} to {MARKS[-1]}. Marks with the "
        "same number face each other, and marks side by side are adjacent. Behind its marks each side waits downstage.",
        2 * middle,
        theirs + ours,
        tuple(lines),
        (
            *((x, y + 6, str(mark)) for x, y, mark in places),
            (middle, 18, "the entourage, downstage"),
            (middle, theirs + ours - 8, "the troupe, downstage"),
        ),
    )


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
    odds=Chances("duels", odds),
    drawings=(_marks(),),
    scenes=tuple(map(_bit, range(1, 5))),
)
