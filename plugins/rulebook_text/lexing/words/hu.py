"""Hungarian."""

from rulebook_text.lexing.language import Language

WORDS = Language(
    or_="vagy|és",
    more="több|nagyobb|magasabb",
    less="kevesebb|kisebb|alacsonyabb",
    damage=r"sebzés\w{0,3}|sebződés\w{0,3}",
    health=r"élet(?:erő)?pont\w{0,3}",
    roll=r"dob(?:j\w*|unk|sz|nak?)?",
    instead="helyett",
)
