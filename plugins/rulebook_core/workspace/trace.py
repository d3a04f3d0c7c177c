"""Traces: the questions that a run asked of disk and environment, with their answers.

A stored result is valid while each question of its trace has the same answer. Paths within the folder of the site,
or within Python's libraries, are written from there, so that a trace means the same at another place.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from functools import cache, update_wrapper
from hashlib import sha256
from importlib.machinery import PathFinder
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

import rulesmod

Question = tuple[str, str]
"""An operation of `OPERATIONS`, and the path or name that it was given."""
Answers = dict[Question, str]

P = ParamSpec("P")
T = TypeVar("T")

MAX_BYTES = 64 * 2**20
"""A larger file has no digest, so a result that depends on it is not stored."""
MAX_READ = 2**17
"""Bytes of a file that are read at once."""
MAX_ANSWER = 64
"""A longer answer is noted by its digest."""
UNREPEATABLE = "unrepeatable"
"""The operation of a trace that no later run can repeat."""
CACHE_FOLDER = ".rulebook-cache"
_COMPILED_FOLDER, _COMPILED = "__pycache__", ".pyc"
_KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "folder", stat.S_IFLNK: "link", stat.S_IFIFO: "pipe"}
_SEPARATOR = "\0"
_OWN_FILES = (
    os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "rulebook"),
    os.path.abspath(rulesmod.__path__[0]),
)
"""The beginnings of the paths of all files of this tool and of its games."""


class Trace:
    """The questions of a run with their answers.

    Attributes:
        answers: the first answer to each question.
        output: an absolute path that the run writes; folder listings leave it out.
    """

    def __init__(self, output: str = "") -> None:
        self.answers: Answers = {}
        self.output = output

    def note(self, operation: str, path: str, answer: str) -> None:
        """Note an answer; a question with two answers cannot be repeated."""
        if path.startswith(_OWN_FILES):
            return  # They belong to this tool, and its fingerprint covers them.
        short = shortened(operation, answer)
        if self.answers.setdefault((operation, path), short) != short:
            self.answers[UNREPEATABLE, path] = ""

    @property
    def is_repeatable(self) -> bool:
        """True if a later run can ask all questions again."""
        return all(operation != UNREPEATABLE for operation, _ in self.answers)

    def portable(self, root: str) -> Answers:
        """Return the answers with paths that count from a folder; answers that are paths count from it, too."""
        return {
            (operation, toportable_path(operation, path, root)): portable_answer(operation, answer, root)
            for (operation, path), answer in sorted(self.answers.items())
        }


class Entry(NamedTuple):
    """An entry of a folder."""

    name: str
    path: str
    is_dir: bool
    is_file: bool
    is_link: bool


_active: ContextVar[Trace | None] = ContextVar("trace", default=None)
"""The trace of this thread: an editor reads a book in one, and answers in another."""
_unsaved: ContextVar[Mapping[str, str]] = ContextVar("unsaved", default=MappingProxyType({}))


@contextmanager
def _set(variable: ContextVar[Any], value: T) -> Iterator[T]:
    token = variable.set(value)
    try:
        yield value
    finally:
        variable.reset(token)


def tracing(trace: Trace) -> AbstractContextManager[Trace]:
    """Note all questions that are asked meanwhile in a trace."""
    return _set(_active, trace)


def untraced() -> AbstractContextManager[object]:
    """Note no questions meanwhile: the result does not depend on their answers."""
    return _set(_active, None)


def unsaved(texts: Mapping[str, str]) -> AbstractContextManager[object]:
    """Let sources have the texts of documents that are open in an editor, by real path."""
    return _set(_unsaved, texts)


def unsaved_text(path: str | os.PathLike[str]) -> bytes | None:
    """Return the text of a source that is open in an editor; None if it is not."""
    texts = _unsaved.get()
    text = texts.get(os.path.realpath(path)) if texts else None
    return None if text is None else text.encode("utf-8", "replace")


def questions() -> Answers:
    """Return what the active trace has noted, for the process that takes it over."""
    trace = _active.get()
    return trace.answers if trace is not None else {}


def merge(answers: Answers) -> None:
    """Add what another process has noted to the active trace."""
    if (trace := _active.get()) is not None:
        for (operation, path), answer in answers.items():
            trace.note(operation, path, answer)


def unrepeatable(reason: str) -> None:
    """Mark the active trace as one that no later run can repeat."""
    if (trace := _active.get()) is not None:
        trace.note(UNREPEATABLE, reason, "")


class remembered(Generic[P, T]):  # noqa: N801 - it is used as a decorator.
    """A function whose results are cached without forgetting what it asked: later traces note its questions, too."""

    def __init__(self, function: Callable[P, T]) -> None:
        self._function = function
        self._memory: dict[Any, tuple[T, Answers]] = {}
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **options: P.kwargs) -> T:
        key = (args, *sorted(options.items()))
        if key in self._memory:
            value, answers = self._memory[key]
            merge(answers)
            return value
        outer = _active.get()
        inner = Trace(outer.output if outer is not None else "")
        try:
            with tracing(inner):
                value = self._function(*args, **options)
        finally:
            merge(inner.answers)
        self._memory[key] = value, inner.answers
        return value

    def cache_clear(self) -> None:
        """Forget all results."""
        self._memory.clear()


def note(operation: str, path: str | os.PathLike[str], answer: str | Exception) -> None:
    """Note an answer that the caller has found, if a trace is active."""
    if (trace := _active.get()) is not None:
        trace.note(operation, os.fsdecode(path), _failure(answer) if isinstance(answer, Exception) else answer)


def ask(operation: str, path: str | os.PathLike[str]) -> Any:
    """Perform an operation, and note its answer.

    Raises:
        OSError, ValueError: as the operation does.
    """
    perform, described = OPERATIONS[operation]
    if (trace := _active.get()) is None:
        return perform(path)
    name = os.fsdecode(path)
    try:
        value = perform(name)
    except (OSError, ValueError) as error:
        trace.note(operation, name, _failure(error))
        raise
    trace.note(operation, name, described(value, trace.output, name))
    return value


def answer(operation: str, path: str, output: str = "") -> str:
    """Return the present answer to a question, as a trace notes it."""
    if operation not in OPERATIONS:
        return ""
    perform, described = OPERATIONS[operation]
    try:
        return shortened(operation, described(perform(path), output, path))
    except (OSError, ValueError) as error:
        return _failure(error)


def answers_now(questions: Iterable[Question], root: str, output: str = "") -> list[str]:
    """Answer portable questions again, in their order."""
    return [
        portable_answer(operation, answer(operation, from_portable(operation, path, root), output), root)
        for operation, path in questions
    ]


def shortened(operation: str, answer: str) -> str:
    """Return an answer, or its digest if it is long; paths stay, because they may count from elsewhere."""
    return answer if len(answer) <= MAX_ANSWER or operation in _WITH_PATHS else digest_of(answer)


def digest_of(text: str) -> str:
    """Return the digest that stands for a long answer."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _failure(error: Exception) -> str:
    return f"!{type(error).__name__}"


