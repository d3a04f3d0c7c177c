"""The ready game `moves-2d6`: `rules.yml` beside this has its rules."""

from rulebook_games import ready

SYSTEM = ready(__file__)
