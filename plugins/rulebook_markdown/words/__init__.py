"""The words that the page's script shows, in the languages of sites: a file a language, by the English words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from rulebook_core import workspace


def script_words(language: str) -> Mapping[str, str]:
    """Return the words of a site's language by the English ones; none for English, or a language that is not here.

    Args:
        language: as themes call it: "de", "de-CH".
    """
    folder = Path(__file__).parent
    name = f"{language.replace('_', '-').partition('-')[0].lower()}.json"
    is_known = name in workspace.list_folder(folder)
    words: Mapping[str, str] = json.loads(workspace.read_text(folder / name)) if is_known else {}
    return words
