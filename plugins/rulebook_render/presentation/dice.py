"""Dice of a page: a button for each expression, and the static odds of each pool."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from html import escape
from itertools import takewhile
from typing import NamedTuple

from rulebook_core.source import Span
from rulebook_render.presentation.data import Measured
from rulebook_rules.claims.model import Expression
from rulebook_syntax.marks import Mark
from rulesmod.dice import (
    Distribution,
    PoolTooLargeError,
    Program,
    Result,
    Tail,
    Work,
    at_least_each,
    distribution,
    estimate,
    main_of,
    short_fraction,
    summary_of,
)
from rulesmod.dice.measuring import odds_under

_BAR_STEP = 2
"""Percent of a bar's cell, less than two pixels."""
_MIN_RUN = 3
"""Rows that make one line of a table."""
_RARE = Fraction(1, 1_000)
"""Results with a smaller chance have no visible bar."""

_MAX_PAGE_WORK = 4e9
"""The work that the tables of a page may take together, in the unit of `Work`."""
_ENOUGH = "<p>There is too much to count on this page: a click on the dice counts it.</p>"


class Dice(NamedTuple):
    """The marks of a page's expressions, and the section behind the text that they need."""

    marks: tuple[Mark, ...]
    html: str


class Row(NamedTuple):
    """A value with its odds: as it is shown, and as a number, where it is neither yes or no nor an open end."""

    value: str
    odds: Fraction
    number: int | None = None


def dice(
    expressions: Sequence[Expression],
    running: Sequence[Expression] = (),
    in_rows: Collection[Span] = (),
    measured_entities: Sequence[Measured] = (),
) -> Dice:
    """Return buttons for expressions, and a table of odds for each pool.

    Args:
        expressions: those that its writer set apart.
        running: those within its text; their buttons are quiet, and their odds in the panel only.
        in_rows: where those stand that are rolled as well when the row of a random table comes up.
        held: entries whose own dice are held to something, which may undo a throw.
    """
    marks = [_quiet_mark(expression, in_row=expression.place.span in in_rows) for expression in running]
    if not expressions:
        return Dice(tuple(marks), "")
    pools: dict[_Rolled, _Pool] = {}
    for expression in expressions:
        program = expression.system.notation.program(expression.value)
        its = (
            one
            for one in measured_entities
            if one.span.contains(expression.place.span) and one.measure.expression == _name_of(expression)
        )
        rolled = _Rolled(program, next(its, None))
        pool = pools.setdefault(rolled, _Pool(f"rulebook-odds-{len(pools) + 1}", expression))
        marks.append(_mark(expression, pool.id, in_row=expression.place.span in in_rows))
    tables = "".join(_all_odds(pools))
    summary = f"Odds of the {escape(expressions[0].system.notation.name)}s on this page"
    return Dice(tuple(marks), f'<details class="rulebook-fold"><summary>{summary}</summary>{tables}</details>')


def percent(odds: Fraction) -> str:
    """A probability as readers see it: one decimal, two where it is small; never 0 or 100 unless it is."""
    if odds in (0, 1):
        return f"{100 * odds} %"
    hundredths = _rounded(odds * 10_000)
    if hundredths < 1:
        return "< 0.01 %"
    if hundredths > 9_995:
        return "> 99.9 %"
    if hundredths < 100:
        return f"{hundredths / 100:.2f} %"
    return f"{_rounded(odds * 1_000) / 10:.1f} %"


def _rounded(value: Fraction) -> int:
    """The nearest whole number, halves up: as the page's script rounds."""
    return int(value + Fraction(1, 2))


def odds_of(rolled: Distribution, name: str) -> list[Row]:
    """The odds of one result of a program, by its name, values in order."""
    sums: dict[Result, Fraction] = {}
    for outcome, probability in rolled.rows:
        sums[outcome[name]] = sums.get(outcome[name], Fraction(0)) + probability
    return _in_order(sums)


