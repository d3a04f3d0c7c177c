"""Ordinary dice, as players type them: what most tools read, wherever that means one thing.

It is the notation of books without a game, and of games whose dice are ordinary ones: in the text and in code, in the
terminal, in `rules.yml` and in the page. `FORMS` lists what can be written; the guide's table is made from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rulesmod.dice.formulas import Tree
from rulesmod.dice.hand import BOTH, DOWN, UP
from rulesmod.dice.language import Language, Parsed, Term
from rulesmod.dice.plain_words import (
    BONUSES,
    CHOICES,
    DIFFICULTY,
    DOUBLES,
    HALVES,
    LEASTS,
    MINUS,
    NO_FUNCTIONS,
    NUMBERS,
    OWN,
    PLUS,
    SYNONYMS,
    TIMES,
)
from rulesmod.dice.reading import ENDLESS
from rulesmod.plain import plain_notation
from rulesmod.system import System

MAX_COUNT = 1000
MAX_SIZE = 1000
MAX_TIMES = 20
"""Rerolls of a die where an expression gives a number, and dice that one die can count."""
MAX_REACH = 1000
"""The highest number that a die is to reach which is rolled again and again."""
MAX_REPEATS = 20
"""Repeats of an expression."""
MAX_OPEN = 20
"""Dice of several sizes, together with all of their size, of which some are kept: so many of each explode."""
MAX_MIXED = 20

LETTERS = ["or", "d", "D", "w", "W", "к", "К", "k", "K", "z", "Z", "t", "T", "д", "Д"]
"""Letters that begin a die, by language: English, German, Russian, Czech and Polish, Turkish, Swedish and Danish,
Bulgarian.
"""


SUFFIXES = ("advantage", "adv", "cs", "dh", "disadvantage", "dis", "dl", "double", "kh", "kl", "max", "min", "ro", "rr")
"""Short words that say right behind dice what is done to them, also in a sentence."""


def _sums() -> list[Any]:
    """Dice that are added up: what everybody reads as dice, also within a sentence."""
    space: list[Any] = ["skip", " "]
    sign = ["word", "sign", "`+` or `-`", {"+": 1, "-": -1, "−": -1, "–": -1}]
    count = ["opt", ["number", "count", "a number of dice", {"min": 1, "max": MAX_COUNT - 1}]]
    size = ["number", "size", "a number of faces", {"min": 2, "max": MAX_SIZE}]

    def dice(*sign: Any) -> list[Any]:
        digits = ["number", "digits", "`66`", {"in": [66]}]
        return [
            "or",
            ["term", "percent", ["seq", *sign, count, LETTERS, ["or", "%", "00"]]],
            ["term", "digits", ["seq", *sign, ["skip", "1"], LETTERS, digits]],
            ["term", "die", ["seq", *sign, count, LETTERS, size]],
        ]

    number: list[Any] = ["number", "value", "a number", {}]
    factor = ["number", "value", "a number", {"max": 1_000_000}]
    more = ["or", dice(sign, space), ["constant", "modifier", ["seq", sign, space, number]]]
    times = ["constant", "modifier", ["seq", space, ["or", "×", "x", "*"], space, factor]]
    return ["seq", dice(), ["or", times, ["many", ["seq", space, more]]]]


SUMS = _sums()
"""The dice of a sentence, as data of which a text's patterns are made."""


# Numbers and signs


def _initials(words: Iterable[str]) -> str:
    return "".join(dict.fromkeys(word[0] for word in words))


def _sign(what: str, signs: str, words: Sequence[str] = ()) -> list[Any]:
    """One of some signs or words, which errors call by the usual one."""
    return ["called", what, ["or", *signs, *(["seq", word, ["whole"]] for word in words)], signs + _initials(words)]


_OPERATOR = "a sign such as `+`"
_PLUS = _sign(_OPERATOR, "+＋", PLUS)
_MINUS = _sign(_OPERATOR, "-−–—－", MINUS)
_TIMES_NUMBER = [["seq", word, ["whole"], ["ahead", ["number", "n", "a number", {}]]] for word in TIMES]
_MULTIPLIED = ["called", _OPERATOR, ["or", *"×*·x", *_TIMES_NUMBER], "×*·x" + _initials(TIMES)]
_DIVIDED = _sign(_OPERATOR, "/÷")
_AT_LEAST = ["called", "`>=`", ["or", ">=", "≥", "=>"], ">≥="]
_AT_MOST = ["called", "`<=`", ["or", "<=", "≤", "=<"], "<≤="]
_EQUALS = ["or", "==", "="]
_ANY_NUMBER = ["number", "value", "a number", {}]
_SIGNED = [
    "seq",
    ["or", ["seq", _MINUS, ["let", "sign", -1]], ["seq", ["opt", _PLUS], ["let", "sign", 1]]],
    _ANY_NUMBER,
]
_VALUE = [
    "value",
    [
        "or",
        ["seq", _ANY_NUMBER, ["opt", ["called", _OPERATOR, ["part", "fraction"], "."]]],
        ["seq", ["word", "value", "a number", {"½": 2, "¼": 1, "¾": 3}], ["let", "over", 4]],
    ],
]
_GROUPED = [
    "value",
    [
        "seq",
        ["number", "value", "a number", {"min": 1, "max": 999}],
        ["called", _OPERATOR, ",", ","],
        ["number", "low", "three digits", {"zeros": 1, "digits": 3}],
        ["let", "value", ["+", ["*", "value", 1000], "low"]],
    ],
]
"""A number with a comma for its thousands, which stands behind `×` alone: elsewhere commas part numbers."""

# What dice are


def _one_of(*words: str) -> list[Any]:
    return ["or", *words]


_DIE_LETTER = ["called", "`d`", LETTERS, "dwкkztд"]
_COUNT_IN_WORDS = ["seq", ["word", "count", "a number of dice", NUMBERS], ["whole"], ["ahead", _DIE_LETTER]]
_COUNT = [
    "seq",
    [
        "or",
        ["number", "count", "a number of dice", {}],
        ["seq", "(", ["counted", "count", ["part", "numbers"]], ")"],
        ["called", "a number of dice", _COUNT_IN_WORDS, _initials(NUMBERS)],
        ["let", "count", 1],
    ],
    _DIE_LETTER,
    ["let", "last", "count"],
]


def _within(tag: str, least: int, most: int, message: str) -> list[Any]:
    """A check of a number, whose remedy is the nearest one that is allowed."""
    return [
        "seq",
        ["let", "nearest", ["max", least, ["min", most, tag]]],
        ["check", ["=", tag, "nearest"], message, "={nearest}", tag],
    ]


_COUNTS = _within("count", 1, MAX_COUNT, f"a roll has 1 to {MAX_COUNT:,} dice")
_SIZES = _within("size", 2, MAX_SIZE, f"a die has 2 to {MAX_SIZE:,} faces")
_SIZED = [
    "seq",
    [
        "or",
        ["number", "size", "a number of faces", {}],
        ["seq", "(", ["counted", "size", ["part", "numbers"]], ")"],
        [
            "seq",
            *("(", ["part", "dice"]),
            ["check", 0, "the number of faces is a number, not dice", "`{count}d8`, or another number of faces", "n"],
        ],
    ],
    ["let", "high", "size"],
    _COUNTS,
    _SIZES,
]


def _face(tag: str) -> list[Any]:
    number = ["number", tag, "a face", {"max": MAX_SIZE}]
    return ["or", ["seq", _MINUS, number, ["let", tag, ["-", 0, tag]]], number]


_LISTED = [
    "seq",
    _face("from"),
    ["or", ["seq", "..", _face("to")], ["let", "to", "from"]],
    ["range", "faces", "from", "to"],
    ["let", "low", ["min", "low", "from"]],
    ["let", "high", ["max", "high", "to"]],
]
_ALL_LISTED = [
    "seq",
    ["let", "high", 0],
    ["let", "low", 0],
    ["let", "gaps", 1],
    _LISTED,
    ["many", ["seq", ",", _LISTED]],
]
TWO_DIGITS, THREE_DIGITS = (44, 66, 88), (444, 666, 888)
"""Dice that are read digit by digit; no die has so many faces."""


def _digits(numbers: Sequence[int], ones: int) -> list[Any]:
    return [
        "seq",
        ["number", "digits", "a number of faces", {"in": list(numbers)}],
        ["let", "sides", ["//", "digits", ones]],
        ["let", "low", ones],
        ["let", "high", "digits"],
        ["let", "gaps", 1],
        _COUNTS,
    ]


_ENDS_AT_1 = ["seq", ["let", "low", -1], ["let", "high", 1], _COUNTS]
BASES: dict[str, list[Any]] = {
    "percent": ["seq", ["or", "%", "00"], ["let", "high", 100], _COUNTS],
    "fudge": ["seq", "f.1", _ENDS_AT_1],
    "fate": ["seq", "f", ["skip", ".2"], _ENDS_AT_1],
    "triple": _digits(THREE_DIGITS, 111),
    "digits": _digits(TWO_DIGITS, 11),
    "faces": [
        "seq",
        [
            "or",
            ["seq", "{", _ALL_LISTED, "}"],
            ["seq", "[", _ALL_LISTED, "]"],
            ["seq", "(", ["ahead", ["seq", _face("from"), ["or", "..", ","]]], _ALL_LISTED, ")"],
        ],
        _COUNTS,
    ],
    "die": [
        "or",
        _SIZED,
        ["seq", *("[", "explode", _DIE_LETTER, _SIZED, "]"), ["let", "top", 1], ["let", "compounds", 1]],
    ],
}
"""The kinds of dice, by what stands behind their letter. What others begin with stands behind these."""

