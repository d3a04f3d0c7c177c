"""Ctrl-C: told in a line whenever it comes, and told from what a rules module raises to end the process."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn, TypeVar

STOPPED = 130
"""The exit code that shells give to what Ctrl-C ends."""
_SOON = 0.01

T = TypeVar("T")


class _CtrlC(BaseException):
    """The user wants to stop. It is no `KeyboardInterrupt`, which others catch in their own ways."""


def stoppable(run: Callable[[], T], *, is_last: bool = False) -> T:
    """Run something until it is done, or until Ctrl-C ends it, which is told in a line.

    Args:
        run: what is run.
        is_last: whether nothing but the end of the process comes after it; Ctrl-C then ends that without a word.

    Raises:
        SystemExit: it was stopped.
    """
    with _watched(is_last=is_last):
        try:
            return run()
        except _CtrlC:
            print("rulebook: stopped", file=sys.stderr)
            sys.exit(STOPPED)


@contextmanager
def _watched(*, is_last: bool) -> Iterator[None]:
    """Know Ctrl-C from a `KeyboardInterrupt` that a module raises."""
    before = signal.getsignal(signal.SIGINT)
    is_usual = before in (signal.default_int_handler, signal.SIG_DFL)
    if not is_usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    hook = sys.unraisablehook

    def again(unraisable: sys.UnraisableHookArgs) -> None:
        # Where nothing can be raised, as while an object goes, Python drops what is; the user still wants to stop.
        if isinstance(unraisable.exc_value, _CtrlC):
            threading.Timer(_SOON, _thread.interrupt_main).start()
        else:
            hook(unraisable)

    sys.unraisablehook = again
    signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if is_last else before)
        sys.unraisablehook = hook


def _stop(number: int, frame: object) -> NoReturn:
    raise _CtrlC


def is_ctrl_c(error: BaseException) -> bool:
    """Return whether the user wants to stop; where nobody watches, every `KeyboardInterrupt` may mean that."""
    is_watched = signal.getsignal(signal.SIGINT) is _stop
    return isinstance(error, _CtrlC if is_watched else KeyboardInterrupt)
