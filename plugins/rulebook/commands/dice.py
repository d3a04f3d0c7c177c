"""`rulebook roll` and `rulebook odds`: a game's dice in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from rulebook.commands.shared import UsageFault


@click.command()
@click.argument("system")
@click.argument("expression")
@click.option("--seed", metavar="HEX", help="24 hex digits: the same seed gives the same dice.")
@click.option("--against", metavar="EXPRESSION", help="What the other side rolls.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def roll(system: str, expression: str, seed: str | None, against: str | None, as_json: bool) -> None:
    """Roll an EXPRESSION of a SYSTEM's dice, and say how the rules read it."""
    from rulebook.reports.rolling import roll_report

    click.echo(_rolled(roll_report, system, expression, seed=seed, against=against, as_json=as_json))


@click.command()
@click.argument("system")
@click.argument("expression")
@click.option("--at-least", metavar="N", type=int, help="The chance to reach N.")
@click.option("--against", metavar="EXPRESSION", help="The chance to win against these dice.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def odds(system: str, expression: str, at_least: int | None, against: str | None, as_json: bool) -> None:
    """Compute the exact odds of an EXPRESSION of a SYSTEM's dice."""
    from rulebook.reports.rolling import odds_report

    if at_least is not None and against is not None:
        raise UsageFault("--at-least and --against ask for different odds; take one of them")
    click.echo(_rolled(odds_report, system, expression, at_least=at_least, against=against, as_json=as_json))


def _rolled(report: Callable[..., str], system: str, expression: str, **options: Any) -> str:
    from rulebook.reports.rolling import RollingError
    from rulebook_core.imports.modules import UnknownSystemError
    from rulebook_rules.systems import load_system

    try:
        return report(load_system(system), expression, **options)
    except (RollingError, UnknownSystemError) as error:
        raise UsageFault(str(error)) from None
