"""Swedish."""

from rulebook_text.lexing.language import Language

WORDS = Language(
    or_="eller|och",
    more="mer|högre|över",
    less="mindre|lägre|under",
    damage=r"\w{0,20}skada(?:poäng)?|skadepoäng",
    health="kroppspoäng",
    to="till",
    between="mellan",
    and_="och",
    roll=r"slår?|kastar?",
    the="den|det|ett|varje",
    instead="istället för|i stället för",
    spoken_of=r"antal(?:et)?|tärning\w*",
    lone=("och", "att", "för", "inte"),
)
