"""Features that machines differ in: forking, locks, timers, file names.

No other module asks which system it runs on, or uses what only some systems have. What a machine lacks is done without,
or in another way; callers need not know.
"""

from __future__ import annotations

import errno
import hashlib
import os
import posixpath
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType

from rulebook_core import workspace
from rulebook_core.late import late

lock_file_handle: Callable[[str], int] = late("rulebook_core.workspace.temporary", "lock_file_handle")

_LOOK = 0.05
"""Seconds between two looks at a lock that another run has."""


def cores() -> int:
    """Return how many processes can work at once; 1 where a process cannot part safely from another one.

    What a book is made of, rules above all, cannot be sent to a process that begins anew: it has to be there already.
    """
    return 1 if sys.platform != "linux" or _threads() > 1 else processors()


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _threads() -> int:
    """Return how many this process has, also those that something else than Python has begun."""
    try:
        with workspace.untraced():
            return len(workspace.list_folder("/proc/self/task"))
    except OSError:
        return threading.active_count()


def fork() -> int:
    """Part into two processes, as `os.fork`. Ctrl-C ends the new one without a word: the first one tells.

    Raises:
        OSError: the machine cannot do that, or not any more.
    """
    if sys.platform == "win32":
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        child = os.fork()
        if not child:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    return child


def end(child: int) -> None:
    """End a process that parted from this one, and forget it."""
    if sys.platform != "win32":
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@contextmanager
def alone(folder: Path, *, waiting: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Be the only run of ours that works on what lies in a folder, where the machine can tell; others wait.

    Args:
        folder: it is there, and stays.
        waiting: what is done before another one is waited for.
    """
    try:
        handle = _lockable(folder)
    except OSError:
        yield
        return
    try:
        try:
            is_ours = _take(handle)
            if not is_ours:
                waiting()
            while not is_ours:
                time.sleep(_LOOK)
                is_ours = _take(handle)
        except OSError:
            pass  # As on some disks of other machines.
        yield
    finally:
        os.close(handle)  # Which lets go of the lock as well.


def _lockable(folder: Path) -> int:
    if sys.platform != "win32":
        return workspace.lock_handle(folder)
    # Folders cannot be locked there: a file of the user's stands for each.
    name = hashlib.sha256(workspace.real_path(folder).encode()).hexdigest()[:20]
    return lock_file_handle(f"rulebook-{name}.lock")


def _take(handle: int) -> bool:
    """Take a lock, if nobody has it.

    Raises:
        OSError: there are no locks here.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


@contextmanager
def ticking(tick: Callable[[], object], first: float, then: float) -> Iterator[None]:
    """Have something done again and again while something else goes on.

    A timer of the system does it where there is one, and no thread: processes part only where there is none.

    Args:
        tick: what is done; it must not take long.
        first, then: the seconds before the first time, and between two.
    """
    if sys.platform == "win32":
        done = threading.Event()

        def run() -> None:
            pause = first
            while not done.wait(pause):
                tick()
                pause = then

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
    elif threading.current_thread() is not threading.main_thread():
        yield
    else:
        before = signal.signal(signal.SIGALRM, lambda number, frame: tick())
        signal.setitimer(signal.ITIMER_REAL, first, then)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def has_gone(error: OSError) -> bool:
    """Return whether writing failed since nobody reads the output any more (`| head`)."""
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == errno.EINVAL)


def relative(path: Path | str, folder: Path | str, *, paths: ModuleType = os.path) -> str:
    """The way to a file from a folder, with forward slashes; all of its path where there is no way, on another drive.

    Args:
        path, folder: absolute, or from where the command runs.
        paths: how the system names files.
    """
    way = os.fspath(path)
    with suppress(ValueError):
        way = paths.relpath(path, folder)
    return way if paths.sep == posixpath.sep else way.replace(paths.sep, posixpath.sep)
