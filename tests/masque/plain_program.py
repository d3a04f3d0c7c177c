"""A module in the plain subset, with something of everything: `test_script` runs it in both languages."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeAlias

LIMIT = 3
NAMES = {"one": 1, "two": 2}
Numbers: TypeAlias = list[int]


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 5
    tags: list[str] = field(default_factory=list)


def arithmetic(a: int, b: int) -> Numbers:
    c = b if b != 0 else 7
    total = a
    total -= b
    total *= 2
    return [a + b, a - b, a * b, a // c, a % c, -a // c, -a % c, abs(a), total, min(a, b), max(a, b, LIMIT)]


def comparisons(a: int, b: int) -> list[bool]:
    return [a < b, a <= b <= LIMIT, a == b, a != b, not a < b, a in [1, b], a not in [b], a > 0 and (b > 0 or a > b)]


def truths(items: list[int], text: str, number: int, table: dict[str, int]) -> list[int]:
    found = []
    if items:
        found.append(1)
    if not text:
        found.append(2)
    if number:
        found.append(3)
    while not found and not table:
        found.append(4)
    return found + [1 if table else 0]  # noqa: RUF005


def lists(items: list[int]) -> list[object]:
    doubled = [2 * item for item in items if item % 2 == 1]
    pairs = [[a, b] for a in items[:2] for b in items[1:3] if a != b]
    copy = [*items, *doubled]
    copy.extend(items)
    copy.reverse()
    last = copy.pop() if len(copy) > 0 else 0
    counted = 0
    for at, item in enumerate(items):
        if item == 2:
            continue
        if item == 9:
            break
        counted += at * item
    return [
        doubled,
        pairs,
        copy,
        last,
        counted,
        sum(items),
        sorted(items, key=lambda item: -item),
        items[-1:],
        any(item > 5 for item in items),
        all(item > 5 for item in items),
        list(range(2, 9, 3)),
        items.count(2),
        copy.index(items[0]) if items else -1,
    ]


def texts(name: str, number: int) -> list[object]:
    both = f"{name} has {number}, {number > 2}; {NAMES['two']}"
    return [
        both,
        both.replace("has", "had"),
        name[:1],
        name[1:],
        ", ".join([name, str(number)]),
        name.isdigit(),
        int(str(number)),
        name in ["a", "b"],
        "a" in name,
        len(both),
    ]


def records(x: int) -> list[object]:
    one = Point(x)
    two = Point(x, tags=["t"])
    other = Point(y=x, x=5)
    one.tags.append("own")
    return [one.y, one.tags, two.tags, Point(x) == Point(x), one == two, Point(x) in [other], other.x + other.y]


def tables(key: str) -> list[object]:
    found = {name: number * 2 for name, number in NAMES.items()}
    found[key] = 9
    grid = [[0, 0], [0, 0]]
    grid[1][-1] = 4
    return [found["one"], key in found, list(found.values()), list(found.keys()), len(found), grid]


def asking(limit: int) -> Generator[str, int, int]:
    total = 0
    while total < limit:
        answer = yield f"{total}"
        total += yield from twice(answer)
    return total


def twice(number: int) -> Generator[str, int, int]:
    more = yield "more"
    return 2 * number + more


def throw(new: int, *rest: int) -> list[int]:
    return [new, *rest]


def calls(a: int) -> list[int]:
    return throw(a, *[a, 2])


def play(limit: int, answers: list[int]) -> list[object]:
    return [limit, answers]