# What is done to them

_KEEP, _DROP = _one_of("keep", "k"), _one_of("drop", "d", "p")
_HIGH, _LOW = _one_of("highest", "high", "best", "h"), _one_of("lowest", "low", "worst", "l")
_THE = ["skip", "the"]
_SEVERAL = {word: number for word, number in NUMBERS.items() if number > 1}
_N = [
    "or",
    ["number", "n", "a number", {}],
    ["called", "a number", ["seq", ["word", "n", "a number", _SEVERAL], ["whole"]], _initials(_SEVERAL)],
    ["seq", ["whole"], ["let", "n", 1]],
]
_KEEPS = [
    "check",
    ["and", "n", [">=", ["-", "last", "first"], "n"]],
    "of {count} dice, {n} cannot be kept",
    "={kept}",
    "n",
]
_DROPS = ["check", [">=", ["-", "last", "first"], "n"], "of {count} dice, {n} cannot be dropped", "={kept}", "n"]
_DROPS_OR_ADDS = [*_DROPS[:3], "`{count}d{high}+d{n}` for their sum, or `{count}d{high}d{kept}` to drop", "n"]
"""The same of a bare `d`, which may have been meant for a die: `d6d6`."""
_LEFT = ["let", "kept", ["-", "last", "first"]]
# More dice than were rolled: count the kept ones from one end, or from both.
_KEEP_HIGH = ["seq", ["let", "first", ["-", "last", "n"]], ["let", "from_high", "to_high"]]
_KEEP_LOW = ["seq", ["let", "last", ["+", "first", "n"]], ["let", "to_high", "from_high"]]
_SIDE = ["//", ["-", "kept", "n"], 2]
_IN_THE_MIDDLE = [
    "seq",
    [
        "check",
        ["=", "kept", ["+", "n", ["*", 2, _SIDE]]],
        "of {count} dice, {n} cannot be those in the middle",
        "",
        "n",
    ],
    *(["let", "first", ["+", "first", _SIDE]], ["let", "last", ["+", "first", "n"]]),
]
_KEEP_MIDDLE = ["seq", ["or", "middle", "mid"], _N, _LEFT, _KEEPS, _IN_THE_MIDDLE]
_KEEPERS = [
    "or",
    ["seq", _KEEP, _THE, _KEEP_MIDDLE],
    ["seq", _KEEP, _THE, _HIGH, _N, _LEFT, _KEEPS, _KEEP_HIGH],
    ["seq", _KEEP, _THE, _LOW, _N, _LEFT, _KEEPS, _KEEP_LOW],
    ["seq", _DROP, _THE, _HIGH, _N, _LEFT, _DROPS, ["let", "last", ["-", "last", "n"]]],
    ["seq", _DROP, _THE, _LOW, _N, _LEFT, _DROPS, ["let", "first", ["+", "first", "n"]]],
    ["seq", _MINUS, "l", ["apart"], ["let", "n", 1], _DROPS, ["let", "first", ["+", "first", 1]]],
    ["seq", _MINUS, "h", ["apart"], ["let", "n", 1], _DROPS, ["let", "last", ["-", "last", 1]]],
    ["seq", _DROP, ["number", "n", "a number", {}], _LEFT, _DROPS_OR_ADDS, ["let", "first", ["+", "first", "n"]]],
    ["seq", ["or", _KEEP, _HIGH], _N, _LEFT, _KEEPS, _KEEP_HIGH],
    ["seq", _LOW, _N, _LEFT, _KEEPS, _KEEP_LOW],
]
_TWO = ["seq", ["let", "count", ["if", ["=", "count", 1], 2, "count"]], ["let", "last", "count"]]
_DIFFICULTY = ["skip", DIFFICULTY]
_REACHING: list[Any] = ["or", ["seq", ["or", "vs.", "vs", "against"], _DIFFICULTY], DIFFICULTY]
_OVER = ["or", ["ahead", _REACHING], ["apart"]]
_BETTER, _WORSE = _one_of("advantage", "adv"), _one_of("disadvantage", "dis")
_LOWER = ["seq", _TWO, ["let", "first", 0], ["let", "last", 1], ["let", "compounds", 1]]
_HIGHER = ["seq", _TWO, ["let", "first", ["-", "last", 1]], ["let", "compounds", 1]]
_WITH = (["skip", "with"], ["skip", "w/"])
_ADVANTAGE = [
    "seq",
    *_WITH,
    [
        "called",
        "`adv` or `dis`",
        [
            "or",
            ["seq", _WORSE, _OVER, _LOWER],
            ["seq", _BETTER, _OVER, _HIGHER],
            # Before a word it is an article.
            ["seq", "a", ["ahead", ["or", ["end"], _PLUS, _MINUS, "#", '"', "["]], _HIGHER],
        ],
        "ad",
    ],
]


def _faces(tag: str, *, alone: bool = True) -> list[Any]:
    """Faces that a condition names."""
    number = ["number", "n", "a number", {"max": MAX_SIZE}]
    listed = ["seq", number, ["range", tag, "n", "n"], ["many", ["seq", ",", number, ["range", tag, "n", "n"]]]]
    conditions = [
        "or",
        ["seq", _AT_LEAST, number, ["range", tag, "n", ENDLESS]],
        ["seq", _AT_MOST, number, ["range", tag, -ENDLESS, "n"]],
        ["seq", ">", number, ["range", tag, ["+", "n", 1], ENDLESS]],
        ["seq", "<", number, ["range", tag, -ENDLESS, ["-", "n", 1]]],
        ["seq", _EQUALS, listed],
        *([listed] if alone else []),
    ]
    return ["called", "`>=` and a number", conditions, "<>=≤≥" + "0123456789" * alone]


def _some(tag: str) -> list[Any]:
    """Return how many of the faces are among those of a condition."""
    return ["many", tag, "low", "high"]


_EVERY = ["-", ["+", "high", 1], "low"]
"""How many numbers lie between the lowest and the highest face."""


def _not_all(tag: str, message: str) -> list[Any]:
    return ["check", ["-", _EVERY, _some(tag)], message, "", "n"]


def _not_none(tag: str, message: str) -> list[Any]:
    return ["check", _some(tag), message, "", "n"]


_SOME_EXPLODE = [
    _not_all("explodes", "every face would be rolled again without end"),
    _not_none("explodes", "no face of this die is {explodes}"),
]
_EXPLODING = ["or", "top", ["many", "explodes", -ENDLESS, ENDLESS]]
_EXPLODED = [
    "seq",
    ["or", ["ahead", _PLUS], ["seq", "p", ["let", "pierced", 1]], ["seq"]],
    ["opt", ["seq", "o", ["let", "times", 1]]],
    ["opt", ["seq", ["number", "times", "a number", {"min": 1, "max": MAX_TIMES}], _one_of("times", "time")]],
    [
        "or",
        [
            "seq",
            ["part", "explodes at"],
            *_SOME_EXPLODE,
        ],
        ["let", "top", 1],
    ],
]
_EXPLODES_AT = [
    "seq",
    *(["or", "ie", "e"], ["number", "n", "a number", {"min": 1, "max": MAX_SIZE}], ["range", "explodes", "n", "n"]),
]
_NO_FACTOR = ["or", ["apart"], ["ahead", ["or", "kh", "kl", "dh", "dl"]]]
"""Behind the `x` of dice that explode, not of a product: the end, or which of them are kept."""
_EXPLODES = [
    "or",
    [
        "seq",
        *(
            "!!",
            _AT_LEAST,
            ["number", "reach", "a number", {"max": MAX_REACH}],
            ["where", ["and", [">=", "high", 1], [">=", "reach", ["+", "high", 1]]]],
            # A die that is rolled again and again is followed so far, and no further.
            ["let", "nearest", ["min", "reach", ["*", "high", MAX_TIMES]]],
            [
                "check",
                ["=", "reach", "nearest"],
                f"a die that is rolled again {MAX_TIMES - 1} times reaches {{nearest}}",
                "={nearest}",
                "reach",
            ],
        ),
        *(["let", "counting", 1], ["form", "count"]),
    ],
    [
        "seq",
        *(["where", ["=", _EXPLODING, 0]], ["or", ["seq", "!!", ["let", "compounds", 1]], "!"], _EXPLODED),
    ],
    [
        "seq",
        ["or", "xo", "ra"],
        ["or", ["part", "explodes at"], ["seq", ["apart"], ["let", "top", 1]]],
        ["let", "times", 1],
    ],
    ["seq", "x", ["or", ["part", "explodes past"], ["seq", _NO_FACTOR, ["let", "top", 1]]]],
    _EXPLODES_AT,
    ["seq", "i", ["apart"], ["let", "implodes", 1]],
]
_AGAIN = [
    "or",
    [
        "seq",
        "ro",
        ["or", ["part", "once at"], ["seq", ["whole"], ["range", "once", 1, 1]]],
        _not_none("once", "no face of this die is {once}"),
    ],
    [
        "seq",
        ["or", "rr", "r"],
        ["or", ["part", "anew at"], ["seq", ["whole"], ["range", "anew", 1, 1]]],
        _not_none("anew", "no face of this die is {anew}"),
        _not_all("anew", "every face would be rolled anew without end"),
    ],
]
_BOUNDS = [
    "or",
    ["seq", _one_of("min", "mi"), ["number", "least", "a number", {"max": MAX_SIZE}]],
    ["seq", _one_of("max", "ma"), ["number", "most", "a number", {"max": MAX_SIZE}]],
    [
        "seq",
        *(_one_of("unique", "u"), ["apart"], ["let", "unique", 1]),
        ["check", [">=", _EVERY, "count"], "so many dice cannot all show different faces", "", "count"],
    ],
]
_LABEL = ["note", "[", "]"]
_IS_WHOLE = ["or", ["or", "first", [">=", ["-", "count", 1], "last"]], ["or", ["=", "grows", UP], ["=", "grows", DOWN]]]
_FITS_TOGETHER = [
    [
        "check",
        ["-", 1, ["and", "implodes", _EXPLODING]],
        "a die that is rolled again counts one way",
        "`{count}d{high}!`, or `{count}d{high}i`",
        "n",
    ],
    *(
        ["check", ["-", 1, ["and", _IS_WHOLE, part]], message, "", "n"]
        for part, message in (
            (["or", "pierced", "times"], "dice of which some are kept can explode with `!` alone"),
            (["or", "implodes", "reach"], "dice of which some are kept can explode with `!` alone"),
            (
                ["and", "compounds", ["many", "explodes", -ENDLESS, ENDLESS]],
                "dice of which some are kept explode with `!!` on their highest face alone",
            ),
            (
                [
                    *("and", _EXPLODING),
                    [
                        *("or", ["many", "once", -ENDLESS, ENDLESS]),
                        ["and", "counting", ["or", "compounds", ["=", "grows", BOTH]]],
                    ],
                ],
                "dice of which some are kept explode, or are counted, or are rolled anew once: not both",
            ),
            (
                ["and", "gaps", ["many", "once", -ENDLESS, ENDLESS]],
                "dice of which some are kept are rolled anew with `r` alone",
            ),
            (
                ["and", ["many", "anew", -ENDLESS, ENDLESS], ["many", "once", -ENDLESS, ENDLESS]],
                "dice of which some are kept are rolled anew once or always",
            ),
        )
    ),
    [
        "check",
        ["-", 1, ["and", "unique", ["or", _IS_WHOLE, _EXPLODING]]],
        "dice that all differ are added up, and nothing else",
        "",
        "n",
    ],
]
"""Modifiers that exclude each other."""

