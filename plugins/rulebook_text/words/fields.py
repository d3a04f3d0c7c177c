"""Which fields the files of languages have, for the guide and for tests."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rulebook_core import workspace


def tables_of(name: str) -> dict[str, Any]:
    """Return what a TOML file of this folder holds."""
    return tomllib.loads(workspace.read_text(Path(__file__).with_name(f"{name}.toml")))


def fields() -> dict[str, str]:
    """Return what each field means, by its name: `more`, or `times.1/2` in a table."""
    return {name: text for group in tables_of("fields").values() for name, text in _named(group)}


def groups_of_fields() -> dict[str, list[str]]:
    """Return the names of all fields by what they serve."""
    return {title: [name for name, _ in _named(group)] for title, group in tables_of("fields").items()}


def fields_of(code: str) -> tuple[set[str], set[str]]:
    """Return the fields that a language has, and those that it declares to lack: single ones, or a whole table."""
    tables = tables_of(code)
    declared = {name.strip() for name in tables.pop("absent", "").split("|")}
    absent = {name for name in fields() if name in declared or name.partition(".")[0] in declared}
    tables.update({name: "" for name in ("numbers",) if name in tables})
    return {name for name, _ in _named(tables)} - {"language"}, absent


def _named(group: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in group.items():
        yield from (
            ((f"{name}.{part}", text) for part, text in value.items()) if isinstance(value, dict) else [(name, value)]
        )
