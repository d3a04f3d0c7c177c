"""Italian."""

from rulebook.lexing.language import Language

_NUMBERS = "un due tre quattro cinque sei sette otto nove dieci undici dodici".split()  # noqa: SIM905

WORDS = Language(
    about="circa|quasi|all['’]incirca",
    or_="o|e",
    more="più|maggiore|superiore|oltre",
    less="meno|minore|inferiore",
    to="fino a",
    between="tra|fra|da",
    and_="e|a",
    at_least=r"almeno\b",
    at_most=r"al\s+(?:massimo|più)\b",
    above=r"(?:più|oltre|sopra)\s+(?:di|i|il)|superiore\s+a",
    below=r"(?:meno|sotto)\s+(?:di|i|il)|inferiore\s+a",
    times_in="su",
    numbers={**{word: value for value, word in enumerate(_NUMBERS, 1)}, "uno": 1, "una": 1, "venti": 20, "cento": 100},
    percent="per cento|percento",
    chance_of="volt[ae]|possibilità|probabilità|lanci|tiri",
    chances={
        "always": "sempre|ogni volta",
        "never": "mai|impossibile",
        "almost always": "quasi sempre",
        "almost never": "quasi mai",
        "easily": "facilmente",
        "usually": "di solito|il più delle volte|spesso e volentieri",
        "rarely": "raramente|di rado",
        "unlikely": "improbabile",
        "half": "(?:la )?metà delle volte",
        "a third": "un terzo delle volte",
        "two thirds": "due terzi delle volte",
        "a quarter": "un quarto delle volte",
        "three quarters": "tre quarti delle volte",
        "sometimes": "a volte|talvolta|spesso",
    },
    rolls="dad[oi]|tir[oi]|lanci[oi]?|risultat[oi]",
    mean="in media|una media di",
    means="media",
    damage="danni",
    rolled="tirato|lanciato|esempio",
    numbered=r"livell[oi]|grad[oi]|tabell[ae]|pagin[ae]|capitol[oi]",
    roll=r"tira(?:re|te|no)?|lancia(?:re|te|no)?",
    name="nome|personaggio",
    players=("giocator", "Giocator", "dadi", "Dadi"),
)
