"""Masque's saving throw and surprise, for the screen (Saving Throw; Surprise; Reaction Roll)."""

from __future__ import annotations

from rulesmod.dice.reading import Reading
from rulesmod.sheets import Choice, Dice, Group, Number, Part, Pool, Result, Rolled, Sheet, Throw

FAVOR, TEN = 100, 10
MODIFIERS = ("Stealth", "Alacrity", "Control")
"""The modifiers of a saving throw."""

_TENS: Reading = ["//", "roll", TEN]
_BACKWARDS: Reading = ["+", ["*", TEN, ["-", "roll", ["*", TEN, _TENS]]], _TENS]
_IS_MET: Reading = [">=", ["*", 2, "roll"], ["-", ["*", 2, "score"], "build"]]
"""Half the Build comes off the score that is needed; both sides are doubled, as nothing is rounded."""


def _after(text: str, label: str, modifier: str) -> Part:
    return Part(text, {"total": label, "result": ["+", label, modifier]})


SAVE = Sheet(
    name="save",
    title="Saving throw",
    intro="Put in the dice of the group and of the danger. Both are rolled, naturals added, and the totals compared.",
    groups=(
        Group(
            "group",
            "The group",
            (
                Dice("dice", "Dice", "d10", needed=True),
                Choice(name="trait", label="Modifier", options=tuple(enumerate(("none", *MODIFIERS))), start=0),
                Number("modifier", "Its number", -20, 20, 0),
            ),
        ),
        Group("danger", "The danger", (Dice("danger_dice", "Dice of the opponents or the danger", "d8", needed=True),)),
    ),
    outcomes=(
        Rolled("ours", "The group", "dice"),
        Rolled("theirs", "The danger", "danger_dice"),
        Result("added", "", ["if", "trait", "modifier", 0]),
    ),
    throws=(
        Throw(
            "save",
            "Roll the saving throw",
            {"group": "ours", "danger": "theirs"},
            {"total": ["+", "group", "added"]},
            (
                Part("The group has {total}, the danger {danger}.", {"total": "total", "danger": "danger"}),
                Part("The group is safe, or not surprised.", when=[">=", "total", ["+", "danger", 1]]),
                Part(
                    "The group is involved, or surprised: each actor may make a reaction roll.",
                    when=[">=", "danger", ["+", "total", 1]],
                ),
                Part("The totals are the same: the director decides.", when=["=", "total", "danger"]),
            ),
        ),
    ),
)

REACTION = Sheet(
    name="surprise",
    title="Reaction roll of a surprised actor",
    intro="The saving throw sets the score, which the director names. Half the Build comes off it.",
    groups=(
        Group(
            "actor",
            "The actor",
            (Number("score", "Score that is needed", 1, 100, 90), Number("build", "Build of the actor", 0, 40, 8)),
        ),
    ),
    outcomes=(Pool("reaction", "Reaction roll", (Part("d%"),)),),
    throws=(
        Throw(
            "reaction",
            "Roll the reaction",
            {"roll": "reaction"},
            {"back": _BACKWARDS},
            (
                Part(
                    "The roll is {roll}, and {back} read backwards.",
                    {"roll": "roll", "back": "back"},
                    [">=", FAVOR - 1, "roll"],
                ),
                Part("The actor can form up and cast in the first bit.", when=_IS_MET),
                Part("The actor stays surprised in the first bit.", when=["-", 1, _IS_MET]),
                Part("00 brings a special favor.", when=["=", "roll", FAVOR]),
            ),
        ),
    ),
)

SHEETS = (SAVE, REACTION)
