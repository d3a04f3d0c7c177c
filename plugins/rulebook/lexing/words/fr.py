"""French."""

from rulebook.lexing.language import Language

WORDS = Language(
    about="environ",
    or_="ou|et",
    more="plus",
    less="moins",
    to="à",
    rolls="dés?|jet|résultat",
    mean="en moyenne",
    means="moyenne",
    damage="dégâts",
    numbered=r"niveaux?|rangs?|tables?|pages?|chapitres?|étapes?",
    roll=r"lan(?:ce[rz]?|cent)|jett?e[rz]?|tire[rz]?",
    name="nom|personnage",
    players=("joueur",),
)
