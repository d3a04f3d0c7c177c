"""The error of a dice expression, with its place.

It has a module of its own, so that the engine's parser and a system's own can both raise it.
"""

from __future__ import annotations


class NotationError(ValueError):
    """An expression that its notation does not allow.

    Attributes:
        start, end: where in the expression the fault stands (code points, end exclusive; an empty
            stretch where something is missing).
        expected: what could stand there, in the book's words; may be empty.
        remedy: the nearest expression that works, or how to write what was meant; may be empty.
        name: what the reader has to say a number for; empty where that is not it.
    """

    def __init__(
        self, message: str, start: int, end: int, *, expected: str = "", remedy: str = "", name: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.expected = expected
        self.remedy = remedy
        self.name = name
