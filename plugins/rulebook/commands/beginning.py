"""`rulebook new`: a book that checks and serves, from nothing or from what is there."""

from __future__ import annotations

from pathlib import Path

import click

from rulebook.commands.shared import UsageFault
from rulebook.scaffold.book import beginning
from rulebook.scaffold.ready import ready_game
from rulebook_core import workspace
from rulebook_core.source import shown_path
from rulebook_core.store.files import FileError, write
from rulebook_rules.config import ConfigError


@click.command()
@click.argument("folder", metavar="[FOLDER]", default=".")
@click.option("--title", metavar="TEXT", help="What the game is called; otherwise what the folder is.")
@click.option("--game", metavar="NAME", help="Begin with the rules and examples of this ready game.")
@click.option("--ci", type=click.Choice(["github", "gitlab"]), help="Also have this host check every change.")
@click.option("--zensical", is_flag=True, help="Have Zensical build the site, and not MkDocs.")
def new(folder: str, title: str | None, game: str | None, ci: str | None, zensical: bool) -> int:
    """Begin a book in FOLDER, or in this one: settings, a first page, and its game in rules.yml.

    Where there is an mkdocs.yml, it gets the plugin; in a folder of such a site's pages a game is begun. Nothing that
    is there is lost: files stay as they are, and the mkdocs.yml gets a line.
    """
    top = Path(folder)
    try:
        ready = ready_game(game) if game is not None else None
        made = beginning(top, title, ci, zensical=zensical, game=ready)
    except (FileError, ConfigError, UnicodeDecodeError) as error:
        raise UsageFault(str(error)) from None
    for file in made:
        workspace.make_folder(file.path.parent)
        write(file.path, file.text)
        click.echo(f"{'changed' if file.was else 'made'} {shown_path(file.path)}")
    where = "" if folder == "." else " there"
    serve = "rulebook-zensical serve" if zensical else "mkdocs serve"
    click.echo(f"Next: `rulebook check`{where}, then `{serve}`, and change a number.")
    return 0
