"""The ready game `board-game`: `rules.yml` beside this has its rules."""

from rulebook_games import ready

SYSTEM = ready(__file__)
