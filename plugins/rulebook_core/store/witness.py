"""What a run asks of the disk and of the environment, and whether the same run would be told the same now.

It is seen where all of it passes, in Python itself: no reader has to tell of it, and a rules module of somebody's own
cannot forget to. What Python loads modules from counts by their files, and by the folders around them.
"""

from __future__ import annotations

import os
import posixpath
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from hashlib import sha256
from types import FunctionType
from typing import Any

Asked = dict[tuple[str, str], str]
"""Questions, each an operation and a path, with the answer where that was seen."""
Questions = dict[str, list[str]]
"""Paths by operations."""

MAX_BYTES = 64 * 2**20
"""Nothing larger is read: it is taken for changed."""
GRAIN = 20_000_000
"""So many nanoseconds a file may look older than it is."""
ALL = "*"
"""Stands for all of the environment."""

_BEGUN = time.time_ns() - 10**9
"""Before the first of our modules was loaded."""
_OF_THE_MACHINE = ("/proc/", "/dev/")
_COMPILED = ".pyc"
"""What is made of a module; that counts by itself."""
_CACHE, _COMPILED_FOLDER = ".rulebook-cache", "__pycache__"
"""Folders that runs leave behind where others look for files."""
_INSTALLED = (sys.prefix, sys.base_prefix)
_OF_ALL_THEY_HOLD = frozenset(("state", "list", "text"))
"""Operations whose answers are not seen by the run itself."""
_NOTHING: Asked = {}
_NOT_READING = os.O_WRONLY | os.O_RDWR

_asked: Asked | None = None
_is_listening = False
_runs = 0
"""How many this process has seen."""


def note(operation: str, path: Any, answer: str = "") -> None:
    """Remember a question, if somebody wants to know."""
    if _asked is not None and not isinstance(path, int):
        _asked.setdefault((operation, os.fsdecode("." if path is None else path)), answer)


def asked() -> Asked:
    """What has been asked so far by this process, for another one to take in."""
    return _asked or {}


def take_in(others: Asked) -> None:
    """Remember what another process has asked."""
    if _asked is not None:
        _asked.update(others | _asked)


def sees_all() -> bool:
    """Whether Python asks the disk through functions of `os` here; some systems have others, which nobody sees."""
    asking = (os.path.exists, os.path.lexists, os.path.isfile, os.path.isdir, os.path.islink, os.path.realpath)
    return os.path is posixpath and all(isinstance(function, FunctionType) for function in asking)


@contextmanager
def witnessed() -> Iterator[Asked]:
    """Remember all that is asked meanwhile."""
    global _asked, _runs
    _listen()
    _runs += 1
    environment = type(os.environ)
    ways: list[tuple[Any, str, Callable[..., Any]]] = [(os, name, _seen) for name in ("stat", "lstat", "readlink")]
    ways += [(environment, "__getitem__", _looked_up), (environment, "__iter__", _gone_through)]
    before, functions = _asked, [getattr(owner, name) for owner, name, _ in ways]
    _asked = {}
    for (owner, name, noting), function in zip(ways, functions, strict=True):
        setattr(owner, name, noting(name, function))
    try:
        yield _asked
    finally:
        _asked = before
        for (owner, name, _), function in zip(ways, functions, strict=True):
            setattr(owner, name, function)


@contextmanager
def aside() -> Iterator[None]:
    """Do not remember what is asked meanwhile: what is found hangs on nothing of it."""
    global _asked
    before, _asked = _asked, None
    try:
        yield
    finally:
        _asked = before


def _listen() -> None:
    """Hear of what is opened and listed. Python has no way to stop that, so it is begun by who needs it, and once."""
    global _is_listening
    if not _is_listening:
        sys.addaudithook(_hear)
        _is_listening = True


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if _asked is None:
        return
    if event == "open":
        path, mode, flags = arguments
        if not (flags & _NOT_READING or (mode and mode[0] in "wax")):
            note("text", path)
    elif event in ("os.scandir", "os.listdir"):
        note("list", arguments[0])


