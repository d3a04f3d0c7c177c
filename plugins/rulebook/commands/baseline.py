"""`rulebook baseline`: begin today with a book that has a past."""

from __future__ import annotations

from pathlib import Path

import click

from rulebook.commands.books import findings_of_book, read_sources, tell_faults
from rulebook.commands.shared import UsageFault
from rulebook.reports.summary import counted
from rulebook_core import workspace
from rulebook_core.store.files import write
from rulebook_proof.records.baseline import baseline_text, compare_with_baseline
from rulebook_rules.settings.where import find_config


@click.command()
@click.argument("folder", required=False)
@click.option("-f", "--config-file", metavar="FILE", help="The mkdocs.yml of the book.")
@click.option("--renew", is_flag=True, help="Also record what is new.")
def baseline(folder: str | None, config_file: str | None, renew: bool) -> int:
    """Record what is found now in rulebook.baseline, so that only what is new counts.

    FOLDER is that of mkdocs.yml; what `rulebook check FOLDER` finds beside the sources is recorded as well.

    Findings are known by their rule, their file and the words that they quote, without lines and numbers.
    `rulebook check` tells how many of them are left, and how many no longer apply. Run this again to let go of those,
    and after git has merged the file. It takes in what is new only with --renew. Findings that no comment may allow,
    as those about settings, are never recorded; where settings are wrong, nothing is.
    """
    if folder and not workspace.is_file(find_config(Path(folder))):
        raise UsageFault(f"no mkdocs.yml lies in `{folder}`", "a baseline is that of a whole book, and lies beside it")
    results = findings_of_book(read_sources((folder,) if folder else (), config_file, None, None))
    book, findings = results.book, results.findings
    if code := tell_faults(book.findings):
        click.echo("rulebook: nothing was recorded", err=True)
        return code
    assert book.baseline_file is not None
    match = compare_with_baseline(book, findings)
    again = workspace.is_file(book.baseline_file) and not renew
    if again and match.faults and not match.known:
        raise UsageFault(f"{match.faults[0].message}; with --renew it is")
    recorded = match.known if again else [finding for finding in findings if not finding.details.is_final]
    write(book.baseline_file, baseline_text(book, recorded, match.beside), within=book.baseline_file.parent)
    click.echo(f"{counted(len(recorded), 'finding')} recorded in {book.baseline_file.as_posix()}")
    if again and match.gone:
        click.echo(f"{counted(match.gone, 'line')} removed: nothing of them is found any more")
    if again and match.new:
        click.echo(f"{counted(len(match.new), 'new finding')} not recorded, except with --renew")
    return 0
