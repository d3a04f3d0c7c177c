"""A `rules.yml` as a whole: from the file to the `System`, or to all that is wrong with it, each at its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from rulebook_core import workspace
from rulebook_core.findings import Finding, Remedy
from rulebook_core.imports.modules import UnknownSystemError
from rulebook_core.source import Source, UnreadableSourceError, read_source
from rulebook_rules.rulesfile.constraints import constraints_of
from rulebook_rules.rulesfile.dice import counted_dice, read_dice, read_means
from rulebook_rules.rulesfile.formulas import counted, folded
from rulebook_rules.rulesfile.odds import odds_in
from rulebook_rules.rulesfile.phrases import BLANK_TYPES, NOTHING, plain, read_phrases
from rulebook_rules.rulesfile.ruling import Named, Values
from rulebook_rules.rulesfile.setting import Names, are_apart, entries, items, range_of, text
from rulebook_rules.rulesfile.sheets import sheet_of
from rulebook_rules.rulesfile.stated import facts_of, stated_at
from rulebook_rules.rulesfile.tables import TableRequest, read_tables, with_rows
from rulebook_rules.rulesfile.units import Units, column_units
from rulebook_rules.rulesfile.values import read_values
from rulebook_rules.rulesfile.working import MissingError, Scope, UndecidedError
from rulebook_rules.settings.faults import invalid_setting
from rulebook_rules.settings.kinds import Setting
from rulebook_rules.settings.yamlfile import ConfigError, SettingsFile, data_of, load_data
from rulebook_text.lexing.word_tokens import WORD_OR_NUMBER
from rulesmod.dice.digits import to_fraction
from rulesmod.system import Answer, Band, Bands, BookTable, Notation, Quantity, RuleTable, Ruling, System, Vocabulary

GAME_KEYS = (
    "game",
    "about",
    "version",
    "begun_from",
    "sources",
    "dice",
    "values",
    "tables",
    "names",
    "ranges",
    "facts",
    "constraints",
    "phrases",
    "rulings",
    "words",
)
BEGUN_KEYS = ("game", "version")
RANGE_KEYS = ("title", "about", "rows")
RULING_KEYS = ("section", "reading", "reason")
MAX_ENTRIES = 400
"""A game has no more values, tables or phrases than this."""
_PLAIN = ("number", "text")
_KEY = re.compile(
    r"^game\b|^(?:dice|values|tables|phrases)\s*:(?=(?s:.*)^(?:dice|values|tables|phrases)\s*:)", re.MULTILINE
)
"""A game, or what only games have: who forgets the name of theirs is told so."""


class RulesFileError(UnknownSystemError):
    """A `rules.yml` that does not make a game, with all that is wrong with it."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("\n".join(map(_line, findings)), findings=tuple(findings))


def _line(finding: Finding) -> str:
    return f"{finding.place.where}: {finding.message}{f'; {finding.help}' if finding.help else ''}"


def is_rules_file(path: Path) -> bool:
    """Return whether a file is a rules file of ours. Other programs have files of that name as well."""
    try:
        return workspace.is_file(path) and _KEY.search(read_source(path).text) is not None
    except UnreadableSourceError:
        return False


def load_rules(path: Path) -> System:
    """The game that a file makes.

    Raises:
        RulesFileError: it makes none.
    """
    return _game(partial(load_data, path), path)


def rules_of(source: Source, path: Path) -> System:
    """The game that a text makes which may become a file.

    Raises:
        RulesFileError: it makes none.
    """
    return _game(partial(data_of, source, path), path)


def _game(load: Callable[[], SettingsFile], path: Path) -> System:
    try:
        file = load()
    except ConfigError as error:
        remedies = (Remedy(error.slip.remedy),) if error.slip is not None else ()
        raise RulesFileError([invalid_setting(error.place, error.fact, remedies=remedies)]) from None
    faults: list[Finding] = []
    top = Setting(file, (), file.values, path.parent, faults)
    given = entries(top, GAME_KEYS, what="the rules of a game")
    for key, section in given.items():
        if isinstance(section.value, Mapping) and len(section.value) > MAX_ENTRIES:
            section.fault(f"`{key}` has more than {MAX_ENTRIES} entries", of_name=True)
    if faults:
        raise RulesFileError(faults)
    title = text(given.get("game"))
    if not title and not faults:
        top.fault("the game has no name", Remedy("begin with `game: NAME`"))
    name = "-".join(WORD_OR_NUMBER.findall(title.casefold())) or "game"
    notation = read_dice(given.get("dice"), name)
    tables, book_tables = read_tables(given.get("tables"), notation)
    system = _Game(given, title, name, notation, Path(workspace.real_path(path))).made(tables, book_tables)
    if faults:
        raise RulesFileError(sorted(dict.fromkeys(faults), key=lambda finding: finding.sort_key))
    return system


