"""A small game in files of its own, and a site with its book."""

from pathlib import Path

RULES = '''\
"""Lanterns: a rules module beside its book."""

from dataclasses import replace

from prices import WICK
from rulebook_rules.systems import load_system
from rulesmod.system import Phrase

BRIGHT = 5


def price(lanterns: int) -> int:
    """What lanterns cost (Prices)."""
    return lanterns * WICK


def bright_face():
    """From this face on a die is bright (Light)."""
    return {"face": BRIGHT}


def cost(lanterns: int):
    """Lanterns by number (Prices)."""
    return {"coins": price(lanterns)}


PHRASES = (
    Phrase("bright-face", ("shows a {face} or more",), bright_face),
    Phrase("cost", ("{lanterns} lanterns cost {coins} coins",), cost),
)
SYSTEM = replace(
    load_system("cavea"), name="lanterns", title="Lanterns", phrases=PHRASES, rules=(price,), tables=(), sums=(),
    rulings=(), vocabularies=(),
)
'''
PRICES = "WICK = 3\n"
BOOK = """\
# Lanterns

## Light

1. A die that shows a 5 or more is bright.
2. A bright die is a lit lantern.

## Prices

Two lanterns cost 6 coins, and 7 lanterns cost 21 coins. Oil is 4 coins.
"""
CONFIG = "site_name: Lanterns\nplugins:\n  - rulebook:\n      books:\n        '': {system: lantern_rules}\n"


def write_game(folder: Path) -> Path:
    """The game and its book in a folder; gives the page."""
    (folder / "lantern_rules.py").write_text(RULES, encoding="utf-8")
    (folder / "prices.py").write_text(PRICES, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    page = folder / "docs" / "index.md"
    page.parent.mkdir(exist_ok=True)
    page.write_text(BOOK, encoding="utf-8")
    return page


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
