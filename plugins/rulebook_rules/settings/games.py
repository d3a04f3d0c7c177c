"""The games that settings name: each looked for once, and one that there is not is one finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulebook_core.findings import Finding, Place
from rulebook_core.imports.modules import UnknownSystemError, registered_systems
from rulebook_rules.settings.faults import invalid_setting, meant, quoted
from rulesmod.system import System

FindSystem = Callable[[str], System]
"""Gives the game of a name; raises `UnknownSystemError`."""

NO_SYSTEM = "none"
"""In front matter: this page states the rules of no game, whatever its folder says."""

_MAX_RELATED = 10
"""Further places of a missing name that are shown."""


class Games:
    """The games that settings name. `forced` is what the command names."""

    def __init__(self, find: FindSystem, forced: str | None) -> None:
        self._find = find
        self._named_by_settings = {forced} if forced is not None else set()
        self._games: dict[str, System | UnknownSystemError] = {}
        self._named: dict[str, list[Place]] = {}

    @property
    def known(self) -> list[System]:
        """The games that have been found."""
        return [game for game in self._games.values() if not isinstance(game, UnknownSystemError)]

    @property
    def state(self) -> tuple[int, int]:
        """How many games were looked for, and how many places name one that there is not: both only grow."""
        return len(self._games), sum(map(len, self._named.values()))

    def game(self, name: str | None, place: Place | None = None) -> System | None:
        """The game of a name; None for none, and for one that there is not, which is told where `place` names it."""
        if name is None or name == NO_SYSTEM:
            return None
        if name not in self._games:
            try:
                self._games[name] = self._find(name)
            except UnknownSystemError as error:
                self._games[name] = error
        game = self._games[name]
        if not isinstance(game, UnknownSystemError):
            return game
        if place is not None:
            self._named.setdefault(name, []).append(place)
        return None

    def trust(self, name: str, place: Place) -> None:
        """Let pages choose a game that mkdocs.yml names."""
        self._named_by_settings.add(name)
        self.game(name, place)

    @property
    def _trusted(self) -> set[str]:
        """Return the names that pages may use.

        Which games are installed takes long to find out, and most pages name none.
        """
        return {*registered_systems(), *self._named_by_settings}

    def once(self, name: str, place: Place) -> None:
        """Report a game with the own name of an earlier one."""
        game = self.game(name)
        for first, known in self._games.items():
            if isinstance(known, System) and game is not None and known is not game and known.name == game.name:
                fact = f"the game of `{first}` is called `{game.name}`, too; give this one another name"
                self._games[name] = UnknownSystemError(fact)
                self.game(name, place)
                return

    def of_page(self, name: str, place: Place | None) -> System | None:
        """The game that a page names. Which module is run as one, only mkdocs.yml and the command may say."""
        if name != NO_SYSTEM and name not in self._trusted:
            known = sorted(self._trusted)
            listed = ", ".join(f"`{other}`" for other in known)
            fact = f"a page names a game that is installed or that mkdocs.yml names ({listed}), not {quoted(name)}"
            self._games[name] = UnknownSystemError(fact, known)
        return self.game(name, place)

    def may_mean(self, name: object) -> bool:
        """Return whether a value of an unconfigured page may name a game: a module, or nearly what there is."""
        if not isinstance(name, str):
            return False
        is_module = "." in name and all(part.isidentifier() for part in name.split("."))
        known = {NO_SYSTEM, *self._trusted}
        return is_module or name in known or bool(meant(name, known))

    def is_there(self, name: str | None) -> bool:
        """Return whether a name leads to a game."""
        return name is None or name == NO_SYSTEM or self.game(name) is not None

    def findings(self) -> Iterator[Finding]:
        """One for each game that there is not, at the first place that names it."""
        for name, (first, *others) in self._named.items():
            error = self._games[name]
            assert isinstance(error, UnknownSystemError)
            related = [Place(place.source, place.span, "also named here") for place in others[:_MAX_RELATED]]
            if error.findings:
                yield from error.findings
                continue
            yield invalid_setting(first, str(error), remedies=meant(name, error.known), related=related)
