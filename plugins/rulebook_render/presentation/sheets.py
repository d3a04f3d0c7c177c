"""Character aids: a form that can be read, printed and filled in by hand, and that the page's script works out."""

from __future__ import annotations

from html import escape

from rulebook_render.presentation.data import SHEET, json_script
from rulebook_render.presentation.dice import percent
from rulesmod.dice import at_least
from rulesmod.sheets import (
    Choice,
    Dice,
    Field,
    Group,
    Number,
    Outcome,
    Pool,
    Result,
    Sheet,
    Table,
    Throw,
    Worked,
    is_ready,
    work_out,
)
from rulesmod.system import System

_OFF = "Without JavaScript nothing is worked out here. The values that the sheet counts with are below it."

_PAPER = (
    '<button type="button" data-do="print">Print</button>'
    '<button type="button" data-do="blank">Print a blank sheet</button>'
)


def sheet_html(sheet: Sheet, system: System) -> str:
    """The sheet as it is before anybody has filled it in."""
    worked = work_out(sheet, system.notation.language, {})
    form = _Form(sheet, system, worked)
    title = f"sheet-{sheet.name}-title"
    data = json_script(sheet.to_json(), SHEET)
    # What settles a question is for the screen; a character is printed and filled in by hand.
    widget, paper = (" rulebook-widget", "") if sheet.throws else ("", _PAPER)
    return (
        f'<form class="rulebook-sheet{widget}" id="sheet-{sheet.name}" data-sheet="{sheet.name}"'
        f' data-system="{system.name}" data-search-exclude autocomplete="off" aria-labelledby="{title}">'
        f'<p class="rulebook-sheet-title" id="{title}">{escape(sheet.title)}</p><p>{escape(sheet.intro)}</p>'
        # Disabled until the script is there: numbers that do not follow what is filled in would be wrong.
        f'<p class="rulebook-sheet-off">{_OFF}</p><fieldset class="rulebook-sheet-all" disabled>'
        f"{''.join(map(form.group, sheet.groups))}{form.outcomes(sheet.outcomes, '', '')}"
        f'<div class="rulebook-faults" id="sheet-{sheet.name}-faults"></div>{"".join(map(form.throw, sheet.throws))}'
        # Hidden until the script is there, as none of them does anything before.
        '<p class="rulebook-actions" hidden><button type="button" data-do="link">Copy link</button>'
        f'{paper}<button type="reset">Start over</button></p></fieldset>'
        f"{_tables(sheet)}{data}</form>"
    )


