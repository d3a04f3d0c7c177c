"""The rules of SdA in other words: what is right stays silent, what is wrong is told."""

import pytest

from tests.checking import check_text, serious, shown, touches

RIGHT = """\
= Another telling

== Attributes

A character is described by six attributes: wisdom, persona, erudition, strength, constitution and agility.
All 6 attributes matter. Attributes such as agility and strength are of the body. The mental attributes are
erudition, persona and wisdom.
For most humans attributes range from 4 to 12.

.What scores mean
* 3 or less: crippling
* 4-5: weak
* 8-9: strong
* 6-7: average
* 10-11: exceptional
* 12: heroic
* 20 and up: supernatural

A score of 9 is relatively strong, and a score of 4 is weak. An attribute of 12 is worthy of a hero.

== Dice

Dice are written with a "d" (d4, d6, d8, etc).
You need d4s, d6s, d8s, d10s, d12s and d20s. The dice used are the d4, d6, d8, d10, d12 and d20. The most common
dice are the d6 and the d8.
There are six kinds of dice. A roll of 2d8 means two eight-sided dice. "5d10" stands for five ten-sided dice. Roll
three d6s (3d6).
Use a d8, d10 or d12 for strong characters.

== Skills

Skills belong to one or two attributes. Most skills have a single attribute. When two attributes govern a skill,
choose.
Survival has five specialities. Sheltering is a speciality of Survival. Foraging is a Survival speciality too.
Two specialities may be learnt at a time.

== Skill tests

The number of dice is one more than the rank. With a rank of 2 you roll 3 dice. With a rank of 0 you roll 1 die.
A skill of rank 4 gives 5 dice. An attribute of 11 gives a d10. An attribute of 20 gives a d20. With an attribute
of 13 you roll d12s.
Someone untrained rolls one die.

If an attribute is below 4, each die costs 1 spirit point per point below 4. With an attribute of 1 and a skill
rank of 2 the pool is 3d4 and costs 9 spirit points, because (4 - 1) * 3 = 9.
With an attribute of 3 and a skill of 0 you roll 1d4 and spend 1 spirit point.
Spending 2 spirit points gives a reroll.

== Success

Dice that show 4 or higher give MoSes. A die showing 3 or less gives none. A die showing 13 gives 3 MoSes. A 20
gives 5 MoSes. A 7 gives 1 MoS.

|===
|Face |MoS

|1-3 |0
|4-7 |1
|8-11 |2
|12-15 |3
|16-19 |4
|20 |5
|===

The 3d8 shows 8, 4 and 1: together 3 MoSes.
You need at least as many MoSes as the difficulty level. A difficulty level of 3 needs 3 MoSes.

== Difficulty

|===
|Task |MoSes

|Easy |1
|Moderate |2-3
|Difficult |4-5
|Very difficult |6-7
|Near impossible |8-9
|Legendary |10+
|===

A moderate task has a difficulty level of 2 or 3. The task is very difficult, so the difficulty level is 7.
Legendary tasks need at least 10 MoSes.
The average character succeeds at an easy task half the time when untrained. An untrained, average character has a
1 in 2 chance at an easy task.
The GM sets the difficulty level at 2. The task is easy but the difficulty level is raised to 3 by the storm.

== Hits

With 7 MoSes against a difficulty level of 4 you have 3 hits. A roll of 3 MoSes against difficulty level 3 gives no
hits.
The difficulty level is 1. She rolls 3 MoSes and gets two hits. Two hits kill a goblin.

== Bonus

A bonus of two MoSes is written +2 MoS. A bonus is noted as +1 MoS or +1d. A malus takes MoSes away. A malus of 2 is
noted as -2 MoS.
Good tools give a bonus of +2d.

== Resounding success

There are two conditions for a resounding success. It needs 3 MoSes on a pool of 3 dice.

== Complete failure

With 3 losses the difficulty level is 4. Someone whose rank is 3 loses 3 spirit points. The character loses 2
spirit points when frightened.

== Characters

Coins come in three kinds: gold, silver and copper. Ten copper coins make a silver coin. He carries 12 silver coins.
Five virtues are known: friendliness, courage, generosity, temperance and magnanimity. Two virtues oppose each
other. Each virtue stands between two vices.
Choose a race: Orc, Elf, Goblin and Hobgoblin are common. The small races are Goblin and Faun.
"""


def check(text: str) -> list[str]:
    report = check_text(text, system="sda", dialect="asciidoc", path="sda.adoc")
    return [shown(finding) for finding in serious(report)]


