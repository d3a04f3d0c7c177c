"""Where a `rules.yml` states what: the places that findings name as the authority; and its tables of facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebook_core.findings import Place, Remedy
from rulebook_rules.rulesfile.setting import entries, items, text
from rulebook_rules.rulesfile.tables import aliases_of, is_yes, texts_of
from rulebook_rules.settings.kinds import Setting
from rulesmod.system import FactsTable

FACTS_KEYS = ("table", "also", "units", "whole")
_SECTIONS = ("values", "names", "ranges")


def stated_at(given: Mapping[str, Setting]) -> Mapping[tuple[str, ...], Place]:
    """The places of rows, values, names and ranges of a file; nothing where it has faults."""
    if any(setting.faults for setting in given.values()):
        return {}
    places: dict[tuple[str, ...], Place] = {}
    for section in _SECTIONS:
        for name, inner in entries(given.get(section)).items():
            places[section, name] = inner.file.key(*inner.keys)
    for name, inner in entries(given.get("tables")).items():
        table = entries(inner)
        if "rows" in table and isinstance(table["rows"].value, Mapping | list):
            places.update((("tables", kebab(name), row), place) for row, place in _rows(table["rows"]))
    return places


def kebab(name: str) -> str:
    """The name of a table as the game has it."""
    return "-".join(name.replace("_", " ").casefold().split())


def _rows(setting: Setting) -> Iterator[tuple[str, Place]]:
    if isinstance(setting.value, Mapping):
        for name, inner in entries(setting).items():
            yield name, inner.file.key(*inner.keys)
        return
    for inner in items(setting):
        cells = items(inner)
        if cells:
            yield text(cells[0]), inner.file.value(*inner.keys)


def facts_of(setting: Setting | None) -> Iterator[FactsTable]:
    """The tables of the book that a file declares: `weapons: gear.md#weapons`."""
    for name, inner in entries(setting).items():
        given = entries(inner, FACTS_KEYS, what="a table of facts") if isinstance(inner.value, Mapping) else {}
        written = text(given.get("table")) if given or isinstance(inner.value, Mapping) else text(inner)
        page, _, id_ = written.partition("#")
        if not page or not id_:
            fact = f"`{name}` does not say which table of the book it is"
            inner.fault(fact, Remedy("write its page and its id or that of its section: `gear.md#weapons`"))
            continue
        also, units = aliases_of(given.get("also")), texts_of(given.get("units"))
        stated = inner.file.value(*inner.keys)
        yield FactsTable(name, page, id_, also, units, stated_at=stated, is_whole=is_yes(given.get("whole")))
