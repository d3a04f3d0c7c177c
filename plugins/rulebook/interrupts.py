"""Ctrl-C, told from what a rules module raises to end the process: that ends a run as any other fault does."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


class _CtrlC(KeyboardInterrupt):
    """The user wants to stop."""


def _stop(number: int, frame: object) -> NoReturn:
    raise _CtrlC


@contextmanager
def watched() -> Iterator[None]:
    """Know Ctrl-C from a `KeyboardInterrupt` that a module raises."""
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def is_ctrl_c(error: BaseException) -> bool:
    """Whether the user wants to stop; where nobody watches, every `KeyboardInterrupt` may mean that."""
    is_watched = signal.getsignal(signal.SIGINT) is _stop
    return isinstance(error, _CtrlC if is_watched else KeyboardInterrupt)
