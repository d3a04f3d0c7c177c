"""A game's own parts of a page: its stage, played scenes, and readings of open places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urlencode

from rulebook_core.source import Span
from rulebook_syntax.document import Document, Entity, Heading
from rulesmod.dice.digits import to_int
from rulesmod.play import Chances, Drawing, Odds, Play, Scene, Step
from rulesmod.system import Ruling


class Rule(NamedTuple):
    """A rule that a log names: its address, from the page at hand, and its paragraphs as plain text."""

    href: str
    text: tuple[str, ...]


OUTLINES = {
    4: "M20 3 38 35H2z",
    6: "M5 5h30v30H5z",
    8: "M20 1 37 20 20 39 3 20z",
    10: "M20 1 38 17v6L20 39 2 23v-6z",
    12: "M20 1 38 15 31 37H9L2 15z",
    20: "M20 1 36 10v20L20 39 4 30V10z",
}
"""The outlines of dice by their sides, in a square of 40; the page's `result.js` has the same."""
_ROUND = "M20 2a18 18 0 1 0 .01 0z"
_LYING = re.compile(r"(?<!\w)(-?)d(\d+):(-?\d+)")

_TEXT_KINDS = ("paragraph", "item", "quote")
"""The kinds of blocks that a rule is told in; its tables are looked up where they stand."""

FindRule = Callable[[str], Rule | None]
"""The rule under a header; None where the book has no such header."""


def paragraphs(document: Document, item: Heading | Entity) -> tuple[str, ...]:
    """Return the plain text of an entry or a heading's section."""
    behind = (other.span.start for other in document.headings if other.span.start > item.span.start)
    within = item.span if isinstance(item, Entity) else Span(item.span.end, next(behind, document.body.end))
    blocks = (block for block in document.prose.blocks if within.contains(block.span))
    return tuple(block.text.text for block in blocks if block.kind in _TEXT_KINDS and block.text.text != item.title)


def stage_html(play: Play, system: str, find_rule: FindRule, script: str, style: str) -> str:
    """The stage before anybody plays: a game that was played when the site was built.

    What is played in the page takes its rules from the list of them, so that both have the same addresses.
    """
    rules = {name: rule for name in play.rules if (rule := find_rule(name)) is not None}
    title = f"stage-{play.name}-title"
    plays = f' data-plays="{escape(script)}"' if script else ""
    return (
        f'{_style(style)}<section class="rulebook-stage" id="stage-{play.name}" data-system="{system}"'
        f' data-search-exclude{plays} aria-labelledby="{title}">'
        f'<p class="rulebook-sheet-title" id="{title}">{escape(play.title)}</p>'
        f'<p class="rulebook-stage-how">{escape(play.intro)}</p>'
        f"{_offer(play) if script else ''}"
        '<div class="rulebook-stage-played"><p class="rulebook-stage-how">Without JavaScript this one can be read, '
        f"which was played when this page was made:</p>{_log(play, rules)}</div>{_rules(rules)}"
        "</section>"
    )


def _offer(play: Play) -> str:
    """Return the offer to play, for a page with a script. The script of the game loads when a reader accepts."""
    ready = "".join(
        f'<a href="#stage?{escape(urlencode({"ours": "|".join(ours), "theirs": "|".join(theirs)}))}">{escape(name)}</a>'
        for name, ours, theirs in play.ready
    )
    return (
        f'<div class="rulebook-stage-offer"><p class="rulebook-actions rulebook-stage-ready">{ready}</p>'
        '<details class="rulebook-fold"><summary>Choose who appears</summary></details></div>'
    )


def scene_html(scene: Scene, find_rule: FindRule, style: str) -> str:
    """A part of a game that was played when the site was built, with its dice drawn."""
    steps = list(scene.steps())
    rules = {step.rule: rule for step in steps if (rule := find_rule(step.rule)) is not None}
    return (
        f'<section class="rulebook-stage rulebook-scene" id="scene-{scene.name}" data-search-exclude><ol>'
        f"{_steps(steps, rules)}</ol>{_style(style)}</section>"
    )


def rulings_html(rulings: Iterable[Ruling]) -> str:
    """Return how open places of a rule are read, and why, folded away below it."""
    readings = "".join(f"<p>{escape(ruling.reading)} <em>{escape(ruling.reason)}</em></p>" for ruling in rulings)
    return (
        '<details class="rulebook-used rulebook-ruling" data-search-exclude>'
        f"<summary>How this edition reads it</summary>{readings}</details>"
    )


def _style(address: str) -> str:
    return f'<link rel="stylesheet" href="{escape(address)}">' if address else ""


def _log(play: Play, rules: Mapping[str, Rule]) -> str:
    rounds = groupby(play.sample(), key=lambda step: step.round)
    return "".join(f"<ol>{_steps(steps, rules)}</ol>" for _, steps in rounds)


def _steps(steps: Iterable[Step], rules: Mapping[str, Rule]) -> str:
    return "".join(f"<li>{_LYING.sub(_drawn, escape(step.words))} {_name(step.rule, rules)}</li>" for step in steps)


def _drawn(die: re.Match[str]) -> str:
    """A die as it lies, and in words for those who do not see it."""
    said, sign, size, value = die[0], *die.groups()
    outline = OUTLINES.get(to_int(size), _ROUND)
    return (
        f'<svg class="rulebook-lying" viewBox="0 0 40 40" aria-hidden="true"><path d="{outline}"/>'
        f'<text x="20" y="27" text-anchor="middle">{sign}{value}</text></svg><span class="rulebook-said">{said}</span>'
    )


def _name(name: str, rules: Mapping[str, Rule]) -> str:
    shown = escape(name)
    return f'<a href="{escape(rules[name].href)}">{shown}</a>' if name in rules else f"<span>{shown}</span>"


def _rules(rules: Mapping[str, Rule]) -> str:
    items = "".join(f"<dt>{_name(name, rules)}</dt><dd>{_paragraphs(rule.text)}</dd>" for name, rule in rules.items())
    return (
        '<details class="rulebook-fold rulebook-stage-rules"><summary>The rules that its steps name</summary>'
        f"<dl>{items}</dl></details>"
        if rules
        else ""
    )


def _paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>" for text in texts)


def odds_html(chances: Chances, style: str) -> str:
    """How such games end, as a folded table each."""
    how, tables = chances.tables()
    shown = "".join(map(_table, tables))
    return (
        f'{_style(style)}<section class="rulebook-stage rulebook-stage-chances" id="odds-{chances.name}"'
        f" data-search-exclude><p>{escape(how)}</p>{shown}</section>"
    )


def drawing_html(drawing: Drawing) -> str:
    """A picture of the book's own; its words are told to readers who do not see it."""
    lines = "".join(f'<path d="{escape(line)}"/>' for line in drawing.lines)
    labels = "".join(
        f'<text x="{x}" y="{y}" text-anchor="middle">{escape(text)}</text>' for x, y, text in drawing.labels
    )
    return (
        f'<figure class="rulebook-figure" id="drawing-{drawing.name}"><svg class="rulebook-drawn" role="img"'
        f' viewBox="0 0 {drawing.width} {drawing.height}" aria-label="{escape(drawing.words)}">{lines}{labels}'
        "</svg></figure>"
    )


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
