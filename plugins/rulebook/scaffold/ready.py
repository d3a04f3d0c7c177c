"""Ready games: registered games whose rules are one file, to begin a book from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from rulebook_core import workspace
from rulebook_core.imports.modules import RULES_ENDINGS, RULES_FILE, UnknownSystemError, registered_systems
from rulebook_core.source import shown_path
from rulebook_core.store.files import FileError
from rulebook_rules.systems import load_system
from rulesmod.system import System

_OWN_LINES = ("about:", "version:")
"""Lines that are about the ready game, and not about one that is begun from it."""
_ABOUT_ITSELF = frozenset({"game", "about", "version", "begun_from"})


class ReadyGame(NamedTuple):
    """A ready game as its files are.

    Attributes:
        name: as it is registered.
        rules: the text of its rules file.
        page: its page of examples.
        version: which state of the rules this is.
        folder: where its files lie, with those of older versions.
    """

    name: str
    rules: str
    page: str
    version: str
    folder: Path

    def rules_for(self, title: str) -> str:
        """The rules for a game of that title (YAML), which say what they were begun from."""
        begun = f"game: {title}\nbegun_from: {{game: {self.name}, version: {self.version}}}\n"
        lines = (line for line in self.rules.splitlines(keepends=True) if not line.startswith(_OWN_LINES))
        return "".join(begun if line.startswith("game:") else line for line in lines)

    def page_for(self, title: str) -> str:
        """Its page of examples with another title."""
        return f"# {title}\n{self.page.partition(chr(10))[2]}"

    def rules_of(self, version: str) -> str | None:
        """The text of its rules in an older version; None if there is no such one."""
        path = self.folder / f"rules-{version}.yml"
        if version == self.version:
            return self.rules
        return workspace.read_text(path) if version.isalnum() and workspace.is_file(path) else None


def ready_game(name: str) -> ReadyGame:
    """Return the ready game of a name.

    Raises:
        FileError: there is none; the message lists those that there are.
    """
    if name in registered_systems() and (file := _rules_file(load_system(name))) is not None:
        rules = workspace.read_text(file)
        page = file.with_name("index.md")
        examples = workspace.read_text(page) if workspace.is_file(page) else ""
        return ReadyGame(name, rules, examples, str(yaml.safe_load(rules).get("version", 1)), file.parent)
    raise FileError(f"there is no ready game `{name}`; there are {', '.join(f'`{one}`' for one in ready_games())}")


def ready_games() -> Iterator[str]:
    """Yield the names of all ready games."""
    for name in sorted(registered_systems()):
        try:
            if _rules_file(load_system(name)) is not None:
                yield name
        except UnknownSystemError:
            continue  # It is no game at all, as a check with it says.


def _rules_file(system: System) -> Path | None:
    files = [file for file in system.files if file.suffix in RULES_ENDINGS]
    return files[0] if len(files) == 1 and files[0].name == RULES_FILE else None


class RuleChange(NamedTuple):
    """A difference between two versions of a ready game, with the value of a file begun from it.

    Attributes:
        at: keys that lead to it, as "tables > slots > rows > 1st".
        old, new, own: the values there as text; None where there is none.
    """

    at: str
    old: str | None
    new: str | None
    own: str | None

    @property
    def line(self) -> str:
        """It in one line."""
        if self.own == self.new:
            state = "you have it already"
        elif self.own == self.old:
            state = "yours is as it was" if self.old is not None else "you do not have it"
        else:
            state = f"yours is {self.own}" if self.own is not None else "you have removed it"
        if self.old is None:
            return f"added    {self.at}: {self.new} ({state})"
        return f"changed  {self.at}: {self.old} -> {self.new or 'nothing'} ({state})"


def newer_rules(file: Path) -> tuple[str, list[RuleChange]]:
    """Compare a rules file with the ready game that it was begun from.

    Returns:
        A line about both versions, and what has changed between them.

    Raises:
        FileError: the file was not begun from a ready game, or nothing is known of its version.
    """
    own = _mapping(workspace.read_text(file))
    begun = own.get("begun_from")
    if not isinstance(begun, dict) or "game" not in begun:
        raise FileError(f"{shown_path(file)}: no `begun_from` says which ready game this was begun from")
    game, version = ready_game(str(begun["game"])), str(begun.get("version", 1))
    old = game.rules_of(version)
    if old is None:
        raise FileError(f"{shown_path(file)}: `{game.name}` has no version {version}; it has {game.version}")
    was, now, mine = (dict(_flat(rules)) for rules in (_mapping(old), _mapping(game.rules), own))
    places = [place for place in dict.fromkeys((*was, *now)) if was.get(place) != now.get(place)]
    changes = [RuleChange(" > ".join(at), was.get(at), now.get(at), mine.get(at)) for at in places]
    return f"begun from {game.name} {version}; its version is {game.version} now", changes


def _mapping(text: str) -> Mapping[str, Any]:
    try:
        rules = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise FileError(f"this is no YAML: {str(error).partition(chr(10))[0]}") from None
    return rules if isinstance(rules, dict) else {}


def _flat(value: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each text of a rules file with the keys that lead to it; a list is one text."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if at or key not in _ABOUT_ITSELF:
                yield from _flat(inner, (*at, str(key)))
    elif isinstance(value, list):
        yield at, ", ".join(str(one) for one in value)
    else:
        yield at, str(value)
