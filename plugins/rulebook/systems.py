"""Loading a game: from the name in a configuration to its `System`."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache

import click

from rulebook.files import OutsideError
from rulebook.interrupts import is_ctrl_c
from rulesmod.system import System
from rulesmod.system import WordingError as WordingError

ENTRY_POINTS = "rulebook.systems"

_brought: set[str] = set()
"""The packages that users brought along as rules, loaded so far: what fails in them is no fault of ours."""


class UnknownSystemError(Exception):
    """No game goes by that name, or its rules module does not load; the message says which, in one line.

    Attributes:
        known: the names that games go by, where that one is none of them.
    """

    def __init__(self, message: str, known: Collection[str] = ()) -> None:
        super().__init__(message)
        self.known = known


@cache
def load_system(name: str) -> System:
    """The game registered as `name`, or brought by the module with that dotted name.

    A module is looked for in the folder of the command as well, so that a book can keep its rules
    beside it.

    Raises:
        UnknownSystemError: see its message.
    """
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    registered = registered_systems()
    target = registered.get(name)
    if target is None:
        if "." not in name and importlib.util.find_spec(name) is None:
            known = ", ".join(f"`{known}`" for known in sorted(registered))
            message = f"there is no system `{name}` (known: {known}; or a module's dotted name)"
            raise UnknownSystemError(message, sorted(registered))
        target = name
        _brought.add(name.partition(".")[0])
    module, _, attribute = target.partition(":")
    with _bytecode(write=name in registered):
        system = _load(name, module, attribute or "SYSTEM")
    if not isinstance(system, System):
        raise UnknownSystemError(f"`{module}` has no system: its `{attribute or 'SYSTEM'}` is not a `System`")
    return system


@cache
def registered_systems() -> Mapping[str, str]:
    """The games that are installed: where each lies, by its name. A page may name these; a module only its book may."""
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=ENTRY_POINTS)}


def forget(system: System) -> None:
    """Have the modules of a game loaded anew by the next `load_system`, for a process that outlives their changes."""
    from rulebook.fingerprint import rule_modules

    for name in rule_modules(system):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    load_system.cache_clear()


def blame(error: BaseException) -> str:
    """Whose fault an exception is that nobody expected, in one line: that of a rules module brought along, or ours."""
    text = f"{type(error).__name__}: {str(error).partition(chr(10))[0] or 'no message'}"
    if isinstance(error, WordingError):
        return f"a phrasebook is faulty: {error}"
    if isinstance(error, OutsideError):
        return str(error)
    for name, file, line in _brought_frames(error):
        return f"the rules module `{name}` fails: {text} ({file}:{line})"
    modules = "".join(f" or of the rules module `{name}`" for name in sorted(_brought))
    return (
        f"this is a fault of rulebook itself{modules} ({text}); set RULEBOOK_DEBUG=1 to see where, and please report it"
    )


def is_ours(error: BaseException) -> bool:
    """Whether an exception that nobody expected is a fault of ours, and not of what users bring along."""
    return not isinstance(error, (WordingError, OutsideError)) and not any(_brought_frames(error))


def _brought_frames(error: BaseException) -> Iterator[tuple[str, str, int]]:
    """Module, file and line of what ran in rules modules brought along, innermost first."""
    for frame, line in reversed([*traceback.walk_tb(error.__traceback__)]):
        name = str(frame.f_globals.get("__name__"))
        if name.partition(".")[0] in _brought:
            yield name, frame.f_code.co_filename, line


class RulesFault(click.ClickException):
    """What only whoever brings the rules can mend, or we; the message says whose it is, in one line."""

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
        if os.environ.get("RULEBOOK_DEBUG"):
            traceback.print_exc()
        raise fault(blame(error)) from None


@contextmanager
def _bytecode(*, write: bool) -> Iterator[None]:
    """Whether Python keeps what it compiles. It tells what is stale by size and second, which is not enough for
    rules that somebody is writing: a digit changes at once, and nothing else does."""
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = before or not write
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


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
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "importlib" not in frame.filename]
    where = f" ({own[-1].filename}:{own[-1].lineno})" if own else ""
    text = str(error).partition("\n")[0]
    if isinstance(error, SyntaxError) and error.filename:
        text, where = error.msg, f" ({error.filename}:{error.lineno})"
    return f"the rules module `{module}` fails to import: {type(error).__name__}: {text}{where}"