# What is counted

_NUMBER_OF_HITS = ["number", "n", "a number", {"max": MAX_SIZE}]
_WITH_DICE = [
    "seq",
    ["called", "`>=` and a number", ["or", _AT_LEAST, _AT_MOST, ">", "<", _EQUALS], "<>=≤≥"],
    ["ahead", ["seq", ["opt", _NUMBER_OF_HITS], ["or", "d", "w"], ["or", "%", _NUMBER_OF_HITS]]],
    ["opt", _NUMBER_OF_HITS],
    ["check", 0, "a roll is compared with a number, not with dice", "`2d6-d8>=0`, or the odds of two rolls", "n"],
]
_NO_SUCCESSES = "`{count}d{high}>=5f1`, or `{count}d{high}=1` to count ones"
_WHAT_COUNTS = [
    "or",
    ["seq", "even", ["apart"], ["let", "parity", 2]],
    ["seq", "odd", ["apart"], ["let", "parity", 1]],
    ["seq", "cs", ["or", ["part", "counted at"], ["seq", _NUMBER_OF_HITS, ["range", "hits", "n", "n"]]]],
    ["seq", "t", _NUMBER_OF_HITS, ["range", "hits", "n", ENDLESS]],
    [
        "seq",
        *(["or", "cf", "df", "f"], ["part", "botched at"]),
        ["check", 0, "failures are only taken away where successes count", _NO_SUCCESSES, "n"],
    ],
]
_HITS = [
    "seq",
    [
        "or",
        ["part", "with dice"],
        ["part", "counted at"],
        ["called", "`>=` and a number", _WHAT_COUNTS, "cdefot"],
    ],
    ["let", "counting", 1],
    ["let", "below", ["//", ["*", "high", 2], 3]],
    ["let", "above", ["+", "below", 1]],
]
_MINUS_ONES = "`f1` takes ones away, as in `5d10>=8f1`"
_COUNTING = [
    "or",
    ["seq", "!", ["or", ["part", "explodes at"], ["let", "top", 1]]],
    _EXPLODES_AT,
    ["seq", _one_of("double", "dbl"), ["let", "double", 1]],
    ["seq", ["or", "df", "f"], ["or", ["part", "botched at"], ["range", "botch", "low", "low"]]],
    [
        *("seq", ["ahead", ["or", *"<>=≤≥"]]),
        [
            *("check", 0, "one condition says which faces count"),
            *("`{count}d{high}={below},{above}` for a list of faces", ""),
        ],
    ],
    ["seq", "cf", ["check", 0, "`cf` counts failures in one program and marks them in another", _MINUS_ONES, "n"]],
    _LABEL,
]
_MANY_ENDS = ["+", ["many", "hits", ENDLESS, ENDLESS], ["many", "hits", -ENDLESS, -ENDLESS]]
_HIT_SOME = [
    [
        "check",
        ["or", "parity", ["or", _some("hits"), _MANY_ENDS]],
        "no face of d{high} is {hits}, so none would count",
        "`{{count}d{high}}={n}` for their sum, or `{count}d{high}>={above}` to count dice",
        "n",
    ],
    [
        "check",
        ["or", "parity", _some("hits")],
        "no face of d{high} is {hits}, so none would count",
        "`{{count}d{high}}{hits}` for their sum, or `{count}d{high}>={above}` to count dice",
        "n",
    ],
    [
        "check",
        ["-", _EVERY, _some("hits")],
        "every face of d{high} is {hits}, so all would count",
        "`{{count}d{high}}{hits}` for their sum, or `{count}d{high}<={below}` to count dice",
        "n",
    ],
]

# Dice with all that is done to them

_SORTED = ["seq", ["or", "sa", "sd", "s"], ["apart"]]
"""In what order dice are shown changes nothing."""
_MODIFIERS = ["or", _ADVANTAGE, _BOUNDS, _AGAIN, ["part", "keepers"], _EXPLODES, _SORTED, ["part", "label"]]
_GROWING = ["and", _EXPLODING, ["=", "compounds", 0]]
"""True where a die explodes to dice of their own."""
_GROWS = ["let", "grows", ["if", _GROWING, ["+", UP, ["+", "from_high", "to_high"]], 0]]
_WINDOW_SIZES = [["let", "kept", ["-", "last", "first"]], ["let", "cut", ["-", "count", "last"]], _GROWS]
_COMMA = [
    "called",
    "a modifier such as `kh3`",
    ["seq", ",", ["ahead", ["or", "drop", "keep"]], ["part", "modifier"]],
    ",",
]
_MODIFIED = [
    ["many", ["or", ["part", "modifier"], _COMMA]],
    *_WINDOW_SIZES,
    ["part", "fits"],
]


def _dice(*more: Any) -> list[Any]:
    return ["term", "die", ["seq", ["part", "count"], ["part", "kinds"], *_MODIFIED, *more]]


_MODIFIERS_BEGIN = "kdphlbs-−–—－!xeirmuaw[("
"""The signs with which a modifier begins."""


_BONUS = [
    "term",
    "bonus",
    [
        "seq",
        *(["skip", "1"], _DIE_LETTER, ["called", "a number of faces", ["or", "%", "00"], "%0"], ["skip", "with"]),
        [
            "word",
            "penalty",
            "`adv` or `dis`",
            {"adv": 0, "advantage": 0, "bonus": 0, "dis": 1, "disadvantage": 1, "penalty": 1},
        ],
        ["apart"],
    ],
]
"""A percentile roll whose tens are rolled twice: with a bonus the lower result counts, with a penalty the higher."""
_TIMED = [
    "term",
    "timed",
    [
        "seq",
        *(
            "(",
            ["or", ["number", "count", "a number of dice", {"min": 1, "max": 99}], ["let", "count", 1]],
            _DIE_LETTER,
        ),
        ["number", "times", "a number of faces", {"min": 2, "max": MAX_TIMES}],
        [
            "or",
            ["seq", _PLUS, ["number", "plus", "a number", {"max": 99}], ["where", ["=", "count", 1]]],
            ["let", "plus", 0],
        ],
        *(
            ")",
            ["let", "counts", "count"],
            _DIE_LETTER,
            ["number", "size", "a number of faces", {}],
            ["let", "high", "size"],
        ),
        *(_SIZES, ["many", _EXPLODES]),
        [
            "opt",
            [
                *("seq", ["ahead", ["or", "k", "dl", "dh"]]),
                [
                    *("check", 0, "of dice that dice count all are added up"),
                    *("`(d{times})d{size}` for all of them, or `{times}d{size}kh1` for the highest", ""),
                ],
            ],
        ],
        [
            "check",
            ["-", 1, ["or", "pierced", ["or", "reach", "implodes"]]],
            "dice that dice count explode with `!` alone",
            "",
            "size",
        ],
    ],
]
_GROUPS = ("a", "b", "c", "d")
"""The groups of dice that can be read together, by what their tags end with."""