# --- operations ---------------------------------------------------------------------------------


def _kind(path: str) -> str:
    try:
        return _KINDS.get(stat.S_IFMT(os.stat(path).st_mode), "other")
    except (OSError, ValueError):
        return ""


def _own_kind(path: str) -> str:
    try:
        return _KINDS.get(stat.S_IFMT(os.lstat(path).st_mode), "other")
    except (OSError, ValueError):
        return ""


def _read(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))  # Half the time of a file object.
    try:
        parts = []
        while part := os.read(file, MAX_READ):
            parts.append(part)
        return b"".join(parts)
    finally:
        os.close(file)


def text_digest(data: bytes) -> str:
    """Return the answer that stands for the content of a file."""
    return sha256(data).hexdigest()


def _read_text_digest(path: str) -> str:
    info = os.stat(path)
    if stat.S_ISDIR(info.st_mode):
        raise IsADirectoryError(path)
    if not stat.S_ISREG(info.st_mode) or info.st_size > MAX_BYTES:
        raise ValueError("no content that a trace can hold")
    return text_digest(_read(path))


def _source_digest(path: str) -> str:
    text = unsaved_text(path)
    return _read_text_digest(path) if text is None else text_digest(text)


def _entries(path: str) -> list[Entry]:
    with os.scandir(path) as entries:
        return [Entry(one.name, one.path, _is_dir(one), _is_file(one), one.is_symlink()) for one in entries]


