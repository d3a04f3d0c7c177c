"""The words of each language, read from the TOML files of this folder: what one of them says counts on every page.

`fields.toml` describes each field, and how one is written. A word is added in the file of its language alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rulebook_core import workspace
from rulebook_text.words.language import Language
from rulesmod.dice.digits import to_int

_FOLDER = Path(__file__).parent
_FLAT = frozenset({"lone", "players"})


_ENTRY = r"""^(?:\[(?P<table>\w+)\]|(?P<key>"[^"\n]+"|[\w-]+) = (?:'''(?P<long>.*?)'''|'(?P<short>[^'\n]*)'))$"""
"""A line of a table's name, or a field: what these files have of TOML. Its own parser takes ten times as long."""


def _values(code: str) -> Iterator[tuple[str, str, str]]:
    """Yield table, name and value of each field of a language; a group of a pattern does not capture."""
    with workspace.untraced():  # The fingerprint of this tool counts its files.
        text = workspace.read_text(_FOLDER / f"{code}.toml")
    text = re.sub(r"(?<!\\)\((?!\?)", "(?:", re.sub(r"\s+\|\s+", "|", text))
    table = ""
    for named, key, long, short in re.findall(_ENTRY, text, re.MULTILINE | re.DOTALL):
        table = named or table
        if key:
            yield table, key.strip('"'), (long or short).strip()


def _spaced(value: str) -> str:
    """Return a pattern in which a space is any white space."""
    return value.replace(" ", r"\s")


def _language(code: str) -> Language:
    fields: dict[str, Any] = {"code": code}
    cues: dict[str, str] = {}
    for table, name, value in _values(code):
        if not table:
            known = name if name in Language._fields else f"{name}_"
            if known in Language._fields:
                fields[known] = tuple(value.split("|")) if name in _FLAT else _spaced(value)
        elif table not in Language._fields:
            cues[f"{table}.{name}"] = value
        elif table == "numbers":
            fields.setdefault(table, {}).update((word, to_int(name)) for word in value.split("|"))
        else:
            fields.setdefault(table, {})[name] = value if table == "facts" else _spaced(value)
    return Language(**fields, cues=cues)


def _codes() -> list[str]:
    with workspace.untraced():
        names = (name.partition(".toml") for name in workspace.list_folder(_FOLDER))
        return sorted(code for code, ending, _ in names if ending and code != "fields")


LANGUAGES: tuple[Language, ...] = tuple(map(_language, _codes()))
BY_CODE: Mapping[str, Language] = {language.code: language for language in LANGUAGES}
ENGLISH = BY_CODE["en"]
COMPLETE = ("en", "de", "fr", "es", "it")
"""Languages that have each field, or declare that they lack it."""


def any_of(alternatives: Iterable[str]) -> str:
    """Join the words of all languages to one pattern.

    >>> any_of(("in|out of", "", "su"))
    '(?:in|out of|su)'
    """
    return f"(?:{'|'.join(filter(None, dict.fromkeys(alternatives)))})"


@cache
def cue(name: str) -> str:
    """Return the pattern of a field of a table, such as `enumerations.units`, in all languages.

    Raises:
        KeyError: no language has it.
    """
    texts = [language.cues[name] for language in LANGUAGES if name in language.cues]
    if not texts:
        raise KeyError(name)
    return any_of(map(_spaced, texts))


def cue_words(name: str) -> frozenset[str]:
    """Return the words of such a field, in all languages, where each is a plain word."""
    texts = [language.cues[name] for language in LANGUAGES if name in language.cues]
    return frozenset(word for text in texts for word in text.split("|"))


def own_words(name: str, language: Language = ENGLISH) -> tuple[str, ...]:
    """Return the words of such a field in one language, in their order."""
    return tuple(language.cues[name].split("|"))
