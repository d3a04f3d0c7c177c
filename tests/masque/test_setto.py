"""The set-to as a whole: what holds in every one of them, whoever plays and whatever is chosen."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesmod.dice import Sfc32
from rulesmod.masque import open_places
from rulesmod.masque.aftermath import close, recover
from rulesmod.masque.casts import allowed, average2, cast_text, casts, lowered_casts, price
from rulesmod.masque.encounter import backward, encounter
from rulesmod.masque.items import ITEMS, usable
from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.playing import play, run
from rulesmod.masque.roles import ROLES
from rulesmod.masque.rulings import Readings
from rulesmod.masque.setto import arrange, monster, new_stage, role_actor, set_to
from rulesmod.masque.showing import CHOICES, QUESTIONS, choice_text, open_stage, question_text
from rulesmod.masque.state import MARKS, Actor, Question, Stage, home, standing_on
from rulesmod.masque.telling import TELLING, rule_of, tell
from tests.masque.table import Laid, Said, bit, bravo, foe, keys, lancer, lay_out, magnus, with_readings

RULES = Path(open_places.__file__).parent
SEEDS = st.integers(0, 2**96 - 1).map(lambda number: f"{number:024x}")
NAMED = [name for name, item in ITEMS.items() if item.kind == "set-to" and name not in ("weapon", "armor")]
CARRIED = [*NAMED, "+3 weapon", "-2 weapon", "+2 armor", "-1 helm", "+1 Alley armor", "+2 Cavalier boots"]


@st.composite
def role_actors(draw: st.DrawFn, side: int) -> Actor:
    role = draw(st.sampled_from(list(ROLES)))
    items = draw(st.lists(st.sampled_from([name for name in CARRIED if usable(name, role)]), max_size=3, unique=True))
    actor = role_actor(role, f"{ROLES[role].name} {side}", draw(st.integers(2, 15)), items, side)
    if side == 1:
        actor.effect = draw(st.sampled_from(["", "Add-on +d1"]))
        actor.shapeshift = draw(st.sampled_from(["", "initial", "volatile"]))
        actor.bonus_size = draw(st.sampled_from([0, 2]))
        actor.lighting = draw(st.sampled_from([0, -2]))
        actor.baseline = draw(st.sampled_from([1, 5]))
    return actor


@st.composite
def monsters(draw: st.DrawFn) -> Actor:
    name = draw(st.sampled_from(list(MONSTERS)))
    actor = monster(name, name)
    actor.venomous = draw(st.booleans())
    return actor


LINEUPS = st.tuples(
    st.lists(role_actors(0), min_size=1, max_size=5),
    st.lists(st.one_of(monsters(), monsters(), role_actors(1)), min_size=1, max_size=5),
)
READINGS = st.builds(
    Readings,
    doubled=st.sampled_from(["folded", "even"]),
    pair_average=st.sampled_from(["listed", "kept"]),
    add_on=st.sampled_from(["chain", "once"]),
    venom=st.sampled_from(["instead", "besides"]),
    tie=st.sampled_from(["natural", "parley"]),
    added=st.sampled_from(["counted", "ignored"]),
)
RELAXED = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))


def copy(actor: Actor) -> Actor:
    """An actor as it was before it played."""
    fresh = Actor(0, actor.name, actor.side, actor.monster, actor.role, actor.build, actor.build)
    fresh.cast, fresh.modifier, fresh.items = list(actor.cast), actor.modifier, list(actor.items)
    for name in ("effect", "shapeshift", "bonus_size", "lighting", "baseline", "venomous"):
        setattr(fresh, name, getattr(actor, name))
    return fresh


class Watcher:
    """Chooses at random, with its own randomness, and checks at every question what must hold."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.builds: dict[int, int] = {}
        self.gone: set[int] = set()

    def __call__(self, stage: Stage, question: Question) -> int:
        self.check(stage)
        if question.actor >= 0 and question.kind not in ("round-chops", "raise-build"):
            assert not stage.actors[question.actor].out, f"{question.kind} is asked of one who is out"
        assert question_text(stage, question)
        texts = [choice_text(stage, choice) for choice in question.choices]
        assert len(texts) >= 1
        assert not any("mark 0" in text for text in texts)
        if question.kind == "go-on":
            return 0 if stage.bit < 15 else 1
        return self.random.randrange(len(question.choices))

    def check(self, stage: Stage) -> None:
        for side in (0, 1):
            for mark in MARKS:
                own = [actor for actor in standing_on(stage, side, mark) if actor.side == side]
                assert len(own) <= 1, "one actor a mark"
            upstage = [actor for actor in stage.actors if actor.side == side and actor.mark and home(actor) == side]
            assert len(upstage) <= 3, "at most three upstage"
        for actor in stage.actors:
            potion = "potion-build" in keys(stage)
            assert actor.current <= actor.build, "a build never rises above its trait"
            assert potion or actor.current <= self.builds.get(actor.number, actor.build)
            self.builds[actor.number] = actor.current
            assert actor.hits <= 1 or actor.out or actor.monster, "hits of a role actor pair"
            assert not (actor.out and actor.mark), "nobody who is out stands on a mark"
            assert actor.number not in self.gone or actor.out, "out is out"
            if actor.out:
                self.gone.add(actor.number)


