"""Portuguese."""

from rulebook_text.lexing.language import Language

WORDS = Language(
    or_="ou",
    more="mais|maior",
    less="menos|menor",
    to=r"a(?=\s\d+(?!\w))|até",
    damage="dano",
    health=r"pontos\sde\svida",
    roll=r"rol[ea]r?|jogu?e|lan[çc]e",
    system="jogo|sistema",
    uses="usa|utiliza",
    mentions="chamad[oa]s?|médi[oa] d[eo]",
    notation="notaç[ãa]o|na forma",
    explains="significam?|indicam?|representam?",
    spoken_of="pools? de|dados?",
    lone=("de", "do", "da", "dos", "das", "em", "com", "por"),
)
