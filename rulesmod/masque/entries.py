"""How the book of Masque begins its entries, and what the rules say of their values.

Monsters begin with their statistics, items with the roles that may use them, and named opponents stand within
sentences. What is judged here is computed from the Cast, the build and the catalogues.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction

from rulesmod.dice.digits import to_fraction, to_int
from rulesmod.dice.measuring import undone
from rulesmod.masque import casts
from rulesmod.masque.abilities import MAX_ONES
from rulesmod.masque.casts import Part
from rulesmod.masque.items import EVERYONE, ITEMS, MAX_BONUS
from rulesmod.masque.monsters import MONSTERS, Monster
from rulesmod.masque.notation import NOTATION
from rulesmod.masque.roles import ROLES
from rulesmod.notation import NotationError
from rulesmod.system import Figure, Judgement, Measure, Stat, StatBlock, Tagged

NAMED_ITEMS = {"Anglachel": ("Smiting blacksword", -4), "Narsil": ("Warding longsword", 3)}
"""Named items that the book describes, with kind and modifier (Stock Items)."""

FIGURES = {"Vlad": {"role": "Curate", "build": "14", "baseline": "5", "fx": "Add-on +d1"}}
"""The opponent of the examples, in the fullest of his forms (Opponent Role Actors)."""

CAST_OPTIONS = ("per build", "initial =Shapeshift", "bonus 3rd die +d2 -2 =lighting")
"""Texts of an opponent's Cast other than dice (Opponent Role Actors, Bonus Ability). One is of an Exceptional Trait."""

_DOUBLED = re.compile(r"d(\d+) \(=\s?doubled (?:\d*)d(\d+)[^()]*\)$")
_SPACE = re.compile(r"\s+")
_MAX_OF_A_KIND = 1000
"""Of more dice nobody makes a list."""


def read_cast(text: str) -> tuple[list[Part], int]:
    """The dice of a Cast and the constant behind them.

    Raises:
        NotationError: it is no Cast.
    """
    text = _SPACE.sub(" ", text.strip())
    if made := _DOUBLED.search(text):
        if to_int(made[1]) not in casts.DOUBLED or to_int(made[2]) != to_int(made[1]) - 1:
            raise NotationError(
                f"a doubled d{made[2]} is no d{made[1]}",
                made.start(2) - 1,
                made.end(2),
                expected=f"`d{to_int(made[1]) - 1}`",
            )
        text = f"{text[: made.start()]}d{made[1]}"
    parsed = NOTATION.parse(text).parsed
    parts: list[Part] = []
    for term in parsed.terms:
        values = term.values
        sign = values.get("sign", 1)
        if term.kind in ("least", "best"):
            parts.append(Part(values["first"], sign, values["second"], term.kind))
        elif term.kind in ("die", "one") and term.count <= _MAX_OF_A_KIND:
            parts += [Part(values["size"], sign)] * term.count
        else:
            raise NotationError("a Cast is made of dice and pairs of dice", term.start, term.end)
    return parts, parsed.constants["modifier"]


def averages_text(parts: Sequence[Part], modifier: int) -> str:
    """The averages behind a Cast: one for each die, with its sign (Monsters' Average Rolls)."""
    terms: list[str] = []
    for part in parts:
        sign = "-" if part.sign < 0 else "+" if terms else ""
        terms.append(f"{sign}@{casts.average_text(abs(casts.part_average2(part)))}")
    return " ".join([*terms, f"{modifier:+d}"] if modifier else terms)


def known_monster(name: str, values: Mapping[str, str]) -> Monster | None:
    """The monster that an entry is about; one of nearly the same name counts where its values are the same."""
    if (monster := MONSTERS.get(name) or MONSTERS.get(name.split()[0])) is not None:
        return monster
    for near in get_close_matches(name, MONSTERS, n=1, cutoff=0.75):
        monster = MONSTERS[near]
        if values.get("build") == str(monster.build) and _folded(values.get("cast", "")) == _folded(cast_of(monster)):
            return monster
    return None


def _with_values(known: Monster, parts: Sequence[Part], modifier: int, values: Mapping[str, str]) -> Monster | None:
    """The monster that an entry has all values of, where it has another one's name."""

    def has_cast(monster: Monster) -> bool:
        return (list(parts), modifier) == (monster.cast, monster.modifier)

    stated = (values.get("build"), _folded(values.get("average", "")))
    same = (one for one in MONSTERS.values() if has_cast(one) and stated == (str(one.build), averages_of(one)))
    return None if has_cast(known) else next(same, None)


def averages_of(monster: Monster) -> str:
    """The averages that stand behind a monster's Cast, without the spaces."""
    return _folded(averages_text(monster.cast, monster.modifier))


def cast_of(monster: Monster) -> str:
    return casts.cast_text(monster.cast, monster.modifier)


def _folded(text: str) -> str:
    return re.sub(r"\s|\(.*\)", "", text)


