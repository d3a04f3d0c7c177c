"""Spanish."""

from rulebook.lexing.language import Language

WORDS = Language(
    about="unos",
    or_="o|y",
    more="más|mayor",
    less="menos|menor",
    and_="y",
    rolls="dados?|tirada|resultado",
    mean="de media|en promedio",
    means="media|promedio",
    damage="daño",
    numbered=r"nivel(?:es)?|rangos?|tablas?|páginas?|capítulos?|pasos?",
    roll=r"tira[rd]?|lanza[rd]?|tiran?|lanzan?",
    least=r"(?:como )?mín(?:imo)?\b\.?(?: de)?|al menos|nunca menos de",
    most=r"(?:como )?máx(?:imo)?\b\.?(?: de)?|a lo sumo|nunca más de|no pueden? superar",
    but="pero|con un",
    otherwise=r"reloj|binario|hexa|versión|edición|dígito",
    name="nombre|personaje",
    the="el|las?|los|una?|cada|del?",
    whose="sus?|tus?|cuy[oa]",
    is_="es|son|equivale a",
    signs={"+": "más", "−": "menos", "×": "por|veces|multiplicad[oa] por", "/": "dividid[oa] (?:por|entre)"},
    times={
        "2": "dos veces|(?:el )?doble(?: de)?",
        "3": "tres veces|(?:el )?triple(?: de)?",
        "4": "cuatro veces",
        "1/2": "(?:la )?mitad(?: de)?",
        "1/3": "un tercio(?: de)?",
        "2/3": "dos tercios(?: de)?",
        "1/4": "un cuarto(?: de)?",
        "3/4": "tres cuartos(?: de)?",
    },
    rounded={"up": "redondead[oa]s? hacia arriba", "down": "redondead[oa]s? hacia abajo"},
    sometimes="si|cuando|para|hasta|salvo|con|contra|sólo|solo|pero|o|bonificador|más",
    instead="en (?:vez|lugar) de",
    needs="requisitos?|requiere",
    aside=r"(?:registro|historial) de cambios|cambios|licencia|créditos|agradecimientos|componentes|instalación"
    r"|licença|mudanças|agradecimentos|instalação",
    players=("jugador",),
)
