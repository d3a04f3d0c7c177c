"""Which dice of a sentence would be rolled there."""

from __future__ import annotations

import pytest

from rulebook_text.lexing.dice_style import NO_HABIT, Habit, habit_of, may_be_habit
from rulebook_text.lexing.rollable import rolled_dice

CODES = Habit(codes=True)


def rolled(text: str, *, habit: Habit = NO_HABIT, spoken_of: bool = False) -> list[str]:
    return [text[start:end] for start, end, *_ in rolled_dice(text, 0, len(text), habit=habit, spoken_of=spoken_of)]


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("Take 2d6 damage, or 9 (2d6 + 2) by fire.", ["2d6", "2d6 + 2"]),
        ("claws (d8+d8), a tail (d6, slow)", ["d8+d8", "d6"]),
        ("whoever falls loses d4 Grit for d6+1 hours", ["d4", "d6+1"]),
        ("Roll a d20. On a 1, roll another d20 or d8.", ["d20", "d20", "d8"]),
        ("a 5 or more on a d6", ["d6"]),
        ("Smoke +5 vs. Guard (all nearby)—2d8 fire, burning—1d6 harm, 3—2d6, a die—d6—to roll", ["2d8", "1d6"]),
        ("dealing an additional d6 harm", ["d6"]),
        ("Falling objects do D6 damage, or D4+D4 STR damage.", ["D6", "D4+D4"]),
        ("asleep for D4 rounds, or after D6 turns", ["D4", "D6"]),
        ("inflicts a further d4 damage every d4 rounds", ["d4", "d4"]),
        ("it deals +1d6 frost, and each claw 1d8+STR", ["1d6", "1d8"]),
        ("a sword (1d8/1d10)", ["1d8", "1d10"]),
        ("knife +4 (1d4+1/19–20), two axes +9 (2d6–1/18-20, or 1d8/×3)", ["1d4+1", "2d6–1", "1d8"]),
        ("all tests at -2d6, sight by –1d10: −1d4 Wits; (cold) -3d6", ["2d6", "1d10", "1d4", "3d6"]),
        ("ein Schwert (1W8/1W10), меч (2к6/3к6)", ["1W8", "1W10", "2к6", "3к6"]),
        ("Dazu wird ein W6 geworfen, oder mit dem W20 gewürfelt. Er wordt een W8 gegooid.", ["W6", "W20", "W8"]),
        ("Dégât : {1d15}, 8d80 and 3W18, or take a d6 cold damage", ["1d15", "8d80", "3W18", "d6"]),
        ("searing pain (-d6 Grit)", ["d6"]),
        ("1d20 + Climb against 3d6 × 10", ["1d20", "3d6 × 10"]),
        ("It brings d4 Large Spiders, or D6 of them (D6).", ["d4", "D6"]),
        ("2W6 Schaden", ["2W6"]),
        ("zranění 2k8 + 2, slå 2T6, 1z20 at, 2д6", ["2k8 + 2", "2T6", "1z20", "2д6"]),
        ("K2, Z80, T6, k20, 2t5, 10k, 7k4 and 5k3 of other games", []),
        ("Roll 4d6k3", ["4d6k3"]),
        ("37EF, 24DF, 9DF, but 4DF", ["4DF"]),
        ("Roll 4d6kh3, 5d10>=8 or 4dF + 1!", ["4d6kh3", "5d10>=8", "4dF + 1"]),
        ("of age at 15+2d6, or 40 + 4d6 years; STR+2d6, level 3+", ["15+2d6", "40 + 4d6", "2d6"]),
        ("priced at 100+d100 crowns, heals 4 + d4 Grit", ["100+d100", "4 + d4"]),
        ("Health for each further level: D8 + your Build, or 5", ["D8"]),
        ("a purse with d6 coins", ["d6"]),
        ("bite 1d8+1-1d4, or 1d6-1d6", ["1d8+1-1d4", "1d6-1d6"]),
        ("A blast deals 1d10 damage to 1d3 limbs.", ["1d10", "1d3"]),
        ("d20", ["d20"]),
        ("D6 дней", ["D6"]),
        ("Puedes tirar D6, lance le D666, würfle W20. Make a d20 roll.", ["D6", "D666", "W20", "d20"]),
        ("D20 + skill", ["D20"]),
        ("Damage is Str+d4, or Strength+2d6.", ["d4", "2d6"]),
        ("Roll a twelve-sided die (d12).", ["d12"]),
        ("Roll 1d100 (or 2d10, one of them tens); 1d6 = 1-3: north", ["1d100", "1d6"]),
        ("tirerebbe un d20, tirar un dado de D20", ["d20", "D20"]),
        ("Roll on the 2d6 table, make a 2d6 roll.", ["2d6", "2d6"]),
    ],
)
def test_what_is_rolled(text: str, dice: list[str]) -> None:
    assert rolled(text) == dice