def _in_order(sums: Mapping[Result, Fraction]) -> list[Row]:
    numbers = sorted((value, odds) for value, odds in sums.items() if isinstance(value, int))
    tails = [(value, odds) for value, odds in sums.items() if isinstance(value, Tail)]
    below = [item for item in tails if item[0].sign == "<="]
    above = [item for item in tails if item[0].sign == ">="]
    ordered: list[tuple[int | Tail, Fraction]] = [*below, *numbers, *above]
    return [Row(_shown(value), odds, _number(value)) for value, odds in ordered]


def _number(value: int | Tail) -> int | None:
    return None if isinstance(value, bool | Tail) else value


def _shown(value: int | Tail) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace(">=", "≥ ").replace("<=", "≤ ")


def _quiet_mark(expression: Expression, *, in_row: bool) -> Mark:
    return Mark(expression.place.span, _button(expression, " data-quiet", in_row=in_row), "</button></rulebook-dice>")


def _mark(expression: Expression, odds_id: str, *, in_row: bool) -> Mark:
    return Mark(
        expression.place.span,
        _button(expression, in_row=in_row),
        f'</button><a href="#{odds_id}" aria-label="Odds of {escape(expression.text)}"></a></rulebook-dice>',
    )


def _button(expression: Expression, quiet: str = "", *, in_row: bool) -> str:
    span, source = expression.place.span, expression.place.source
    data = f'data-system="{escape(expression.system.name)}"{" data-in-row" if in_row else ""}{quiet}'
    if "".join(source.text[span.start : span.end].split()) != "".join(expression.text.split()):
        data += f' data-dice="{escape(expression.text)}"'  # A sentence says how its dice count.
    return f'<rulebook-dice><button type="button" {data} aria-haspopup="dialog">'


class _Pool(NamedTuple):
    """A table of odds: its id, and the first expression that rolls like it."""

    id: str
    expression: Expression


class _Rolled:
    """A program as a key: equal where its JSON is, so that pools which roll the same share their odds.

    An entry's own dice are by themselves where what they are held to may undo them.
    """

    def __init__(self, program: Program, of: Measured | None) -> None:
        self.program = program
        self.of = of
        self.text = json.dumps(program.to_json(), sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rolled) and (self.text, self.of) == (other.text, other.of)

    def __hash__(self) -> int:
        return hash(self.text)


def _all_odds(pools: Mapping[_Rolled, _Pool]) -> Iterator[str]:
    """The tables of a page. Once they have taken all the work that a page may, the rest is left to the buttons."""
    done = 0.0
    for rolled, pool in pools.items():
        tables = _ENOUGH
        if done < _MAX_PAGE_WORK:
            tables, work = _tables(rolled)
            done += work
        head = f"<p><code>{escape(_name_of(pool.expression))}</code></p>"
        yield f'<div class="rulebook-pool" id="{pool.id}">{head}{tables}</div>'


def _name_of(expression: Expression) -> str:
    return expression.system.notation.format(expression.value)


@lru_cache(maxsize=4096)
def _tables(rolled: _Rolled) -> tuple[str, float]:
    """The tables of a pool, and the work that went into them."""
    exactly, about = Work(), Work()
    try:
        try:
            tables = _exact(rolled, exactly)
        except PoolTooLargeError:
            tables = _estimated(rolled.program, about)
    except PoolTooLargeError as error:
        tables = f"<p>{escape(str(error))}</p>"
    return tables, exactly.done + about.done


def _exact(rolled: _Rolled, work: Work) -> str:
    result = distribution(rolled.program, work=work)
    chances = dict(main_of(result))
    summaries = []
    if rolled.of is not None:
        chances = odds_under(chances, rolled.of.measure.changes)
        summaries.append(f"{rolled.of.name}, {rolled.of.measure.words['ending']}")
    if (summary := summary_of(chances.items())) is not None:
        summaries.append(str(summary))
    words = f"<p>{escape('; '.join(summaries))}</p>" if summaries else ""
    main, *others = rolled.program.fields
    tables = [_table(main.label, _in_order(chances)), *(_table(it.label, odds_of(result, it.name)) for it in others)]
    return words + "".join(tables)


