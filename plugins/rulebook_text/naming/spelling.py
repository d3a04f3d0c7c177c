"""Nearness of names: what a misspelt name was probably meant to be."""

from __future__ import annotations

from collections.abc import Collection


def near_names(name: str, known: Collection[str]) -> list[str]:
    """The known names within a slip of the pen of `name`, nearest first; none if it is known itself.

    A slip is another letter case, or one change in a short name and two in a long one (a letter
    missing, added, replaced, or two swapped).
    """
    if name in known:
        return []
    allowed = 0 if len(name) < 3 else 1 if len(name) < 8 else 2
    results = []
    folded = name.casefold()
    for other in known:
        if other.casefold() == folded:
            results.append((0, other))
        elif allowed and (distance := edit_distance(name, other, allowed)) is not None:
            results.append((distance, other))
    return [other for _, other in sorted(results)]


def edit_distance(one: str, other: str, most: int) -> int | None:
    """Optimal string alignment distance (insert, delete, replace, swap neighbours); None if above `most`."""
    # Each letter that only one of them has takes a change.
    if abs(len(one) - len(other)) > most or len({*one} - {*other}) > most or len({*other} - {*one}) > most:
        return None
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return None
        before, last = last, row
    return last[-1] if last[-1] <= most else None


def begin_alike(one: str, other: str) -> bool:
    """Return whether two words have the same first letter, or first two swapped: "harden" is no slip of "warden"."""
    return one[0] == other[0] or one[:2] == other[1::-1]
