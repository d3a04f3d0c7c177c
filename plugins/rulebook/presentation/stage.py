"""A game that plays itself, as a part of a page: its log for readers without a script, and what the script needs."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from itertools import groupby

from rulebook.presentation.data import STAGE, json_script
from rulesmod.play import Odds, Play

LinkTo = Callable[[str], str | None]
"""The address of the rule under a header, from the page at hand; None where the book has no such header."""


def stage_html(play: Play, system: str, link_to: LinkTo, script: str | None, style: str | None) -> str:
    """The stage before anybody plays: a game that was played when the site was built."""
    links = {rule: href for rule in play.rules if (href := link_to(rule)) is not None}
    data = json_script({"rules": links}, STAGE)
    title = f"stage-{play.name}-title"
    loaded = f'<link rel="stylesheet" href="{escape(style)}">' if style else ""
    loaded += f'<script defer src="{escape(script)}"></script>' if script else ""
    return (
        f'<section class="rulebook-stage" id="stage-{play.name}" data-system="{system}" data-search-exclude'
        f' aria-labelledby="{title}"><p class="rulebook-sheet-title" id="{title}">{escape(play.title)}</p>'
        f'<p class="rulebook-stage-how">{escape(play.intro)}</p>'
        '<div class="rulebook-stage-played"><p class="rulebook-stage-how">Without JavaScript this one can be read, '
        f"which was played when this page was made:</p>{_log(play, links)}</div>{_odds(play)}{data}{loaded}</section>"
    )


def _log(play: Play, links: dict[str, str]) -> str:
    rounds = groupby(play.sample(), key=lambda step: step.round)
    return "".join(
        "<ol>" + "".join(f"<li>{escape(step.words)} {_rule(step.rule, links)}</li>" for step in steps) + "</ol>"
        for _, steps in rounds
    )


def _rule(rule: str, links: dict[str, str]) -> str:
    name = escape(rule)
    return f'<a href="{escape(links[rule])}">{name}</a>' if rule in links else f"<span>{name}</span>"


def _odds(play: Play) -> str:
    how, tables = play.odds()
    return f"<p>{escape(how)}</p>" + "".join(map(_table, tables))


def _table(odds: Odds) -> str:
    heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in odds.columns)
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
        for name, *cells in odds.rows
    )
    return (
        f'<details class="rulebook-fold"><summary>{escape(odds.caption)}</summary>'
        f'<div class="rulebook-stage-odds" tabindex="0" role="region" aria-label="{escape(odds.caption)}">'
        f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div></details>"
    )
