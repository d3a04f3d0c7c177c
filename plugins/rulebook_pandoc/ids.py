"""Ids of headings, as Pandoc's `auto_identifiers` makes them."""

from __future__ import annotations


def identifier(title: str) -> str:
    """The id of a title without markup: letters, digits, `_`, `-` and `.` of it, from its first letter on.

    >>> identifier("3. Ally [1 to 4 points]"), identifier("It’s *so* — well"), identifier("42")
    ('ally-1-to-4-points', 'its-so-well', 'section')
    """
    letters = "".join(sign for sign in title.lower() if sign.isalnum() or sign.isspace() or sign in "_-.")
    name = "-".join(letters.split())
    first = next((index for index, sign in enumerate(name) if sign.isalpha()), len(name))
    return name[first:] or "section"


class UniqueIds:
    """Gives each heading an id of its own: `name`, `name-1`, `name-2`, ..."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._counts: dict[str, int] = {}

    def use(self, name: str) -> None:
        """Take the id that a writer has given."""
        self._used.add(name)

    def take(self, base: str) -> str:
        name = base
        count = self._counts.get(base, 0)
        while name in self._used:
            count += 1
            name = f"{base}-{count}"
        # Start behind the numbers that are known to be taken, or many equal titles would take long.
        self._counts[base] = max(0, count - 1)
        self._used.add(name)
        return name
