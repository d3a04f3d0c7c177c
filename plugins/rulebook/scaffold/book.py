"""The files of a new book, of a game in an existing one, and of its automation."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import yaml

from rulebook.scaffold.config import NoPlaceError, with_book, with_pages, with_plugin
from rulebook.scaffold.ready import ReadyGame
from rulebook_core import workspace
from rulebook_core.imports.modules import RULES_FILE
from rulebook_core.store.files import FileError
from rulebook_core.system.machine import relative
from rulebook_core.system.origin import requirement
from rulebook_rules.config import DIALECT_ENDINGS, MARKDOWN_ENDINGS, NO_PAGES, OTHER_ENDINGS, load_config
from rulebook_rules.rulesfile.file import RulesFileError, is_rules_file, load_rules
from rulebook_rules.settings.where import FILE_NAMES, find_config

_FILES = Path(__file__).parent / "files"
CI = {"github": ".github/workflows/rulebook.yml", "gitlab": ".gitlab-ci.yml"}
"""Where each host looks for what it is to do on every change."""
_FIRST = ("index", "readme")
"""Names of the page that the address of a site shows."""
_BY_ZENSICAL = (
    ("mkdocs build --strict --site-dir public", "rulebook-zensical build\n    - mv site public"),
    ("mkdocs build --strict", "rulebook-zensical build"),
    ("mkdocs-rulebook[site]", "mkdocs-rulebook[zensical]"),
    ("\nsite/\n", "\nsite/\n.cache/\n**/assets/rulebook/\n"),
)
"""Text of the files for MkDocs, and its replacement where Zensical builds."""


class Made(NamedTuple):
    """A file as it will be: new, or changed where it `was` there."""

    path: Path
    text: str
    was: bool = False


class StartError(FileError):
    """Nothing can be begun here; the message says why, and what to do, in one line."""


def beginning(
    folder: Path,
    title: str | None = None,
    ci: str | None = None,
    *,
    zensical: bool = False,
    game: ReadyGame | None = None,
) -> list[Made]:
    """Return the files that a book needs in a folder; existing files stay.

    Args:
        folder: a new folder, one with pages, the folder of an mkdocs.yml, or one with pages of a book of such a site.
        title: what the game is called; the name of the folder says it where nothing does.
        ci: the host that is to check every change: a key of `CI`.
        zensical: whether Zensical builds the site, and not MkDocs.
        game: the ready game whose rules and examples it begins with.

    Raises:
        StartError: nothing can be begun there, or all is there already.
        OSError: something cannot be read.
    """
    config = find_config(folder)
    title = title or _title_in(folder / "docs" / RULES_FILE) or _title_of(folder)
    around = None if workspace.is_file(config) else _site_around(folder)
    if workspace.is_file(config):
        made = [*_plugged(config)]
        if game is not None:
            made += _first_files(load_config(config).docs_dir, title, game)
        root = folder
    elif around is not None:
        made = [*_game(folder, *around, title, game)]
        root = around[0].parent
    else:
        made = [*_site(folder, title, game)]
        root = folder
    if ci is not None:
        made += [Made(root / CI[ci], _file(f"{ci}.yml"))]
        made += [Made(root / "requirements.txt", f"{requirement(['site'])}\n")]
    if zensical:
        made = _for_zensical(made, find_config(root))
    new = [one for one in made if one.was or not workspace.link_exists(one.path)]
    if not new:
        where = folder / "docs" / "combat"
        raise StartError(f"all is there already; name a folder of pages to begin a game in it: `rulebook new {where}`")
    return new


def _for_zensical(made: Iterable[Made], config: Path) -> list[Made]:
    """The same files for a site that Zensical builds."""
    results = {one.path: one for one in made}
    settings = results.get(config) or Made(config, workspace.read_text(config), was=True)
    try:
        text = with_pages(settings.text, config.name)
    except NoPlaceError:
        raise StartError(f"{config}: write what the guide has under `Zensical` into it yourself") from None
    if text != settings.text or config in results:
        results[config] = settings._replace(text=text)
    return [one._replace(text=_by_zensical(one.text)) if one.path != config else one for one in results.values()]


def _by_zensical(text: str) -> str:
    for before, after in _BY_ZENSICAL:
        text = text.replace(before, after)
    return text


def _plugged(config: Path) -> Iterator[Made]:
    text = workspace.read_text(config)
    try:
        new = with_plugin(text)
    except NoPlaceError:
        raise StartError(f"{config}: write `- rulebook` among its `plugins` yourself") from None
    if new != text:
        yield Made(config, new, was=True)


def _game(folder: Path, config: Path, docs: Path, title: str, game: ReadyGame | None) -> Iterator[Made]:
    """A game for a folder of a site, and its first page if it has none."""
    uri = relative(folder, docs)
    text = workspace.read_text(config)
    try:
        new = with_book(with_plugin(text), uri)
    except NoPlaceError:
        raise StartError(f"{config}: write `{uri}: {{}}` below the `books` of `rulebook` yourself") from None
    if new != text:
        yield Made(config, new, was=True)
    yield from _first_files(folder, title, game)


def _first_files(folder: Path, title: str, game: ReadyGame | None) -> Iterator[Made]:
    """The rules of a game, and its first page if its folder has none."""
    has_pages = any(_pages(folder))
    if game is not None:
        rules, page = game.rules_for(_yaml(title)), game.page_for(title)
    else:
        rules, page = _file("game.yml" if has_pages else RULES_FILE, title), _file("index.md", title)
    yield Made(folder / RULES_FILE, rules)
    if not has_pages:
        yield Made(folder / "index.md", page)


def _site(folder: Path, title: str, game: ReadyGame | None) -> Iterator[Made]:
    """A site; where no pages are, with a small game as its first one, to be replaced bit by bit."""
    docs = _docs_of(folder)
    has_rules = workspace.is_file(folder / RULES_FILE) and is_rules_file(folder / RULES_FILE)
    if docs is None:
        whose = f" and `{RULES_FILE}`" if has_rules else ""
        raise StartError(
            f"MkDocs wants pages in a folder of their own: move those of `{folder}`{whose} into `{folder / 'docs'}`, "
            "and run this again"
        )
    if has_rules and not workspace.is_file(docs / RULES_FILE):
        raise StartError(f"a book has its rules beside its pages: move `{folder / RULES_FILE}` into `{docs}`")
    name = "" if docs == folder / "docs" else f"docs_dir: {_yaml(docs.name)}\n"
    yield Made(folder / "mkdocs.yml", _file("mkdocs.yml", title).replace("%docs_dir%\n", name))
    yield Made(folder / ".gitignore", _file("gitignore"))
    pages = sorted(path.relative_to(docs).as_posix() for path in _pages(docs))
    yield from _first_files(docs, title, game)
    if pages and not any(Path(page).stem.lower() in _FIRST for page in pages if "/" not in page):
        links = "".join(f"- [{_title_of(Path(page).with_suffix(''))}](<{page}>)\n" for page in pages)
        yield Made(docs / "index.md", f"# {title}\n\n{links}")


def _docs_of(folder: Path) -> Path | None:
    """Where the pages of a folder are: in `docs`, or in the only folder that has some; None where they lie about."""
    if workspace.is_dir(folder / "docs") or not workspace.is_dir(folder):
        return folder / "docs"
    there = [Path(one.path) for one in workspace.scan(folder)]
    holding = [one for one in there if workspace.is_dir(one) and not one.name.startswith(".") and any(_pages(one))]
    if any(map(_lies_about, there)) or len(holding) > 1:
        return None
    return holding[0] if holding else folder / "docs"


def _pages(folder: Path) -> Iterator[Path]:
    return (path for path in workspace.all_paths(folder) if path.suffix in (*MARKDOWN_ENDINGS, *OTHER_ENDINGS))


def _lies_about(path: Path) -> bool:
    """Return whether something beside the settings looks like a page. Any project has texts there, and a README."""
    return path.suffix in (*MARKDOWN_ENDINGS, *DIALECT_ENDINGS) and path.stem.upper() not in NO_PAGES


def _site_around(folder: Path) -> tuple[Path, Path] | None:
    """The mkdocs.yml of the site whose pages lie in a folder, or will, and where that has them."""
    whole = Path(os.path.abspath(folder))
    for outer in whole.parents:
        for name in FILE_NAMES:
            if workspace.is_file(outer / name):
                config = Path(relative(outer / name, "."))
                docs = load_config(config).docs_dir
                return (config, docs) if whole.is_relative_to(os.path.abspath(docs)) else None
    return None


def _title_in(rules: Path) -> str | None:
    """Return the title of the game of a rules file that is there."""
    with suppress(RulesFileError):
        return load_rules(rules).title if is_rules_file(rules) else None
    return None


def _title_of(folder: Path) -> str:
    """Return the title of a game that a folder's name suggests."""
    words = " ".join(Path(os.path.abspath(folder)).name.replace("-", " ").replace("_", " ").split())
    return words[:1].upper() + words[1:] or "My game"


def _file(name: str, title: str = "") -> str:
    text = workspace.read_text(_FILES / name)
    return text.replace("%yaml-title%", _yaml(title)).replace("%title%", title)


def _yaml(text: str) -> str:
    """A text as YAML writes it in one line."""
    return str(yaml.safe_dump(text, allow_unicode=True, width=10_000)).split("\n")[0]
