"""Czech."""

from rulebook_text.lexing.language import Language

WORDS = Language(
    or_=r"nebo|či|a(?=\s(?:více?|méně))",
    more="více?",
    less="méně",
    damage=r"zraně\w{1,3}|poškoze\w{1,3}",
    health=r"život(?:ů|y)",
    to="až",
    roll=r"ho(?:ď|dí)\w*|hod(?:u|em)?|házej\w*",
    instead="místo",
    spoken_of=r"poč(?:et|t)\w*|kostk\w*|typ[uy]?",
)