@RELAXED
@given(LINEUPS, READINGS, SEEDS, st.integers(0, 2**32))
def test_what_always_holds(
    lineup: tuple[list[Actor], list[Actor]], readings: Readings, seed: str, choices: int
) -> None:
    actors = [copy(actor) for side in lineup for actor in side]
    stage = new_stage([copy(actor) for actor in actors], Sfc32(seed), readings)
    arrange(stage)
    watcher = Watcher(choices)
    play(stage, watcher)
    watcher.check(stage)
    for actor in stage.actors:
        assert actor.hits < 2 or actor.out
    told = [tell(entry) for entry in stage.log]
    assert not any("mark 0" in text for text in told), "downstage is no mark"
    again = new_stage([copy(actor) for actor in actors], Sfc32(seed), readings)
    arrange(again)
    answers = iter(stage.answers)
    play(again, lambda stage, question: next(answers))
    assert [tell(entry) for entry in again.log] == told, "the log replays to the same end"
    assert [(actor.current, actor.hits, actor.out) for actor in again.actors] == [
        (actor.current, actor.hits, actor.out) for actor in stage.actors
    ]


@RELAXED
@given(LINEUPS, SEEDS)
def test_nobody_acts_after_being_taken_out(lineup: tuple[list[Actor], list[Actor]], seed: str) -> None:
    stage = new_stage([copy(actor) for side in lineup for actor in side], Sfc32(seed), Readings())
    for actor in stage.actors:
        actor.name = f"<{actor.number}>"
    arrange(stage)
    play(stage)
    gone: dict[str, int] = {}
    for entry in stage.log:
        actor = entry.values[0] if entry.values else ""
        if entry.key in ("casts", "allots", "natural", "fx", "enters", "exits", "rests"):
            assert actor not in gone, tell(entry)
        if entry.key == "out":
            gone[actor] = entry.bit


def test_every_step_names_its_rule_and_every_choice_has_words() -> None:
    """Keys of the log, kinds of questions and of choices, as the modules spell them."""
    notes, asked, chosen = set(), set(), set()
    for path in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                strings = [item.value for item in node.args if isinstance(item, ast.Constant)]
                texts = [value for value in strings if isinstance(value, str)]
                if node.func.id == "note":
                    notes.update(texts[:1])
                if node.func.id == "ask":
                    asked.update(texts[:1])
                if node.func.id == "Choice":
                    chosen.update(texts[:1])
    assert notes - {""} <= TELLING.keys()
    assert TELLING.keys() - notes == {"foil-turns", "rapier-turns"}
    assert asked == QUESTIONS.keys()
    assert chosen - {"cast"} <= CHOICES.keys()


# The procedure, part by part


def test_only_the_higher_total_strikes() -> None:
    stage = bit(lay_out(lancer(), foe("Elf")), [8, 3], cast=["d12"])
    assert (stage.totals, stage.striking) == ([8, 3], 0)
    assert stage.actors[1].hits == 1


def test_a_tie_is_parley() -> None:
    stage = bit(lay_out(lancer(), foe("Elf")), [3, 3], cast=["d12"])
    assert stage.striking == -1
    assert [actor.hits for actor in stage.actors] == [0, 0]


@pytest.mark.parametrize(
    ("second", "third", "side"), [(2, 3, 0), (8, 3, 0), (2, 6, 0)], ids=["none", "smaller", "smaller d6"]
)
def test_an_outnumbered_side_strikes_by_its_natural(second: int, third: int, side: int) -> None:
    # A Lancer's 12 against 11, or more: it keeps its natural.
    stage = lay_out(lancer(), foe("Elf"), foe("Gnome"), foe("Ogre"))
    elf_natural = second == 8
    answers = {"cast": ["d12"], "option": ["done", "done"] if elf_natural or third == 6 else ["done"]}
    bit(stage, [12, second, third, 8, 7, 5, 1], **answers)
    assert stage.striking == side


