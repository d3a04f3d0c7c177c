"""Spanish."""

from rulebook.lexing.language import Language

WORDS = Language(
    about="unos",
    or_="o|y",
    more="más|mayor",
    less="menos|menor",
    rolls="dados?|tirada|resultado",
    mean="de media|en promedio",
    means="media|promedio",
    damage="daño",
    numbered=r"nivel(?:es)?|rangos?|tablas?|páginas?|capítulos?|pasos?",
    roll=r"tira[rd]?|lanza[rd]?|tiran?|lanzan?",
    name="nombre|personaje",
    players=("jugador",),
)
