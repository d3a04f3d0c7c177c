"""Dutch."""

from rulebook_text.lexing.language import Language

WORDS = Language(
    or_=r"of(?=\s(?:meer|hoger|minder|lager))",
    more="meer|hoger",
    less="minder|lager",
    damage=r"\w{0,20}schade(?:punten)?",
    health=r"(?:hit|levens)punten",
    to="tot(?: en met)?|t/m",
    between="tussen",
    and_="en",
    roll=r"gooit?|werpt?",
    thrown="gegooid|geworpen|gerold",
    the="de|het|een|elke?",
    instead="in plaats van",
    spoken_of=r"aantal|dobbelste?en\w*",
    lone=("de", "een", "van", "met"),
)