def _estimated(program: Program, work: Work) -> str:
    """The odds of a main result that cannot be had exactly, and how far they may be off."""
    result = estimate(program, work)
    chances = result.main
    bound = max(high - low for _, low, high in result.rows) * len(result.rows) / len(chances)
    table = _table(program.fields[0].label, _in_order(chances), is_exact=False)
    summary = summary_of(chances.items())
    centre = f"{summary.centre('about ')}; " if summary is not None else ""
    return f"<p>{centre}not exact: each chance may be {bound:.0e} higher</p>{table}"


def _table(label: str, rows: list[Row], *, is_exact: bool = True) -> str:
    body = "".join(line.html(is_exact=is_exact) for line in odds_lines(rows))
    names = (label, "odds", "exactly" if is_exact else "", "at least")
    heads = (escape(name[:1].upper() + name[1:]) for name in names)
    head = "".join(f'<th scope="col">{name}</th>' if name else "<td></td>" for name in heads)
    return f'<table class="rulebook-table"><thead><tr>{head}<td></td></tr></thead><tbody>{body}</tbody></table>'


class Line(NamedTuple):
    """A line of a table: of several values that are equally likely, or of what has the odds together."""

    value: str
    odds: Fraction
    each: bool = False
    reached: Fraction | None = None
    """How likely the first of the values, or more, is; None of yes and no."""

    def html(self, *, is_exact: bool = True) -> str:
        each = "each " if self.each else ""
        exactly = short_fraction(self.odds) if is_exact else ""
        reached = percent(self.reached) if self.reached is not None else ""
        return (
            f'<tr><th scope="row">{self.value}</th><td>{each}{escape(percent(self.odds))}</td>'
            f"<td>{each if exactly else ''}{exactly}</td><td>{escape(reached)}</td><td>{_bar(self.odds)}</td></tr>"
        )


def odds_lines(rows: list[Row]) -> Iterator[Line]:
    """The lines of a table: neighbours that are equally likely share one, and so do the ends that hardly come up."""
    low = len(list(takewhile(_is_rare, rows)))
    high = len(list(takewhile(_is_rare, reversed(rows))))
    low, high = (count if _MIN_RUN <= count < len(rows) else 0 for count in (low, high))
    is_number = any(row.number is not None for row in rows)
    every = at_least_each([row.odds for row in rows])
    reached = {row.value: chance if is_number else None for row, chance in zip(rows, every, strict=True)}
    if low:
        yield Line(f"≤ {rows[low - 1].number}", _together(rows[:low]))
    for run in _runs(rows[low : len(rows) - high]):
        if len(run) >= _MIN_RUN:
            yield Line(f"{run[0].value} to {run[-1].value}", run[0].odds, each=True, reached=reached[run[0].value])
        else:
            yield from (Line(row.value, row.odds, reached=reached[row.value]) for row in run)
    if high:
        together = _together(rows[-high:])
        yield Line(f"≥ {rows[-high].number}", together, reached=together)


def _is_rare(row: Row) -> bool:
    return row.odds < _RARE


def _together(rows: list[Row]) -> Fraction:
    return sum((row.odds for row in rows), Fraction(0))


def _runs(rows: list[Row]) -> Iterator[list[Row]]:
    """Rows by values that follow one another and are equally likely."""
    run: list[Row] = []
    for row in rows:
        last = run[-1] if run else None
        if last is None or last.number is None or (last.number + 1, last.odds) != (row.number, row.odds):
            if run:
                yield run
            run = []
        run.append(row)
    if run:
        yield run


def _bar(odds: Fraction) -> str:
    # SVG and not a background, which browsers leave out in print; its size is the style sheet's. In steps, as each
    # width of its own is a third of what its row weighs on the way to a reader.
    width = round(odds * 100 / _BAR_STEP) * _BAR_STEP
    return f'<svg aria-hidden="true"><rect width="{width}%"/></svg>'
