"""The ready game `success-pool`: `rules.yml` beside this has its rules."""

from rulebook_games import ready

SYSTEM = ready(__file__)