def test_what_is_right_in_other_words_stays_silent() -> None:
    assert check(RIGHT) == ["16:3 table-gap '12'"]  # No word for 13 to 19 here either.


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("described by six", "described by seven"),
        ("six kinds of dice", "five kinds of dice"),
        ("d6, d8, etc", "d10, d8, etc"),
        ("d6, d8, etc", "d6, d10, etc"),
        ("(d4, d6", "(d8, d6"),
        ("eight-sided", "six-sided"),
        ("5d10", "4d10"),
        ("one or two attributes", "one or three attributes"),
        ("Survival has", "Some skills are split into four specialities. Survival has"),
        ("one more than the rank", "two more than the rank"),
        ("you roll 3 dice", "you roll 2 dice"),
        ("rank 4 gives 5", "rank 4 gives 4"),
        ("gives a d10", "gives a d12"),
        ("you roll d12s", "you roll d20s"),
        ("untrained rolls one die", "untrained rolls two dice"),
        ("is below 4, each", "is below 5, each"),
        ("1 spirit point per point below 4", "2 spirit points per point below 4"),
        ("costs 9 spirit points", "costs 6 spirit points"),
        ("(4 - 1) * 3", "(4 - 1) * 2"),
        ("show 4 or higher", "show 5 or higher"),
        ("showing 13 gives 3", "showing 13 gives 4"),
        ("|8-11 |2", "|8-12 |2"),
        ("together 3 MoSes", "together 4 MoSes"),
        ("|4-5\n", "|4-6\n"),
        ("difficulty level is 7", "difficulty level is 8"),
        ("half the time", "a quarter of the time"),
        ("1 in 2", "1 in 3"),
        ("you have 3 hits", "you have 2 hits"),
        ("gets two hits", "gets three hits"),
        ("written +2 MoS", "written +3 MoS"),
        ("noted as -2 MoS", "noted as +2 MoS"),
        ("two conditions", "three conditions"),
        ("losses the difficulty level is 4", "losses the difficulty level is 3"),
        ("loses 3 spirit points", "loses 2 spirit points"),
        ("in three kinds", "in four kinds"),
        ("gold, silver and copper", "gold, iron and copper"),
        ("Five virtues", "Six virtues"),
        ("magnanimity", "patience"),
        ("between two vices", "between three vices"),
        ("strength, constitution and agility", "strength, constitution and speed"),
    ],
)
def test_what_is_wrong_in_other_words_is_told_at_its_place(old: str, new: str) -> None:
    start = RIGHT.index(old)
    text = RIGHT.replace(old, new, 1)
    findings = serious(check_text(text, system="sda", dialect="asciidoc", path="sda.adoc"))
    assert any(touches(finding, start, start + len(new)) for finding in findings), [*map(shown, findings)]
    assert len(findings) == 2, [*map(shown, findings)]


def test_words_and_notation_that_differ_are_both_named_at_the_die() -> None:
    text = "= Dice\n\nThe pool is four six-sided dice, written `4d8`.\n"
    (finding,) = serious(check_text(text, system="sda", dialect="asciidoc"))
    assert shown(finding) == "3:44 notation-mismatch 'd8'"
    assert finding.message == "the notation says `d8`, the words say `six-sided`"
    assert finding.help == "write `d6` instead of `d8`, or write `eight-sided` instead of `six-sided`"
    # A die that there is not is told by itself.
    (finding,) = serious(check_text(text.replace("`4d8`", "`4d7`"), system="sda", dialect="asciidoc"))
    assert finding.rule == "invalid-notation"


def test_a_row_that_is_gone_is_told_by_its_name_and_not_as_a_gap_as_well() -> None:
    rows = ["|5 or less |d4 |1\n", "|6 or 7 |d6 |1\n", "|8 or 9 |d8 |2\n", "|10 or 11 |d10 |2\n", "|12 to 19 |d12 |3\n"]
    head = '.Dice by attribute\n[options="header"]\n|===\n|Attribute |Die |Most MoSes per die\n'
    table = f"= Dice\n\n{head}{''.join(rows)}|20 or more |d20 |5\n|===\n"
    assert serious(check_text(table, system="sda", dialect="asciidoc")) == []
    (finding,) = serious(check_text(table.replace(rows[1], ""), system="sda", dialect="asciidoc"))
    assert finding.message == "the dice by attribute has no row for 6 or 7"
    assert finding.help == "add the row `6 or 7 | d6 | 1`"