def test_an_equal_natural_denies_the_award() -> None:
    stage = lay_out(bravo(), foe("Elf"), foe("Elf"))
    bit(stage, [8, 8, 3], cast=["d8"], option=["done", "done"])
    assert stage.striking == 1


def test_a_tie_and_a_natural() -> None:
    for tie, side in (("natural", 0), ("parley", -1)):
        stage = lay_out(lancer(), foe("Witcher"), foe("Orc"), readings=with_readings(tie=tie))
        bit(stage, [12, 10, 2, *([1] if side == 0 else [])], cast=["d12"], option=["done"])
        assert stage.striking == side


def test_hits_go_by_rank_and_then_by_the_lesser_build() -> None:
    stage = lay_out(bravo(), magnus(), foe("Elf"))
    stage.actors[2].hits = 0
    bit(stage, [5, 5, 3], cast=["d8", "d6"])
    allots = [entry.values[0] for entry in stage.log if entry.key == "allots"]
    assert allots == ["Magnus", "Bravo"]


def test_who_fails_its_average_must_leave_unless_it_deals_the_least_hit() -> None:
    stage = lay_out(bravo(), magnus(), foe("Troll"))
    bit(stage, [4, 3, 2, 1, 1], cast=["d8", "d6"])
    assert "least-hit" in keys(stage)
    assert [actor.mark for actor in stage.actors] == [1, 0, 1]


def test_against_downstage_opponents_there_is_no_least_hit() -> None:
    stage = lay_out(bravo(), foe("Elf"))
    stage.actors[1].mark = 0
    bit(stage, [4], cast=["d8"])
    assert stage.actors[1].hits == 0
    assert stage.actors[0].mark == 0


def test_a_declined_hit_forces_nobody_down() -> None:
    stage = lay_out(bravo(), foe("Elf"))
    bit(stage, [5, 3], cast=["d8"], deal=["decline"])
    assert stage.actors[1].hits == 0
    assert stage.actors[0].mark == 1


def test_a_mark_is_not_entered_in_the_bit_in_which_it_was_left() -> None:
    stage = lay_out(bravo(), foe("Elf"))
    stage.actors.append(role_actor("M", "Magnus", 6, []))
    stage.actors[2].number = 2
    bit(stage, [3, 3], cast=["d8"], move=["exit", "Magnus enters mark 2"])
    assert [actor.mark for actor in stage.actors] == [0, 1, 2]


def test_a_mark_vacated_by_a_fallen_actor_may_be_entered_at_once() -> None:
    stage = lay_out(bravo(), foe("Orc"), foe("Elf"))
    stage.actors[1].hits = 1
    stage.actors[2].mark = 0
    bit(stage, [5, 2], cast=["d8"], move=["done", "Elf enters mark 1"])
    assert stage.actors[2].mark == 1


def test_a_resting_actor_neither_counts_nor_hits() -> None:
    stage = lay_out(bravo(), foe("Elf"))
    bit(stage, [3], cast=["rest"])
    assert stage.totals == [0, 3]


def test_singletons_are_forgotten_at_the_end() -> None:
    stage = lay_out(bravo(), foe("Elf"))
    stage.random = Laid([1, 7])
    run(stage, set_to(stage), Said({"cast": ["d8"], "go-on": ["end"]}))
    assert stage.actors[0].hits == 0
    assert "forgotten" in keys(stage)


# Casts


def brute_force_casts(build: int) -> set[tuple[int, ...]]:
    sizes = [*range(1, 14), 20, 24]
    one = {(a,) for a in sizes if a <= build}
    two = {(a, b) for a in sizes for b in sizes if a >= b and a + b <= build}
    three = {(a, b, c) for a in sizes for b in sizes for c in sizes if a >= b >= c and a + b + c <= build}
    return one | two | three


@pytest.mark.parametrize("build", range(1, 19))
def test_all_casts_of_a_build(build: int) -> None:
    found = [tuple(part.size for part in parts) for parts in casts(build)]
    assert len(found) == len(set(found))
    assert set(found) == brute_force_casts(build)
    assert all(allowed(parts, 0, build) for parts in casts(build))
    assert all(allowed(parts, -1, build) and not allowed(parts, 0, build) for parts in lowered_casts(build))