def _mixed(between: str) -> list[Any]:
    """Dice of several sizes of which some count."""

    def group(tag: str, *before: Any) -> list[Any]:
        most = MAX_MIXED if between == "+" else 1
        count = ["number", f"dice_{tag}", "a number of dice", {"min": 1, "max": most}]
        size = ["number", f"size_{tag}", "a number of faces", {"min": 2, "max": MAX_SIZE}]
        few = ["where", [">=", MAX_OPEN, f"dice_{tag}"]]
        compounding = ["seq", "!!" if between == "+" else ["or", "!!", "!"], ["let", "compounds", 1]]
        bangs = 2 if between == "+" else 1
        opens = [
            "or",
            ["seq", compounding, few, ["let", f"open_{tag}", bangs]],
            ["seq", "!", few, ["let", f"open_{tag}", 1], ["let", "top", 1]],
            ["let", f"open_{tag}", 0],
        ]
        return ["seq", *before, ["or", count, ["let", f"dice_{tag}", 1]], _DIE_LETTER, size, opens]

    first, *others = _GROUPS
    none = {tag: ["seq", ["let", f"dice_{tag}", 0], ["let", f"open_{tag}", 0]] for tag in others}
    rest = [["or", group(tag, between), none[tag]] for tag in others]
    every = ["+", ["+", "dice_a", "dice_b"], ["+", "dice_c", "dice_d"]]
    ends = [
        "seq",
        ["let", "count", every],
        ["let", "last", every],
        ["part", "keepers"],
        ["many", ["part", "keepers"]],
        *_WINDOW_SIZES,
        [
            "check",
            ["-", 1, ["and", "compounds", "top"]],
            "dice that are kept together all explode with `!`, or all with `!!`",
            "",
            "n",
        ],
    ]
    return ["seq", "{", group(first), *rest, "}", ends]


_POOLS = ["term", "mixed", ["or", _mixed(","), _mixed("+")]]
_CODE_LETTER = ["called", "`d`", ["exact", "D"]]
_CODES = [
    "or",
    [
        "term",
        "wild",
        ["seq", ["number", "dice", "a number of dice", {"min": 1, "max": 99}], _CODE_LETTER, "w", ["apart"]],
    ],
    [
        "term",
        "code",
        ["seq", ["number", "count", "a number of dice", {"min": 1, "max": 99}], _CODE_LETTER, ["apart"]],
    ],
]
"""Games that count six-sided dice by a capital D alone."""
_SUM = ["part", "sum"]
_NOTHING: list[Any] = ["seq"]


_ROUNDINGS, _FUNCTIONS = ("floor", "ceil", "round", "abs"), ("max", "min")


def _function(name: str) -> list[Any]:
    return ["apply", name, ["seq", name, "(", _SUM, ["many", ["seq", ",", _SUM]], ")"], _NOTHING]


def _rounding(name: str) -> list[Any]:
    return ["apply", name, ["seq", name, "(", _SUM, ")"], _NOTHING]


_INLINE = ["called", "`[[`", ["apply", "+", ["seq", "[[", _SUM, "]]"], _NOTHING], "["]
_FUNCTION_OF_DICE = [
    "term",
    "die",
    [
        "seq",
        "[",
        [
            "or",
            [
                "seq",
                ["word", "is_high", "`highest`, `lowest` or `middle`", {"highest": 1, "lowest": 0, "middle": 2}],
                *(["number", "n", "a number", {}], ["let", "number", "n"], "of", ["part", "count"], ["part", "kinds"]),
                *(["let", "n", "number"], _LEFT, _KEEPS),
                [
                    "or",
                    ["seq", ["where", ["=", "is_high", 1]], ["let", "first", ["-", "last", "n"]]],
                    ["seq", ["where", ["=", "is_high", 0]], ["let", "last", "n"]],
                    _IN_THE_MIDDLE,
                ],
            ],
            ["seq", "explode", ["part", "count"], ["part", "kinds"], ["let", "top", 1]],
        ],
        "]",
        *_WINDOW_SIZES,
    ],
]
"""The functions of AnyDice that are ordinary dice: `[highest 3 of 4d6]`."""
_NTH = [
    *("seq", ["number", "n", "a number", {}], "@", ["let", "number", "n"], ["part", "count"], ["part", "kinds"]),
    *(["let", "n", "number"], _LEFT, _KEEPS, ["let", "first", ["-", "last", "n"]], ["let", "last", ["+", "first", 1]]),
    *_WINDOW_SIZES,
]
"""The die at a place, from the highest one on, as AnyDice writes it: `2@4d6`."""


def _first_of(function: str, word: str) -> list[Any]:
    """Return what AnyDice writes `[highest of d20 and d12]`."""
    more = ["many", ["seq", ["or", "and", ","], _SUM]]
    begins = ["seq", "[", word, "of"]
    return ["called", "`[`", ["apply", function, ["seq", ["ahead", begins], begins, _SUM, more, "]"], _NOTHING], "["]


def _times_word(words: Sequence[str], operator: str) -> list[Any]:
    """Return words before dice or a name that halve or double it."""
    word = ["or", *(["seq", one, ["whole"]] if one.isalpha() else one for one in words)]
    two = ["value", ["let", "value", 2]]
    node = ["apply", operator, ["seq", word, ["skip", "of"], ["skip", "the"], ["part", "unary"], two], _NOTHING]
    return ["called", "dice or a number", node, _initials(words)]


_OWNER = ["called", "dice or a number", ["or", *(["seq", word, ["whole"]] for word in OWN)], _initials(OWN)]
_BONUS_BEHIND = ["called", _OPERATOR, ["or", *(["seq", word, ["whole"]] for word in BONUSES)], _initials(BONUSES)]
_ATOM = [
    "or",
    [
        "called",
        "`floor(`, `max(` and the like",
        ["or", *map(_rounding, _ROUNDINGS), *map(_function, _FUNCTIONS)],
        "fcram",
    ],
    [
        *("seq", ["or", *NO_FUNCTIONS], "("),
        ["check", 0, "the functions are `floor`, `ceil`, `round`, `abs`, `max` and `min`", "", ""],
    ],
    ["called", "`{`", _POOLS, "{"],
    _INLINE,
    _first_of("max", "highest"),
    _first_of("min", "lowest"),
    ["called", "`[`", _FUNCTION_OF_DICE, "["],
    ["called", "dice or a number", ["seq", ["ahead", ["seq", _ANY_NUMBER, "@"]], ["term", "die", _NTH]], "0123456789"],
    ["called", "`(`", _TIMED, "("],
    _BONUS,
    ["part", "dice"],
    _CODES,
    _times_word(HALVES, "/"),
    _times_word(DOUBLES, "*"),
    ["seq", _VALUE, ["opt", ["part", "label"]]],
    ["seq", ["name"], ["many", _BONUS_BEHIND]],
    ["called", "`(`", ["apply", "+", ["seq", "(", _SUM, ")"], _NOTHING], "("],
    ["apply", "kept", ["seq", "(", _SUM, ["many", ["seq", ",", _SUM]], ")"], ["many", ["part", "keepers"]]],
    ["apply", "kept", ["seq", "{", _SUM, ["many", ["seq", ",", _SUM]], "}"], ["many", ["part", "keepers"]]],
]
_NEGATIVE = ["apply", "neg", ["seq", _MINUS, ["part", "unary"]], _NOTHING]
_NO_POWERS = ["seq", ["or", "^", "**"], ["check", 0, "powers are not worked out; `×` multiplies", "", ""]]
_MULTIPLYING = [
    [["called", _OPERATOR, _NO_POWERS, "^*"], "*"],
    [_MULTIPLIED, "*", ["or", _GROUPED, ["part", "unary"]]],
    [_DIVIDED, "/"],
    [["ahead", ["seq", "(", ["part", "operand"]]], "*"],
]
"""The operators of a product; words in parentheses are a remark."""


_PARTS: dict[str, Any] = {
    "fraction": [
        "seq",
        ".",
        [
            "or",
            [
                "seq",
                ["number", "low", "digits", {"zeros": 1, "digits": 2}],
                *(["let", "value", ["+", ["*", "value", 100], "low"]], ["let", "over", 100]),
            ],
            [
                "seq",
                ["number", "low", "digits", {"digits": 1}],
                *(["let", "value", ["+", ["*", "value", 10], "low"]], ["let", "over", 10]),
            ],
        ],
    ],
    "explodes past": ["seq", _faces("explodes", alone=False), *_SOME_EXPLODE],
    **{
        f"{what} at": _faces(tag, alone=tag != "hits")
        for what, tag in (
            ("explodes", "explodes"),
            ("once", "once"),
            ("anew", "anew"),
            ("counted", "hits"),
            ("botched", "botch"),
        )
    },
    "count": _COUNT,
    "kinds": ["called", "a number of faces", ["or", *(["seq", ["kind", kind], node] for kind, node in BASES.items())]],
    "keepers": _KEEPERS,
    "label": ["called", _OPERATOR, _LABEL, "["],
    "fits": ["seq", *_FITS_TOGETHER],
    "one modifier": _MODIFIERS,
    "modifier": [
        "called",
        "a modifier such as `kh3`",
        ["or", ["part", "one modifier"], ["seq", "(", ["part", "one modifier"], ")"]],
        _MODIFIERS_BEGIN,
    ],
    "operand": [
        *("or", "(", "{", "[", _MINUS, ["value", _ANY_NUMBER], ["part", "dice"]),
        *(f"{name}(" for name in (*_ROUNDINGS, *_FUNCTIONS)),
    ],
    "dice": _dice(),
    "with dice": _WITH_DICE,
    "counted": _dice(_HITS, *_HIT_SOME, ["many", _COUNTING], _GROWS, ["part", "fits"]),
    "sum": ["left", ["part", "product"], [[_PLUS, "+"], [_MINUS, "-"]]],
    "product": ["left", ["part", "unary"], _MULTIPLYING],
    "unary": ["called", "dice or a number", ["seq", ["many", _PLUS], ["opt", _OWNER], ["or", _NEGATIVE, _ATOM]]],
    "numbers": ["left", ["part", "numbers product"], [[_PLUS, "+"], [_MINUS, "-"]]],
    "numbers product": [
        "left",
        ["or", _VALUE, ["apply", "+", ["seq", "(", ["part", "numbers"], ")"], _NOTHING]],
        [[_MULTIPLIED, "*"], [_DIVIDED, "/"]],
    ],
}

