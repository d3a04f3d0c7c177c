"""Plain dice for tables and books without a game. The notation is that of many rollers.

| written | rolls |
| --- | --- |
| `2d6+1`, `d4+d6-1`, `5+2d6`, `d%`, `2W6`, `2к6`, `2k6`, `2z6`, `2t6`, `2д6` | dice and numbers, added up |
| `3d6×10`, `(d6+2)x10+5`, `2d6/2` | all of it multiplied, or divided and cut off |
| `d66`, `d666` | six-sided dice that are read as digits |
| `4dF` | dice that show -1, 0 or 1 |
| `3D+2`, `5Dw+1` | six-sided dice; one of them wild: it explodes |
| `4d6kh3`, `2d20kl1`, `4d6dl1`, `4d6dh1`, `d20adv`, `d20dis` | only some of the dice count |
| `5d10!kh3`, `{d8!,d6!}kh1`, `{2d6+d8}kl2` | only some of dice that explode, or that are of several sizes |
| `d6×d6`, `(d6)d8` | dice that are multiplied, or counted by dice |
| `3d6!`, `3d6!>=5`, `3d6!p` | whatever shows the highest (or so much) is rolled again, and added |
| `2d6r1`, `2d6r<=2`, `2d6ro1` | what shows so little is rolled anew, or once |
| `5d10>=8`, `5d10>=8!`, `5d10>=8double`, `5d10>=8f1`, `d100<=45` | how many dice reach a number, or stay under it |

Each kind of die is called by what is written, so that `4d6kh3` is found in a roll as it stands in the text.
"""

from __future__ import annotations

from typing import Any

from rulesmod.dice.language import Language, Parsed, Term
from rulesmod.plain import plain_notation
from rulesmod.system import System

MAX_COUNT = 99
MAX_SIZE = 1000
MAX_FACTOR = 1_000_000
"""So that products have no more digits than the page counts exactly."""
DIGITS = 66
"""The die that is read digit by digit; no die has so many faces."""
MAX_TIMES = 20
"""So many dice one die can count."""
MAX_OPEN = 8
"""Of so many exploding dice some can be kept."""
MAX_KEPT = {20: 12, 100: 7}
"""Of so many dice some can be kept, by the faces they have at most: the page counts their cases exactly."""

_SPACE = ["skip", " "]
_SIGN = ["word", "sign", "`+` or `-`", {"+": 1, "-": -1, "−": -1, "–": -1}]
_COUNT = ["opt", ["number", "count", "a number of dice", {"min": 1, "max": MAX_COUNT}]]
LETTERS = ["or", "d", "D", "w", "W", "к", "К", "k", "K", "z", "Z", "t", "T", "д", "Д"]
"""Letters that begin a die, by language: English, German, Russian, Czech and Polish, Turkish, Swedish and Danish,
Bulgarian.
"""
_D = LETTERS
_SIZE = ["number", "size", "a number of faces", {"min": 2, "max": MAX_SIZE}]
_NUMBER = ["number", "value", "a number", {}]
_FACTOR = ["number", "value", "a number", {"max": MAX_FACTOR}]
_TIMES = ["or", "×", "x", "*"]


def _dice(*sign: Any) -> list[Any]:
    """Dice of one size behind a sign, or without."""
    return [
        "or",
        ["term", "percent", ["seq", *sign, _COUNT, _D, ["or", "%", "00"]]],
        ["term", "digits", ["seq", *sign, ["skip", "1"], _D, ["number", "digits", "`66`", {"in": [DIGITS]}]]],
        ["term", "die", ["seq", *sign, _COUNT, _D, _SIZE]],
    ]


SUMS = [
    "seq",
    _dice(),
    [
        "or",
        ["constant", "factor", ["seq", _SPACE, _TIMES, _SPACE, _FACTOR]],
        [
            "many",
            [
                "seq",
                _SPACE,
                ["or", _dice(_SIGN, _SPACE), ["constant", "modifier", ["seq", _SIGN, _SPACE, _NUMBER]]],
            ],
        ],
    ],
]
"""Dice that are added up: what everybody reads as dice, also within a sentence."""


