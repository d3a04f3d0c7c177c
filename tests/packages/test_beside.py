"""Sites of other people: their themes, and the plugins that they have beside ours."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.packages.conftest import Packages, committed, done, environment

BESIDE = Path(__file__).with_name("beside.txt")
PAGES = {
    "index.md": "# Home\n\n[The game](game/index.md)\n",
    "game/index.md": "# Game\n\n[Falling](falling.md)\n",
    "game/rest.md": "# Rest\n\nYou rest.\n",
    "game/falling.md": (
        "name: Falling\nclass: rule\n\n# Falling\n\nYou take 7 (2d6) damage; see [rest](rest.md).\n\n"
        "| d4 | What |\n|----|------|\n| 1-2 | luck |\n| 3-4 | pain |\n"
    ),
}
I18N = """i18n:
      docs_structure: suffix
      languages:
        - {locale: en, name: English, default: true, build: true}
        - {locale: de, name: Deutsch, build: true}"""
NAV = """nav:
  - index.md
  - Game: [game/index.md, game/falling.md, game/rest.md]
"""
SITES = {
    "the theme mkdocs": ("mkdocs", "", ""),
    "the theme readthedocs": ("readthedocs", "", ""),
    "the theme material": ("material", "", ""),
    "i18n": ("material", I18N, ""),
    "section-index": ("material", "section-index", NAV),
    "awesome-pages": ("mkdocs", "awesome-pages", ""),
    "macros": ("mkdocs", "macros", ""),
    "minify": ("mkdocs", "minify: {minify_html: true}", ""),
    "redirects": ("mkdocs", "redirects: {redirect_maps: {old.md: game/rest.md}}", ""),
    "mike": ("material", "mike", ""),
}
BUTTON = re.compile(r"<button[^>]* data-table=")


@pytest.fixture(scope="module")
def commands(packages: Packages, settings: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    what: list[str | Path] = [f"{packages.wheel}[site]", "--requirement", BESIDE]
    return environment(tmp_path_factory.mktemp("beside") / "venv", sys.executable, what, settings)


def site(folder: Path, theme: str, plugin: str, more: str) -> Path:
    """A site with a game, whose table is rolled on; its pages begin as people write metadata."""
    for name, text in PAGES.items():
        (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / name).write_text(text, encoding="utf-8")
    beside = f"  - {plugin}\n" if plugin else ""
    (folder / "mkdocs.yml").write_text(
        f"site_name: Game\nsite_url: https://example.org/\ntheme: {{name: {theme}}}\n{more}"
        f"plugins:\n  - search\n{beside}  - rulebook:\n      books: {{game: {{system: plain}}}}\n",
        encoding="utf-8",
    )
    return folder


@pytest.mark.parametrize(("theme", "plugin", "more"), SITES.values(), ids=SITES.keys())
def test_a_site_is_built_with(
    theme: str, plugin: str, more: str, commands: Path, settings: Mapping[str, str], tmp_path: Path
) -> None:
    folder = site(tmp_path, theme, plugin, more)
    if plugin == I18N:
        shutil.copy(folder / "docs/game/rest.md", folder / "docs/game/rest.de.md")
    done(commands / "mkdocs", "build", "--strict", cwd=folder, env=settings)
    falling = (folder / "site/game/falling/index.html").read_text(encoding="utf-8")
    assert BUTTON.search(falling), "the table rolls"
    found = (folder / "site/search/search_index.json").read_text(encoding="utf-8")
    assert "Falling" in found
    assert "name: Falling" not in falling + found, "what MkDocs reads as metadata is no text"
    if plugin == I18N:
        german = (folder / "site/de/game/falling/index.html").read_text(encoding="utf-8")
        assert BUTTON.search(german)
        assert (folder / "site/de/game/rest/index.html").is_file()


def test_mike_publishes_versions(commands: Path, settings: Mapping[str, str], tmp_path: Path) -> None:
    folder = committed(site(tmp_path, "material", "mike", ""), settings)
    path = {**settings, "PATH": f"{commands}:{settings['PATH']}"}
    done(commands / "mike", "deploy", "1.0", cwd=folder, env=path)
    shown = done("git", "show", "gh-pages:1.0/game/falling/index.html", cwd=folder, env=path)
    assert BUTTON.search(shown)
