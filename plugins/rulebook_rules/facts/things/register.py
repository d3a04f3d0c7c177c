"""The register: all things with an authority, found by their names in a language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from rulebook_rules.facts.model import Key, Stated
from rulebook_rules.facts.reading.lexicon import Lexicon, key_of
from rulebook_rules.facts.reading.values import Head, cell_value, head_of
from rulebook_rules.facts.reading.wording import Wording
from rulebook_rules.facts.things.sheets import Row, Sheet


class Attribute(NamedTuple):
    """A named value of things: its name, its key, and the stem of its unit."""

    name: str
    key: Key
    unit: str = ""


@dataclass(slots=True, eq=False)
class Thing:
    """A thing with the values that its authorities state.

    Attributes:
        nouns: the keys of what it is one of ("tool").
        values: what is stated of each attribute, by its key.
    """

    name: str
    key: Key
    nouns: set[Key] = field(default_factory=set)
    attributes: dict[Key, Attribute] = field(default_factory=dict)
    values: dict[Key, list[Stated]] = field(default_factory=dict)

    def with_unit(self, unit: str) -> Sequence[Attribute]:
        """The attributes that are counted in a unit."""
        return [one for one in self.attributes.values() if one.unit == unit]


class Register:
    """Things of some sheets, in the words of one language.

    Args:
        wording: of the language.
        sheets: the authorities, the first of them first.
        conversions: what units are worth in others, by their stems.
        units: the stems of further units.
        is_strict: whether a name counts only as its table writes it, because nobody declares what it means.
    """

    def __init__(
        self,
        wording: Wording,
        sheets: Iterable[Sheet],
        conversions: Mapping[str, tuple[Fraction, str]] = MappingProxyType({}),
        units: Set[str] = frozenset(),
        *,
        is_strict: bool = False,
    ) -> None:
        self.is_strict = is_strict
        self.conversions = conversions
        self.wording = wording
        self.sheets = tuple(sheets)
        self.things: dict[Key, Thing] = {}
        self.names: Lexicon[Thing] = Lexicon()
        self.attributes: Lexicon[Key] = Lexicon()
        self.verbs: dict[str, set[Key]] = defaultdict(set)
        self.units: set[str] = {*units, *conversions, *(unit for _, unit in conversions.values())}
        self.nouns: dict[Key, list[Sheet]] = defaultdict(list)
        for sheet in self.sheets:
            self._add(sheet)
        self._add_short_names()

    def _add(self, sheet: Sheet) -> None:
        heads = [self._head(sheet, head) for head in sheet.attributes]
        noun = key_of(sheet.noun, self.wording)
        if noun:
            self.nouns[noun].append(sheet)
        for row in sheet.rows:
            key = key_of(row.name, self.wording)
            if not key or self.wording.is_total(row.name):
                continue
            thing = self.things.setdefault(key, Thing(row.name, key))
            thing.nouns |= {noun} - {()}
            for name in (key, *(key_of(self._bare(other), self.wording) for other in row.also)):
                self.names.add(name, thing)
            self._fill(thing, heads, row, "rules" if sheet.span is None else "table")

    def _bare(self, name: str) -> str:
        """Return a name without the article before it: "the chamberlain"."""
        first, _, rest = name.partition(" ")
        return rest if rest and first.lower() in self.wording.words("articles") else name

    def _fill(self, thing: Thing, heads: Sequence[Head], row: Row, source: str) -> None:
        for head, cell in zip(heads, row.cells, strict=True):
            value = cell_value(cell.text, self.wording) if cell is not None else None
            if cell is None or value is None or not head.key:
                continue
            thing.attributes.setdefault(head.key, Attribute(head.name, head.key, head.unit or value.unit))
            thing.values.setdefault(head.key, []).append(Stated(value, cell.place, source))

    def _head(self, sheet: Sheet, text: str) -> Head:
        """A head with its unit; its name and its verbs are known from now on."""
        head = head_of(text, self.wording)
        unit = key_of(sheet.units.get(text, ""), self.wording)
        head = head._replace(unit=unit[-1] if unit else head.unit)
        if not head.key:
            return head
        for name in (head.key, *(key_of(other, self.wording) for other in sheet.also.get(text, ()))):
            self.attributes.add(name, head.key)
        if head.unit:
            self.units.add(head.unit)
        for heads, verbs in self.wording.measures:
            # In "a dealer pays" the verb is part of a name.
            if heads & {*head.key} and not (self.is_strict and len(head.key) > 1):
                for verb in verbs:
                    self.verbs[verb].add(head.key)
        return head

    def _add_short_names(self) -> None:
        """Add the last and the first word of names, which mean a thing named before."""
        self.short: Lexicon[Thing] = Lexicon()
        for thing in self.things.values():
            if len(thing.key) > 1:
                self.short.add(thing.key[-1:], thing)
                self.short.add(thing.key[:1], thing)
            for noun in thing.nouns:
                self.short.add(noun[-1:], thing)

    @cached_property
    def events(self) -> Set[str]:
        """The words of a change or a condition, but for those that are units here: "a drop of honey"."""
        return frozenset(word for word in self.wording.words("events") if self.wording.stem(word) not in self.units)

    @cached_property
    def first_words(self) -> frozenset[str]:
        """The first words of all names, as they are written."""
        return frozenset(thing.name.split()[0] for thing in self.things.values())

    def stated(self, thing: Thing, attribute: Key) -> Sequence[Stated]:
        """Return the statements of the authorities on an attribute, the first of them first."""
        return thing.values.get(attribute, ())
