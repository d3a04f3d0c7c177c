"""Ready kinds of dice, as data of the dice language: what games roll besides sums, each in a few lines.

A kind has numbers: each is written in the expression (`{count}` dice), or always the same in a game (`size: 10`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from rulesmod.dice.language import Language, Parsed, Term
from rulesmod.plain import beginning, plain_notation
from rulesmod.records import record
from rulesmod.system import Notation

BLANK = re.compile(r"\{(\w+)\}")
MODIFIER = "plus"
_DICE: dict[str, dict[str, Any]] = {
    "die": {"name": "d{size}", "axes": {"face": "size"}, "rows": [{"tallies": {"total": "face"}}]},
    "open": {
        "name": "d{size}!",
        "axes": {"face": "size"},
        "rows": [
            {"when": ["=", "face", "size"], "again": 1, "tallies": {"total": "face"}, "label": "again"},
            {"tallies": {"total": "face"}},
        ],
    },
    "card": {"name": "card", "axes": {"face": "size"}, "takes": ("copies",), "rows": [{"weight": "copies"}]},
}
_TOTAL = ({"name": "total", "label": "total", "reading": ["+", "total", MODIFIER]},)


@record
class Kind:
    """A kind of dice.

    Attributes:
        title: what it is, for whoever chooses.
        written: how it is written where a game does not say.
        numbers: what it needs, each from least to most, and what it is where a game says nothing.
        roll: the die that an expression is, whose arguments are the numbers.
        fields: what a roll comes to, the main result first.
        sums: what its dice add to.
        adds: whether a number may be added to the result.
    """

    title: str
    written: str
    numbers: Mapping[str, tuple[int, int, int]]
    roll: Mapping[str, Any]
    fields: tuple[Mapping[str, Any], ...] = _TOTAL
    sums: tuple[str, ...] = ("total",)
    adds: bool = True


_SIZE = {"size": (2, 100, 6)}
_HIGH = ["-", "count", "keep"]


def _of(*groups: list[Any], **more: Any) -> dict[str, Any]:
    return {"hand": {"of": [*groups], **more}}


def _exploding(size: str, count: Any) -> list[list[Any]]:
    """Dice that explode where a game says so."""
    no, yes = ["if", "explodes", 0, count], ["if", "explodes", count, 0]
    return [["die", {"size": size}, no], ["open", {"size": size}, yes]]


KINDS: dict[str, Kind] = {
    "sum": Kind(
        "dice added up",
        "{count}d{size}",
        {"count": (1, 50, 1), "size": (2, 1000, 6)},
        _DICE["die"],
    ),
    "exploding": Kind(
        "dice added up, of which the highest face is rolled again and added",
        "{count}d{size}",
        {"count": (1, 20, 1), "size": (2, 100, 6)},
        _DICE["open"],
    ),
    "highest": Kind(
        "the highest of a pool; of none, the lower of two; `double` is added where two show the highest face",
        "{count}d{size}",
        {"count": (0, 20, 1), **_SIZE, "double": (0, 100, 0)},
        _of(
            ["die", {"size": "size"}, ["max", "count", ["if", "count", 0, 2]]],
            first=["-", "count", 1],
            last=["max", 1, "count"],
            each=[
                ["total", ["+", "total", ["*", "face", "kept"]]],
                ["top", ["if", ["=", "face", "size"], "n", 0]],
            ],
            gives=[["total", ["+", "total", ["if", ["and", "count", [">=", "top", 2]], "double", 0]]]],
        ),
    ),
    "lowest": Kind(
        "the lowest of a pool",
        "{count}d{size}",
        {"count": (1, 20, 1), **_SIZE},
        _of(["die", {"size": "size"}, "count"], last=1),
    ),
    "keep": Kind(
        "roll some, keep the highest; with `explodes: 1` the highest face is rolled again and added",
        "{count}k{keep}",
        {"count": (1, 10, 1), "keep": (1, 10, 1), "size": (2, 20, 10), "explodes": (0, 1, 0)},
        _of(*_exploding("size", "count"), first=_HIGH),
    ),
    "trait": Kind(
        "a die and a wild one, both exploding, of which the higher counts",
        "d{size}",
        {"size": (2, 12, 6), "wild": (0, 12, 6)},
        _of(
            ["open", {"size": "size"}, 1],
            ["open", {"size": "wild"}, ["if", "wild", 1, 0]],
            first=["if", "wild", 1, 0],
        ),
    ),
    "either": Kind(
        "two dice of which the higher counts, though they are written as a sum",
        "d{size}+d{other}",
        {"size": (2, 100, 6), "other": (2, 100, 6)},
        _of(["die", {"size": "size"}, 1], ["die", {"size": "other"}, 1], first=1),
    ),
    "matches": Kind(
        "how many dice show the same at most, and what; of several the highest",
        "{count}d{size}",
        {"count": (1, 20, 1), "size": (2, 20, 10)},
        _of(
            ["die", {"size": "size"}, "count"],
            each=[["height", ["if", [">=", "n", "width"], "face", "height"]], ["width", ["max", "width", "n"]]],
            gives=[["width", "width"], ["height", "height"]],
        ),
        (
            {"name": "width", "label": "alike", "reading": "width"},
            {"name": "height", "label": "of what they show", "reading": "height"},
        ),
        ("width", "height"),
        adds=False,
    ),
    "opposed": Kind(
        "your dice, of which the other side's cancel those that show the same: the highest that is left, and how many",
        "{count}d6 vs {others}d6",
        {"count": (1, 8, 1), "others": (0, 8, 1), "size": (2, 12, 6)},
        _of(
            ["die", {"size": "size"}, "count"],
            ["die", {"size": "size"}, "others", "m"],
            each=[
                ["best", ["if", [">=", "n", ["+", "m", 1]], "face", "best"]],
                ["left", ["+", "left", ["max", 0, ["-", "n", "m"]]]],
            ],
            gives=[["best", "best"], ["left", "left"]],
        ),
        (
            {"name": "best", "label": "highest left", "reading": "best"},
            {"name": "left", "label": "dice left", "reading": "left"},
        ),
        ("best", "left"),
        adds=False,
    ),
    "cards": Kind(
        "cards drawn and not put back: their sum, and the highest; a deck has `copies` of each up to `size`",
        "{count} cards",
        {"count": (1, 8, 1), "size": (2, 20, 13), "copies": (1, 20, 4)},
        _of(
            ["card", {"size": "size", "copies": "copies"}, "count"],
            each=[["total", ["+", "total", ["*", "face", "n"]]], ["high", "face"]],
            gives=[["total", "total"], ["high", "high"]],
            drawn=1,
        ),
        (*_TOTAL, {"name": "high", "label": "highest", "reading": "high"}),
        ("total", "high"),
    ),
    "timed": Kind(
        "dice that say how many others are rolled",
        "(d{times})d{size}",
        {"times": (2, 20, 6), "size": (2, 100, 6)},
        {"axes": {"face": "times"}, "rows": [{"adds": [["die", {"size": "size"}, "face"]]}]},
    ),
    "product": Kind(
        "one die times another",
        "d{size}×d{by}",
        {"size": (2, 100, 6), "by": (2, 100, 6)},
        {
            "axes": {"face": "size", "times": "by"},
            "shown": "{face}×{times}",
            "rows": [{"tallies": {"total": ["*", "face", "times"]}}],
        },
    ),
}


@record
class Ready:
    """A kind as a game has it.

    Attributes:
        called: what the book calls an expression.
        written: how one is written, with a blank for each number that differs from roll to roll.
        numbers: those that are always the same.
        counts: what the main result is called; as the kind has it where this is empty.
        means: what the main result means: from, to (None for any) and a word each.
        dice: further dice, by name, that `kind.roll` adds.
    """

    kind: Kind
    called: str
    written: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    counts: str = ""
    means: Sequence[tuple[int | None, int | None, str]] = ()
    dice: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def notation_of(ready: Ready, code_class: str) -> Notation:
    """The notation of a kind as a game has it."""
    kind = ready.kind
    texts = BLANK.split(ready.written)
    blanks = texts[1::2]
    fixed = {name: ready.numbers.get(name, start) for name, (_, _, start) in kind.numbers.items() if name not in blanks}
    # Of dice that are read together, `count` would be that many of the whole.
    tags = {name: "dice" if name == "count" and "hand" in kind.roll else name for name in kind.numbers}
    parts: list[Any] = [_number(part, tags, kind) if index % 2 else part for index, part in enumerate(texts) if part]
    known = [["word", tags[name], "", {"": number}] for name, number in fixed.items()]
    sign = ["word", "sign", "`+` or `-`", {"+": 1, "-": -1, "−": -1}]
    added = [
        "seq",
        ["skip", " "],
        ["constant", MODIFIER, ["seq", sign, ["skip", " "], ["number", "value", "a number", {}]]],
    ]
    term = ["term", "roll", ["seq", *known, *parts]]
    main, *others = kind.fields
    language = Language(
        name=ready.called,
        grammar=["seq", term, ["opt", added]] if kind.adds else term,
        dice={
            **(_DICE if "total" in kind.sums else {"die": {**_DICE["die"], "rows": [{}]}}),
            **ready.dice,
            "roll": {
                "name": "".join(f"{{{tags[part]}}}" if index % 2 else part for index, part in enumerate(texts)),
                **_renamed(kind.roll, tags),
                "takes": tuple(tags.values()),
            },
        },
        fields=(
            {**main, "label": ready.counts or main["label"]},
            *others,
            *_meaning(ready.means, main["reading"], called=ready.called),
        ),
        sums=kind.sums,
        constants={MODIFIER: 0} if kind.adds else {},
    )

    def values(term: Term) -> dict[str, int]:
        return {name: term.values.get(tag, 1) for name, tag in tags.items()}

    def write(parsed: Parsed) -> str:
        more = parsed.constants.get(MODIFIER, 0)
        return ready.written.format_map(values(parsed.terms[0])) + (f"{more:+d}" if more else "")

    def write_group(count: int, size: int) -> str:
        filled = {name: start for name, (_, _, start) in kind.numbers.items()}
        return ready.written.format_map({**filled, "count": count, "size": size})

    def sizes(numbers: Mapping[str, int]) -> tuple[int, ...]:
        hand = kind.roll.get("hand")
        size = () if (hand and "drawn" in hand) or "size" not in numbers else (numbers["size"],)
        return size * numbers.get("count", 1) if hand else size

    return plain_notation(
        language,
        code_class=code_class,
        write=write,
        write_group=write_group,
        sizes=lambda term: sizes(values(term)),
        modifier=MODIFIER,
        looks_like=beginning(ready.written),
    )


def _number(name: str, tags: Mapping[str, str], kind: Kind) -> list[Any]:
    least, most, _ = kind.numbers[name]
    what = {"count": "a number of dice", "size": "a number of faces"}.get(name, f"a number ({name})")
    return ["number", tags[name], what, {"min": least, "max": most}]


def _renamed(part: Any, names: Mapping[str, str]) -> Any:
    """Data in which names are others; the keys of mappings are as they were."""
    if isinstance(part, str):
        return names.get(part, part)
    if isinstance(part, Mapping):
        return {key: _renamed(value, names) for key, value in part.items()}
    return [_renamed(one, names) for one in part] if isinstance(part, list | tuple) else part


def _meaning(
    means: Sequence[tuple[int | None, int | None, str]], main: Any, *, called: str
) -> Iterable[Mapping[str, Any]]:
    """The field that says what the main result means, by its word; 0 where nothing is said of it."""
    if not means:
        return
    words = ["nothing", *dict.fromkeys(word for _, _, word in means)]
    reading: Any = 0
    for low, high, word in reversed(means):
        reading = ["if", within(main, low, high), words.index(word), reading]
    yield {"name": "means", "label": called, "reading": reading, "words": words}


def within(value: Any, low: int | None, high: int | None) -> Any:
    """A reading: whether a value lies in a range, of which one end may be open."""
    tests = [*([] if low is None else [[">=", value, low]]), *([] if high is None else [[">=", high, value]])]
    return tests[0] if len(tests) == 1 else ["and", *tests]


def steps_of(steps: Mapping[int, Sequence[tuple[int, int]]], *, explodes: bool) -> Kind:
    """The kind of a game in which a number says what is rolled: dice as (how many, of which size), by that number."""
    die = "open" if explodes else "die"
    rows = [
        {
            "when": ["=", "step", step],
            "label": " + ".join(f"{count}d{size}" for count, size in dice),
            "adds": [[die, {"size": size}, count] for count, size in dice],
        }
        for step, dice in steps.items()
    ]
    numbers = {"step": (min(steps), max(steps), min(steps))}
    return Kind("dice by a step", "step {step}", numbers, {"shown": "step", "rows": rows})


def symbols_notation(
    called: str, dice: Mapping[str, Sequence[Sequence[str]]], cancels: Mapping[str, str], code_class: str
) -> Notation:
    """The notation of dice with symbols, such as `2A 1D`.

    Args:
        called: what the book calls an expression.
        dice: the faces of each die, by what it is written with: the symbols on each.
        cancels: what takes away which symbol, one for one; it is counted on its own no more.
        code_class: the class of code spans of this notation.
    """
    names = list(dict.fromkeys(symbol for faces in dice.values() for face in faces for symbol in face))
    tally = {name: f"{name} shown" for name in names}
    against = {cancelled: by for by, cancelled in cancels.items()}
    terms = [
        ["term", die, ["seq", ["opt", ["number", "count", "a number of dice", {"min": 1, "max": 20}]], die]]
        for die in sorted(dice, key=len, reverse=True)
    ]
    language = Language(
        name=called,
        grammar=["seq", ["or", *terms], ["many", ["seq", ["skip", " "], ["skip", "+"], ["skip", " "], ["or", *terms]]]],
        dice={
            die: {
                "name": die,
                "axes": {"face": len(faces)},
                "rows": [
                    {
                        "when": ["=", "face", index],
                        "tallies": {tally[name]: face.count(name) for name in dict.fromkeys(face)},
                        "label": ", ".join(face),
                    }
                    for index, face in enumerate(faces, 1)
                ],
            }
            for die, faces in dice.items()
        },
        fields=tuple(
            {
                "name": name,
                "label": name,
                "reading": ["-", tally[name], tally[against[name]]] if name in against else tally[name],
            }
            for name in names
            if name not in cancels
        ),
        sums=tuple(tally.values()),
    )

    def write(parsed: Parsed) -> str:
        return " ".join(f"{term.count}{term.kind}" for term in parsed.terms)

    by_size = {len(faces): die for die, faces in dice.items()}
    listed = "|".join(map(re.escape, dice))
    return plain_notation(
        language,
        code_class=code_class,
        write=write,
        write_group=lambda count, size: f"{count}{by_size.get(size, next(iter(dice)))}",
        sizes=lambda term: (len(dice[term.kind]),),
        looks_like=rf"\d+(?:{listed})(?!\w)",
    )
