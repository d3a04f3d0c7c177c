"""The result of an import: Markdown, and each change that is not plain markup."""

from __future__ import annotations

from typing import NamedTuple


class Change(NamedTuple):
    """A stretch of the original that reads otherwise now; `after` is "" where it was left out."""

    line: int
    before: str
    after: str

    def __str__(self) -> str:
        if self.before == self.after:
            return f"line {self.line}: `{self.before}` stays as it is"
        done = f"`{self.after}`" if self.after else "nothing"
        return f"line {self.line}: {done} for `{self.before}`"


class Imported(NamedTuple):
    """A text as Markdown.

    Attributes:
        changes: what its writer should look at, in order.
    """

    text: str
    changes: tuple[Change, ...] = ()