_NO_REMARKS = [
    *("a", "adv", "advantage", "again", "all", "an", "anew", "and", "any", "both", "bonus", "d", "dice"),
    *("die", "dis", "disadvantage", "discard", "double", "doubled", "drop", "dropping", "each"),
    *("exploding", "explode", "explodes", "first", "half", "halved", "high", "higher", "highest"),
    *("ignore", "implode", "keep", "keeping", "k", "last", "less", "low", "lower", "lowest", "max"),
    *("maximum", "min", "minimum", "minus", "more", "of", "on", "once", "open", "or", "penalty", "per"),
    *("plus", "reroll", "rerolling", "rounded", "second", "take", "times", "triple", "twice", "unique"),
    *("up", "vs", "when", "with", "without", "x", "vorteil", "nachteil", "höchste", "höchsten"),
    *("niedrigste", "niedrigsten", "behalte", "behalten", "verwirf", "verwerfen", "mal", "halb"),
    *("halbiert", "doppelt", "avantage", "désavantage", "garder", "garde", "meilleur", "meilleurs"),
    *("moitié", "ventaja", "desventaja", "mantén", "mantener", "mejor", "peor", "mitad", "doble"),
    *("vantaggio", "svantaggio", "tieni", "migliore", "peggiore", "metà", "doppio", "even", "odd"),
    *PLUS,
    *MINUS,
    *TIMES,
    *HALVES,
    *DOUBLES,
    *(word for word in NUMBERS if len(word) > 2),
]
"""Words behind dice that may say how they are rolled: no remark has them."""
_TARGET = ["constant", "target", _SIGNED]
_COMPARED = [
    "or",
    ["seq", ["or", ["seq", _AT_LEAST, _DIFFICULTY], _REACHING], ["form", "reach"], _TARGET],
    ["seq", _AT_MOST, ["form", "stay"], _TARGET],
    ["seq", ">", ["form", "beat"], _TARGET],
    ["seq", "<", ["form", "below"], _TARGET],
    ["seq", "=", ["form", "exact"], _TARGET],
]
_AGAINST = ["called", "`>=`", ["or", ["part", "with dice"], _COMPARED], "<>=≤≥vad"]
_ADDED = ["opt", ["constant", "modifier", ["seq", ["or", ["seq", _MINUS, ["let", "sign", -1]], _PLUS], _ANY_NUMBER]]]


def _advantage_last(word: Any, counts: Any) -> list[Any]:
    """Return `d20+5adv`: a die and a number, behind which advantage is said of the die."""
    added = _ADDED[1]
    behind = ["seq", *_WITH, word, _OVER]
    die = ["seq", ["part", "count"], ["kind", "die"], _SIZED, ["ahead", ["seq", added, behind]], counts, *_WINDOW_SIZES]
    return ["seq", ["form", "sum"], ["term", "die", die], added, behind, ["opt", _AGAINST], ["part", "over"]]


_TIMES_SIGN = ["called", "`x`", ["or", "x", "#"]]
_PARTS["several"] = [
    "seq",
    ["number", "count", "a number of dice", {"min": 1}],
    _DIE_LETTER,
    ["or", "%", "f", "{", "[", _ANY_NUMBER],
]
"""Dice with their number, behind the number of rolls: `6 4d6`."""


def _rounded_so(way: str) -> list[Any]:
    words = ["seq", ["or", "rounded", "rounding", "round"], way]
    said = ["or", ["seq", "(", words, ")"], ["seq", ["skip", ","], words, ["apart"]]]
    return ["seq", ["ahead", said], said]


_ENDS_ROLL = [["opt", ["part", "label"]], ["opt", _AGAINST], ["part", "over"]]
_ROUNDED_UP = ["apply", "ceil", ["seq", _SUM, _rounded_so("up")], _NOTHING]
_LEAST = ["or", *LEASTS]
_AT_LEAST_SO = ["or", ["seq", "(", _LEAST, _VALUE, ")"], ["seq", ["opt", ","], _LEAST, _VALUE]]
_NO_LESS = [
    *("apply", "max"),
    ["seq", _SUM, ["ahead", ["or", ["seq", "(", _LEAST], ["seq", ["opt", ","], _LEAST]]], _AT_LEAST_SO],
    _NOTHING,
]
_EACH_OF = [
    "seq",
    ["ahead", ["seq", "{", _SUM, ",", _SUM, ["many", ["seq", ",", _SUM]], "}", ["or", *"<>=≤≥"]]],
    "{",
    [
        *("check", 0, "several rolls are compared by their sum in one program and one by one in another"),
        *("`(2d6+d8)>=10` for their sum, or `3d6>=5` to count dice", ""),
    ],
]
_COUNTED_IN = [
    *("seq", "[", "count", "{", _NUMBER_OF_HITS, ["range", "hits", "n", "n"]),
    ["many", ["seq", ",", _NUMBER_OF_HITS, ["range", "hits", "n", "n"]]],
    *("}", "in", ["part", "count"], ["part", "kinds"], "]", *_WINDOW_SIZES, ["let", "counting", 1]),
]
"""Count of dice that show one of several numbers, as AnyDice writes it: `[count {5,6} in 5d6]`."""
_ROLL = [
    "or",
    ["called", "`{`", _EACH_OF, "{"],
    ["called", "`[`", ["seq", ["form", "count"], ["term", "die", _COUNTED_IN], _ADDED, ["part", "over"]], "["],
    _advantage_last(_WORSE, _LOWER),
    _advantage_last(_BETTER, _HIGHER),
    ["seq", ["form", "count"], ["part", "counted"], _ADDED, ["part", "over"]],
    ["seq", ["form", "sum"], _SUM, ["opt", _rounded_so("down")], *_ENDS_ROLL],
    ["seq", ["form", "sum"], _ROUNDED_UP, *_ENDS_ROLL],
    ["seq", ["form", "sum"], _NO_LESS, *_ENDS_ROLL],
]
_REMARKS = [
    *(["part", "label"], ["seq", ["skip", "named"], ["note", '"', '"']], *(["note", sign, ""] for sign in ("#", "//"))),
    *(["words", _NO_REMARKS], ["words", _NO_REMARKS, "(", ")"]),
]
_PARTS["over"] = [
    "seq",
    ["many", ["called", "the end", ["or", *_REMARKS]]],
    ["called", "the end", ["or", ["ahead", "]]"], ["end"]]],
]
_PARTS["repeated"] = [
    "seq",
    [
        "opt",
        [
            "constant",
            "repeats",
            [
                "seq",
                ["number", "value", "a number of rolls", {}],
                ["or", ["seq", _TIMES_SIGN, ["ahead", ["part", "sum"]]], ["ahead", ["part", "several"]]],
                [
                    "check",
                    ["and", "value", [">=", MAX_REPEATS, "value"]],
                    f"at most {MAX_REPEATS} rolls at a time",
                    "",
                    "value",
                ],
            ],
        ],
    ],
    _ROLL,
]
_COMMANDS = (
    *("/roll", "/gmroll", "/gmr", "/gr", "/publicroll", "/pr", "/blindroll", "/br", "/selfroll", "/sr", "/r"),
    *("!roll", "!rr", "!r", "output", "roll"),
)
"""Commands of chats and programs before dice."""
_PARTS["begun"] = [
    "or",
    ["seq", "[[", ["part", "repeated"], "]]", ["end"]],
    ["seq", ["opt", ["words", (), "", ":"]], ["part", "repeated"]],
]
_GRAMMAR = ["called", "dice, such as `2d6`", ["seq", ["or", *_COMMANDS, ["seq"]], ["part", "begun"]]]


# What dice come to

