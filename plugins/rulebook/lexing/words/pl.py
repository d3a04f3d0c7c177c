"""Polish."""

from rulebook.lexing.language import Language

WORDS = Language(
    roll=r"rzu[ćct]\w*",
    explains="oznacza(?:ją)?",
    spoken_of=r"test\w*",
)
