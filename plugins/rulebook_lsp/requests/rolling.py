"""Answer what an editor asks of dice and rules: where dice are, a roll, its odds, and what a rule of findings means."""

from __future__ import annotations

import json
from typing import Any

from rulebook.reports.rolling import RollingError, odds_report, roll_report
from rulebook_lsp.answers.hovering import rollable
from rulebook_lsp.books import View
from rulebook_lsp.server import Server, answers
from rulebook_rules.catalogue import load_rules
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.system import System

DICE = "rulebook/dice"
"""Method of a request with `{uri}`: the dice of a page that can be rolled, each with its range, text and game."""
ROLL = "rulebook/roll"
"""Method of a request with `{uri, text, game?, seed?}`: a roll as `rulebook roll --json` has it, with its text."""
ODDS = "rulebook/odds"
"""Method of a request with `{uri, text, game?}`: odds as `rulebook odds --json` has them, with their text."""
EXPLAIN = "rulebook/explain"
"""Method of a request with `{rule}`: what a rule of findings means, as `rulebook explain` says it."""


def _game(view: View | None, name: str) -> System:
    """Return the game of a name among those of a book; that of the page, or ordinary dice, if there is none."""
    if view is None:
        return PLAIN
    games = (PLAIN, *view.book.systems, *(one.system for one in rollable(view)))
    return next((game for game in games if game.name == name), view.page.system or PLAIN)


@answers(DICE)
def dice(server: Server, params: Any) -> list[dict[str, Any]]:
    view = server.view(str(params.uri))
    return [
        {"range": server.positions.range_of(one.place), "text": one.text, "game": one.system.name}
        for one in (sorted(rollable(view), key=lambda one: one.place.span) if view is not None else ())
    ]


def _reported(server: Server, params: Any, *, odds: bool) -> dict[str, Any]:
    game, text = _game(server.view(str(params.uri)), getattr(params, "game", "")), str(params.text)
    try:
        if odds:
            return {**json.loads(odds_report(game, text, as_json=True)), "report": odds_report(game, text)}
        data = json.loads(roll_report(game, text, seed=getattr(params, "seed", None), as_json=True))
        return {**data, "report": roll_report(game, text, seed=data["seed"])}
    except RollingError as error:
        return {"error": str(error)}


@answers(ROLL)
def roll(server: Server, params: Any) -> dict[str, Any]:
    return _reported(server, params, odds=False)


@answers(ODDS)
def odds(server: Server, params: Any) -> dict[str, Any]:
    return _reported(server, params, odds=True)


@answers(EXPLAIN)
def explain(server: Server, params: Any) -> dict[str, Any] | None:
    rule = load_rules().get(str(params.rule))
    if rule is None:
        return None
    return {"rule": rule.name, "severity": str(rule.severity), "text": rule.documentation}
