"""Loading a game: from the name in a configuration to its `System`."""

from __future__ import annotations

import errno
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from rulebook_core import workspace
from rulebook_core.imports import modules
from rulebook_core.imports.modules import RULES_ENDINGS, UnknownSystemError, is_registered, load_module
from rulebook_core.late import late
from rulebook_core.source import UnreadableSourceError, read_source, shown_path
from rulebook_core.store.files import FileError
from rulebook_core.store.fingerprint import rule_modules, system_fingerprint
from rulebook_core.system.interrupts import is_ctrl_c
from rulesmod.system import System
from rulesmod.system import WordingError as WordingError

load_rules: Callable[[Path], System] = late("rulebook_rules.rulesfile.file", "load_rules")


def load_system(name: str) -> System:
    """Return the game of that name: registered, from a rules file, or from a module.

    Raises:
        UnknownSystemError: see its message.
    """
    if not name.endswith(RULES_ENDINGS):
        return load_module(name)
    path = Path(name)
    if not workspace.exists(path):
        hint = "leave it out, and `rulebook learn --write` makes one"
        raise UnknownSystemError(f"there is no file of rules `{shown_path(path)}`: {hint}")
    try:
        content = read_source(path).text
    except UnreadableSourceError as error:
        content = str(error)
    return _of_file(path.absolute(), content)


@workspace.remembered
def _of_file(path: Path, content: str) -> System:
    """Return the game of a file; another content of the file makes another one."""
    system = load_rules(path)
    if is_registered(system.name):
        raise UnknownSystemError(f"`{shown_path(path)}`: a game `{system.name}` is installed; call this one otherwise")
    return system


def forget(system: System) -> None:
    """Make the next `load_system` load a game's modules anew, for long-running processes."""
    for name in rule_modules(system):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    load_module.cache_clear()


class HeldRules:
    """The games of a book, in a process that outlives changes of their files."""

    def __init__(self) -> None:
        self._seen: dict[str, str | None] = {}

    def note(self, systems: Iterable[System]) -> None:
        """Remember the files that some games are made of, where they are not known yet."""
        for system in systems:
            if system.name not in self._seen:
                self._seen[system.name] = system_fingerprint(system)

    def forget_changed(self, systems: Iterable[System]) -> bool:
        """Forget games whose files have changed, so that they are loaded anew; return whether there are any."""
        changed = [system for system in systems if self._seen.get(system.name) != system_fingerprint(system)]
        for system in changed:
            self._seen.pop(system.name, None)
            forget(system)
        return bool(changed)


def blame(error: BaseException) -> str:
    """Whose fault an exception is that nobody expected, in one line: that of a rules module brought along, or ours."""
    text = f"{type(error).__name__}: {str(error).partition(chr(10))[0] or 'no message'}"
    if isinstance(error, WordingError):
        return f"a phrasebook is faulty: {error}"
    if isinstance(error, FileError):
        return str(error)
    for name, file, line in _brought_frames(error):
        return f"the rules module `{name}` fails: {text} ({file}:{line})"
    if is_of_the_machine(error):
        return _of_the_machine(error)
    also = "".join(f" or of the rules module `{name}`" for name in sorted(modules.brought))
    return f"this is a fault of rulebook itself{also} ({text}); set RULEBOOK_DEBUG=1 to see where, and please report it"


def is_ours(error: BaseException) -> bool:
    """Return whether an unexpected exception is a bug of ours."""
    known = isinstance(error, (WordingError, FileError)) or is_of_the_machine(error)
    return not known and not any(_brought_frames(error))


def is_of_the_machine(error: BaseException) -> bool:
    """Return whether the machine failed, as when a disk is full or a file has gone."""
    # A name that no file can have is of the text, and of whoever looks for such a file.
    return isinstance(error, MemoryError) or (
        isinstance(error, OSError) and error.errno not in (None, errno.ENAMETOOLONG, errno.EINVAL, errno.ELOOP)
    )


def _of_the_machine(error: BaseException) -> str:
    if not isinstance(error, OSError):
        return "there is not enough memory"
    reason = (error.strerror or "it fails").lower()
    return f"`{shown_path(Path(error.filename))}`: {reason}" if error.filename else f"cannot go on: {reason}"


def _brought_frames(error: BaseException) -> Iterator[tuple[str, str, int]]:
    """Module, file and line of what ran in rules modules brought along, innermost first."""
    for frame, line in reversed([*traceback.walk_tb(error.__traceback__)]):
        name = str(frame.f_globals.get("__name__"))
        if name.partition(".")[0] in modules.brought:
            yield name, frame.f_code.co_filename, line


class RulesFault(click.ClickException):
    """A fault in rules that their author or we must mend; the message is one line."""

    exit_code = 2


@contextmanager
def contained(fault: Callable[[str], BaseException] = RulesFault) -> Iterator[None]:
    """Let nothing that a rules module raises end a run well, `SystemExit` included: all of it becomes a `fault`.

    Ctrl-C passes, and so does what has its words for the user already. With RULEBOOK_DEBUG the traceback is shown.
    """
    try:
        yield
    except (click.ClickException, click.Abort, BrokenPipeError):
        raise
    except BaseException as error:
        if is_ctrl_c(error):
            raise
        if workspace.setting("RULEBOOK_DEBUG"):
            traceback.print_exc()
        raise fault(blame(error)) from None
