"""`rulebook translate`: catalogues for translators, and the pages that come of them."""

from __future__ import annotations

from pathlib import Path

import click

from rulebook.commands.books import read_sources
from rulebook.commands.shared import UsageFault
from rulebook_core import workspace
from rulebook_core.store.files import write
from rulebook_translations.catalogue import exported, originals, require, texts_of, translated, translations_in
from rulebook_translations.pairs import languages_of


@click.command()
@click.argument("action", type=click.Choice(["export", "import"]))
@click.argument("language")
@click.argument("file", metavar="FILE.po")
@click.option("-f", "--config-file", metavar="FILE", help="The mkdocs.yml of the book; without it, of this folder.")
def translate(action: str, language: str, file: str, config_file: str | None) -> int:
    """Write the texts of a site as a gettext catalogue, or make pages of one.

    `export` writes each text of the default language with what a translated page has at its place. `import` writes the
    pages of LANGUAGE; what the catalogue does not translate stays as it is. The site has its languages from
    mkdocs-static-i18n.
    """
    require()
    book = read_sources((), config_file, None, None)
    site = book.site
    languages = languages_of(site)
    if site is None or languages is None:
        raise UsageFault("this site has one language: mkdocs.yml names no others for mkdocs-static-i18n")
    if language not in languages.others:
        raise UsageFault(f"`{language}` is none of {', '.join(f'`{one}`' for one in languages.others)}")
    if action == "export":
        write(Path(file), exported(book, languages, language, str(site.path.parent.name)))
        click.echo(f"wrote {file}")
        return 0
    try:
        texts = translations_in(workspace.read_bytes(Path(file)))
    except (OSError, ValueError) as error:
        raise UsageFault(f"`{file}` cannot be read: {error}") from None
    count = missing = 0
    for page in originals(book, languages):
        text, left = translated(page.document, texts)
        if left < len(texts_of(page.document)):
            write(site.docs_dir / languages.uri(page.uri, language), text)
            count, missing = count + 1, missing + left
    click.echo(f"wrote {count} pages; {missing} of their texts are not translated")
    return 0
