"""`rulebook ledger`, `mutate` and `lock`: what is checked of a book, the proof of it, and keeping it so."""

from __future__ import annotations

import click

from rulebook.commands.books import is_unreadable, read_sources, report_on, tell_faults
from rulebook.commands.shared import UsageFault, source_options
from rulebook.reports.concise import line_of
from rulebook.reports.ledger import ledger_json, ledger_text, proof_json, proof_text, unproved
from rulebook.reports.summary import counted
from rulebook_core.findings import in_lines
from rulebook_core.store.files import write
from rulebook_proof.proof.ledger import ledger_of, share
from rulebook_proof.proof.lock import Lock, lock_text, lost_claims
from rulebook_proof.proof.proving import prove
from rulebook_proof.proof.word_trials import try_words
from rulebook_proof.proof.words import is_of_words
from rulebook_rules.published.pinned import outline_text
from rulesmod.system import WordingError


@click.command()
@source_options
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option(
    "--floor", type=click.FloatRange(0, 100), metavar="PERCENT", help="Exit with 1 where less is guarded or waived."
)
def ledger(
    paths: tuple[str, ...],
    config_file: str | None,
    system: str | None,
    dialect: str | None,
    as_json: bool,
    floor: float | None,
) -> int:
    """List every number of the book: guarded by a claim, waived with a reason, or unguarded.

    Words that turn the meaning of a rule and that nothing guards are listed too, and what the rules say and no page
    states. A PATH is a file or a folder; without one, the
    sources are those of mkdocs.yml.
    """
    report = report_on(read_sources(paths, config_file, system, dialect))
    made = ledger_of(report.book, report.of_games, report.compared, Lock.of_book(report.book).words)
    click.echo(ledger_json(made) if as_json else in_lines(ledger_text(made)), nl=False)
    reached = share(made.numbers)
    low = floor is not None and reached < floor
    if low:
        click.echo(f"rulebook: {reached:.2f} % is below the floor of {floor:g} %", err=True)
    return tell_faults(report.book.findings) or int(low)


@click.command()
@source_options
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def mutate(
    paths: tuple[str, ...], config_file: str | None, system: str | None, dialect: str | None, as_json: bool
) -> int:
    """Prove what is guarded: change each number in memory, and see whether the checker objects.

    Lists every number that a claim rests on and that can be changed unseen, and exits with 1 if there is one. It
    counts as seen what a warning objects to; a line tells how many numbers only a warning guards. Words that turn the
    meaning of a rule are changed too: an opposite, another name, a "not" more or less. The last line counts them.
    """
    report = report_on(read_sources(paths, config_file, system, dialect))
    book = report.book
    try:
        trials = prove(book, cache=book.cache_folder)
    except WordingError as error:
        raise UsageFault(f"a phrasebook is faulty: {error}") from None
    words = try_words(book, Lock.of_book(book))
    click.echo(proof_json(trials, words) if as_json else in_lines(proof_text(trials, words)), nl=False)
    survived = any(True for trial in trials for _ in unproved(trial))
    return tell_faults(book.findings) or int(survived)


@click.command()
@click.option("-f", "--config-file", metavar="FILE", help="The mkdocs.yml of the book.")
@click.option("--forget", is_flag=True, help="Record less than before: what is lost is meant to go.")
def lock(config_file: str | None, forget: bool) -> int:
    """Record the claims of the book in rulebook.lock, so that none of them gets lost unseen.

    What readers can link to in the books (sections, tables, examples, entries) is recorded in rulebook.outline, so that
    no link dies unseen.

    `rulebook check` reports each recorded claim that is no longer recognised, and each recorded link that dies. Run
    this again after some were added, and after git has merged these files: their last lines count the others, so that
    nothing gets lost unseen when one is cut off. Where claims were lost, it says which and records nothing, unless
    --forget lets them go; where settings are wrong, it records nothing at all.
    """
    report = report_on(read_sources((), config_file, None, None))
    book, analyses = report.book, report.of_games
    if code := tell_faults(book.findings):
        click.echo("rulebook: nothing was recorded", err=True)
        return code
    # Not those of the report, which leaves out what only waits for another finding, and what comments allow.
    lost = [finding for finding in lost_claims(book, analyses) if not is_unreadable(finding)]
    if lost and not forget:
        for finding in lost:
            click.echo(f"rulebook: {line_of(finding)}", err=True)
        click.echo("rulebook: nothing was recorded; --forget removes what is lost", err=True)
        return 1
    text, parts = lock_text(analyses), outline_text(book)
    assert book.lock_file is not None
    assert book.outline_file is not None
    write(book.lock_file, text, within=book.lock_file.parent)
    if parts:
        write(book.outline_file, parts, within=book.outline_file.parent)
    for record, noun, file in ((text, "claim", book.lock_file), (parts, "link", book.outline_file)):
        if record:
            lines = [line for line in record.splitlines() if not line.startswith("#")]
            rules = sum(map(is_of_words, lines))
            words = f", and the words of {counted(rules, 'rule')}," if rules else ""
            click.echo(f"{counted(len(lines) - rules, noun)}{words} recorded in {file.as_posix()}")
    return 0