@pytest.mark.parametrize(
    "text",
    [
        "The d20 SRD says so.",
        "un joueur parle de d6 ou du d12, et les d10 explosent",
        "promedio (d4=2.5, d6=3.5, d8=4.5), de d6-2 a d6+2",
        "d8 d6 d6 d6, or d8 d8 d6 d4",
        "(máximo 5d8), d12 vs 6 ≈ 58%; changed d8 Clawed Tentacles to 2d8",
        "Changed 2d8 Tusks to d10 Tusks, change damage from 2d6 to 1d6+6, from a 3d6 throw to a 2d6+6",
        "in the notation 2D6, la notación 2D6",
        "4d8 adv 11, 3d10 dis 2",
        "names such as d20 (when used as a trademark)",
        "D6 Fantasy and the D6 System",
        "from D6 damage to D8 damage, the D6 damage die and a d8 damage roll",
        "rooms D2 and D3",
        "D2 leads to D3",
        "why d6 only",
        "a bigger die than a d8",
        "your d6 becomes a d8",
        "the die goes from 1d6 to 1d8",
        "d6s become d8s; the d20’s number",
        "You need a d4, d6, d8, d10, d12 and a d20.",
        "un d4, d6, d8, d10, d12 et d20",
        "one step up (1d4→1d6→1d8→1d10)",
        "1d4–1d6",
        "a d20-like game, a d20 roll, each d6 or d8",
        "d6 + d8 = d8",
        "If the d20 roll is 16 or more",
        "d8 instead of d6",
        "commit 5d62403b186f2ace, d1a215d9 and 4d3b",
        "https://example.org/2d6 fa-dice-d20 v1.2d6",
        "a page of 3d model, in 3D, at 2D",
        "d17, 1D17 and 2d641",
        "Swords have a large die (d12).",
        "halved (d4 → 1, d6 → 2/3, d8 → ½)",
        "all 36 outcomes of 2d6, up a step (max. d12)",
        "de 1d6 à 1d6+2, 2W6 bis 3W6",
        "the 1d20 table, several 3d6 rolls, a 2D6-Based game",
        "Tongues (W20), d8 / d6 / d6 / d6",
        "[d4][], or a [d6][]; Expressions such as 2D6 and 3D6 mean so many dice, and 4d6 means four.",
        "step it up to d8, a value (d4=16, d6=18), a minimum of 1d8, máximo de 10d6, referred to as a “d20”",
        "do not roll a d6, five d8 Hit Dice, a max of 3d6, great d66 charts",
        "The following dice: * 1d20 * 2d10 * 6d6 * 1d4",
        "dice notation such as “1d6”, which are in fact d10; un dado detto d20",
        "a club instead of the usual 1d6, en vez de 1d4, statt 2W6; Requires: WILL d4. It cannot exceed 2d6",
        "The game uses dice with six faces (D6). Ten-sided dice (D10), the first d6, from 1 to 10d10, d12 => d20",
        "au d100, d10, ou d6; d4, d6 oder d8; <= 5 on d8; 1d10 = 8, roll: 1d20+4 = 17. The game is built on a 2d6 core",
        "three d12 rolled together, 3 additional d20; 4d4 indicates four, 4d10 requires four dice; a 2d6 bell curve",
        'a table of d6 encounters, steps (up to d8/d10); isn\'t "does 1d8" but more; (no 1d8, 1d6, etc.)',
        '3d12 are usually higher than 3d8, expresiones como 2D6 o 3D6 significan, e.g. 2d6; "[N]d6", 2d6 システム',
        "Система QUAD использует бросок 4d6; más de un 1d6; more than 2d6, the minimum that anybody can roll is 1d6",
        "a formula such as 3d6, k8 ≈ +1, 1d8 ≈ +2; 全て 2d6 ベースで",
        "6 (médio do d10), the average of 2d6",
        "restore [d4]/[d6]/[d8]/[d10] points; replace 3d6 by 10; no 1d8, 1d6, 2d6 or others; d4، d6، d8",
        "weapons roll a d10 pool, games use 2d6, O sistema utiliza 2d6",
        "Roll: 81 on d100, 2d6: 4, 2. To indicate a raise: 1D6+2. Abilities start at d6, if the 2D6 result is even",
    ],
)
def test_what_is_not(text: str) -> None:
    found = rolled(text)
    assert found in ([], ["d8"]) if text.startswith("d8 instead") else not found


