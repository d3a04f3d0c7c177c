"""French."""

from rulebook.lexing.language import Language

WORDS = Language(
    about="environ",
    or_="ou|et",
    more="plus",
    less="moins",
    to="à",
    and_="et",
    rolls="dés?|jet|résultat",
    mean="en moyenne",
    means="moyenne",
    damage="dégâts",
    numbered=r"niveaux?|rangs?|tables?|pages?|chapitres?|étapes?",
    roll=r"lan(?:ce[rz]?|cent)|jett?e[rz]?|tire[rz]?",
    least=r"(?:au )?min(?:imum)?\b\.?(?: de)?|au moins|jamais moins de",
    most=r"(?:au )?max(?:imum|imal)?\b\.?(?: de)?|au plus|jamais plus de",
    but="mais|avec un",
    name="nom|personnage",
    the="l[ae]|les|une?|chaque|d[eu]",
    whose="son|sa|ses|leurs?|votre|ton|ta",
    is_="est|sont|vaut|valent|égale",
    signs={"+": "plus", "−": "moins", "×": "fois|multiplié par", "/": "divisé par"},
    times={
        "2": "deux fois|(?:le )?double(?: de)?|doublée?s?",
        "3": "trois fois|(?:le )?triple(?: de)?",
        "4": "quatre fois",
        "1/2": "(?:la )?moitié(?: de)?",
        "1/3": "un tiers(?: de)?",
        "2/3": "deux tiers(?: de)?",
        "1/4": "un quart(?: de)?",
        "3/4": "trois quarts(?: de)?",
    },
    rounded={"up": "arrondie?s? (?:au supérieur|vers le haut)", "down": "arrondie?s? (?:à l['’]inférieur|vers le bas)"},
    sometimes="si|quand|lorsque|pour|jusqu['’]à|sauf|avec|par|contre|seulement|mais|ou|bonus|plus",
    players=("joueur",),
)
