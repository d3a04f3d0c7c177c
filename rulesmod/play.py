"""Games that play themselves: what a page needs in order to put one on a stage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rulesmod.records import record


class Step(NamedTuple):
    """A step of a log: its round, the header under which its rule stands, and what happened.

    A die that lies on the table is `d6:4` in its words.
    """

    round: str
    rule: str
    words: str


class Scene(NamedTuple):
    """A part of one game that is told in the book: a page asks for it by its name, kebab-case."""

    name: str
    steps: Callable[[], Sequence[Step]]


class Ready(NamedTuple):
    """A game that is offered before a reader has chosen anything: its name, and who appears on each side, by id."""

    name: str
    ours: tuple[str, ...]
    theirs: tuple[str, ...]


class Odds(NamedTuple):
    """A table of chances: what it is of, its columns, and its rows, each with its name first."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Chances(NamedTuple):
    """How games of this kind end: a sentence on how that was found out, and tables. A page asks for it by its name."""

    name: str
    tables: Callable[[], tuple[str, Sequence[Odds]]]


class Drawing(NamedTuple):
    """A picture of the book's own: lines and words in a field of so many units.

    Attributes:
        name: kebab-case; a page asks for it by this name.
        words: what it shows, for readers who do not see it.
        width, height: of the field.
        lines: outlines, as the `d` of a path in SVG.
        labels: words around a point: x, y, text.
    """

    name: str
    words: str
    width: int
    height: int
    lines: tuple[str, ...]
    labels: tuple[tuple[int, int, str], ...]


@record
class Play:
    """A game that can be played in a page, by readers and by itself.

    The module is written in the plain subset of Python that `rulebook_render.script` translates. It has the functions
    that the page's script calls: `open_stage(ours, theirs, random)`, `whole_game(stage)` (a generator of questions that
    is sent answers), `automatic(stage, question, policy)`, `asker`, `question_text`, `choice_text`, `casts_ranked`,
    `is_idle(stage, question)` (whether hardly anybody would answer but with the first choice), `board`, `told`,
    `ending`, `rosters`, `carried_items`, and the constants `SIDES` and `SAMPLE`.

    Attributes:
        name: kebab-case; a page asks for it by this name.
        title: what the book calls it.
        intro: a sentence for readers.
        module: the dotted name.
        ready: games to begin with, the easiest first.
        rules: the headers that steps of its log name.
        sample: the log of one game, for readers without a script.
        odds: how such games end.
        scenes: parts of a game that the book comments on.
        drawings: pictures that explain it.
    """

    name: str
    title: str
    intro: str
    module: str
    ready: tuple[Ready, ...]
    rules: tuple[str, ...]
    sample: Callable[[], Sequence[Step]]
    odds: Chances
    scenes: tuple[Scene, ...] = ()
    drawings: tuple[Drawing, ...] = ()