DEFAULTS: dict[str, Any] = {
    "count": 1,
    "first": 0,
    "last": 1,
    "low": 1,
    "high": 6,
    "least": -ENDLESS,
    "most": ENDLESS,
    "size": 6,
    "sides": 6,
    "top": 0,
    "pierced": 0,
    "less": 0,
    "times": 0,
    "reach": 0,
    "implodes": 0,
    "compounds": 0,
    "from_high": 0,
    "to_high": 1,
    "grows": 0,
    "unique": 0,
    "blended": 0,
    "penalty": 0,
    "counting": 0,
    "parity": 0,
    "double": 0,
    "plus": 0,
    "counts": 1,
    "n": 1,
    "kept": 0,
    "cut": 0,
    "gaps": 0,
    "explodes": [],
    "anew": [],
    "once": [],
    "hits": [],
    "botch": [],
    "faces": [],
    "none": [],
}
"""The arguments of dice where nothing is said of them."""
_ALL = tuple(DEFAULTS)
_INNER: dict[str, Any] = {
    name: name
    for name in ("sign", "size", "sides", "low", "high", "faces", "least", "most", "top", "explodes", "anew", "once")
}
"""The arguments that a die hands on to one that follows it."""
_COUNTED_SO: dict[str, Any] = {name: name for name in ("counting", "parity", "hits", "botch", "double")}


def _score(value: Any) -> Any:
    """Return the reading of what a face counts: itself, or a success, two of them, or one less."""
    is_odd = ["-", value, ["*", 2, ["//", value, 2]]]
    is_hit = ["if", "parity", ["=", is_odd, ["=", "parity", 1]], ["in", value, "hits"]]
    double = ["and", "double", ["and", is_hit, ["=", value, "high"]]]
    return ["if", "counting", ["-", ["+", is_hit, double], ["in", value, "botch"]], value]


def _many_ends(faces: str) -> Any:
    """Return how many of some ranges of faces are open."""
    return ["+", ["many", faces, ENDLESS, ENDLESS], ["many", faces, -ENDLESS, -ENDLESS]]


_VALUE_OF_FACE = ["max", "least", ["min", "most", "shows"]]
_COUNTS_SO = {"total": ["*", "sign", "score"]}
_PIERCED_SO = {"total": ["*", "sign", ["-", "worth", "less"]]}
_HANDED_ON = {**_INNER, **_COUNTED_SO}
_FACES_NAME: list[Any] = [
    "*",
    ["unique", "u"],
    [["many", "anew", -ENDLESS, ENDLESS], "r{anew}"],
    [["many", "once", -ENDLESS, ENDLESS], "ro{once}"],
    [["+", ENDLESS, "least"], "min{least}"],
    [["-", ENDLESS, "most"], "max{most}"],
]
_COUNTED_NAME: list[Any] = [
    [["=", "parity", 1], "odd"],
    [["=", "parity", 2], "even"],
    [["and", "counting", ["and", ["=", "parity", 0], ["=", _many_ends("hits"), 0]]], "="],
    ["counting", "{hits}"],
    ["double", "double"],
    [["many", "botch", -ENDLESS, ENDLESS], "f{botch}"],
]
_NAME: list[Any] = [
    *_FACES_NAME,
    *_COUNTED_NAME,
    [_EXPLODING, "!"],
    [["or", "pierced", "less"], "p"],
    [["=", "times", 1], "o"],
    [[">=", "times", 2], "{times}times"],
    [["many", "explodes", -ENDLESS, ENDLESS], "{explodes}"],
    ["less", "-1"],
    ["implodes", "i"],
]
_CUT = ["-", "count", "last"]

_ENDS_NAME = [
    [["and", ["=", "grows", 0], ["=", ["-", "last", "first"], 0]], "dl{count}"],
    [["and", ["=", "grows", 0], ["and", "kept", ["and", "first", ["=", _CUT, 0]]]], "kh{kept}"],
    [["and", ["=", "grows", 0], ["and", "kept", ["and", _CUT, ["=", "first", 0]]]], "kl{kept}"],
    [["and", ["=", "grows", 0], ["and", "kept", ["and", "first", _CUT]]], "dl{first}dh{cut}"],
    [["and", "first", ["or", ["and", "kept", ["=", "grows", UP]], ["=", "grows", BOTH]]], "dl{first}"],
    [["and", _CUT, ["or", ["and", "kept", ["=", "grows", DOWN]], ["=", "grows", BOTH]]], "dh{cut}"],
    [["and", "kept", ["=", "grows", DOWN]], "kh{kept}"],
    [["and", "kept", ["=", "grows", UP]], "kl{kept}"],
    [["and", ["=", "kept", 0], ["or", ["=", "grows", UP], ["=", "grows", DOWN]]], "kh1dl1"],
]
_WINDOW_NAME = [
    "{count}",
    *_FACES_NAME,
    [_EXPLODING, "!"],
    [["and", "compounds", _EXPLODING], "!"],
    [["many", "explodes", -ENDLESS, ENDLESS], "{explodes}"],
    *_ENDS_NAME,
    *_COUNTED_NAME,
]
_ROWS: list[dict[str, Any]] = [
    {
        "when": ["and", ["in", "shows", "once"], ["=", "blended", 0]],
        "adds": [["", {**_HANDED_ON, "once": "none"}, 1]],
        "label": "anew",
    },
    {"when": ["in", "shows", "anew"], "again": 1, "label": "anew"},
    {
        "when": ["and", "further", [">=", "times", 2]],
        "tallies": _COUNTS_SO,
        "adds": [["", {**_HANDED_ON, "times": ["-", "times", 1]}, 1]],
        "label": "again",
    },
    {
        "when": ["and", "further", ["=", "times", 1]],
        "tallies": _COUNTS_SO,
        "adds": [["", {**_HANDED_ON, "top": 0, "explodes": "none"}, 1]],
        "label": "again",
    },
    {
        "when": ["and", "further", ["and", "pierced", ["=", "less", 0]]],
        "tallies": _COUNTS_SO,
        "adds": [["", {**_HANDED_ON, "pierced": 1, "less": 1}, 1]],
        "label": "again",
    },
    {"when": ["and", "further", "less"], "again": 1, "tallies": _PIERCED_SO, "label": "again"},
    {"when": "further", "again": 1, "tallies": _COUNTS_SO, "label": "again"},
    {
        "when": ["and", "implodes", ["=", "shows", "low"]],
        "tallies": _COUNTS_SO,
        "adds": [["", {**_HANDED_ON, "sign": ["-", 0, "sign"]}, 1]],
        "label": "taken away",
    },
    {"when": "less", "tallies": _PIERCED_SO},
    {"when": ["and", "counting", "score"], "tallies": _COUNTS_SO, "label": "counts {total}"},
    {
        "tallies": _COUNTS_SO,
        # Where a die of several is rolled anew once, each face comes up as often as in both throws together.
        "weight": [
            "if",
            ["and", "blended", ["many", "once", -ENDLESS, ENDLESS]],
            ["+", ["*", _EVERY, ["=", ["in", "shows", "once"], 0]], ["many", "once", "low", "high"]],
            1,
        ],
    },
]
_OF = [["", {**{name: one for name, one in _INNER.items() if name != "sign"}, "blended": 1}, "count"]]
_WINDOW: dict[str, Any] = {"of": _OF, "first": "first", "last": "last", "grows": "grows"}


def _base(written: str, axes: dict[str, int | str], shows: Any, **more: Any) -> dict[str, Any]:
    """A kind of die, with what its faces show."""
    goes_on = ["or", ["in", "shows", "explodes"], ["and", "top", ["=", "shows", "high"]]]
    lets = [["shows", shows], ["worth", _VALUE_OF_FACE], ["score", _score("worth")], ["further", goes_on]]
    return {"written": written, "axes": axes, "lets": lets, **more}


_DIE: dict[str, Any] = {
    "name": _NAME,
    "takes": _ALL,
    "shown": "worth",
    "rows": _ROWS,
    "as": [
        [
            "reach",
            {
                "name": ["*", "!!>={reach}"],
                "rows": [
                    {"when": [">=", "shows", "reach"], "tallies": {"total": "sign"}, "label": "counts 1"},
                    {
                        "when": ["=", "shows", "high"],
                        "adds": [["", {**_INNER, "reach": ["-", "reach", "high"]}, 1]],
                        "label": "again",
                    },
                    {},
                ],
            },
        ],
        ["unique", {"name": _WINDOW_NAME, "whole": 1, "hand": {"of": _OF, "drawn": 1}}],
        [
            ["and", "counting", _IS_WHOLE],
            {
                "name": _WINDOW_NAME,
                "whole": 1,
                "hand": {**_WINDOW, "each": [["total", ["+", "total", ["*", "kept", _score("face")]]]]},
            },
        ],
        [_IS_WHOLE, {"name": _WINDOW_NAME, "whole": 1, "hand": _WINDOW}],
    ],
}
"""A die with all that can be done to it: what is different where only some of several count comes last."""


def _mixed_hand() -> dict[str, dict[str, Any]]:
    """Groups of dice of several sizes of which some count."""
    tags = [f"{part}_{tag}" for tag in _GROUPS for part in ("dice", "size", "open")]
    of = [
        ["die", {"size": f"size_{tag}", "high": f"size_{tag}", "top": f"open_{tag}"}, f"dice_{tag}"] for tag in _GROUPS
    ]
    groups = [
        part
        for tag in _GROUPS
        for part in (
            [0 if tag == "a" else f"dice_{tag}", "+"],
            [f"dice_{tag}", f"{{dice_{tag}}}d{{size_{tag}}}"],
            [["and", f"dice_{tag}", f"open_{tag}"], "!"],
            [["and", f"dice_{tag}", [">=", f"open_{tag}", 2]], "!"],
        )
    ]
    ends = [[["and", ["=", "grows", 0], part], text] for part, text in (("first", "dl{first}"), (_CUT, "dh{cut}"))]
    name = ["{", *groups, "}", *ends, *_ENDS_NAME[4:]]
    return {
        "mixed": {
            "name": name,
            "takes": (*_ALL, *tags),
            "whole": 1,
            "hand": {**_WINDOW, "of": of},
        }
    }