def _handful(most: int, size: int) -> list[Any]:
    """Dice of which some may be kept."""
    count = ["number", "dice", "a number of dice", {"min": 1, "max": most}]
    return ["seq", count, _D, ["number", "size", "a number of faces", {"min": 2, "max": size}]]


_MODIFIER = ["constant", "modifier", ["seq", _SIGN, _SPACE, _NUMBER]]
_PARTS: dict[str, Any] = {
    "all": ["seq", _COUNT, _D, _SIZE],
    "some": ["or", *(_handful(most, size) for size, most in MAX_KEPT.items())],
    "at most": ["or", "<=", "≤"],
    "at least": ["or", ">=", "≥"],
    "target": ["number", "target", "a number to reach", {"max": MAX_SIZE}],
    "low": [
        "or",
        ["seq", ["or", "<=", "≤"], ["number", "low", "a number", {"min": 1}]],
        ["word", "low", "`1`", {"1": 1}],
    ],
    "two": [
        "seq",
        ["skip", "1"],
        _D,
        ["number", "size", "a number of faces", {"min": 2, "max": 100}],
        _SPACE,
        ["word", "dice", "", {"": 2}],
        ["word", "keep", "", {"": 1}],
    ],
}
"""Grammar rules that several kinds of dice share."""
_ALL, _SOME, _AT_MOST, _AT_LEAST, _TARGET, _LOW, _TWO = (["part", name] for name in _PARTS)
_ENDS = {"low": ("kl",), "high": ("kh", "k")}
"""Which of dice count, and how it is written; what others begin with stands behind these."""
_GROUPS = ("a", "b", "c", "d")
"""The groups of dice that can be read together, by what their tags end with."""


def _as(*words: str) -> list[Any]:
    """Words that say how dice count; which one it is makes no difference."""
    return ["word", "as", "how the dice count", dict.fromkeys(words, 0)]


def _or_1(tag: str) -> list[Any]:
    return ["or", ["number", tag, "a number", {"min": 1}], _none(tag, 1)]


def _none(tag: str, number: int) -> list[Any]:
    """Nothing, which stands for a number."""
    return ["word", tag, "", {"": number}]


def _mixed(between: str, *mark: str) -> list[Any]:
    """Groups of dice of which only some count. Others read what commas part as rolls of which some count, and not dice:
    it is the same where each is one die, and nothing else is read."""
    most = (MAX_OPEN if mark else MAX_KEPT[20]) // len(_GROUPS)

    def group(tag: str, *before: Any) -> list[Any]:
        count = ["number", f"dice_{tag}", "a number of dice", {"min": 1, "max": most if between == "+" else 1}]
        size = ["number", f"size_{tag}", "a number of faces", {"min": 2, "max": 12 if mark else 20}]
        return ["seq", *before, ["or", count, _none(f"dice_{tag}", 1)], _D, size, *mark]

    first, *others = _GROUPS
    rest = [
        [
            "or",
            group(tag, _SPACE, between, _SPACE),
            ["seq", _none(f"dice_{tag}", 0), _none(f"size_{tag}", 0)],
        ]
        for tag in others
    ]
    return ["seq", "{", group(first), *rest, "}"]


