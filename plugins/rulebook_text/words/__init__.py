"""The words of each language, read from the TOML files of this folder: what one of them says counts on every page.

`fields.toml` describes each field, and how one is written. A word is added in the file of its language alone.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rulebook_core import workspace
from rulebook_text.words.language import Language
from rulesmod.dice.digits import to_int

_FOLDER = Path(__file__).parent
_HEAD = ("language", "absent")
_FLAT = frozenset({"lone", "players"})


def _parted(text: str) -> str:
    return re.sub(r"\s+\|\s+", "|", text.strip())


def _pattern(text: str) -> str:
    """Return the pattern of a field: a space is any white space, and no group captures.

    >>> _pattern("no (less|fewer) than | at least")
    'no\\\\s(?:less|fewer)\\\\sthan|at\\\\sleast'
    """
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", _parted(text)).replace(" ", r"\s")


def _language(code: str) -> Language:
    fields: dict[str, Any] = {"code": code}
    cues: dict[str, str] = {}
    for name, value in tables_of(code).items():
        known = name if name in Language._fields else f"{name}_"
        if name in _HEAD:
            continue
        if known not in Language._fields:
            cues.update((f"{name}.{part}", text) for part, text in value.items())
        elif name == "numbers":
            pairs = ((number, word) for number, words in value.items() for word in _parted(words).split("|"))
            fields[name] = {word: to_int(number) for number, word in pairs}
        elif name == "facts":
            fields[name] = {part: _parted(text) for part, text in value.items()}
        elif isinstance(value, Mapping):
            fields[name] = {part: _pattern(text) for part, text in value.items()}
        elif name in _FLAT:
            fields[name] = tuple(_parted(value).split("|"))
        else:
            fields[known] = _pattern(value)
    return Language(**fields, cues=cues)


def tables_of(name: str) -> dict[str, Any]:
    """Return what a TOML file of this folder holds."""
    with workspace.untraced():  # The fingerprint of this tool counts its files.
        return tomllib.loads(workspace.read_text(_FOLDER / f"{name}.toml"))


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
    return any_of(map(_pattern, texts))


def cue_words(name: str) -> frozenset[str]:
    """Return the words of such a field, in all languages, where each is a plain word."""
    texts = [language.cues[name] for language in LANGUAGES if name in language.cues]
    return frozenset(word for text in texts for word in _parted(text).split("|"))


def own_words(name: str, language: Language = ENGLISH) -> tuple[str, ...]:
    """Return the words of such a field in one language, in their order."""
    return tuple(_parted(language.cues[name]).split("|"))


def fields() -> dict[str, str]:
    """Return what each field means, by its name: `more`, or `times.1/2` in a table."""
    return {name: text for group in tables_of("fields").values() for name, text in _named(group)}


def groups_of_fields() -> dict[str, list[str]]:
    """Return the names of all fields by what they serve."""
    return {title: [name for name, _ in _named(group)] for title, group in tables_of("fields").items()}


def fields_of(code: str) -> tuple[set[str], set[str]]:
    """Return the fields that a language has, and those that it declares to lack: single ones, or a whole table."""
    tables = tables_of(code)
    declared = set(_parted(tables.pop("absent", "")).split("|"))
    absent = {name for name in fields() if name in declared or name.partition(".")[0] in declared}
    tables.update({name: "" for name in ("numbers",) if name in tables})
    return {name for name, _ in _named(tables)} - {*_HEAD}, absent


def _named(group: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in group.items():
        yield from (
            ((f"{name}.{part}", text) for part, text in value.items()) if isinstance(value, dict) else [(name, value)]
        )