_TENS = ["+", ["*", 10, "tens"], "ones"]
_FACES_OF_FUDGE = ["-", ["=", "face", 6], ["=", "face", 1]]
_BONUS_FACES = [
    [
        "+",
        ["*", 10, ["-", tens, 1]],
        ["-", "ones", ["*", 10, ["-", ["=", "ones", 10], ["*", 10, ["and", ["=", "ones", 10], ["=", tens, 1]]]]]],
    ]
    for tens in ("tens", "other")
]
"""Ten ones with each of two tens; of `0` and `00` a hundred."""
_DIE_D6: dict[str, Any] = {"size": 6, "high": 6}
_WILD = [["code", {}, ["-", "dice", 1]]]
_D6 = {"total": ["*", "sign", "face"]}

_OTHERS: dict[str, tuple[str, dict[str, int | str], Any]] = {
    "percent": ("d%", {"face": 100}, "face"),
    "fate": ("dF", {"face": 3}, ["-", "face", 2]),
    "fudge": ("dF.1", {"face": 6}, _FACES_OF_FUDGE),
    "digits": ("d{sides}{sides}", {"tens": "sides", "ones": "sides"}, _TENS),
    "triple": (
        "d{sides}{sides}{sides}",
        {"hundreds": "sides", "tens": "sides", "ones": "sides"},
        ["+", ["*", 100, "hundreds"], _TENS],
    ),
    "faces": ("d[{faces}]", {"face": "faces"}, "face"),
}

LANGUAGE = Language(
    name="roll",
    grammar=_GRAMMAR,
    parts=_PARTS,
    defaults=DEFAULTS,
    free=True,
    is_checked=True,  # By a test, as every start of a tool needs it.
    synonyms=SYNONYMS,
    choices=CHOICES,
    dice={
        "die": _base("d{size}", {"face": "size"}, "face", **_DIE),
        **{kind: {"like": "die", **_base(*data)} for kind, data in _OTHERS.items()},
        "bonus": {
            "name": ["d%", [["=", "penalty", 0], "adv"], ["penalty", "dis"]],
            "axes": {"tens": 10, "other": 10, "ones": 10},
            "takes": _ALL,
            "shown": ["if", "penalty", ["max", *_BONUS_FACES], ["min", *_BONUS_FACES]],
            "rows": [
                {"tallies": {"total": ["*", "sign", ["if", "penalty", ["max", *_BONUS_FACES], ["min", *_BONUS_FACES]]]}}
            ],
        },
        "timed": {
            "name": [
                "(",
                [[">=", "counts", 2], "{counts}"],
                "d{times}",
                ["plus", "+{plus}"],
                ")d{size}",
                ["top", "!"],
                [["many", "explodes", -ENDLESS, ENDLESS], "!{explodes}"],
            ],
            "axes": {"face": "times"},
            "takes": _ALL,
            "rows": [{"adds": [["die", _INNER, ["+", "face", "plus"]]]}],
        },
        **_mixed_hand(),
        "code": {"name": "d6", "axes": {"face": 6}, "takes": _ALL, "rows": [{"tallies": _D6}]},
        "wild": {
            "name": "{dice}Dw",
            "axes": {"face": 6},
            "takes": ("dice",),
            "rows": [
                {
                    "when": ["=", "face", 6],
                    "tallies": _D6,
                    "adds": [["die", {**_DIE_D6, "top": 1}, 1], *_WILD],
                    "label": "again",
                },
                {"when": ["=", "face", 1], "tallies": _D6, "adds": _WILD, "label": "complication"},
                {"tallies": _D6, "adds": _WILD},
            ],
        },
    },
    fields=(
        {"name": "successes", "label": "successes", "with": ["count"], "reading": "result"},
        {"name": "success", "label": "success", "with": ["reach"], "reading": [">=", "result", "target"]},
        {"name": "success", "label": "success", "with": ["stay"], "reading": [">=", "target", "result"]},
        {"name": "success", "label": "success", "with": ["beat"], "reading": [">=", "result", ["+", "target", 1]]},
        {"name": "success", "label": "success", "with": ["below"], "reading": [">=", "target", ["+", "result", 1]]},
        {"name": "success", "label": "success", "with": ["exact"], "reading": ["=", "result", "target"]},
        {
            "name": "margin",
            "label": "margin",
            "with": ["reach", "beat", "exact"],
            "reading": ["-", "result", "target"],
        },
        {"name": "margin", "label": "margin", "with": ["stay", "below"], "reading": ["-", "target", "result"]},
        {"name": "total", "label": "total", "with": ["sum"], "reading": "result"},
    ),
    sums=("total",),
    constants={"modifier": 0, "target": 0, "repeats": 0},
    words={"target": "number to reach", "against": "opposing roll"},
)


# What is written


def _counted(count: int) -> str:
    return str(count) if count > 1 else ""


def _mixed_text(values: Mapping[str, Any]) -> str:
    groups = [
        (values[f"dice_{tag}"], values[f"size_{tag}"], "!" * values[f"open_{tag}"])
        for tag in _GROUPS
        if values[f"dice_{tag}"]
    ]
    between = "+" if values["grows"] or any(count > 1 or mark == "!!" for count, _, mark in groups) else ","
    first, cut, size, grows = (values[name] for name in ("first", "cut", "kept", "grows"))
    dropped = f"dl{first}" * (first > 0 and grows != DOWN) + f"dh{cut}" * (cut > 0 and grows != UP)
    if grows:
        ends = dropped + ("" if grows == BOTH else "kh1dl1" if not size else f"k{'hl'[grows == UP]}{size}")
    else:
        ends = f"kh{size}" if size and not cut else f"kl{size}" if size and not first else dropped
    return f"{{{between.join(f'{_counted(count)}d{size}{mark}' for count, size, mark in groups)}}}{ends}"


def _term_text(term: Term) -> str:
    """Dice as they are written, without what they count times."""
    kind, values = LANGUAGE.resolved(term.kind, term.values)
    if kind in ("bonus", "timed", "wild"):
        return LANGUAGE.name_of(kind, values)
    if kind == "mixed":
        return _mixed_text(values)
    if kind == "code":
        return f"{term.count}D"
    return (
        LANGUAGE.name_of(kind, values)
        if LANGUAGE.kinds[kind].get("whole")
        else _counted(term.count) + LANGUAGE.name_of(kind, values)
    )


_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3}
_SIGNS = {"*": "×", "/": "/", "+": "+", "-": "-"}


def _write(parsed: Parsed) -> str:
    """The canonical text of an expression."""
    formula, constants = parsed.formula, parsed.constants
    assert formula is not None
    repeats = f"{constants['repeats']}x" if constants["repeats"] else ""
    added = constants["modifier"] - formula.modifier
    target = f"{_AGAINST_BY_FORM[parsed.form]}{constants['target']}" if parsed.form in _AGAINST_BY_FORM else ""
    if target and formula.is_sum and len(formula.placed) == 1 and not constants["modifier"]:
        # By itself, it would say which of the dice count.
        dice = [(formula.placed[0].times, _term_text(parsed.terms[0]))]
        return f"{repeats}{{{_sum_text(dice, formula.factor, 0)}}}{target}"
    terms = {place.term: term for place, term in zip(formula.placed, parsed.terms, strict=True)}
    if not formula.is_sum:
        return f"{repeats}{_tree_text(formula.tree, terms)}{f'{added:+d}' if added else ''}{target}"
    dice = [(times, _term_text(parsed.terms[at])) for at, (_, times, _) in enumerate(formula.placed)]
    return repeats + _sum_text(dice, formula.factor, constants["modifier"]) + target


def _sum_text(dice: Sequence[tuple[int, str]], factor: int, modifier: int) -> str:
    signs = [("-" if times < 0 else "+") + ("" if abs(times) == 1 else f"{abs(times)}×") + text for times, text in dice]
    text = "".join(signs).removeprefix("+")
    if factor != 1:
        text = f"{text}×{factor}" if len(dice) == 1 else f"({text})×{factor}"
    # What is taken away needs something to be taken from.
    if text.startswith("-"):
        return f"{modifier}{text}" if modifier else text
    return text + (f"{modifier:+d}" if modifier else "")


def _tree_text(tree: Tree, terms: Mapping[int, Term], within: int = 0) -> str:
    head = tree[0]
    if head == "number":
        return f"{tree[1] / tree[2]:.15g}"
    if head == "term":
        return _term_text(terms[tree[1]])
    if head in ("floor", "ceil", "round", "abs", "max", "min"):
        return f"{head}({','.join(_tree_text(part, terms) for part in tree[2:])})"
    if head == "kept":
        count = len(tree[2:])
        first, last = tree[1].get("first", 0), tree[1].get("last", count)
        if first and last == count:
            ends = f"kh{count - first}"
        elif not first and last < count:
            ends = f"kl{last}"
        else:
            ends = (f"dl{first}" if first else "") + (f"dh{count - last}" if last < count else "")
        return f"{{{','.join(_tree_text(part, terms) for part in tree[2:])}}}{ends}"
    if len(tree) == 3:
        text = ("-" if head == "neg" else "") + _tree_text(tree[2], terms, within if head == "+" else 3)
        return f"({text})" if head == "neg" and within else text
    strength = _STRENGTH[head]
    left, right = _tree_text(tree[2], terms, strength), _tree_text(tree[3], terms, strength + (head in "-/"))
    text = f"{left}{_SIGNS[head]}{right}"
    return f"({text})" if strength < within else text