_ADDED: dict[str, list[Any]] = {
    **{
        f"mixed{mark} {kind}": ["seq", ["or", _mixed(",", *mark), _mixed("+", *mark)], _as(*words), _or_1("keep")]
        for mark in ("", "!")
        for kind, words in _ENDS.items()
    },
    **{
        f"open {kind}": ["seq", _handful(MAX_OPEN, 20), "!", _as(*words), _or_1("keep")]
        for kind, words in _ENDS.items()
    },
    "percent": ["seq", _COUNT, _D, ["or", "%", "00"]],
    "fate": ["seq", _COUNT, _D, ["or", "F", "f"]],
    "low": ["or", ["seq", _SOME, _as("kl"), _or_1("keep")], ["seq", _TWO, _as("dis", "disadvantage")]],
    "high": ["or", ["seq", _SOME, _as("kh", "k"), _or_1("keep")], ["seq", _TWO, _as("adv", "advantage")]],
    "dropped": ["seq", _SOME, _as("dl"), _or_1("drop")],
    "shorn": ["seq", _SOME, _as("dh"), _or_1("drop")],
    "piercing": ["seq", _ALL, _as("!p")],
    "open": ["seq", _ALL, _as("!"), _AT_LEAST, ["number", "from", "a number", {"min": 2}]],
    "exploding": ["seq", _ALL, _as("!", "!!")],
    "once": ["seq", _ALL, _as("ro"), _LOW],
    "anew": ["seq", _ALL, _as("r", "rr"), _LOW],
    "triple": ["seq", _COUNT, _D, ["number", "digits", "`666`", {"in": [666]}]],
    "digits": ["seq", _COUNT, _D, ["number", "digits", "`66`", {"in": [DIGITS]}]],
    "die": _ALL,
}
"""The dice that are added up, by their kinds; one that others begin with stands behind these."""
_TIMED: dict[str, list[Any]] = {
    "timed": [
        "seq",
        *("(", _COUNT, _D, ["number", "times", "a number of faces", {"min": 2, "max": MAX_TIMES}], ")"),
        *(_D, _SIZE),
    ]
}
"""The dice that are counted by dice."""
_COUNTED: dict[str, list[Any]] = {
    "again": ["seq", _ALL, _AT_LEAST, _TARGET, _as("!")],
    "twice": ["seq", _ALL, _AT_LEAST, _TARGET, _as("double")],
    "botch": ["seq", _ALL, _AT_LEAST, _TARGET, _as("f"), ["number", "botch", "a number", {"min": 1}]],
    "hits": ["seq", _ALL, _AT_LEAST, _TARGET],
    "under": ["seq", ["or", _ALL, ["seq", _D, ["word", "size", "`%`", {"%": 100}]]], _AT_MOST, _TARGET],
}
"""The dice that are counted."""


def _terms(kinds: dict[str, list[Any]], *sign: Any) -> list[Any]:
    return ["or", *(["term", kind, ["seq", *sign, node] if sign else node] for kind, node in kinds.items())]


_FEWER = " or ".join(f"at most {most} dice of up to {size} faces" for size, most in MAX_KEPT.items())
_KEPT = _as("kh", "k", "kl", "dl", "dh")


def _said(said: str, *before: Any) -> list[Any]:
    """Return a rule that matches nothing. Behind `before` it says what would match."""
    return ["seq", *before, ["number", "", said, {"in": []}]]


_PARTS["crowd"] = [
    "or",
    _said(_FEWER, _ALL, _KEPT),
    _said(f"at most {MAX_OPEN} dice that explode, of up to 20 faces", _ALL, "!", _KEPT),
    *(
        _said(f"1 to {MAX_COUNT} dice", ["number", "count", "a number of dice", limits], _D)
        for limits in ({"in": [0]}, {"min": MAX_COUNT + 1})
    ),
]
"""More dice than can be rolled, or some can be kept of: it fits nothing, and says how many may be."""
_CROWD = ["part", "crowd"]
_PARTS |= {
    "dice": ["or", _CROWD, *_terms(_ADDED)[1:]],
    "next": ["or", ["seq", _SIGN, _SPACE, _CROWD], *_terms(_ADDED, _SIGN, _SPACE)[1:]],
    "more": ["many", ["seq", _SPACE, ["or", ["part", "next"], _MODIFIER]]],
    "behind": ["opt", ["seq", _SPACE, ["constant", "added", _MODIFIER[2]]]],
}
_DICE, _MORE, _BEHIND = (["part", name] for name in ("dice", "more", "behind"))


