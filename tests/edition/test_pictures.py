"""The pictures of the guide: small, described, and taken from the site by a script."""

from __future__ import annotations

import re

from tests.edition.pictures import PICTURES, limit
from tests.edition.test_edition import GUIDE, ROOT

SHOWN = re.compile(r"!\[([^\]]*)\]\((?:docs/guide/)?images/([\w-]+)\.webp\)")
MIN_WORDS = 8


def test_each_picture_is_described() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (*GUIDE.glob("*.md"), ROOT / "README.md")]
    shown = [found for text in texts for found in SHOWN.findall(text)]
    assert {name for _, name in shown} == set(PICTURES)
    assert [name for words, name in shown if len(words.split()) < MIN_WORDS] == []


def test_each_picture_is_small_and_made_by_the_script() -> None:
    files = {path.name: path.stat().st_size for path in (GUIDE / "images").iterdir()}
    assert files.keys() == {f"{name}.webp" for name in PICTURES}
    assert {name: size for name, size in files.items() if not 2_000 < size <= limit(name.removesuffix(".webp"))} == {}