def judge_monster(name: str, values: Mapping[str, str]) -> list[Judgement]:
    """A Cast takes its monster's Build, and has its dice's averages (Monster Extras)."""
    name = name.replace("’", "'")
    try:
        parts, modifier = read_cast(values.get("cast", ""))
    except NotationError as error:
        because = (f"{error.message}{f', {error.expected} is wanted' if error.expected else ''}",)
        meant = MONSTERS.get(name)
        return [Judgement("cast", False, cast_of(meant) if meant else "", because, are_allowed=False)]
    known = known_monster(name, values)
    if known is not None and (meant := _with_values(known, parts, modifier, values)) is not None:
        because = (f"{meant.name} has this Build and this Cast, and {known.name} has Cast {cast_of(known)}",)
        return [Judgement("name", False, meant.name, because)]
    judged = []
    if known is not None and not (name == known.name or name.startswith(known.name + " ")):
        judged.append(Judgement("name", False, known.name, (f"{known.name} has this Build and this Cast",)))
    price, because = casts.price(parts), (price_in_words(parts, modifier),)
    if known is not None:
        same = (parts, modifier) == (known.cast, known.modifier)
        build = Judgement("build", values.get("build") == str(known.build), str(known.build), because, ("cast",))
        allowed = casts.allowed(parts, modifier, known.build)
        own = f"the Cast of {known.name} is {cast_of(known)}, and takes Build {known.build}"
        why = because if same else (own, *because)
        judged += [build, Judgement("cast", same, cast_of(known), why, ("build",), allowed)]
        parts, modifier = known.cast, known.modifier
    else:
        allowed = casts.allowed(parts, modifier, to_int(values.get("build") or price))
        needed = price + modifier
        # More build does not help where there are too many dice.
        fits = allowed or not values.get("build") or not casts.allowed(parts, modifier, needed)
        limits = (*because, f"a Cast has up to {casts.MAX_DICE} dice, at least one of them added")
        judged.append(Judgement("cast", allowed, "", limits, ("build",), are_allowed=False))
        judged.append(Judgement("build", fits, str(needed), because, ("cast",)))
    right = averages_text(parts, modifier)
    stated = values.get("average", "")
    each = tuple(f"the average of a d{size} is {_average(size)}" for size in _sizes(parts))
    judged.append(Judgement("average", _folded(stated) == _folded(right), right, each, ("cast",)))
    return judged


def _sizes(parts: Sequence[Part]) -> list[int]:
    return sorted({casts.charged_faces(part) for part in parts}, reverse=True)


def _average(size: int) -> str:
    low = casts.lowest(size)
    return f"({low} + {size}) / 2 = {casts.average_text(casts.die_average2(size))}"


def price_in_words(parts: Sequence[Part], modifier: int) -> str:
    """How the build that a Cast takes is worked out (Initial Dice)."""
    text = casts.cast_text(list(parts), 0)
    faces = [casts.price([part]) for part in parts]
    worked_out = f"{' + '.join(map(str, faces))} = ".replace("+ -", "- ") if len(faces) > 1 else ""
    words = f"{text} takes a build of {worked_out}{casts.price(list(parts))}"
    return f"{words}, one too many, and its {modifier} pays for that" if modifier else words


MAX_FACES = 36
"""Of the dice of a Cast together, where its odds are shown: twice as many as those of any monster have."""


