"""Portuguese."""

from rulebook.lexing.language import Language

WORDS = Language(
    system="jogo|sistema",
    uses="usa|utiliza",
    told="chamad[oa]s?|médi[oa] d[eo]",
    notation="notaç[ãa]o|na forma",
    explains="significam?|indicam?|representam?",
    spoken_of="pools? de|dados?",
)
