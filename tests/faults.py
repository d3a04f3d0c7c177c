"""What may go wrong around a run: a process of its own, forked, with one fault of the machine in it.

Forking takes no time, and the fault is at the calls that the system would refuse: whoever runs the tests may be allowed
everything.
"""

from __future__ import annotations

import errno
import io
import os
import shutil
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from rulebook.__main__ import main
from rulebook_core.workspace import reading
from tests.patience import PATIENCE
from tests.systems import missing

SHUT = "shut"
"""The folder that nobody may look into, where that is the fault."""
PAGE = "page.md"
"""The page that vanishes or changes while it is read, where that is the fault."""
CHANGED = "# Another\n\nNothing of what was read is here any more.\n"


class Run(NamedTuple):
    """How a process ended, and what it said."""

    code: int
    out: bytes
    err: str


class Fault(NamedTuple):
    """A fault.

    Attributes:
        begin: brings it about, in the process.
        out: where the output goes; to a file where this is None.
    """

    begin: Callable[[], None] = lambda: None
    out: Callable[[], int] | None = None
    encoding: str = "utf-8"


def run(command: Sequence[str], folder: Path, fault: Fault, program: Callable[[], object] = main) -> Run:
    """Run the command in a folder, with a fault."""
    said = [folder.parent / f"{folder.name}.{name}" for name in ("out", "err")]
    child = os.fork()
    if not child:
        code = 99
        with suppress(BaseException):
            code = _run(command, folder, fault, said, program)
        os._exit(code)
    _, status = os.waitpid(child, 0)
    out, err = (path.read_bytes() if path.exists() else b"" for path in said)
    for path in said:
        path.unlink(missing_ok=True)
    return Run(os.waitstatus_to_exitcode(status), out, err.decode())


def _run(command: Sequence[str], folder: Path, fault: Fault, said: list[Path], program: Callable[[], object]) -> int:
    os.chdir(folder)
    sys.argv = [*command]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.alarm(PATIENCE)
    for number, path in enumerate(said, 1):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    if fault.out is not None:
        os.dup2(fault.out(), 1)
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), encoding=fault.encoding)
    sys.stderr = io.TextIOWrapper(
        io.FileIO(2, "w", closefd=False), encoding=fault.encoding, errors="backslashreplace", write_through=True
    )
    fault.begin()
    try:
        program()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 98
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 97
    sys.setprofile(None)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # As Python does in the end, and it complains if that fails.
    return code


def _refused(reason: int) -> Callable[..., NoReturn]:
    def refuse(path: object = None, *args: object, **kwargs: object) -> NoReturn:
        raise OSError(reason, os.strerror(reason), *((path,) if isinstance(path, str | Path) else ()))

    return refuse


def _full_disk() -> None:
    os.fsync = _refused(errno.ENOSPC)  # type: ignore[assignment]


def _read_only() -> None:
    usual = os.open
    refuse = _refused(errno.EROFS)

    def only_read(path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
        return refuse(path) if flags & (os.O_CREAT | os.O_WRONLY) and path != os.devnull else usual(path, flags, *args)

    usual_open = io.open

    def only_read_as_file(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        is_path = isinstance(file, str | Path)
        return refuse(file) if is_path and set(mode) & set("wax+") else usual_open(file, mode, *args, **kwargs)

    os.open = only_read  # type: ignore[assignment]
    os.mkdir = refuse  # type: ignore[assignment]
    io.open = only_read_as_file  # type: ignore[assignment]
    import builtins

    builtins.open = only_read_as_file  # type: ignore[assignment]


def _shut_folder() -> None:
    usual = os.scandir

    def scandir(path: Any = ".") -> Any:
        is_shut = isinstance(path, str | Path) and Path(path).name == SHUT
        return _refused(errno.EACCES)(path) if is_shut else usual(path)

    os.scandir = scandir  # type: ignore[assignment]


def _vanishing_page() -> None:
    """The page is gone between the moment when it is found and that when it is opened."""
    usual = reading._content

    def content(path: Any, limit: int | None) -> tuple[bytes, bool]:
        if Path(path).name == PAGE:
            Path(path).unlink(missing_ok=True)
        return usual(path, limit)

    reading._content = content


def _changing_page() -> None:
    """Another page stands there as soon as it has been read."""
    usual = reading._content

    def content(path: Any, limit: int | None) -> tuple[bytes, bool]:
        found = usual(path, limit)
        if Path(path).name == PAGE:
            Path(path).with_suffix(".new").write_text(CHANGED, encoding="utf-8")
            os.replace(Path(path).with_suffix(".new"), path)
        return found

    reading._content = content


def interrupted(calls: int) -> Fault:
    """Ctrl-C after so many calls of functions."""

    def begin() -> None:
        left = calls

        def count(frame: object, event: str, argument: object) -> None:
            nonlocal left
            left -= event in ("call", "c_call")
            if left <= 0:
                sys.setprofile(None)
                os.kill(os.getpid(), signal.SIGINT)

        sys.setprofile(count)

    return Fault(begin)


def _closed_pipe() -> int:
    reading, writing = os.pipe()
    os.close(reading)
    return writing


class _Lock:
    """Locks as Windows has them, for what the machine has in their place."""

    LK_NBLCK = 2

    @staticmethod
    def locking(handle: int, mode: int, count: int) -> None:
        try:
            flock(handle, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from None


WINDOWS_LOCKS: Any = _Lock
_OF_LINUX = {module: set(missing(module.__name__)) & set(dir(module)) for module in (os, signal)}


def _windows() -> None:
    """The names of Python's library that Windows has, and no others; no process can part or be sent a signal."""
    for module, names in _OF_LINUX.items():
        for name in names:
            if "win32" in missing(module.__name__)[name]:
                delattr(module, name)
    sys.modules.update(dict.fromkeys(("fcntl", "grp", "pwd", "resource", "termios"), None))  # type: ignore[arg-type]
    sys.modules["msvcrt"] = WINDOWS_LOCKS
    sys.platform = "win32"
    shutil._use_fd_functions = False  # type: ignore[attr-defined]  # as it finds there when it is imported


FAULTS = {
    "full output": Fault(out=lambda: os.open("/dev/full", os.O_WRONLY)),
    "closed pipe": Fault(out=_closed_pipe),
    "cp1252": Fault(encoding="cp1252"),
    "windows": Fault(_windows, encoding="cp1252"),
    "full disk": Fault(_full_disk),
    "read-only": Fault(_read_only),
    "shut folder": Fault(_shut_folder),
    "vanishing page": Fault(_vanishing_page),
    "changing page": Fault(_changing_page),
}
"""The faults that a run may meet; `interrupted` makes others."""
