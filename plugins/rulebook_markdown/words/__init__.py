"""The words that the page's script shows, in the languages of sites: a file a language, by the English words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path


def script_words(language: str) -> Mapping[str, str]:
    """Return the words of a site's language by the English ones; none for English, or a language that is not here.

    Args:
        language: as themes call it: "de", "de-CH".
    """
    known = {path.stem: path for path in Path(__file__).parent.glob("*.json")}
    path = known.get(language.replace("_", "-").partition("-")[0].lower())
    words: Mapping[str, str] = json.loads(path.read_text(encoding="utf-8")) if path else {}
    return words