_AGAINST_BY_FORM = {"reach": ">=", "stay": "<=", "beat": ">", "below": "<", "exact": "="}


def _sizes(term: Term) -> tuple[int, ...]:
    if term.kind == "mixed":
        return tuple(term.values[f"size_{tag}"] for tag in _GROUPS for _ in range(term.values[f"dice_{tag}"]))
    return (
        _SIZE_OF.get(term.kind, 0)
        or term.values.get("digits", 0)
        or term.values.get("size", term.values.get("high", 6)),
    )


_SIZE_OF = {"percent": 100, "bonus": 100, "code": 6, "wild": 6, "fate": 3, "fudge": 3}

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


# What can be written


class Form(NamedTuple):
    """A row of the guide's table.

    Attributes:
        written: examples, each of which rolls.
        means: what they come to.
        elsewhere: what other tools write for it, or read in it, where that differs.
    """

    written: tuple[str, ...]
    means: str
    elsewhere: str = ""


FORMS: tuple[Form, ...] = (
    Form(
        ("2d6+1", "d4+d6-1", "2d6 plus 3", "five d6", "20-2d6", "-d6+10", "2W6", "2к6"),
        "dice and numbers, added up; up to 1,000 dice of up to 1,000 faces",
        "the same everywhere",
    ),
    Form(
        ("3d6×10", "(d6+2)x10+5", "2d6+3*2", "2*d6", "d6×1.5"),
        "multiplied, before anything is added; `×`, `*`, `·` and `x` are one",
        "`*`",
    ),
    Form(
        ("2d6/2", "d7÷2"),
        "divided and rounded down, also below 0: -1/2 is -1",
        "AnyDice cuts off; Foundry keeps halves",
    ),
    Form(
        ("ceil(d6/2)", "round(d6/2)", "floor(d6/2+d8/2)", "abs(d6-d6)", "d8/2 (round up)"),
        "rounded up, to the nearest (a half up), or down, once and at the end; without its sign",
        "the same in Roll20 and Foundry",
    ),
    Form(
        ("max(d6,2d4)", "min(d6,d8,d10)", "[highest of d20 and d12]"),
        "the largest or smallest of several",
        "`max` in Foundry; AnyDice `[highest of 1d20 and 1d12]`",
    ),
    Form(
        ("half 2d6", "half of d8+2", "½d6", "double 2d6"),
        "half of the next dice or number, rounded down at the end; twice",
    ),
    Form(("1d6-1 (min 1)", "2d4-3, minimum 1"), "a sum that never falls below a number", "`max(1d6-1,1)` in Foundry"),
    Form(
        ("d6×d6", "d8/d4", "(2d4)d6", "(d4+1)d6"),
        "dice times dice; dice that say how many others are rolled",
        "AnyDice `d6 * d6`",
    ),
    Form(("d%", "2d00", "d100"), "1 to 100", "`d100`; AnyDice has `d%` too"),
    Form(("d%adv", "d%bonus", "d%dis", "d%penalty"), "the tens are rolled twice: with a bonus the lower result counts"),
    Form(
        ("d66", "d44", "d88", "d666"),
        "dice of 6, 4 or 8 sides that are read as digits",
        "66 faces in most tools",
    ),
    Form(("4dF", "4dF.2", "4dF.1"), "dice that show -1, 0 or 1; `.1` has four blanks", "`4df` in Foundry"),
    Form(
        ("d{1,3,5}", "d[0..9]", "2d{1,1,2}", "3d{-1,0,1}", "d(0..9)"),
        "dice with faces of their own",
        "AnyDice `d{1,3,5}`",
    ),
    Form(("3D+2", "5Dw+1"), "six-sided dice; of `w` one is wild: a 6 is rolled again, a 1 is a complication"),
    Form(
        ("4d6kh3", "4d6k3", "4d6h3", "2d20kl1", "4d6l1", "4d6 keep 3", "[highest 3 of 4d6]"),
        "the highest or lowest are kept",
        "AnyDice `[highest 3 of 4d6]`",
    ),
    Form(
        ("4d6dl1", "4d6d1", "4d6-L", "4d6dh1", "4d6dl1dh1", "4d6, drop lowest", "4d6p1"),
        "the lowest or highest are dropped; several of these work in turn",
        "the same in Roll20 and Foundry; Avrae `p1`",
    ),
    Form(
        ("5d6 keep middle 3", "[middle 1 of 3d20]", "2@4d6"),
        "those in the middle are kept, if as many are dropped at each end; the second highest alone",
        "AnyDice `[middle 1 of 3d20]`, `2@4d6`",
    ),
    Form(
        ("d20adv", "d20a", "d20+5adv", "d20 with advantage", "d20dis", "3d20adv"),
        "two dice of which the higher or the lower counts; of several, one",
    ),
    Form(
        ("{d8,d6}kh1", "{2d6,d8+1}kl1", "{d6,d6,d8}dl1"),
        "of several rolls the highest or lowest, or all but that; without `kh` and the like their sum",
        "the same in Roll20 and Foundry",
    ),
    Form(
        ("{2d6+d8}kh2", "{d8+d6}kl1", "{4d6!+2d8}kh3"),
        "of dice of up to four sizes some count, wherever they stand",
        "Roll20 `{2d6+1d8}kh2`",
    ),
    Form(
        ("3d6!", "3d6!!", "3d6x", "3d6!>=5", "3d6x>=5", "3d6!5", "3d6e6", "[explode d6]"),
        "the highest face, or what is said, is rolled again and added, as long as it comes",
        "`3d6!` in Roll20, `3d6x` in Foundry; AnyDice `3d[explode d6]`, cut off",
    ),
    Form(
        ("3d6!o", "3d6xo", "3d6ra6", "3d6!3times"),
        "the same once, or so many times at most",
        "Foundry `xo`; Avrae `ra6`; Dice Roller `!3`",
    ),
    Form(("3d6!p",), "each further die counts one less", "Roll20 `!p`"),
    Form(("3d6i",), "a 1 is rolled again, and that is taken away"),
    Form(
        ("5d10!kh3", "3d6!>=5dl1", "5d10!kl2", "{2d8!+d6!}kh2", "5d10!kh3>=8"),
        "what explodes adds dice of their own, and some of all these are kept",
        "`5d10!kh3` in Roll20, `5d10xkh3` in Foundry, whose `2d20kh1x` rolls only a kept die again",
    ),
    Form(
        ("5d10!!kh3", "{2d8!!+d6!!}kl2", "{d8!,d6!}kh1", "d20adv!"),
        "a die and all that it explodes to are one, of which some are kept",
        "`5d10!!kh3` in Roll20",
    ),
    Form(
        ("2d6r1", "2d6r", "2d6r<3", "2d6r1,2", "2d6rr1", "4d6r1kh3"),
        "such a face is rolled anew, as long as it comes, before anything is kept",
        "`r1` in Roll20; `rr1` in Foundry, where `r1` is once",
    ),
    Form(("2d6ro1", "2d6ro<=2"), "the same once", "`ro` in Roll20, `r` in Foundry"),
    Form(("2d6min2", "2d6mi2", "2d6max5"), "a lower face counts as 2, a higher one as 5", "the same in Foundry"),
    Form(("3d6u", "4d10unique"), "no two dice show the same", "Dice Roller `u`"),
    Form(
        ("5d10>=8", "5d10>7", "d100<=45", "5d6=6", "5d6=1,6", "5d8even", "5d10cs>=8", "5d10t8", "[count {5,6} in 5d6]"),
        "how many dice show that",
        "`>8` counts an 8 in Roll20, and does not here and in Foundry",
    ),
    Form(
        ("5d10>=8f1", "5d10>=8f<=2", "5d10>=8double", "5d10>=8!", "6d10>=8!>=9"),
        "the same; some take one away, the highest counts twice or is rolled again",
        "`f1` in Roll20, `df` in Foundry",
    ),
    Form(("8d10!!>=12",), "how many dice reach that, each with all that it explodes to"),
    Form(
        ("2d6+3>=10", "1d20+5 vs 15", "{2d6}>=7", "{3d6}<=12"),
        "whether the sum reaches a number or stays at or below it, and by how much",
        "`{2d6}>=7` in Roll20",
    ),
    Form(
        ("6x4d6kh3", "6#4d6kh3", "6 4d6"),
        "the same roll so many times, each by itself",
        "Avrae `6#`; here `×` and `*` multiply",
    ),
    Form(
        (
            *("1d8[slashing]+1d6[fire]", "1d20+5 # attack", '1d20 "hit"', "2d6 fire damage", "d20+5 (stealth)"),
            *("attack: d20+5", "/roll 2d6", "!r d20", "output 3d6", "4d6s"),
        ),
        "remarks, commands before dice and the order in which dice are shown change nothing",
        "`[...]` in Roll20 and Foundry",
    ),
    Form(("[[2d6]]",), "the brackets of a text of Roll20", "`[[2d6]]` in Roll20"),
)
"""All that can be written, for the guide."""
