"""The guide's page on what a game in Python imports, made from its docstrings: see `tests.edition.reference`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

MODULES = (
    "rulesmod.system",
    "rulesmod.phrasing",
    "rulesmod.notation",
    "rulesmod.dice",
    "rulesmod.dice.reading",
    "rulesmod.plain",
    "rulesmod.plain_dice",
    "rulesmod.sheets",
    "rulesmod.play",
)
"""What games import, each with all names that it has for others."""

_SECTIONS = {"Attributes": "Its attributes", "Args": "Its arguments", "Raises": "It raises", "Returns": "It returns"}
_SECTION = re.compile(rf"\n\n({'|'.join(_SECTIONS)}):\n")
_ENTRY = re.compile(r"(?m)^ {4}(?=\S)")


def interface_page() -> str:
    """Every name that a game may import, with its documentation."""
    lines = [
        "# What games import {#interface}",
        "",
        "This page is made from the software: the modules that a [game in Python](own-module.md) imports from, with",
        "all names that they have for it. A name that begins with an underscore, and any other module, is none of",
        "these and may change at any time.",
        "",
        "The names here follow [semantic versioning](https://semver.org): what a name means does not change, and none",
        "goes, except with the first number of the version (before 1.0 with the second). One that is to go is listed",
        "as deprecated in the changelog for a version at least, with what to use in its place.",
    ]
    for name in MODULES:
        module = import_module(name)
        lines += ["", f"## `{name}` {{#{name.replace('.', '-')}}}", "", *_text(inspect.getdoc(module) or "")]
        for own, thing in exported(module):
            kind = "-function" if inspect.isroutine(thing) else ""
            lines += ["", f"### `{own}` {{#{name.replace('.', '-')}-{own.lower()}{kind}}}", "", *_thing(thing)]
    return "\n".join(lines) + "\n"


def exported(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The names of a module that are for others: those that it lists, or else has made itself."""
    for name in getattr(module, "__all__", vars(module)):
        thing = getattr(module, name)
        is_own = getattr(thing, "__module__", module.__name__) == module.__name__
        is_meant = hasattr(module, "__all__") or (is_own and not name.startswith("_"))
        if is_meant and (inspect.isclass(thing) or inspect.isroutine(thing)):
            yield name, thing


def _thing(thing: Any) -> Iterator[str]:
    text = inspect.getdoc(thing) or ""
    needed = [one.name for one in fields(thing) if _is_needed(one)] if is_dataclass(thing) else []
    if inspect.isroutine(thing):
        yield from ("```python", f"{thing.__name__}({', '.join(inspect.signature(thing).parameters)})", "```", "")
    first, *rest = _SECTION.split(f"{text}\n")
    yield from _text(first)
    for title, entries in zip(rest[::2], rest[1::2], strict=True):
        yield from ("", f"{_SECTIONS[title]}:", "")
        for entry in _ENTRY.split(entries)[1:]:
            names, colon, about = entry.partition(": ")
            if not colon:
                yield f"- {_folded(entry)}"
                continue
            shown = ", ".join(f"`{name}`" for name in names.split(", "))
            must = " (needed)" if any(name in needed for name in names.split(", ")) else ""
            yield f"- {shown}{must}: {_folded(about)}"


def _is_needed(one: Any) -> bool:
    return one.default is MISSING and one.default_factory is MISSING


def _text(text: str) -> Iterator[str]:
    """Paragraphs as they are, and what is indented as code."""
    for index, part in enumerate(text.strip().split("\n\n")):
        if index:
            yield ""
        is_code = part.startswith(("    ", "@", ">>>"))
        yield (
            f"```python\n{inspect.cleandoc(part)}\n```"
            if is_code
            else "\n".join(line.rstrip() for line in part.split("\n"))
        )


def _folded(text: str) -> str:
    return " ".join(text.split())