def test_codes_are_dice_where_the_book_has_them() -> None:
    text = (
        "Agility 3D+2: dodge 4D, lift 12D. Damage: 2D. Nobody has more than 5D, adds 1D, or spends 6D (+2D, 0D, 4D6)."
    )
    assert rolled(text, habit=CODES) == ["4D6", "3D+2", "4D", "12D", "2D"]
    assert rolled(text) == ["4D6"]
    text = "Her Lore is 3D+1. An additional 4D in damage; a score of 2D, at most a minimum of 1D. The maximum is 5D."
    assert rolled(text, habit=CODES) == ["3D+1", "4D", "2D"]
    assert not rolled("1D = 3 pips. It goes like this: 2D, 2D+1, 2D+2 and 3D.", habit=CODES)
    assert not rolled(
        "A code of 3D is human. It costs him 5D+1 to learn, not 4D, and 12D to 18D may be right.", habit=CODES
    )
    assert not rolled("a 3D model, 1D, 2D, 3D and 4D", habit=CODES)


def test_what_is_only_spoken_of_can_be_asked_for() -> None:
    assert rolled("a bigger die than a d8, from d4 to d6", spoken_of=True) == ["d8"]


@pytest.mark.parametrize(
    ("book", "text", "dice"),
    [
        pytest.param("Hoď 2k6 nebo 1k8.", "Hoď k20 a 8k6, ne 5k10.", ["k20", "8k6", "5k10"], id="Czech"),
        pytest.param(
            "k6, k8, k20", "Rzuć K20, testy K20; od k6 do 6k6.", ["K20", "k6", "6k6"], id="Polish, never counted"
        ),
        pytest.param("slå 2T6, 1T20", "T20 rundor, 9T6", ["T20", "9T6"], id="Swedish"),
        pytest.param("1W20 oder 2W6", "W20 Stunden; W6, W8, W10 und W12", ["W20"], id="German"),
        pytest.param("2T6", "Halt T20", [], id="once is no habit"),
        pytest.param("Roll 7k4, 5k3, 8k4 or 6k3.", "Keep k4 of 8k4.", [], id="how many are kept"),
        pytest.param("hexes k1 to k12, k4, k6, k8", "Go to k8.", [], id="a map"),
        pytest.param("K2, K4, K6, K8 and T6, T20", "Climb K8 with T20.", [], id="names"),
    ],
)
def test_what_begins_a_die_is_told_by_the_book(book: str, text: str, dice: list[str]) -> None:
    assert not rolled(text)[1:]
    assert rolled(text, habit=habit_of([book, text])) == dice


def test_only_what_may_be_dice_by_habit_asks_for_it() -> None:
    assert [may_be_habit(text) for text in ("hit 4D", "k20", "2d6 and K9")] == [True, True, True]
    assert not may_be_habit("Roll 2d6, or d20.")
