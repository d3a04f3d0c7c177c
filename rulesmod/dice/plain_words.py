"""Words within ordinary dice in the five complete languages, and synonyms of other programs."""

from __future__ import annotations

NUMBERS: dict[str, int] = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "ein": 1,
    "eine": 1,
    "einen": 1,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "fünf": 5,
    "sechs": 6,
    "sieben": 7,
    "acht": 8,
    "neun": 9,
    "zehn": 10,
    "un": 1,
    "une": 1,
    "deux": 2,
    "trois": 3,
    "quatre": 4,
    "cinq": 5,
    "sept": 7,
    "huit": 8,
    "neuf": 9,
    "dix": 10,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
    "cinco": 5,
    "seis": 6,
    "siete": 7,
    "ocho": 8,
    "nueve": 9,
    "diez": 10,
    "due": 2,
    "tre": 3,
    "quattro": 4,
    "cinque": 5,
    "sei": 6,
    "sette": 7,
    "otto": 8,
    "nove": 9,
    "dieci": 10,
}
"""Numbers of dice: `five d6`."""

PLUS = ("plus", "más", "più")
MINUS = ("minus", "moins", "menos", "meno")
TIMES = ("times", "mal", "fois", "por", "per")
"""Operators between dice and numbers; what is multiplied by is a number."""

CHOICES = ("or", "oder", "ou", "o")
"""Words between two rolls, of which one is meant."""

ARTICLES = ("the",)
OWN = (
    *ARTICLES,
    *("your", "my", "their", "his", "her", "its", "deine", "deinen", "deiner", "dein", "seine", "seinen"),
    *("sein", "ihre", "ihren", "ihr", "meine", "meinen", "mein", "votre", "ton", "ta", "mon", "ma", "son", "sa"),
    *("leur", "tu", "mi", "su", "tuo", "tua", "suo", "sua", "il tuo", "la tua", "il suo", "la sua", "il mio"),
)
"""Words before a number of the reader's: `2d6 + your Strength`."""
BONUSES = (
    *("ability", "adjustment", "modifiers", "modifier", "mod", "bonus", "score", "level", "rank", "rating"),
    *("modifikator", "stufe", "grad", "rang", "wert", "modificateur", "niveau"),
    *("modificador", "bonificador", "bono", "nivel", "rango", "modificatore", "livello", "grado", "punteggio"),
)
"""Words behind the name of such a number, which say nothing more; a name by themselves."""
HALVES = (
    *("½", "half", "halbe", "halber", "halb", "die hälfte von", "la moitié de", "moitié", "la mitad de", "mitad"),
    *("la metà di", "metà"),
)
DOUBLES = ("double", "twice", "doppelte", "doppelt", "le double de", "el doble de", "doble", "il doppio di", "doppio")
"""Words before dice or a number of the reader's that halve or double it."""
LEASTS = ("minimum of", "minimum", "min.", "min", "mindestens", "mínimo", "minimo", "at least")
"""Words behind a sum, before the least that it comes to."""
DIFFICULTY = "dc"
"""The short word before a number to reach: `d20+5 vs DC 15`."""
FUNCTIONS_IN_BRACKETS = ("highest", "lowest", "middle", "count", "explode")
"""Functions of AnyDice: `[highest 3 of 4d6]`."""

NO_FUNCTIONS = ("sqrt", "pow", "sum", "count", "avg", "average", "sign", "log", "exp", "rand", "random", "trunc")
"""Functions of other programs."""

SYNONYMS: tuple[tuple[str, str], ...] = (
    *((word, "+") for word in ("and", "und", "et", "y", "e", "&")),
    *((word, "ro<=2") for word in ("reroll 1s and 2s", "reroll ones and twos", "rerolling 1s and 2s")),
    *(
        (word, "ro1")
        for word in (
            "reroll ones once",
            "reroll 1s once",
            "reroll ones",
            "reroll 1s",
            "reroll 1",
            "rerolling ones",
            "rerolling 1s",
        )
    ),
    *((part, sign) for part, sign in (("1/2", "½"), ("1/4", "¼"), ("3/4", "¾"))),
    ("ir", "r<="),
    *((word, "!>=") for word in ("explodes on", "explode on", "exploding on", "explodes at")),
    *((word, "<=") for word in ("roll under", "rolling under", "under", "or under")),
    *((word, "!") for word in ("exploding", "explodes", "explode", "explodierend")),
    *((word, "dl1") for word in ("ignore lowest", "ignore the lowest", "without the lowest", "minus lowest")),
    *((word, "kh1") for word in ("take highest", "take the highest", "take the higher", "keep the higher")),
    *((word, "kl1") for word in ("take lowest", "take the lowest", "take the lower", "keep the lower")),
    *(
        (word, "adv")
        for word in ("mit vorteil", "vorteil", "avec avantage", "avantage", "con ventaja", "con vantaggio")
    ),
    *((word, "dis") for word in ("mit nachteil", "nachteil", "avec désavantage", "con desventaja", "con svantaggio")),
    *((word, "×2") for word in ("doubled", "twice", "doppelt", "verdoppelt", "doublé", "doble", "doppio")),
    *((word, "/2") for word in ("halved", "halbiert")),
    *((word, ">=") for word in ("successes on", "success on", "successes", "count", "s", "e", "tn", "≧")),
    *((word, "kh") for word in ("best", "highest", "top", "behalte")),
)
"""Words of other programs, and what comes nearest to them here."""