def _seen(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of `os` that notes what it tells."""

    @wraps(function)
    def asking(path: Any, *args: Any, **options: Any) -> Any:
        operation = "lstat" if options.get("follow_symlinks") is False else name
        try:
            found = function(path, *args, **options)
        except (OSError, ValueError):
            note(operation, path, "")
            raise
        note(operation, path, _shape(found) if isinstance(found, os.stat_result) else os.fsdecode(found))
        return found

    return asking


def _looked_up(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def asking(environment: Mapping[Any, Any], name: Any) -> Any:
        found = ""
        try:
            found = function(environment, name)
            return found
        finally:
            note("environment", name, os.fsdecode(found))

    return asking


def _gone_through(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def asking(environment: Mapping[Any, Any]) -> Any:
        if _asked is not None:
            with aside():
                found = answer("environment", ALL)
            note("environment", ALL, found)
        return function(environment)

    return asking


# --- the answers --------------------------------------------------------------------------------


def _shape(info: os.stat_result) -> str:
    """Of what kind something is, and how large a file."""
    kind = f"{stat.S_IFMT(info.st_mode):o}"
    return f"{kind}:{info.st_size}" if stat.S_ISREG(info.st_mode) else kind


def _names(path: str, made: str = "") -> str:
    folder, name = os.path.split(made)
    left_out = {_CACHE, name} if made and os.path.abspath(path) == folder else {_CACHE}
    is_compiled_folder = os.path.basename(os.path.abspath(path)) == _COMPILED_FOLDER
    with os.scandir(path) as entries:
        found = [
            f"{one.name}/{one.is_dir():d}{one.is_symlink():d}"
            for one in entries
            if one.name not in left_out
            and not (is_compiled_folder and one.name.endswith(_COMPILED))
            and not (one.name == _COMPILED_FOLDER and _has_only_compiled(one.path))
        ]
    return "/".join(sorted(found))


def _has_only_compiled(path: str) -> bool:
    """Return whether a folder holds nothing but compiled modules: a page may lie in any folder."""
    try:
        with os.scandir(path) as entries:
            return all(one.name.endswith(_COMPILED) and not one.is_symlink() and one.is_file() for one in entries)
    except OSError:
        return False


def _text(path: str) -> str:
    info = os.stat(path)
    if not stat.S_ISREG(info.st_mode) or info.st_size > MAX_BYTES:
        return _never(path)
    with open(path, "rb", buffering=0) as file:
        return sha256(file.read()).hexdigest()


def _never(path: str) -> str:
    """Something else each time: what comes of a run hangs on more than what it asks."""
    return str(time.time_ns())


def _state(path: str) -> str:
    """Of a file that Python has loaded."""
    info = os.stat(path)
    return f"{info.st_mtime_ns}:{info.st_ctime_ns}:{info.st_size}:{info.st_ino}"


_ANSWERS: Mapping[str, Callable[[str], str]] = {
    "state": _state,
    "stat": lambda path: _shape(os.stat(path)),
    "lstat": lambda path: _shape(os.lstat(path)),
    "readlink": os.readlink,
    "text": _text,
    "environment": lambda name: str(sorted(os.environ.items())) if name == ALL else os.environ[name],
    "never": _never,
}


def answer(operation: str, path: str, made: str = "") -> str:
    """What a run would be told now; nothing where it would be told that there is none.

    Args:
        operation, path: the question.
        made: a path, absolute, that the run itself leaves behind: no folder is another one for it.
    """
    try:
        return _names(path, made) if operation == "list" else _ANSWERS[operation](path)
    except (OSError, ValueError, KeyError):
        return ""


def answers(questions: Questions, made: str = "") -> list[str]:
    """What some questions are answered now, in their order."""
    return [answer(operation, path, made) for operation, paths in questions.items() for path in paths]


def digest(answers: Iterable[str]) -> str:
    """What stands for some answers."""
    return sha256("\0".join(answers).encode("utf-8", "surrogatepass")).hexdigest()


def questions(asked: Asked) -> Questions:
    """What has been asked, in order; what kind of file one is, and how large, its text says as well."""
    found: Questions = {}
    for operation, path in sorted(asked):
        if operation != "stat" or not asked.get(("text", path)):
            found.setdefault(operation, []).append(path)
    return found


def settled(asked: Asked, since: int, known: Mapping[tuple[str, str], str] = _NOTHING, made: str = "") -> Asked | None:
    """What a run has asked, with all that its process has loaded, each with the answer.

    What an earlier run of this process has read is not asked again, so that only of the first one everything is known.

    Args:
        asked: what it asked.
        since: when it began, in nanoseconds.
        known: answers of this process from after that.
        made: what the run leaves behind, as in `answer`.

    Returns:
        None where something may have changed while it was at work.
    """
    if _runs > 1:
        return None
    loaded = _loaded()
    told: Asked = {}
    for question, seen in {**asked, **_folders_of_modules(), **loaded}.items():
        operation, path = question
        is_compiled = path.endswith(_COMPILED) and os.path.basename(os.path.dirname(path)) == _COMPILED_FOLDER
        if path.startswith(_OF_THE_MACHINE) or is_compiled:
            continue
        if operation in _OF_ALL_THEY_HOLD:
            if _is_written(path, _BEGUN if question in loaded else since):
                return None
            told[question] = known[question] if question in known else answer(operation, path, made)
        else:
            told[question] = answer(operation, path)
            if operation == "never" or told[question] != seen:
                return None
    return told


def loaded_beside(told: Asked) -> Asked | None:
    """The modules that have been loaded beside those of some answers; None where one may have changed since."""
    late = [question for question in _loaded() if question not in told]
    if any(_is_written(path, _BEGUN) for _, path in late):
        return None
    return {question: answer(*question) for question in late}


def _loaded() -> Asked:
    """The modules of this process: what they say, or which files they are where they are installed."""
    files = [file for module in list(sys.modules.values()) if (file := getattr(module, "__file__", None))]
    return {("state" if file.startswith(_INSTALLED) else "text", file): "" for file in files}


def _folders_of_modules() -> Asked:
    """Where those could be found first that are not installed."""
    folders = [*sys.path, *(os.path.dirname(path) for operation, path in _loaded() if operation == "text")]
    return {("list", folder or "."): "" for folder in folders if not folder.startswith(_INSTALLED)}


def _is_written(path: str, since: int) -> bool:
    """Whether a file or folder, or the folder where it would be, has been written to since then."""
    try:
        states = os.stat(path), os.lstat(path)
    except (OSError, ValueError):
        folder = os.path.dirname(path)
        return folder != path and _is_written(folder or ".", since)
    return any(max(state.st_mtime_ns, state.st_ctime_ns) > since - GRAIN for state in states)
