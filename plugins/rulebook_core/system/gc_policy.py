"""How often Python looks for circles of objects that nobody needs: seldom while a book is read or checked.

Pages, documents and claims stay to the end; going through all of them every 700 objects takes as long as the work.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

SELDOM = (200_000, 50, 20)
"""Thresholds of Python\'s garbage collector: new objects, then collections of younger ones."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for garbage seldom."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@cache
def _freeze() -> None:
    """Once: in what reads again and again, the garbage of before would stay as well."""
    gc.freeze()


@contextmanager
def never_collected() -> Iterator[None]:
    """Do not look for garbage at all, nor later in what was made meanwhile: none of it is any."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        _freeze()
        if was_enabled:
            gc.enable()


@contextmanager
def left_to_the_end() -> Iterator[None]:
    """Leave all objects to the end of the process, which then looks for no garbage among them."""
    try:
        yield
    finally:
        gc.freeze()