_PARTS["scaled"] = [
    "seq",
    _SPACE,
    [
        "or",
        ["constant", "factor", ["seq", _TIMES, _SPACE, _FACTOR]],
        [
            "constant",
            "divisor",
            ["seq", ["or", "/", "÷"], _SPACE, ["number", "value", "a number", {"min": 1, "max": 999}]],
        ],
    ],
    _BEHIND,
]
_GRAMMAR = [
    "or",
    ["seq", _terms(_TIMED), _MORE],
    [
        "seq",
        *(["term", "multiplied", _ALL], _SPACE, _TIMES, _SPACE, ["term", "by", _ALL]),
        ["opt", ["seq", _SPACE, _MODIFIER]],
    ],
    ["seq", _terms(_COUNTED), ["opt", ["seq", _SPACE, _MODIFIER]]],
    ["seq", "(", _DICE, _MORE, ")", ["or", ["part", "scaled"], _BEHIND]],
    ["seq", _DICE, ["or", ["part", "scaled"], _MORE]],
    ["seq", ["constant", "modifier", _NUMBER], _SPACE, ["part", "next"], _MORE],
    [
        "seq",
        [
            "or",
            [
                "term",
                "wild",
                ["seq", ["number", "dice", "a number of dice", {"min": 1, "max": MAX_COUNT}], "D", _as("w")],
            ],
            ["term", "code", ["seq", _COUNT[1], "D"]],
        ],
        ["opt", ["seq", _SPACE, _MODIFIER]],
    ],
]


def _die(
    name: str, axes: dict[str, int | str], face: Any, *cases: dict[str, Any], takes: tuple[str, ...] = ()
) -> dict[str, Any]:
    return {
        "name": name,
        "axes": axes,
        "takes": takes,
        "shown": face,
        "rows": [*cases, {"tallies": {"total": ["*", "sign", face]}}],
    }


def _hand(name: str, first: Any, last: Any) -> dict[str, Any]:
    return {
        "name": "{dice}d{size}" + name,
        "takes": ("dice", "size", "keep", "drop"),
        "hand": {"of": [["die", {"size": "size"}, "dice"]], "first": first, "last": last},
    }


def _open_hand(name: str, first: Any, last: Any) -> dict[str, Any]:
    dice = ["exploding", _SAME, "dice"]
    return {**_hand("!" + name, first, last), "hand": {"of": [dice], "first": first, "last": last}}


def _mixed_hand(mark: str, end: str) -> dict[str, Any]:
    """Groups of dice of which the highest or the lowest count."""
    kind = "exploding" if mark else "die"
    given = {"sign": "sign"} if mark else {}
    tags = [f"{part}_{tag}" for tag in _GROUPS for part in ("dice", "size")]
    of = [[kind, {"size": f"size_{tag}", **given}, f"dice_{tag}"] for tag in _GROUPS]
    ends: dict[str, dict[str, Any]] = {"low": {"last": "keep"}, "high": {"first": ["-", _ALL_GROUPS, "keep"]}}
    groups = ",".join(f"{{dice_{tag}}}d{{size_{tag}}}{mark}" for tag in _GROUPS)
    return {"name": f"{{{groups}}}k{end[0]}{{keep}}", "takes": (*tags, "keep"), "hand": {"of": of, **ends[end]}}


def _count(name: str, *cases: dict[str, Any]) -> dict[str, Any]:
    return {"name": "d{size}" + name, "axes": {"face": "size"}, "takes": ("target", "botch"), "rows": [*cases]}


_ALL_GROUPS = ["+", ["+", "dice_a", "dice_b"], ["+", "dice_c", "dice_d"]]
_FACE = {"total": ["*", "sign", "face"]}
_HIT = {"when": [">=", "face", "target"], "tallies": {"total": 1}, "label": "counts 1"}
_HIGHEST = ["=", "face", "size"]
_LITTLE = [">=", "low", "face"]
_SAME = {"size": "size", "sign": "sign"}
_WILD = [["code", {}, ["-", "dice", 1]]]