class _Game:
    """The contents of a rules file, from which its game is made.

    It is made again if the book has tables that it needs.
    """

    def __init__(self, given: Mapping[str, Setting], title: str, name: str, notation: Notation, path: Path) -> None:
        self.given = given
        self.title = title
        self.name = name
        self.notation = notation
        self.path = path
        self.units = column_units(given.get("tables"))

    def made(
        self, tables: Sequence[RuleTable], requests: Sequence[TableRequest], results: Sequence[RuleTable] = ()
    ) -> System:
        """Make the game with its own tables and with those that were read from the book."""
        known = self._names(tables, requests)
        known.counts = _counts(self.given, (*tables, *results))
        counts = {name: Fraction(number) for name, number in known.counts.items()}
        known.notation = self.notation
        scope = _scope(known, (*tables, *results), requests, self.notation).having(counts)
        units = Units(columns=self.units)
        values = read_values(self.given.get("values"), known, scope, units)
        names = tuple(_names(self.given.get("names")))
        known.together = {folded(one.name): tuple(one.entries.values()) for one in names}
        # What is wrong with values would be told again of all that needs them.
        is_sound = not any(setting.faults for setting in self.given.values())
        phrases = read_phrases(self.given.get("phrases"), values, known, self.notation, units) if is_sound else ()

        def bind(rows: Mapping[str, Sequence[Sequence[str]]]) -> System:
            from_book = [with_rows(one, rows[one.name]) for one in requests if one.name in rows]
            return replace(self.made(tables, requests, from_book), bind=None)

        return System(
            name=self.name,
            title=self.title,
            notation=self.notation,
            tables=tuple(tables),
            phrases=tuple(phrases),
            vocabularies=names,
            bands=(
                *_bands(self.given.get("ranges")),
                *_choices(values),
                *(_meanings(self.given.get("dice")) if is_sound else ()),
            ),
            rulings=tuple(_rulings(self.given.get("rulings"))),
            terms=(
                *(word for named in values.named.values() for word in (named.name, *named.also)),
                *(text(word) for word in (items(self.given["words"]) if "words" in self.given else ())),
            ),
            sheets=sheet_of(self.title, values),
            quantities=tuple(_quantities(values)),
            files=(self.path,),
            book_tables=tuple(BookTable(one.name, one.columns, one.keys, one.under, one.place) for one in requests),
            bind=bind if requests else None,
            facts=tuple(facts_of(self.given.get("facts"))),
            constraints=tuple(constraints_of(self.given.get("constraints"), values, known)) if is_sound else (),
            counted_dice=counted_dice(self.given.get("dice")) if is_sound else None,
            stated_at=stated_at(self.given),
        )

    def _names(self, tables: Iterable[RuleTable], requests: Iterable[TableRequest]) -> Names:
        """All names of the file, by folded ones: a formula may have the names of tables and columns as well."""
        values = entries(self.given["values"]) if "values" in self.given else {}
        names = {folded(name): name for name in values}
        written = entries(self.given["tables"]) if "tables" in self.given else {}
        for name in (*written, *(column for one in tables for column in one.columns)):
            names.setdefault(folded(name), name)
        for name in (column for one in requests for column in one.columns):
            names.setdefault(folded(name), name)
        columns = {one.name.replace("-", " "): {folded(column) for column in one.columns} for one in tables}
        columns |= {one.name.replace("-", " "): {folded(column) for column in one.columns} for one in requests}
        # Of a table that is faulty itself, nothing more is told.
        return Names(names, {**{folded(name): () for name in written}, **columns})


def _counts(given: Mapping[str, Setting], tables: Iterable[RuleTable]) -> Mapping[str, int]:
    """How many names, ranges and rows there are, by the names of these values in formulas."""
    counts = {counted(one.name.replace("-", " ")): len(one.rows) for one in tables}
    for name, inner in entries(given.get("ranges")).items():
        rows = inner.value.get("rows") if isinstance(inner.value, Mapping) else None
        counts[counted(name)] = len(rows) if isinstance(rows, Mapping) else 0
    for name, inner in entries(given.get("names")).items():
        counts[counted(name)] = len(inner.value) if isinstance(inner.value, Mapping | list) else 1
    return counts


def _scope(
    known: Mapping[str, str], tables: Sequence[RuleTable], requests: Sequence[TableRequest], notation: Notation
) -> Scope:
    by_name = {table.name.replace("-", " "): table for table in tables}
    columns = {
        (name.replace("-", " "), folded(column)): index
        for name, heads in [
            *((table.name, table.columns) for table in tables),
            *((t.name, t.columns) for t in requests),
        ]
        for index, column in enumerate(heads)
    }
    return Scope({}, known, by_name, columns, odds=odds_in(notation))


