"""Our own templates where a site is published below the path of a project: what is shared, and what is lost."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.site.sites import ROOT
from tests.small_book import CONFIG

Book = Callable[..., Path]
Run = Callable[..., "subprocess.CompletedProcess[str]"]
ADDRESS = "https://play.example/games/"


def test_below_a_project_path_pages_have_addresses_cards_and_styles(book: Book, mkdocs: Run) -> None:
    config = CONFIG.replace(
        "{name: material, font: false}", f"{{name: material, font: false, custom_dir: {ROOT / 'overrides'}}}"
    )
    config = config.replace("{system: cavea, dialect: markdown}", "{system: cavea, cover: assets/images/cavea.svg}")
    config = config.replace("  - rulebook:\n", "  - rulebook:\n      volumes: true\n      pdf: true\n")
    path = book(config=f"site_url: {ADDRESS}\n{config}site_author: Ann\nnav: [index.md, Cavea: [cavea/health.md]]\n")
    done = mkdocs(path, "build", draws=True)
    assert done.returncode == 0, done.stdout
    site = path.parent / "site"
    page = (site / "cavea" / "health" / "index.html").read_text(encoding="utf-8")
    assert f'<link rel="canonical" href="{ADDRESS}cavea/health/">' in page
    assert f'<meta property="og:url" content="{ADDRESS}cavea/health/">' in page
    assert "<title>Health · Cavea</title>" in page
    card = re.search(rf'<meta property="og:image" content="{ADDRESS}([^"]*)">', page)
    assert card is not None
    assert (site / card[1]).is_file()
    lost = (site / "404.html").read_text(encoding="utf-8")
    styles = re.findall(r'<link rel="stylesheet" href="([^"]*)"', lost)
    assert styles
    assert all(style.startswith("/games/") and (site / style.removeprefix("/games/")).is_file() for style in styles)


SEVERAL = """\
site_name: Shelf
site_url: https://play.example/games/
theme: {name: material, font: false, logo: emblem.svg}
plugins:
  - rulebook:
      offline: true
      books: {cavea: {system: cavea}, sda: {system: sda}}
markdown_extensions: [attr_list]
nav: [index.md, Cavea: [cavea/health.md], "The <b>SdA</b>": [sda/one.md]]
"""


def test_each_page_describes_itself_and_each_book_is_an_app(book: Book, mkdocs: Run) -> None:
    text = '# One & "two"\n\nRoll the dice that you have, and count what they show.\n'
    path = book({"sda/one.md": text}, config=SEVERAL)
    done = mkdocs(path, "build")
    assert done.returncode == 0, done.stdout
    site = path.parent / "site"
    head = (site / "sda/one/index.html").read_text(encoding="utf-8").partition("</head>")[0]
    shown = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', head))
    assert shown["title"].startswith("One &amp; &quot;two&quot; · The ")
    assert shown["description"] == "Roll the dice that you have, and count what they show."
    assert shown["url"] == "https://play.example/games/sda/one/"
    assert "<b>" not in shown["title"]
    link = re.search(r'<link rel="manifest" href="([^"]*)">', head)
    assert link is not None
    manifest = (site / "sda/one" / link[1]).resolve()
    assert manifest == (site / "sda/app.webmanifest").resolve()
    data = json.loads(manifest.read_text(encoding="utf-8"))
    assert (manifest.parent / data["start_url"] / "index.html").is_file()
    assert (manifest.parent / data["icons"][0]["src"]).resolve() == (site / "emblem.svg").resolve()
    assert 'rel="manifest"' not in (site / "index.html").read_text(encoding="utf-8")
    assert 'property="og:title" content="Home' in (site / "index.html").read_text(encoding="utf-8")


def test_a_glossary_is_described_by_its_first_term(book: Book, mkdocs: Run) -> None:
    text = "# Words\n\nGoblin\n:   One who collects, and harries the dwarves of the hills.\n"
    path = book({"sda/one.md": text}, config=SEVERAL.replace("[attr_list]", "[attr_list, def_list]"))
    assert mkdocs(path, "build").returncode == 0
    page = (path.parent / "site/sda/one/index.html").read_text(encoding="utf-8")
    assert 'property="og:description" content="Goblin One who collects' in page


def test_what_a_theme_says_of_a_page_stays(book: Book, mkdocs: Run) -> None:
    path = book(config=CONFIG.replace("font: false}", "font: false, custom_dir: own}"))
    own = path.parent / "own"
    own.mkdir()
    (own / "main.html").write_text(
        '{% extends "base.html" %}{% block extrahead %}<meta property="og:title" content="Mine">{% endblock %}',
        encoding="utf-8",
    )
    assert mkdocs(path, "build").returncode == 0
    page = (path.parent / "site/cavea/health/index.html").read_text(encoding="utf-8")
    assert re.findall(r'property="og:title" content="([^"]*)"', page) == ["Mine"]
    assert 'rel="manifest"' not in page
