"""German."""

from rulebook.lexing.language import Language

WORDS = Language(
    about="etwa|rund|ungefähr",
    or_="oder|und",
    more="mehr|höher|besser",
    less="weniger|niedriger",
    to="bis",
    rolls="würfel|wurf|ergebnis",
    mean="im (?:Schnitt|Mittel|Durchschnitt)",
    means="Durchschnitt|Mittel",
    damage="Schaden",
    rolled="würfelt|Beispiel",
    numbered=r"(?:stufen?|tabellen?|seiten?|kapitel|rang|nr)",
    roll=r"w[üu]rf\w*|wirf\w*|werft",
    name="name|charakter|figur",
    players=("Spieler",),
)
