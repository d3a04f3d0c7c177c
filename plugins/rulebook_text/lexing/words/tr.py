"""Turkish."""

from rulebook_text.lexing.language import Language

WORDS = Language(
    or_="veya|ya da|ve",
    more="üst[üu]|üzeri|fazlası|daha fazla",
    less="daha az|azı",
)
