"""Polish."""

from rulebook_text.lexing.language import Language

WORDS = Language(
    or_="lub|albo|i",
    more="więcej",
    less="mniej",
    damage=r"obraże[nń]\w{0,3}",
    health=r"punkt\w{0,3}\s(?:życia|wytrzymałości)",
    roll=r"rzu[ćct]\w*",
    explains="oznacza(?:ją)?",
    spoken_of=r"test\w*",
    lone=("i", "w", "z", "na", "do", "się"),
)
