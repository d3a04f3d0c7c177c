"""Dutch."""

from rulebook.lexing.language import Language

WORDS = Language(
    or_=r"of(?=\s(?:meer|hoger|minder|lager))",
    more="meer|hoger",
    less="minder|lager",
    to="tot(?: en met)?|t/m",
    roll=r"gooit?|werpt?",
    the="de|het|een|elke?",
    instead="in plaats van",
    spoken_of=r"aantal|dobbelste?en\w*",
)
