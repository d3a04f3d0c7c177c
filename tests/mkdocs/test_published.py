"""Our own templates where a site is published below the path of a project: what is shared, and what is lost."""

from __future__ import annotations

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