class _Form:
    def __init__(self, sheet: Sheet, system: System, worked: Worked) -> None:
        self._sheet, self._system, self._worked = sheet, system, worked

    def group(self, group: Group) -> str:
        legend = f"<legend>{escape(group.title)}</legend>"
        if not group.rows:
            fields = "".join(
                f'<div class="rulebook-sheet-field"><label>{escape(item.label)} {self._input(item, item.name, "")}'
                "</label></div>"
                for item in group.fields
            )
            inner = f'<div class="rulebook-sheet-fields">{fields}</div>{self.outcomes(group.outcomes, "", "")}'
        else:
            heads = [*(item.label for item in group.fields), *(item.label for item in _shown(group.outcomes))]
            head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
            rows = "".join(self._row(group, key, label) for key, label in group.rows.items())
            inner = f'<table class="rulebook-rows"><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>'
        return f"<fieldset>{legend}{inner}</fieldset>"

    def _row(self, group: Group, key: str, label: str) -> str:
        prefix = f"{group.name}.{key}."
        cells = [(item.label, self._input(item, prefix + item.name, label)) for item in group.fields] + [
            (item.label, self._outcome(item, prefix, label)) for item in _shown(group.outcomes)
        ]
        written = "".join(f'<td data-label="{escape(head)}">{cell}</td>' for head, cell in cells)
        return f'<tr><th scope="row">{escape(label)}</th>{written}</tr>'

    def _input(self, item: Field, key: str, row: str) -> str:
        label = f' aria-label="{escape(f"{row}: {item.label}")}"' if row else ""
        common = f'name="{escape(key)}" aria-describedby="sheet-{self._sheet.name}-faults"{label}'
        if isinstance(item, Choice):
            options = "".join(
                f'<option value="{value}"{" selected" if value == item.start else ""}>{escape(text)}</option>'
                for value, text in item.options
            )
            return f"<select {common}>{options}</select>"
        if isinstance(item, Number):
            return (
                f'<input type="number" {common} min="{item.low}" max="{item.high}" step="1" value="{item.start}"'
                ' inputmode="numeric" required>'
            )
        if isinstance(item, Dice):
            needed = " required" if item.needed else ""
            return (
                f'<input {common} class="rulebook-text" value="{escape(item.start)}" maxlength="60" spellcheck="false"'
                f' autocapitalize="off"{needed}>'
            )
        return f'<input {common} value="{escape(item.start)}" maxlength="80">'

    def outcomes(self, outcomes: tuple[Outcome, ...], prefix: str, row: str) -> str:
        """Outcomes side by side, each with its name."""
        shown = "".join(
            f"<div><dt>{escape(item.label)}</dt><dd>{self._outcome(item, prefix, row)}</dd></div>"
            for item in _shown(outcomes)
        )
        return f'<dl class="rulebook-sheet-outcomes">{shown}</dl>' if shown else ""

    def _outcome(self, item: Outcome, prefix: str, row: str) -> str:
        key = prefix + item.name
        value = self._worked.outcomes[key]
        data = f'data-outcome="{escape(key)}" data-label="{escape(f"{row} {item.label}".strip())}"'
        if isinstance(item, Result):
            shown = "–" if value is None else item.text.format(value)
            return f'<b {data} data-text="{escape(item.text)}">{escape(shown)}</b>'
        written = "" if value is None else str(value)
        hidden = "" if written else " hidden"
        button = (
            f'<rulebook-dice{hidden}><button type="button" {data} data-system="{self._system.name}"'
            f' aria-haspopup="dialog">{escape(written)}</button></rulebook-dice>'
        )
        if not isinstance(item, Pool) or item.goal is None:
            return button
        reach = f'data-goal="{escape(key)}" data-reach="{escape(item.reach)}"'
        return f"{button} <span {reach}>{self._reach(item, key)}</span>"

    def _reach(self, item: Pool, key: str) -> str:
        """Return how likely the expression gets where it should."""
        text = self._worked.outcomes[key]
        if not text or key not in self._worked.goals:
            return ""
        program = self._system.notation.language.program(self._system.notation.language.parse(str(text)))
        return escape(f"{item.reach} {percent(at_least(program, self._worked.goals[key]).win)}")

    def throw(self, throw: Throw) -> str:
        """The button of a throw, with the place where its dice and sentences come."""
        disabled = "" if is_ready(self._sheet, throw, self._system.notation.language, {}) else " disabled"
        return (
            '<div class="rulebook-throw" hidden><p class="rulebook-actions">'
            f'<button type="button" data-throw="{throw.name}"{disabled}>{escape(throw.label)}</button></p></div>'
        )


def _shown(outcomes: tuple[Outcome, ...]) -> list[Outcome]:
    return [item for item in outcomes if item.label]


def _tables(sheet: Sheet) -> str:
    if not sheet.tables:
        return ""
    tables = "".join(map(_table, sheet.tables.values()))
    return f'<details class="rulebook-fold"><summary>What the sheet counts with</summary>{tables}</details>'


def _table(table: Table) -> str:
    rows = "".join(f'<tr><th scope="row">{key}</th><td>{value}</td></tr>' for key, value in table.rows.items())
    return (
        f'<table class="rulebook-table"><caption>{escape(table.about)}</caption><thead><tr>'
        f'<th scope="col">{escape(table.key)}</th><th scope="col">{escape(table.value)}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )
