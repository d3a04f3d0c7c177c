"""The output of `rulebook roll` and `rulebook odds`, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rulesmod import dice
from rulesmod.dice import Odds, Program, Result, Roll, Summary
from rulesmod.dice.digits import to_float
from rulesmod.dice.nearest import nearest
from rulesmod.system import NotationError, System

BAR_WIDTH = 40
"""Characters of a bar that stands for certainty."""

_PARTS_OF_A_BLOCK = " ▏▎▍▌▋▊▉"


class RollingError(Exception):
    """Something that the user can mend; the message, maybe of several lines, says what and how."""


def roll_report(
    system: System, expression: str, *, seed: str | None = None, against: str | None = None, as_json: bool = False
) -> str:
    """Roll an expression, and then another against it if there is one, from one seed.

    Args:
        system: whose notation it is.
        expression, against: what is rolled.
        seed: 24 hexadecimal digits; a fresh one if left out.
        as_json: JSON instead of text.

    Raises:
        RollingError: an expression or the seed is none, or the dice are too many.
    """
    seed = seed or dice.new_seed()
    programs = [_program(system, text) for text in (expression, against) if text is not None]
    try:
        random = dice.Sfc32(seed)
        rolls = [dice.roll(program, random) for program in programs]
    except dice.InvalidSeedError as error:
        raise RollingError(f"{error}\nleave --seed out for a fresh one") from None
    except dice.PoolTooLargeError as error:
        raise RollingError(
            f"{error}: `{expression if len(expression) < 60 else expression[:60] + '…'}` has more"
        ) from None
    # Rolls that are repeated go on with the dice of the same seed.
    again = [dice.roll(programs[0], random) for _ in range(1, programs[0].constants.get("repeats", 0))]
    if as_json:
        data: dict[str, Any] = {"system": system.name, "expression": expression, "seed": seed, **rolls[0].to_json()}
        if again:
            data["rolls"] = [one.to_json() for one in (rolls[0], *again)]
        if against is not None:
            data |= {"against": {"expression": against, **rolls[1].to_json()}, "verdict": _verdict(programs, rolls)}
        return json.dumps(data, indent=2)
    lines = _roll_lines(expression, programs[0], rolls[0])
    for one in again:
        lines += _roll_lines("", programs[0], one)[1:]
    if against is not None:
        lines += [*_roll_lines(against, programs[1], rolls[1]), f"{expression} {_VERDICTS[_verdict(programs, rolls)]}"]
    return "\n".join([*lines, f"seed {seed}"])


def odds_report(
    system: System,
    expression: str,
    *,
    at_least: int | None = None,
    against: str | None = None,
    as_json: bool = False,
) -> str:
    """The odds of an expression: of each outcome, of reaching a number, or against another expression.

    They are exact where that can be had in bounded time; those of outcomes lie between bounds where it cannot.

    Raises:
        RollingError: an expression is none, or its odds are too large a task.
    """
    program = _program(system, expression)
    other = _program(system, against) if against is not None else None
    try:
        if other is not None or at_least is not None:
            odds = dice.contest(program, other) if other is not None else dice.at_least(program, at_least or 0)
            goal = f"against {against}" if other is not None else f"at least {at_least}"
            return _goal_report(f"{expression} {goal}", odds, as_json=as_json)
        try:
            distribution = dice.distribution(program)
        except dice.PoolTooLargeError:
            return _estimated(system, expression, program, as_json=as_json)
    except dice.PoolTooLargeError as error:
        advice = f"take fewer dice, or roll them: rulebook roll {system.name} '{expression}'"
        raise RollingError(f"{error}\n{advice}") from None
    except dice.InvalidProgramError as error:
        raise RollingError(str(error)) from None
    summary = dice.summary_of(dice.main_of(distribution))
    if as_json:
        data = {"system": system.name, "expression": expression, "exact": True, "distribution": distribution.to_json()}
        return json.dumps({**data, **_numbers(summary, dice.main_of(distribution))}, indent=2)
    labels = [field.label for field in program.fields]
    rows = [([_shown(value) for value in outcome.values()], chance) for outcome, chance in distribution.rows]
    lines = [] if summary is None else [*_reached_lines(labels[0], dice.main_of(distribution)), str(summary)]
    if summary is None or len(labels) > 1:
        lines = [*_chart(labels, rows), *lines]
    return "\n".join([expression, *lines])


def _reached_lines(label: str, main: Sequence[tuple[Result, Fraction]], *, is_exact: bool = True) -> list[str]:
    """The main result by itself, with how likely so much or more is."""
    rows = [([_shown(value)], chance) for value, chance in main]
    return _chart([label], rows, dice.at_least_each([chance for _, chance in main]), is_exact=is_exact)


def _numbers(summary: Summary | None, main: Sequence[tuple[Result, Fraction]]) -> dict[str, Any]:
    """Mean, deviation, least and most, for JSON, null where there is no end; and how likely so much or more is."""
    if summary is None:
        return {}
    reached = zip(main, dice.at_least_each([chance for _, chance in main]), strict=True)
    at_least = [[_plain(value), dice.fraction_text(chance)] for (value, _), chance in reached]
    return {**summary._asdict(), "mean": dice.fraction_text(summary.mean), "at_least": at_least}


def _plain(value: Result) -> int | bool | str:
    """A result for JSON; an open end is a text such as ">=21", and what has a word is that."""
    return value if type(value) in (int, bool) else str(value)  # type: ignore[return-value]


def _estimated(system: System, expression: str, program: Program, *, as_json: bool) -> str:
    estimate = dice.estimate(program)
    chances, bound = estimate.main, estimate.bound
    summary = dice.summary_of(chances.items())
    if as_json:
        rows = [
            [{name: _plain(value) for name, value in outcome.items()}, [low, high]]
            for outcome, low, high in estimate.rows
        ]
        data = {"system": system.name, "expression": expression, "exact": False, "distribution": rows}
        if summary is not None:
            reached = zip(chances, map(to_float, dice.at_least_each([*chances.values()])), strict=True)
            data |= {"mean": float(summary.mean), "deviation": summary.deviation}
            data["at_least"] = [[_plain(value), [low, min(1.0, low + bound)]] for value, low in reached]
        return json.dumps(data, indent=2)
    lines = _reached_lines(program.fields[0].label, [*chances.items()], is_exact=False)
    centre = [summary.centre("about ")] if summary is not None else []
    return "\n".join([expression, *lines, *centre, f"not exact: each chance may be {bound:.0e} higher"])


def _program(system: System, expression: str) -> Program:
    notation = system.notation
    try:
        return notation.program(notation.parse(expression))
    except NotationError as error:
        caret = " " * error.start + "^" * max(error.end - error.start, 1)
        lines = [f"not a {notation.name}: {error.message}", f"  {expression}", f"  {caret}"]
        if error.expected:
            lines.append(f"expected {error.expected}")
        if remedy := nearest(notation.language, expression, error):
            lines.append(f"help: {remedy}")
        raise RollingError("\n".join(lines)) from None


def _roll_lines(expression: str, program: Program, rolled: Roll) -> list[str]:
    """The dice with what the rule makes of each, and the outcome."""
    lines = [expression]
    for thrown in rolled.dice:
        origin = ""
        if thrown.cause is not None:
            again = thrown.cause >= 0 and rolled.dice[thrown.cause].die == thrown.die
            origin = "(rolled again)" if again else "(added)"
        lines.append(
            f"  {thrown.die:>6}  {thrown.face!s:>4}  {'  '.join(filter(None, [thrown.label, origin]))}".rstrip()
        )
    results = [f"{field.label} {_shown(rolled.outcome[field.name])}" for field in program.fields]
    return [*lines, f"  {', '.join(results)}"]


_VERDICTS = {"win": "wins", "tie": "ties", "lose": "loses", "neither": "does not win, nor does the other"}


def _verdict(programs: Sequence[Program], rolls: Sequence[Roll]) -> str:
    """Return how the first of two rolls fares against the second."""
    mine, theirs = (rolled.outcome[program.main] for program, rolled in zip(programs, rolls, strict=True))
    return dice.verdict(programs[0], mine, theirs)


def _goal_report(title: str, odds: Odds, *, as_json: bool) -> str:
    if as_json:
        return json.dumps(odds.to_json(), indent=2)
    rows = [([name], chance) for name, chance in odds._asdict().items() if chance is not None]
    return "\n".join([title, *_chart([""], rows)])


def _shown(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _chart(
    labels: Sequence[str],
    rows: Sequence[tuple[Sequence[str], Fraction]],
    reached: Sequence[Fraction] = (),
    *,
    is_exact: bool = True,
) -> list[str]:
    """A table with a bar for each row: the results, percent, fraction, and how likely so much or more is."""
    cells = [labels, *(results for results, _ in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(labels))]
    fractions = [dice.short_fraction(chance) if is_exact else "" for _, chance in rows]
    width = max(map(len, fractions))
    head = "  ".join(label.rjust(size) for label, size in zip(labels, widths, strict=True)).rstrip()
    lines = [f"{head}  {'chance':>7}  {'':>{width}}  at least" if reached else head]
    more = [f"  {float(chance):8.2%}" for chance in reached] or [""] * len(rows)
    for (results, chance), fraction, at_least in zip(rows, fractions, more, strict=True):
        shown = "  ".join(result.rjust(size) for result, size in zip(results, widths, strict=True))
        lines.append(f"{shown}  {float(chance):7.2%}  {fraction:>{width}}{at_least}  {_bar(chance)}".rstrip())
    return [line for line in lines if line]


def _bar(chance: Fraction) -> str:
    blocks, parts = divmod(round(chance * BAR_WIDTH * 8), 8)
    return "█" * blocks + _PARTS_OF_A_BLOCK[parts].strip()
