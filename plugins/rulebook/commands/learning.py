"""`rulebook learn`: from a sentence to its phrase."""

from __future__ import annotations

import re

import click

from rulebook.commands.shared import UsageFault, fault_line, own_faults_in_a_line, read_sources, report_on

_PLACE = re.compile(r"(?P<path>.+?):(?P<line>[1-9]\d{0,8})(?::(?P<column>[1-9]\d{0,8}))?", re.DOTALL)


@click.command()
@click.argument("where", metavar="PATH:LINE[:COLUMN]")
@click.option("-f", "--config-file", metavar="FILE", help="The mkdocs.yml of the book.")
@click.option("--system", metavar="NAME", help="The game: a registered name, or a module's dotted name.")
@click.option("--dialect", metavar="NAME", help="How the source is written, where its ending does not say.")
@own_faults_in_a_line
def learn(where: str, config_file: str | None, system: str | None, dialect: str | None) -> int:
    """Propose the phrase for a sentence that is not understood.

    Prints it as Python for the game's phrasebook, with a blank for each number, die and name, and with the rule
    or constant of the game that gives what the sentence states.
    """
    from rulebook.claims.learning import is_checked, propose, sentences_at
    from rulebook.claims.ledger import numbers_of
    from rulebook.findings import in_lines
    from rulebook.reports.learning import proposal_text

    named = _PLACE.fullmatch(where)
    if named is None:
        raise UsageFault(f"`{where}` names no line; write PATH:LINE, for example docs/rules.md:12")
    path, line, column = named["path"], int(named["line"]), int(named["column"] or 0)
    report = report_on(read_sources((path,), config_file, system, dialect))
    book = report.book
    if book.findings:
        raise UsageFault(fault_line(book.findings[0]))
    pages = [page for page in book.pages if page.reported]
    if len(pages) != 1:
        raise UsageFault(f"`{path}` is no single source")
    page = pages[0]
    if page.system is None:
        raise UsageFault(f"`{path}` states the rules of no game; name its game with --system")
    if line > len(page.document.source.line_starts):
        raise UsageFault(f"`{path}` has no line {line}; its last is {len(page.document.source.line_starts)}")
    sentences = sentences_at(page, line, column)
    if not sentences:
        raise UsageFault(f"{where} has no running text; tables and code are recognised without phrases")
    numbers = list(numbers_of(report.analyses[page.uri]))
    unknown = [sentence for sentence in sentences if not is_checked(sentence, numbers)]
    if not unknown:
        click.echo(f"nothing to learn at {where}: no number there is unchecked")
        return 0
    proposals = [proposal for sentence in unknown if (proposal := propose(book, page, sentence))]
    if not proposals:
        raise UsageFault(f"no wording fits the sentence at {where}; say it in simpler words")
    click.echo(in_lines("\n\n".join(map(proposal_text, proposals))), nl=False)
    return 0
