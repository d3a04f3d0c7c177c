"""`rulebook roll` and `rulebook odds`: a game's dice in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulebook.commands.shared import UsageFault
from rulebook.reports.rolling import RollingError, odds_report, roll_report
from rulebook_core import workspace
from rulebook_core.imports.modules import UnknownSystemError
from rulebook_rules.config import ConfigError, load_config
from rulebook_rules.settings.games import NO_SYSTEM
from rulebook_rules.settings.where import find_config
from rulebook_rules.systems import load_system
from rulesmod.notation import NotationError
from rulesmod.plain_dice import SYSTEM as PLAIN

if TYPE_CHECKING:
    from rulesmod.system import System

_DICE = {"ignore_unknown_options": True}
"""An expression may begin with a minus."""


@click.command(context_settings=_DICE)
@click.argument("words", nargs=-1, required=True, metavar="[SYSTEM] EXPRESSION")
@click.option("--seed", metavar="HEX", help="24 hex digits: the same seed gives the same dice.")
@click.option("--against", metavar="EXPRESSION", help="The other side's roll.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def roll(words: tuple[str, ...], seed: str | None, against: str | None, as_json: bool) -> None:
    """Roll an EXPRESSION of a SYSTEM's dice, and say how the rules read it.

    Without SYSTEM it is the game of the mkdocs.yml in this folder, else ordinary dice.
    """
    click.echo(_rolled(roll_report, words, seed=seed, against=against, as_json=as_json))


@click.command(context_settings=_DICE)
@click.argument("words", nargs=-1, required=True, metavar="[SYSTEM] EXPRESSION")
@click.option("--at-least", metavar="N", type=int, help="The chance to reach N.")
@click.option("--against", metavar="EXPRESSION", help="The chance to win against these dice.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def odds(words: tuple[str, ...], at_least: int | None, against: str | None, as_json: bool) -> None:
    """Compute the exact odds of an EXPRESSION of a SYSTEM's dice.

    Without SYSTEM it is the game of the mkdocs.yml in this folder, else ordinary dice.
    """
    if at_least is not None and against is not None:
        raise UsageFault("--at-least and --against ask for different odds; take one of them")
    click.echo(_rolled(odds_report, words, at_least=at_least, against=against, as_json=as_json))


def _rolled(report: Callable[..., str], words: tuple[str, ...], **options: Any) -> str:
    for word in words:
        if word.startswith("--"):
            raise click.NoSuchOption(word, ctx=click.get_current_context())
    try:
        system, expression = _split_words(words)
        return report(system, expression, **options)
    except RollingError as error:
        raise UsageFault(str(error)) from None


def _split_words(words: tuple[str, ...]) -> tuple[System, str]:
    """The game and the expression that are meant."""
    first, *others = words
    if not others:
        return _here(), first
    try:
        return load_system(first), " ".join(others)
    except UnknownSystemError as error:
        # Spaces part an expression in a shell where no quotes hold it together.
        system, whole = _here(), " ".join(words)
        try:
            system.notation.parse(whole)
        except NotationError:
            raise UsageFault(str(error)) from None
        return system, whole


def _here() -> System:
    """The one game of the book in this folder, else ordinary dice."""
    config = find_config(Path())
    if not workspace.is_file(config):
        return PLAIN
    try:
        books = load_config(config).books
    except ConfigError as error:
        raise UsageFault(str(error)) from None
    names = {book.system for book in books if book.system not in (None, NO_SYSTEM)}
    if len(names) != 1:
        return PLAIN
    try:
        return load_system(str(names.pop()))
    except UnknownSystemError as error:
        raise UsageFault(str(error)) from None