def facts_of_monster(name: str, values: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return how often a monster meets its own average (Monsters' Average Rolls). It rerolls every natural."""
    from rulesmod.masque.odds import meets_average  # Only whoever publishes a page needs the odds.

    try:
        parts, _ = read_cast(values.get("cast", ""))
    except NotationError:
        return []
    if len(parts) > casts.MAX_DICE or sum(max(part.size, part.other) for part in parts) > MAX_FACES:
        return []  # No actor casts so many, and their odds may take more than there is.
    return [("meets its average", f"{100 * float(meets_average(parts, rerolled=True, undone=True)):.1f} %")]


MEASURED = {
    "undone": "nullified: the casting counts nothing, and the monster takes a hit",
    "met": "its average of {} is met",
    "missed": "below its average of {}",
    "ending": "nullified: {} % ({})",
    "marked": "(marked)",
}


def measure_of_monster(values: Mapping[str, str]) -> Measure | None:
    """Return a casting's average to meet, and how ones undo it (Monster Extras). The average is that of all dice
    rolled.
    """
    try:
        parts, modifier = read_cast(values.get("cast", ""))
        text = casts.cast_text(parts, modifier)
        program = NOTATION.program(NOTATION.parse(text))
    except NotationError:
        return None
    of_parts = {_die_of(part): casts.part_average2(part) / 2 for part in parts}
    others = {name: _average_of(name) for name in program.dice}
    lowest = [_die_of(part) for part in deciding(parts)]
    thrown = [name for name, count in program.pool for _ in range(count)]
    changes = undone(program, "casting", lowest)
    _, chance = changes[-1]
    return Measure(
        expression=text,
        tally="casting",
        averages={**others, **of_parts},
        constant=modifier,
        first=casts.average2(parts, modifier) / 2,
        lowest=_places(lowest, thrown),
        marked=next((name for name in lowest if thrown.count(name) > lowest.count(name)), ""),
        changes=changes,
        words={**MEASURED, "ending": MEASURED["ending"].format(_percent(to_fraction(chance)), chance)},
    )


def _percent(chance: Fraction) -> str:
    """With one decimal, a half rounded up, as the page has it."""
    return f"{(1000 * chance + Fraction(1, 2)) // 1 / 10:.1f}"


def _places(names: Sequence[str], thrown: Sequence[str]) -> tuple[int, ...]:
    """Where dice lie among those thrown, of like ones the first."""
    places: list[int] = []
    for name in names:
        places.append(next(at for at, die in enumerate(thrown) if die == name and at not in places))
    return tuple(places)


def deciding(parts: Sequence[Part]) -> list[Part]:
    """The initial dice that nullify a casting if they all show 1 (Nullified castings)."""
    return sorted(parts, key=lambda part: -casts.charged_faces(part))[:MAX_ONES]


def _die_of(part: Part) -> str:
    """Return the name of a Cast's part in the program of its dice."""
    [(name, _)] = NOTATION.program(NOTATION.parse(f"{'-' if part.sign < 0 else ''}{casts.part_text(part)}")).pool
    return name


def _average_of(name: str) -> float:
    """The average of a die that is added, by its name (Average Roll Comparisons)."""
    size = to_int(name.rpartition("d")[2].split()[0])
    return casts.die_average2(size) / 2 * (-1 if name.startswith("-") else 1)


def letters_of(text: str) -> str:
    """The letters of roles in the order of the game; "all" and "any" are everybody."""
    letters = set(re.findall(r"[A-Z]", text)) if re.search(r"[A-Z]", text) else set(EVERYONE)
    return "".join(letter for letter in EVERYONE if letter in letters)


def judge_item(name: str, values: Mapping[str, str]) -> list[Judgement]:
    """An item may be used by the roles that its entry names; its modifier has its limits (Stock Items)."""
    judged = []
    own = values.get("item", name)
    kind = re.sub(r"^[+-]\w+ \((\w+)\)$", r"\1", own)
    item = ITEMS.get(kind)
    near = [] if item is not None else get_close_matches(kind, ITEMS, n=1, cutoff=0.8)
    if item is None and near and letters_of(values["roles"]) == ITEMS[near[0]].roles:
        item = ITEMS[near[0]]
        judged.append(
            Judgement("item" if "item" in values else "name", False, item.name, (f"there is an {item.name} for them",))
        )
    if item is not None:
        right = "/ ".join(item.roles) if item.roles != EVERYONE else "all"
        judged.append(Judgement("roles", letters_of(values["roles"]) == item.roles, right))
    for known, (is_a, _) in NAMED_ITEMS.items():
        if own == is_a and name != known and get_close_matches(name, [known], cutoff=0.75):
            judged.append(Judgement("name", False, known, (f"the {is_a} of that kind is {known}",)))
    bonus = values.get("bonus", "")
    if bonus[1:].isdigit():
        wanted = NAMED_ITEMS.get(name, ("", to_int(bonus)))[1]
        limits = f"a modifier lies between -{MAX_BONUS} and +{MAX_BONUS}"
        fits = abs(to_int(bonus)) <= MAX_BONUS and to_int(bonus) == wanted
        judged.append(Judgement("bonus", fits, f"{wanted:+d}", (limits,)))
    return judged


def judge_figure(name: str, values: Mapping[str, str]) -> list[Judgement]:
    """A named opponent is the same wherever it is named (Opponent Role Actors)."""
    judged = []
    known = FIGURES.get(name, {})
    for stat, right in known.items():
        if stat in values:
            judged.append(Judgement(stat, _joined(values[stat]) == _joined(right), right))
    cast = values.get("cast", "")
    for part in re.split(r",\s+", cast):
        near = part if _joined(part) in map(_joined, CAST_OPTIONS) else ""
        if not near:
            option = get_close_matches(part, CAST_OPTIONS, n=1, cutoff=0.5)
            judged.append(Judgement("cast", not known, ", ".join(option) or "per build"))
            break
    else:
        judged.append(Judgement("cast", True, cast))
    return judged


def _joined(text: str) -> str:
    return re.sub(r"\s", "", text)


ENTRIES = (
    StatBlock(
        "monster",
        (Stat("build", "Build", "number"), Stat("cast", "Cast", "dice"), Stat("average", "", "averages")),
        judge_monster,
        facts_of_monster,
        measure_of_monster,
    ),
    Tagged("item", "roles", {role.letter: role.name for role in ROLES.values()}, ("all", "any"), judge_item),
    Figure(
        "figure",
        "role",
        tuple(role.name for role in ROLES.values()),
        (Stat("build", "Build", "number"), Stat("cast", "Cast", "dice")),
        judge_figure,
    ),
)
"""Monsters, items and named opponents, as the reader of prose finds them."""
