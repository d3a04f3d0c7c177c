"""`rulebook fix`: apply a remedy of a finding, if it helps."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook.commands.books import is_unreadable, place_in, read_sources, report_on
from rulebook.commands.shared import UsageFault
from rulebook.commands.terminal import show_diff
from rulebook.fixing import attempt, attempt_each, choices_of, diff, findings_at, sole_choices
from rulebook.reports.concise import line_of
from rulebook.reports.summary import counted
from rulebook_core import workspace
from rulebook_core.edits import FixError
from rulebook_core.findings import in_lines
from rulebook_core.store.files import rewrite

if TYPE_CHECKING:
    from rulebook.fixing import Choice, Trial
    from rulebook_core.findings import Finding
    from rulebook_rules.book import Book


@click.command()
@click.argument("where", metavar="[PATH[:LINE[:COLUMN]]]", required=False)
@click.option("--all", "everywhere", is_flag=True, help="All pages of mkdocs.yml, wherever one remedy is the only one.")
@click.option("--remedy", "number", type=int, metavar="N", help="Which remedy, as the list or the report counts them.")
@click.option("-y", "--yes", "--apply", is_flag=True, help="Apply it without asking.")
@click.option("-f", "--config-file", metavar="FILE", help="The mkdocs.yml of the book.")
@click.option("--system", metavar="NAME", help="The game: a registered name, or a module's dotted name.")
@click.option("--dialect", metavar="NAME", help="How the source is written, where its ending does not say.")
def fix(
    where: str | None,
    everywhere: bool,
    number: int | None,
    yes: bool,
    config_file: str | None,
    system: str | None,
    dialect: str | None,
) -> int:
    """Show what a remedy of a finding changes, apply it, and check again.

    Of a page without a line, or with --all, every finding is mended that has but one remedy. Nothing is written when
    a finding would stay or another one would come.
    """
    if (where is None) != everywhere:
        raise UsageFault("name a page, as PATH or PATH:LINE, or say `--all`, and not both")
    if where is None or workspace.exists(where):
        if number is not None:
            raise UsageFault("`--remedy` is for the finding at a line: write PATH:LINE, as reports do")
        return _fix_each(read_sources((where,) if where else (), config_file, system, dialect), yes=yes)
    path, line, column = place_in(where)
    book = read_sources((path,), config_file, system, dialect)
    findings = _readable(report_on(book, whole=True).findings)
    # What is wrong with the settings stands in another file, at lines of its own.
    findings = tuple(finding for finding in findings if _is_in(finding, path))
    here = findings_at(findings, line, column or None)
    if not here:
        lines = sorted({finding.place.begins.line for finding in findings})
        also = f"; there is one in line {', '.join(map(str, lines))}" if lines else ""
        raise UsageFault(f"there is no finding at {where}{also}")
    choice = _chosen(here, number, where)
    click.echo(line_of(choice.finding))
    try:
        trial = attempt(book, choice)
        show_diff(in_lines(diff(trial.texts)))
        if not trial.helps:
            return _refuse(choice, gone=trial.gone, new=trial.new)
        _write(trial, f"Apply this ({choice.remedy.title})?", yes=yes)
    except FixError as error:
        raise UsageFault(f"remedy {choice.number} is not applied: {error}") from None
    click.echo(
        f"mended {', '.join(source.path for source in trial.texts)}: the finding is gone, and nothing new has come"
    )
    return _code()


def _fix_each(book: Book, *, yes: bool) -> int:
    """Mend all that has but one remedy, as far as that helps, and list what is left."""
    choices, left = sole_choices(_readable(report_on(book).findings))
    trial, mended = attempt_each(book, choices)
    left += [choice.finding for choice in choices if choice not in mended]
    if mended:
        show_diff(in_lines(diff(trial.texts)))
        _write(trial, f"Apply this ({counted(len(mended), 'finding')})?", yes=yes)
    click.echo(
        f"mended {counted(len(mended), 'finding')}"
        + (f"; {counted(len(left), 'finding')} left to you:" if left else "")
    )
    for finding in sorted(left, key=lambda finding: (finding.place.source.path, finding.place.span)):
        click.echo(f"  {line_of(finding)}")
    return _code() if mended else 0


def _readable(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    for finding in findings:
        if is_unreadable(finding):
            raise UsageFault(finding.message)
    return findings


def _write(trial: Trial, question: str, *, yes: bool) -> None:
    """Ask, and write what was tried."""
    if not yes:
        click.confirm(question, abort=True, err=True)
    for source, text in trial.texts.items():
        rewrite(Path(source.path), source.text, text)


def _code() -> int:
    # In CI nobody looks at a change that is not committed.
    return int(workspace.setting("CI", "").lower() in ("1", "true", "yes"))


def _is_in(finding: Finding, path: str) -> bool:
    return os.path.abspath(finding.place.source.path) == os.path.abspath(path)


def _chosen(here: list[Finding], number: int | None, where: str) -> Choice:
    """The remedy that is meant; of a single finding the first one that has edits."""
    choices = choices_of(here)
    if number is not None:
        if not 1 <= number <= len(choices):
            raise UsageFault(f"there is no remedy {number} at {where}{_listed(choices)}")
        choice = choices[number - 1]
        if not choice.remedy.edits:
            raise UsageFault(f"remedy {number} is for you to do by hand: {choice.remedy.title}")
        return choice
    able = [choice for choice in choices if choice.remedy.edits]
    if not able:
        raise UsageFault(f"the finding at {where} has no remedy that could be applied for you{_listed(choices)}")
    if len({id(choice.finding) for choice in able}) > 1:
        raise UsageFault(f"there are several findings at {where}: choose with --remedy N{_listed(choices)}")
    if len(choices) > 1:
        click.echo(f"remedy {able[0].number} of {len(choices)}; for another use --remedy N{_listed(choices)}\n")
    return able[0]


def _listed(choices: list[Choice]) -> str:
    return "".join(
        f"\n  {choice.number}  {choice.finding.rule}: {choice.remedy.title}"
        + ("" if choice.remedy.edits else " (by hand)")
        for choice in choices
    )


def _refuse(choice: Choice, *, gone: bool, new: tuple[Finding, ...]) -> int:
    reasons = [] if gone else ["the finding would stay"]
    if new:
        reasons.append("new findings would come")
    click.echo(f"rulebook: remedy {choice.number} is not applied: {' and '.join(reasons)}", err=True)
    for finding in new:
        click.echo(f"  {line_of(finding)}", err=True)
    return 1