def _is_dir(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False


def _listed(entries: list[Entry], output: str, path: str) -> str:
    """Describe a folder without what runs leave in it: caches, compiled modules, and the output of the run."""
    here = os.path.abspath(path)
    is_compiled_folder = os.path.basename(here) == _COMPILED_FOLDER
    folder, name = os.path.split(output)
    left_out = {CACHE_FOLDER, name} if folder == here else {CACHE_FOLDER}
    return "/".join(
        sorted(
            f"{one.name}/{one.is_dir:d}{one.is_link:d}"
            for one in entries
            if one.name not in left_out
            and not (is_compiled_folder and one.name.endswith(_COMPILED))
            and not (one.name == _COMPILED_FOLDER and _has_only_compiled(one.path))
        )
    )


def _has_only_compiled(path: str) -> bool:
    """Return whether a folder holds nothing but compiled modules: a page may lie in any folder."""
    try:
        return all(one.name.endswith(_COMPILED) and one.is_file and not one.is_link for one in _entries(path))
    except OSError:
        return False


def above(path: str, names: Iterable[str]) -> str:
    """Return the nearest folder, from a path upwards, that has one of some entries; "" if none has.

    A name that ends with a slash is that of a folder.
    """
    folder = os.path.abspath(path)
    while True:
        if any(os.path.exists(os.path.join(folder, name)) for name in names):
            return folder
        outer = os.path.dirname(folder)
        if outer == folder:
            return ""
        folder = outer


def _above(question: str) -> str:
    path, *names = question.split(_SEPARATOR)
    return above(path, names)


def question_above(path: str, names: Iterable[str]) -> str:
    """Write a path and names as the one text of a question."""
    return _SEPARATOR.join((path, *names))


def _module(name: str) -> str:
    """Return where Python's path has a top-level module; "" if it has none."""
    spec = PathFinder.find_spec(name)
    if spec is None:
        return ""
    return spec.origin or next(iter(spec.submodule_search_locations or ()), "")


def _environment(name: str) -> str:
    return f"={os.environ[name]}" if name in os.environ else ""


class Operation(NamedTuple):
    """A question: how it is answered, and how a trace writes the answer down."""

    perform: Callable[[Any], Any]
    described: Callable[[Any, str, str], str]


def _as_it_is(value: str, output: str, path: str) -> str:
    return value


def _secretly(value: str, output: str, path: str) -> str:
    """Describe a value that is nobody's business, such as a token."""
    return digest_of(value) if value else ""


OPERATIONS: Mapping[str, Operation] = {
    "kind": Operation(_kind, _as_it_is),
    "own kind": Operation(_own_kind, _as_it_is),
    "text": Operation(_read_text_digest, _as_it_is),
    "source": Operation(_source_digest, _as_it_is),
    "list": Operation(_entries, _listed),
    "real": Operation(os.path.realpath, _as_it_is),
    "above": Operation(_above, _as_it_is),
    "module": Operation(_module, _as_it_is),
    "environment": Operation(_environment, _secretly),
    "environment names": Operation(lambda name: digest_of(repr(sorted(os.environ.items()))), _as_it_is),
    "current folder": Operation(lambda name: os.getcwd(), _as_it_is),
}
_OF_PATHS = frozenset(("kind", "own kind", "text", "source", "list", "real", "above"))
_WITH_PATHS = frozenset(("real", "above", "module"))
"""Operations whose answer is a path."""


# --- portable paths -----------------------------------------------------------------------------


@cache
def library_folders() -> tuple[str, ...]:
    """Return the folders of installed packages, then that of Python's own modules."""
    installed = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    return (*dict.fromkeys(installed), os.path.dirname(os.__file__))


def toportable_path(operation: str, path: str, root: str) -> str:
    """Write the path of a question from a folder or from a library."""
    if operation not in _OF_PATHS:
        return path
    path, mark, names = path.partition(_SEPARATOR)
    return portable_path(path, root) + mark + names


def portable_answer(operation: str, answer: str, root: str) -> str:
    """Write an answer that is a path from a folder or from a library."""
    return portable_path(answer, root) if operation in _WITH_PATHS and os.path.isabs(answer) else answer


def portable_path(path: str, root: str) -> str:
    """Write a path from a library, or from a folder."""
    if not path:
        return path
    whole = path if os.path.isabs(path) else os.path.join(os.getcwd(), path)
    for number, library in enumerate(library_folders()):
        if whole.startswith(library + os.sep):
            return f"<{number}>/{whole[len(library) + 1 :]}"
    if whole == root:
        return "."
    if whole.startswith(root + os.sep):
        return f"./{whole[len(root) + 1 :]}"
    with suppress(ValueError):  # On another drive.
        return whole if ".." in whole.split(os.sep) else os.path.relpath(whole, root)
    return whole


def from_portable(operation: str, path: str, root: str) -> str:
    """Return the path of a question as it is at this place."""
    if operation not in _OF_PATHS:
        return path
    path, mark, names = path.partition(_SEPARATOR)
    whole = path
    if path.startswith("./"):
        whole = f"{root}{os.sep}{path[2:]}"
    elif path.startswith("<"):
        number, _, rest = path[1:].partition(">/")
        libraries = {str(index): library for index, library in enumerate(library_folders())}
        whole = os.path.join(libraries.get(number, ""), rest)
    elif path and not os.path.isabs(path):
        whole = os.path.normpath(os.path.join(root, path))
    return whole + mark + names