def test_casts_of_build_11_that_the_text_lists() -> None:
    plain = {cast_text(parts, 0) for parts in casts(11)}
    lowered = {cast_text(parts, -1) for parts in lowered_casts(11)}
    assert {"2d6 -1", "3d4 -1", "d5 +d4 +d3 -1"} <= lowered
    assert {"d10 +d1", "d11", "d6 +d5", "d8 +d3"} <= plain


def test_averages_of_the_texts_examples() -> None:
    bravo_cast = next(parts for parts in casts(9) if [part.size for part in parts] == [8, 1])
    assert average2(bravo_cast, 0) == 10
    assert price(bravo_cast) == 9


# After the set-to


def chops(hit_bits: list[int], dealt: int, before: int, allow: int = 0) -> int:
    stage = open_stage(["L12"], ["Orc"], Sfc32("0" * 24))
    actor = stage.actors[0]
    actor.hit_bits, actor.hits_dealt, actor.chops = hit_bits, dealt, before
    run(stage, close(stage), lambda _, question: allow if question.kind == "round-chops" else 1)
    return actor.chops


@pytest.mark.parametrize(
    ("hit_bits", "dealt", "before", "allow", "after"),
    [
        ([1, 2], 2, 0, 0, 1),
        ([1, 2, 3], 3, 0, 0, 1),
        ([1], 1, 3, 0, 4),
        ([1], 1, 3, 1, 3),
        ([1], 1, 4, 0, 4),
        ([1], 2, 3, 0, 3),
    ],
)
def test_chops(hit_bits: list[int], dealt: int, before: int, allow: int, after: int) -> None:
    assert chops(hit_bits, dealt, before, allow) == after


@pytest.mark.parametrize(
    ("faces", "current"),
    [([9], 9), ([10], 10), ([20, 10], 10), ([20, 11], 11)],
)
def test_recovery(faces: list[int], current: int) -> None:
    stage = lay_out(lancer(), foe("Elf"))
    stage.actors[0].current = 9
    stage.random = Laid(faces)
    recover(stage, stage.actors[0])
    assert stage.actors[0].current == current


def test_recovery_never_passes_the_build() -> None:
    stage = lay_out(lancer(), foe("Elf"))
    stage.actors[0].current = 11
    stage.random = Laid([20])
    recover(stage, stage.actors[0])
    assert stage.actors[0].current == 12


def test_chops_buy_build() -> None:
    stage = open_stage(["M6"], ["Orc"], Sfc32("0" * 24))
    actor = stage.actors[0]
    actor.chops, actor.hit_bits = 5, [1, 3]
    run(stage, close(stage), lambda _, question: 0)
    assert (actor.chops, actor.build) == (0, 7)


def test_an_option_that_puts_an_opponent_out_gains_chops() -> None:
    stage = lay_out(magnus(), foe("Dwarf"))
    stage.actors[1].hits = 1
    # d6:6 rerolled to 3: both d4s of the Dwarf become 1, which is its second hit.
    bit(stage, [6, 3, 3, 3], cast=["d6"], option=["fx"], magnus=["d4:3 of Dwarf"])
    assert stage.actors[1].out
    run(stage, close(stage), lambda _, question: 0)
    assert stage.actors[0].chops == 1


# Before the set-to


@pytest.mark.parametrize(("value", "other"), [(18, 81), (5, 50), (90, 9), (99, 99), (100, 100)])
def test_digits_are_read_both_ways(value: int, other: int) -> None:
    assert backward(value) == other


def test_the_referee_may_ask_for_a_reaction_and_let_the_troupe_go() -> None:
    stage = lay_out(lancer(), foe("Elf"))
    stage.actors[0].current = 11
    stage.random = Laid([19, 12])  # d% shows 18; the recovery's d20 shows 12
    run(stage, encounter(stage), Said({"encounter": ["react"], "reaction": ["avoid"]}))
    assert next(tell(entry) for entry in stage.log) == "The reaction is 18, and 81 read backward."
    assert stage.actors[0].current == 12


def test_rules_are_told_under_headers() -> None:
    stage = play(open_stage(["L12", "B8"], ["Ogre", "Goblin"], Sfc32("0123456789abcdef01234567")))
    assert {rule_of(entry) for entry in stage.log} >= {"The strike", "Attacking Timing", "Restaging Timing"}
    assert all("{" not in tell(entry) for entry in stage.log)
