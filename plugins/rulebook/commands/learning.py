"""`rulebook learn`: from numbers that nothing checks to what would check them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook.commands.books import page_at, read_sources, tell_faults
from rulebook.commands.shared import UsageFault
from rulebook.reports.learning import book_text, entries_text, proposal_text, written_text
from rulebook.reports.summary import counted
from rulebook_core import workspace
from rulebook_core.findings import in_lines
from rulebook_core.imports.modules import RULES_ENDINGS
from rulebook_core.source import read_source, shown_path
from rulebook_core.store.files import rewrite, write
from rulebook_proof.learning.book.proposing import propose_rules
from rulebook_proof.learning.entries import entries_for, quoted
from rulebook_proof.learning.proposals import is_checked, propose, sentences_at
from rulebook_proof.proof.ledger import numbers_of
from rulebook_rules.rulesfile.adding import add_proposals

if TYPE_CHECKING:
    from rulebook_proof.analysis import Report
    from rulebook_rules.book import Page
    from rulesmod.system import System


@click.command()
@click.argument("where", metavar="[PATH[:LINE[:COLUMN]]]", required=False)
@click.option("-f", "--config-file", metavar="FILE", help="The mkdocs.yml of the book.")
@click.option("--system", metavar="NAME", help="The game: a registered name, or a module's dotted name.")
@click.option("--dialect", metavar="NAME", help="How the source is written, where its ending does not say.")
@click.option("--write", "is_written", is_flag=True, help="Put it into rules.yml: of a page as comments.")
def learn(where: str | None, config_file: str | None, system: str | None, dialect: str | None, is_written: bool) -> int:
    """Propose what would have numbers checked that nothing checks yet.

    Without a PATH, for the whole book of mkdocs.yml: the tables that other pages repeat, values with their ranges and
    formulas, names and constants, each with its evidence. --write makes a rules.yml of them, or adds them to yours.

    For a game that a rules.yml makes: values, tables and phrases for it, of the page or of one line. --write puts them
    there as comments; to accept one, remove its `#`.

    For a game in Python: the phrase for the sentence of a line, with a blank for each number, die and name, and with
    the rule or constant of the game that gives what the sentence states.
    """
    if where is None:
        return _learn_book(config_file, system, dialect, is_written=is_written)
    report, page, line, column = page_at(where, config_file, system, dialect, is_whole=True)
    path = page.document.source.path
    if page.system is None:
        raise UsageFault(f"`{path}` states the rules of no game; name its game with --system, or begin a rules.yml")
    rules = next((file for file in page.system.files if file.suffix in RULES_ENDINGS), None)
    if rules is not None:
        return _learn_data(report, page, line, column, rules if is_written else None)
    if is_written:
        raise UsageFault("only a rules.yml is written to; this game is a module")
    if not line:
        raise UsageFault(f"`{where}` names no line; write PATH:LINE, for example docs/rules.md:12")
    click.echo(in_lines(_phrases(report, page, line, column, where)), nl=False)
    return 0


def _learn_book(config_file: str | None, name: str | None, dialect: str | None, *, is_written: bool) -> int:
    """Print or write the proposals for the whole book, for each of its games."""
    book = read_sources((), config_file, name, dialect)
    site = book.site
    if site is None:
        raise UsageFault("without a PATH, the book is that of a mkdocs.yml")
    games: list[tuple[System | None, Path]] = [
        (system, file) for system in book.systems for file in system.files if file.suffix in RULES_ENDINGS
    ]
    if not games and book.systems:
        raise UsageFault("the games of this book are modules; name a page and a line, for example docs/rules.md:12")
    games = games or [(None, site.docs_dir / "rules.yml")]
    name_of_site = site.settings.values.get("site_name") if site.settings is not None else None
    new_game = f"game: {quoted(str(name_of_site or site.docs_dir.name))}\n"
    for system, path in games:
        text = read_source(path).text if workspace.exists(path) else ""
        if text and system is None:
            raise UsageFault(f"`{shown_path(path)}` makes no game of this book")
        proposed = propose_rules(book, system, text or new_game, path, is_clean=is_written)
        if is_written and proposed.learned:
            rewrite(path, text, proposed.text) if text else write(path, proposed.text)
            click.echo(in_lines(written_text(proposed, path)), nl=False)
        else:
            click.echo(in_lines(book_text(proposed, path)), nl=False)
    return tell_faults(book.findings)


def _learn_data(report: Report, page: Page, line: int, column: int, rules: Path | None) -> int:
    """Print the entries for a file of rules, or put them into it."""
    entries = entries_for(report.book, page, report.analyses[page.uri], line, column)
    if not entries:
        click.echo("nothing to learn: no number there is unchecked that a value, a table or a phrase would check")
    elif rules is None:
        click.echo(in_lines(entries_text(entries)), nl=False)
    else:
        count = add_proposals(rules, [(entry.section, entry.lines) for entry in entries])
        click.echo(f"{counted(count, 'proposal')} written to {shown_path(rules)}")
    return 0


def _phrases(report: Report, page: Page, line: int, column: int, where: str) -> str:
    """The phrases for the sentences of a line, as Python."""
    sentences = sentences_at(page, line, column)
    if not sentences:
        raise UsageFault(f"{where} has no running text; tables and code are recognised without phrases")
    numbers = list(numbers_of(report.analyses[page.uri]))
    unknown = [sentence for sentence in sentences if not is_checked(sentence, numbers)]
    if not unknown:
        return f"nothing to learn at {where}: no number there is unchecked\n"
    proposals = [proposal for sentence in unknown if (proposal := propose(report.book, page, sentence))]
    if not proposals:
        raise UsageFault(f"no wording fits the sentence at {where}; say it in simpler words")
    return "\n\n".join(map(proposal_text, proposals))
