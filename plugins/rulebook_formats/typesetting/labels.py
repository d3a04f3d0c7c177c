"""Labels of a volume: each stands once, and no link asks for one that stands nowhere, which a typesetter refuses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any


def with_whole_links(blocks: list[Any]) -> list[Any]:
    """Blocks as plain data, changed in place: with each label once, links to labels that are there, and with
    `numbered` on the links that tell the page of their target, the first of a paragraph to each.
    """
    names: dict[str, str] = {}
    for holder in _having("at", blocks):
        fresh = [name for name in dict.fromkeys(holder["at"]) if name not in names]
        # A heading bears one label, and its others mean it.
        borne = fresh[:1] if holder.get("kind") == "heading" else fresh
        names.update((name, name if name in borne else borne[0]) for name in fresh)
        holder["at"] = borne
    for holder in _having("runs", blocks):
        _number(holder["runs"], names)
    for run in _having("to", blocks):
        run["to"] = names.get(run["to"])
        run.setdefault("numbered", False)
    for run in list(_having("to", blocks)):
        if run["to"] is None:
            del run["to"]
    return blocks


def _number(runs: list[dict[str, Any]], names: dict[str, str]) -> None:
    results: set[str] = set()
    for run, following in pairwise([*runs, {}]):
        name = names.get(run.get("to", ""))
        if name is not None and not run["quiet"] and name not in results and following.get("to") != run["to"]:
            results.add(name)
            run["numbered"] = True


def _having(key: str, data: Any) -> Iterator[dict[str, Any]]:
    """The objects with a key, in order."""
    if isinstance(data, dict):
        if key in data:
            yield data
        data = list(data.values())
    if isinstance(data, list):
        for part in data:
            yield from _having(key, part)
