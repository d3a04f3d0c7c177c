"""Load games: those that are installed, by name, and Python modules in the folder of a book."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook_core import workspace
from rulebook_core.imports import siblings
from rulebook_core.store.fingerprint import rule_files
from rulebook_core.system.interrupts import is_ctrl_c
from rulebook_core.system.parts import all_parts, find_part
from rulesmod.system import System

if TYPE_CHECKING:
    from rulebook_core.findings import Finding

ENTRY_POINTS = "rulebook.systems"
MAX_LINES = 200
"""A statement has no more lines."""
RULES_FILE = "rules.yml"
"""The file of rules that is looked for beside the pages of a book."""
RULES_ENDINGS = (".yml", ".yaml")
"""Endings of the names of rules files."""

brought: set[str] = set()
"""The packages that users brought along as rules, loaded so far: what fails in them is no fault of ours."""


class UnknownSystemError(Exception):
    """No game goes by that name, or its rules module does not load; the message says which, in one line.

    Attributes:
        known: the names that games go by, where that one is none of them.
        findings: what is wrong with the file that should make it, if it is one.
    """

    def __init__(self, message: str, known: Collection[str] = (), findings: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.known = known
        self.findings = findings


def look_in(folder: Path) -> None:
    """Look for rules modules in a folder too: that of the mkdocs.yml which names them."""
    if siblings.look_in(folder):
        load_module.cache_clear()


@workspace.remembered
def load_module(name: str) -> System:
    """Load the game registered as `name`, or brought by the module with that dotted name.

    A module may lie in the folder of the command, so that a book can keep its rules beside it.

    Raises:
        UnknownSystemError: see its message.
    """
    target = _registered(name)
    is_registered = target is not None
    if target is None:
        if not siblings.find_module(name) and "." not in name:
            names = sorted(registered_systems())
            known = ", ".join(f"`{known}`" for known in names)
            message = f"there is no system `{name}` (known: {known}; or a module's dotted name)"
            raise UnknownSystemError(message, names)
        target = name
        brought.add(name.partition(".")[0])
    module, _, attribute = target.partition(":")
    with _bytecode(write=is_registered):
        system = _load(name, module, attribute or "SYSTEM")
    if isinstance(system, System):
        _note_files(system)
    else:
        raise UnknownSystemError(f"`{module}` has no system: its `{attribute or 'SYSTEM'}` is not a `System`")
    return system


@cache
def registered_systems() -> Mapping[str, str]:
    """Return where each installed game lies, by name. A page may name these; only the settings may name a module."""
    return {name: part.target for name, part in all_parts(ENTRY_POINTS).items()}


def is_registered(name: str) -> bool:
    """Return whether a game is installed."""
    return _registered(name) is not None


def _registered(name: str) -> str | None:
    part = find_part(ENTRY_POINTS, name)
    return part.target if part is not None else None


@contextmanager
def _bytecode(*, write: bool) -> Iterator[None]:
    """Return whether Python keeps what it compiles. It tells what is stale by size and second, which is not enough for
    rules that somebody is writing: a digit changes at once, and nothing else does."""
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = before or not write
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def _note_files(system: System) -> None:
    """Ask for all files that a game is made of: Python has read them itself."""
    for path in rule_files(system):
        workspace.read_bytes(path)


def _load(name: str, module: str, attribute: str) -> object:
    try:
        return getattr(importlib.import_module(module), attribute, None)
    except ModuleNotFoundError as error:
        if error.name and module.startswith(error.name):
            raise UnknownSystemError(f"there is no system `{name}`, nor a module `{module}`") from None
        raise UnknownSystemError(_failure(module, error)) from None
    except BaseException as error:
        if is_ctrl_c(error):
            raise
        raise UnknownSystemError(_failure(module, error)) from None


def _failure(module: str, error: BaseException) -> str:
    workspace.unrepeatable(module)  # Python has read more files than anybody knows of.
    spec = importlib.util.find_spec(module) if module in sys.modules or "." not in module else None
    folder = os.path.dirname(spec.origin) if spec is not None and spec.origin else ""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "importlib" not in frame.filename]
    # Where the rules are, and not where what they call has seen that something is wrong with them.
    own = [frame for frame in frames if folder and os.path.dirname(frame.filename) == folder] or frames
    where = ""
    if own:
        line = _line_of(own[-1].filename, own[-1].lineno or 1, str(getattr(error, "word", "")))
        where = f" ({own[-1].filename}:{line})"
    text = str(error).partition("\n")[0]
    if isinstance(error, SyntaxError) and error.filename:
        text, where = error.msg, f" ({error.filename}:{error.lineno})"
    return f"the rules module `{module}` fails to import: {type(error).__name__}: {text}{where}"


def _line_of(file: str, start: int, word: str) -> int:
    """Return the line of a faulty word in a statement that begins at `start`; `start` if it is not there."""
    if not word:
        return start
    try:
        lines = workspace.read_text(file, errors="replace").splitlines()[start - 1 : start - 1 + MAX_LINES]
    except OSError:
        return start
    quoted = (f'"{word}"', f"'{word}'", f"{{{word}}}")
    return next((at for at, line in enumerate(lines, start) if any(one in line for one in quoted)), start)
