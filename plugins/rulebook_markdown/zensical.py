"""The command `rulebook-zensical`: what the plugin does for MkDocs, done before Zensical builds or serves a site.

Zensical runs our extension, and no plugin of MkDocs's. So the book is checked here, and what its pages load is laid
into the site's sources, from where Zensical takes it. The store is not asked: Zensical renders all pages anew, and our
extension has to parse each page that it renders.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook.commands.books import read_sources, report_on
from rulebook.commands.program import Program
from rulebook.commands.shared import UsageFault
from rulebook.commands.terminal import show
from rulebook.reports import renderer
from rulebook_core import workspace
from rulebook_core.imports.siblings import is_installed
from rulebook_core.store.files import write
from rulebook_core.system.bundled import MissingPartError
from rulebook_markdown.files import ASSETS, bundle_files, site_files

if TYPE_CHECKING:
    from rulebook_proof.analysis import Report
    from rulebook_rules.config import SiteConfig


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Build a site with Zensical from a book that has been checked.

    Its mkdocs.yml names the extension, the script and the style, as `rulebook new --zensical` writes them.
    """


def _options(command: click.Command) -> click.Command:
    command.context_settings = {"ignore_unknown_options": True}
    command.params += [
        click.Option(["-f", "--config-file"], metavar="FILE", help="The mkdocs.yml; without it, that of this folder."),
        click.Argument(["arguments"], nargs=-1, type=click.UNPROCESSED, metavar="[ZENSICAL'S OPTIONS]..."),
    ]
    return command


@click.command()
def build(config_file: str | None, arguments: tuple[str, ...]) -> int:
    """Check the book, and build its site if that is right."""
    site, report = _checked(config_file)
    if any(finding.stops(is_strict=site.is_strict) for finding in report.findings):
        click.echo("rulebook: no site is built from a wrong book", err=True)
        return 1
    # What Zensical keeps of pages knows nothing of rules that have changed.
    return _zensical(site, "build", "--clean", *arguments)


@click.command()
def serve(config_file: str | None, arguments: tuple[str, ...]) -> int:
    """Check the book, and show its site while you write; what is wrong is told when a page is read again."""
    site, _ = _checked(config_file)
    return _zensical(site, "serve", *arguments)


def _checked(config_file: str | None) -> tuple[SiteConfig, Report]:
    """Check the book, show its findings, and lay out its pages' files."""
    if not is_installed("zensical"):
        raise UsageFault("Zensical is not installed; it comes with `pip install 'mkdocs-rulebook[zensical]'`")
    report = report_on(read_sources((), config_file, None, None))
    show(renderer("full")(report))
    site = report.book.site
    assert site is not None  # A configuration has been read.
    _lay_out(site, report)
    return site, report


def _lay_out(site: SiteConfig, report: Report) -> None:
    """Put what pages load among the site's sources, and take away what is of another day.

    Raises:
        UsageFault: this installation lacks it.
    """
    try:
        script, style, *late, _ = site_files(bundle_files(), report.book, report)
    except MissingPartError as error:
        raise UsageFault(str(error)) from None
    # Settings name these two, so that they have no names that change. There are no covers, and none of their style.
    files = {"rulebook.js": script.content, "rulebook.css": style.content, **dict(late)}
    folder = site.docs_dir / ASSETS
    workspace.make_folder(folder)
    for path in (folder / name for name in workspace.list_folder(folder)):
        if path.name not in files and path.suffix in (".js", ".css"):
            workspace.remove(path)
    for name, content in files.items():
        path = folder / name
        # A server watches the files, so one that has not changed is left alone.
        if not workspace.is_file(path) or workspace.read_bytes(path) != content:
            write(path, content, within=site.docs_dir)


def _zensical(site: SiteConfig, command: str, *arguments: str) -> int:
    config = Path(workspace.real_path(site.path))
    arguments_of_run = (sys.executable, "-m", "zensical", command, "--config-file", str(config), *arguments)
    return subprocess.run(arguments_of_run, cwd=config.parent, check=False).returncode


for each in (build, serve):
    main.add_command(_options(each))