def _quantities(values: Values) -> Iterable[Quantity]:
    """The named values as the readers of a text know them."""
    labels = values.constants.labels
    for value in values.named.values():
        if value.rule is None:
            yield Quantity(
                value.name, value.also, value.unit, value.low, value.high, beside=value.beside, under=value.under
            )
            continue
        needs = tuple(labels[name] for name in value.rule.names if name not in values.constants.values)
        unit = value.unit or value.rule.unit
        worked = partial(_worked, values, value)
        yield Quantity(value.name, value.also, unit, needs=needs, rule=worked, beside=value.beside, under=value.under)


def _worked(values: Values, value: Named, given: Mapping[str, Any]) -> Answer | None:
    """Return the value that follows from others, by their names. None where they are not enough."""
    assert value.rule is not None
    stated = {folded(name): to_fraction(one) for name, one in given.items()}
    scope, before = values.derive(value.rule.names, values.with_defaults(value.rule.names, stated))
    try:
        result = value.rule.work_out(value.name, scope)
    except MissingError as error:
        return Answer(NOTHING, because=(str(error),))
    except UndecidedError:
        return None
    steps = (step for one in (*before.values(), result) for step in one.because)
    return Answer(plain(result.value), because=tuple(steps))


def _names(setting: Setting | None) -> Iterable[Vocabulary]:
    for name, inner in entries(setting).items():
        if name in BLANK_TYPES:
            inner.fault(f"`{name}` is what a blank of any game may hold", Remedy("call them otherwise"), of_name=True)
        if isinstance(inner.value, Mapping):
            yield Vocabulary(name, {short: text(full) for short, full in entries(inner).items()})
        else:
            listed = [one for one in map(text, items(inner)) if one]
            if (
                not isinstance(inner.value, list)
                and len(names := re.split(r"\s*,\s*", listed[0] if listed else "")) > 1
            ):
                inner.fault(f"`{name}` is one name here, with a comma", Remedy(f"write `[{', '.join(names)}]`"))
            yield Vocabulary(name, {one: one for one in listed})


def _bands(setting: Setting | None) -> Iterable[Bands]:
    for name, inner in entries(setting).items():
        before = len(inner.faults)
        given = entries(inner, RANGE_KEYS, what="ranges")
        rows, ranges = [], []
        for key, gives in entries(given.get("rows")).items():
            if (range_ := range_of(gives, key, of_name=True)) is not None:
                ranges.append((gives, range_))
                words = tuple(map(text, items(gives)))
                if not words or not all(words):
                    gives.not_a("text")
                is_number = isinstance(gives.value, int) and not isinstance(gives.value, bool)
                given_words: int | str | tuple[str, ...] = words[0] if len(words) == 1 else words
                rows.append(Band(range_.low, range_.high, gives.value if is_number else given_words))
        if are_apart(ranges) and not rows and len(inner.faults) == before:
            inner.fault(f"the ranges `{name}` have no rows", Remedy("write `rows:` and a line for each"), of_name=True)
        title = text(given.get("title")) or name
        about = (
            tuple(text(word).casefold() for word in items(given["about"])) if "about" in given else (title.casefold(),)
        )
        yield Bands("-".join(folded(name).split()), title, tuple(rows), about)


def _choices(values: Values) -> Iterable[Bands]:
    """Yield the results of each range of a choice, as a table of the text prints them."""
    for value in values.named.values():
        if value.rule is None or value.rule.by is None or value.rule.least is not None or value.rule.most is not None:
            continue
        cases, by = value.rule.cases, values.named.get(str(value.rule.by.value))
        rows = [Band(range_.low, range_.high, plain(one.value)) for range_, one in cases if one.kind in _PLAIN]
        has_ranges = not all(range_.is_single for range_, _ in cases)  # Else a row may be one of many that follow.
        if by is not None and has_ranges and len(rows) == len(cases):
            heads = (by.name, *by.also), (value.name, *value.also)
            about = tuple(name.casefold() for names in heads for name in names)
            yield Bands("-".join(folded(value.name).split()), value.name, tuple(rows), about, heads)


def _meanings(dice: Setting | None) -> Iterable[Bands]:
    """Yield the meanings of a roll, as the text prints them."""
    given = entries(dice) if dice is not None and isinstance(dice.value, Mapping) else {}
    if rows := read_means(given):
        called = text(given.get("called")) or "roll"
        about = (called, *dict.fromkeys(str(row.gives) for row in rows))
        yield Bands("means", called, tuple(rows), tuple(word.casefold() for word in about))


def _rulings(setting: Setting | None) -> Iterable[Ruling]:
    for name, inner in entries(setting).items():
        before = len(inner.faults)
        given = entries(inner, RULING_KEYS, what="a ruling")
        if not text(given.get("reading")) and len(inner.faults) == before:
            inner.fault(
                f"the ruling `{name}` says nothing", Remedy("write `reading:` and how you read it"), of_name=True
            )
        elif given:
            stated_at = inner.file.value(*given.get("section", inner).keys)
            yield Ruling(name, **{key: text(given.get(key)) for key in RULING_KEYS}, stated_at=stated_at)
