"""German."""

from rulebook.lexing.language import Language

WORDS = Language(
    about="etwa|rund|ungefähr",
    or_="oder|und",
    more="mehr|höher|besser",
    less="weniger|niedriger",
    to="bis",
    and_="und",
    rolls="würfel|wurf|ergebnis",
    mean="im (?:Schnitt|Mittel|Durchschnitt)",
    means="Durchschnitt|Mittel",
    damage="Schaden",
    rolled="würfelt|Beispiel",
    numbered=r"(?:stufen?|tabellen?|seiten?|kapitel|rang|nr)",
    roll=r"w[üu]rf\w*|wirf\w*|werft",
    worked="halbe?|hälfte|doppelte?|dreifache?|drittel|viertel|plus|minus|mal|prozent",
    limit=r"max(?:imal|imum)?\b|min(?:imum|imal|destens)\b|höchstens|halb|halbier|verdoppel|doppelt",
    name="name|charakter|figur",
    the="der|die|das|des|dem|eine?s?|jede[rs]?",
    whose="(?:sein|ihr|dein|euer|eure)(?:e[rs]?)?|deren|dessen",
    is_="ist|sind|beträgt|betragen|entspricht|entsprechen",
    signs={"+": "plus", "−": "minus", "×": "mal", "/": "geteilt durch"},
    times={
        "2": "zweimal|(?:das )?doppelte[rs]?",
        "3": "dreimal|(?:das )?dreifache[rs]?",
        "4": "viermal|(?:das )?vierfache[rs]?",
        "1/2": "(?:die )?hälfte(?: von)?|halbe[rs]?",
        "1/3": "ein drittel",
        "1/4": "ein viertel",
    },
    rounded={"up": "aufgerundet", "down": "abgerundet"},
    sometimes="wenn|falls|sofern|während|für|bis|statt|außer|mit|pro|je|gegen|nur|aber|oder|bonus|plus",
    players=("Spieler",),
)