LANGUAGE = Language(
    name="roll",
    grammar=_GRAMMAR,
    parts=_PARTS,
    dice={
        "die": _die("d{size}", {"face": "size"}, "face"),
        "code": _die("d6", {"face": 6}, "face"),
        "percent": _die("d%", {"face": 100}, "face"),
        "fate": _die("dF", {"face": 3}, ["-", "face", 2]),
        "digits": _die("d66", {"tens": 6, "ones": 6}, ["+", ["*", 10, "tens"], "ones"]),
        "triple": _die(
            "d666",
            {"hundreds": 6, "tens": 6, "ones": 6},
            ["+", ["*", 100, "hundreds"], ["+", ["*", 10, "tens"], "ones"]],
        ),
        "multiplied": _die("d{size}", {"face": "size"}, "face"),
        "by": {"name": "×d{size}", "axes": {"face": "size"}, "rows": [{"tallies": {"by": "face"}}]},
        "timed": {
            "name": "(d{times})d{size}",
            "axes": {"face": "times"},
            "takes": ("size",),
            "rows": [{"adds": [["die", _SAME, "face"]]}],
        },
        "open high": _open_hand("kh{keep}", ["-", "dice", "keep"], "dice"),
        "open low": _open_hand("kl{keep}", 0, "keep"),
        **{f"mixed{mark} {end}": _mixed_hand(mark, end) for mark in ("", "!") for end in _ENDS},
        "high": _hand("kh{keep}", ["-", "dice", "keep"], "dice"),
        "low": _hand("kl{keep}", 0, "keep"),
        "dropped": _hand("dl{drop}", "drop", "dice"),
        "shorn": _hand("dh{drop}", 0, ["-", "dice", "drop"]),
        "exploding": _die(
            "d{size}!", {"face": "size"}, "face", {"when": _HIGHEST, "again": 1, "tallies": _FACE, "label": "again"}
        ),
        "open": _die(
            "d{size}!>={from}",
            {"face": "size"},
            "face",
            {"when": [">=", "face", "from"], "again": 1, "tallies": _FACE, "label": "again"},
            takes=("from",),
        ),
        "piercing": _die(
            "d{size}!p",
            {"face": "size"},
            "face",
            {"when": _HIGHEST, "tallies": _FACE, "adds": [["pierced", _SAME, 1]], "label": "again"},
        ),
        "pierced": _die(
            "d{size}!p-1",
            {"face": "size"},
            ["-", "face", 1],
            {"when": _HIGHEST, "again": 1, "tallies": {"total": ["*", "sign", ["-", "face", 1]]}, "label": "again"},
        ),
        "anew": _die(
            "d{size}r<={low}", {"face": "size"}, "face", {"when": _LITTLE, "again": 1, "label": "anew"}, takes=("low",)
        ),
        "once": _die(
            "d{size}ro<={low}",
            {"face": "size"},
            "face",
            {"when": _LITTLE, "adds": [["die", _SAME, 1]], "label": "anew"},
            takes=("low",),
        ),
        "wild": _die(
            "{dice}Dw",
            {"face": 6},
            "face",
            {
                "when": ["=", "face", 6],
                "tallies": _FACE,
                "adds": [["exploding", {"size": 6}, 1], *_WILD],
                "label": "again",
            },
            {"when": ["=", "face", 1], "tallies": _FACE, "adds": _WILD, "label": "complication"},
            {"tallies": _FACE, "adds": _WILD},
            takes=("dice",),
        ),
        "hits": _count(">={target}", _HIT),
        "again": _count(
            ">={target}!",
            {"when": _HIGHEST, "again": 1, "tallies": {"total": [">=", "size", "target"]}, "label": "again"},
            _HIT,
        ),
        "twice": _count(
            ">={target}double",
            {
                "when": ["and", _HIGHEST, [">=", "face", "target"]],
                "tallies": {"total": 2},
                "label": "counts 2",
            },
            _HIT,
        ),
        "botch": _count(
            ">={target}f{botch}",
            _HIT,
            {"when": [">=", "botch", "face"], "tallies": {"total": -1}, "label": "counts -1"},
        ),
        "under": _count("<={target}", {"when": [">=", "target", "face"], "tallies": {"total": 1}, "label": "counts 1"}),
    },
    fields=(
        {"name": "successes", "label": "successes", "with": [*_COUNTED], "reading": ["+", "total", "modifier"]},
        {"name": "total", "label": "total", "with": ["by"], "reading": ["+", ["*", "total", "by"], "modifier"]},
        {
            "name": "total",
            "label": "total",
            "with": [*_ADDED, *_TIMED, "wild", "code"],
            "reading": [
                "+",
                [
                    "//",
                    ["*", ["if", "factor", "factor", 1], ["+", "total", "modifier"]],
                    ["if", "divisor", "divisor", 1],
                ],
                "added",
            ],
        },
    ),
    sums=("total", "by"),
    constants={"modifier": 0, "factor": 0, "divisor": 0, "added": 0},
    words={"target": "number to reach", "against": "opposing roll"},
)


