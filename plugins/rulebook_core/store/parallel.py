"""Work that all cores share: each process takes a part of it, and gives back what came of it.

What another process gives is what would have come of the part here; where it fails, the part is worked on here.
"""

from __future__ import annotations

import copyreg
import os
import pickle
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import Any, BinaryIO, TypeVar

from rulebook_core import workspace
from rulebook_core.system.machine import cores, end, fork

T = TypeVar("T")
R = TypeVar("R")

_known: Sequence[object] = ()
"""Data that all processes share from before the fork."""


def shared(
    items: Sequence[T],
    sizes: Sequence[int],
    work: Callable[[Sequence[T]], R],
    known: Sequence[object] = (),
    *,
    processes: int | None = None,
) -> list[R]:
    """Let every core work on a part of some items, which are in order.

    Args:
        items: what there is to do.
        sizes: how much there is to do with each.
        work: what is done with a part; nothing but what it gives comes of it.
        known: what the results may hold that is here already.
        processes: how many there are to be; as many as can work at once.

    Returns:
        What came of each part, in the order of the items.
    """
    global _known
    _known = known
    own, *others = _parts(items, sizes, processes or cores())
    running: dict[int, BinaryIO] = {}
    try:
        children = [_start(part, work, running) for part in others]
        return [
            work(own),
            *(_given(child, running) or work(part) for part, child in zip(others, children, strict=True)),
        ]
    finally:
        _known = ()
        for child, pipe in running.items():  # Nobody wants any more what they would give.
            pipe.close()
            end(child)


def _parts(items: Sequence[T], sizes: Sequence[int], number: int) -> Iterator[Sequence[T]]:
    """Split items into `number` stretches of similar size."""
    reached = list(accumulate(sizes))
    cuts = [bisect_right(reached, reached[-1] * part / number) for part in range(1, number)]
    for first, last in pairwise([0, *cuts, len(items)]):
        yield items[first:last]


def _start(part: Sequence[T], work: Callable[[Sequence[T]], R], running: dict[int, BinaryIO]) -> int:
    """Start a process that works on a part, kept with where it writes what came of it; 0 where there can be none."""
    try:
        reading, writing = os.pipe()
        child = fork()
    except OSError:
        return 0
    if child:
        os.close(writing)
        running[child] = os.fdopen(reading, "rb")
        return child
    status = 1
    with suppress(BaseException):  # Whatever goes wrong here goes wrong once more where somebody hears of it.
        os.close(reading)
        with os.fdopen(writing, "wb") as file:
            packer = pickle.Pickler(file, pickle.HIGHEST_PROTOCOL)
            packer.dispatch_table = {**copyreg.dispatch_table, **{type(value): _packed for value in _known}}
            packer.dump((work(part), workspace.questions()))
        status = 0
    os._exit(status)


def _given(child: int, running: dict[int, BinaryIO]) -> Any:
    """Return the result of a part, or None if its process failed."""
    if not child:
        return None
    result = None
    with suppress(Exception):
        result, questions = pickle.load(running[child])
        workspace.merge(questions)
    status = os.waitpid(child, 0)[1]
    running.pop(child).close()
    return result if status == 0 else None


def _packed(value: object) -> Any:
    """Of what all have already, only which it is."""
    index_of_known = next((index for index, known in enumerate(_known) if known is value), None)
    return value.__reduce_ex__(pickle.HIGHEST_PROTOCOL) if index_of_known is None else (_recall, (index_of_known,))


def _recall(index: int) -> object:
    return _known[index]


def _pack_mapping(value: MappingProxyType[Any, Any]) -> Any:
    return MappingProxyType, (dict(value),)


copyreg.pickle(MappingProxyType, _pack_mapping)