def _write_term(term: Term) -> str:
    if term.kind == "code":
        return f"{term.count}D"
    if term.kind == "timed":
        return f"({_counted(term.count)}d{term.values['times']})d{term.values['size']}"
    if term.kind.startswith("mixed"):
        mark = "!" if "!" in term.kind else ""
        groups = [(term.values[f"dice_{tag}"], term.values[f"size_{tag}"]) for tag in _GROUPS]
        between = "+" if any(count > 1 for count, _ in groups) else ","
        written = between.join(f"{_counted(count)}d{size}{mark}" for count, size in groups if count)
        return f"{{{written}}}k{'h' if 'high' in term.kind else 'l'}{term.values['keep']}"
    if term.kind == "by":
        return f"×{_counted(term.count)}d{term.values['size']}"
    name: str = LANGUAGE.dice[term.kind]["name"]
    return _counted(term.count) + name.format_map(term.values)


def _counted(count: int) -> str:
    return str(count) if count > 1 else ""


def _write(parsed: Parsed) -> str:
    modifier, factor, divisor, added = (parsed.constants[name] for name in ("modifier", "factor", "divisor", "added"))
    signs = ["" if term.kind == "by" else "-" if term.values.get("sign", 1) < 0 else "+" for term in parsed.terms]
    text = "".join(sign + _write_term(term) for sign, term in zip(signs, parsed.terms, strict=True))
    # What is taken away needs something to be taken from.
    text = f"{modifier}{text}" if signs[0] == "-" else text[1:] + (f"{modifier:+d}" if modifier else "")
    scaled = f"×{factor}" if factor else f"/{divisor}" if divisor else ""
    if scaled and (modifier or len(parsed.terms) > 1):
        text = f"({text})"
    return f"{text}{scaled}{f'{added:+d}' if added else ''}"


_SIZES = {"percent": 100, "digits": DIGITS, "triple": 666, "code": 6, "wild": 6, "fate": 3}


def _sizes(term: Term) -> tuple[int, ...]:
    if term.kind.startswith("mixed"):
        return tuple(term.values[f"size_{tag}"] for tag in _GROUPS for _ in range(term.values[f"dice_{tag}"]))
    size = _SIZES[term.kind] if term.kind in _SIZES else term.values["size"]
    return (size,) * term.values.get("dice", 1)


NOTATION = plain_notation(
    LANGUAGE,
    code_class="dice",
    write=_write,
    write_group=lambda count, size: f"{count if count > 1 else ''}d{size}",
    sizes=_sizes,
    modifier="modifier",
    looks_like=r"\(?\d*[dDкК][\d%F]",
)

SYSTEM = System(name="plain", title="Plain dice", notation=NOTATION)
"""A game without rules: for a book that wants its dice to roll, and has nothing to be held against."""
