"""Statements: pairs of an attribute and a value in a sentence, and whose value it is."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from rulebook_rules.facts.model import Key, Value
from rulebook_rules.facts.reading.degrees import Marker, MarkerReader, degrees_of
from rulebook_rules.facts.reading.parts import Part, parts_of
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.things.register import Attribute, Register, Thing

_JOINTS = ":=(–—,*"
MAX_GAP = 5
"""Parts between an attribute or a thing and its value."""
MAX_RECENT = 12
MAX_NAME = 3
"""Words of a name that are read."""


class Statement(NamedTuple):
    """A value of a sentence, at parts of it.

    Attributes:
        things: whose value it may be, the likeliest first.
        attribute: its key.
        value: what the sentence says.
        at: where the value stands in the text.
        is_sure: whether only the first thing can be meant.
        when: a word that says that the value changes or depends; "" where there is none.
    """

    things: tuple[Thing, ...]
    attribute: Key
    value: Value
    at: tuple[int, int]
    is_sure: bool
    when: str


def _is_contradicted(one: Statement, known: Sequence[Statement]) -> bool:
    """Return whether a sentence gives a thing two values of one attribute: "rolls POW 9 against POW 13"."""
    same = (other for other in known if other.things[0] is one.things[0] and other.attribute == one.attribute)
    return any(other.value.agrees(one.value) is False for other in same)


class Bare(NamedTuple):
    """A value right behind the name of a thing, without the name of an attribute."""

    things: tuple[Thing, ...]
    value: Value
    start: int
    end: int


@dataclass(slots=True)
class Scene:
    """The things that the sentences of a section have named so far.

    Attributes:
        subject: the thing that its heading names.
        lead: the thing that stands alone at the beginning of a paragraph.
        recent: the things that were named, the last one last.
        listed: the things that the last sentence listed: "it" may mean all of them.
        changed: the things of which a sentence says that they change, each with the values named there; none for any.
    """

    subject: Thing | None = None
    lead: Thing | None = None
    recent: list[Thing] = field(default_factory=list)
    listed: frozenset[Key] = frozenset()
    changed: dict[Key, set[Key]] = field(default_factory=dict)

    def name(self, thing: Thing) -> None:
        """Remember a thing as the last one that was named."""
        if thing in self.recent:
            self.recent.remove(thing)
        self.recent.append(thing)
        del self.recent[:-MAX_RECENT]

    @property
    def about(self) -> Thing | None:
        """The thing that sentences are about which name none."""
        return self.lead or self.subject

    def last_with(self, attribute: Key, among: Sequence[Thing] = ()) -> Thing | None:
        """The thing named last that has an attribute."""
        subject: tuple[Thing, ...] = (self.about,) if self.about is not None else ()
        for thing in (*reversed(self.recent), *subject):
            if attribute in thing.attributes and (not among or thing in among):
                return thing
        return None


class SentenceReader:
    """Reads one sentence.

    Args:
        tokens: those of the sentence.
        register: the things and attributes that it may name.
        scene: what was named before it; it is told what this sentence names.
    """

    def __init__(self, tokens: Sequence[Token], register: Register, scene: Scene) -> None:
        self._register = register
        self._scene = scene
        self._wording = register.wording
        self._tokens = tokens
        self._words = [token.word for token in tokens if token.kind == "word"]
        self._capitals = {token.start for token in tokens if token.is_capital}
        self.parts, self.markers = self._compared(parts_of(tokens, register))
        self._used: set[int] = set()
        self.small = frozenset[str]().union(*map(self._wording.words, ("links", "articles", "owners")))
        relatives = self._wording.words("whose") | self._wording.words("fillers")
        self._measuring = self.small | self._wording.measure_verbs | relatives
        self._fillers = self._wording.words("fillers")
        self._joining = self.small | self._fillers
        self._clause_ends = [at for at, part in enumerate(self.parts) if part.kind == "sign" and part.word in ",;:—"]
        self._first_pronoun = next(
            (at for at, part in enumerate(self.parts) if part.kind == "pronoun"), len(self.parts)
        )
        comparing = {at for one in self.markers for at in range(one.first, one.last + 1)}
        self._events = [
            at
            for at, part in enumerate(self.parts)
            if part.word in register.events and at not in comparing and not self._is_remark(at)
        ]

    def _is_remark(self, at: int) -> bool:
        """Return whether a comparative ends its clause: "the chamberlain is cheaper, at 12 crowns"."""
        is_end = [part.word for part in self.parts[at + 1 : at + 2]] == [","]
        return is_end and self.parts[at].word in degrees_of(self._wording)

    def _compared(self, parts: Sequence[Part]) -> tuple[list[Part], list[Marker]]:
        """The parts with names resolved, and the comparisons; what something is compared with owns no value of it."""
        self._known = [*self._scene.recent]
        resolved = [*map(self._resolved, parts)]
        markers = [*MarkerReader(resolved, self._wording).markers()]
        others = {one.other for one in markers if one.other is not None and not one.is_of_other}
        if others:
            resolved = [part._replace(kind="compared") if at in others else part for at, part in enumerate(resolved)]
            self._scene.recent[:] = self._known
            for part in resolved:
                if part.kind == "thing":
                    self._scene.name(part.things[0])
        return resolved, markers

    @property
    def is_conditional(self) -> bool:
        """Return whether a word says that something changes or depends, besides comparisons."""
        return bool(self._events)

    def _resolved(self, part: Part) -> Part:
        """A part, a short name of which means the thing that was named last."""
        if part.kind == "thing":
            for thing in part.things[:1]:
                self._scene.name(thing)
        elif part.kind == "short":
            known = (*((self._scene.about,) if self._scene.about is not None else ()), *self._scene.recent)
            meant = [thing for thing in known if thing in part.things]
            if not meant:
                return part._replace(kind="word", things=())
            return part._replace(kind="thing", things=(meant[-1],))
        return part

    # -- pairs --

    def statements(self) -> Iterator[Statement]:
        """The values of the sentence that name an attribute or have its unit."""
        pairs = [*self._pairs()]
        self._used = {value for at, value, _ in pairs if self.parts[at].kind == "attribute"}
        known: list[Statement] = []
        for at, value, owner in pairs:
            stated = [*self._stated(at, value, owner, self._when(value, at))]
            self._used |= {value} if stated else set()
            known += stated
        for at in self._at("value"):
            value_ = self.parts[at].value
            if at not in self._used and value_ is not None and value_.unit:
                known += self._measured(at, value_, self._when(at))
            elif at not in self._used and value_ is not None and value_.kind == "dice":
                known += self._thrown(at, value_)
        known = [*known, *self._parallel(known)]
        several, variants = self._several(), self._variants()
        for one in known:
            thing = one.things[0]
            may_be_other = thing in variants or self._is_one_of_list(thing) or self._is_of_all(one, several)
            yield one._replace(is_sure=False) if may_be_other or _is_contradicted(one, known) else one

    def _is_of_all(self, one: Statement, several: set[Thing] | None) -> bool:
        """Return whether a value may be of several things: "Two Cooks cost 4 florins" says what both cost."""
        return several is None or (self._has_unit_behind(one) and not several.isdisjoint(one.things))

    def _has_unit_behind(self, one: Statement) -> bool:
        """Return whether a value has a unit, or a word behind it that may be one: "cost 16 seeds"."""
        behind = next((part for part in self.parts if part.start >= one.at[1]), None)
        is_word = behind is not None and behind.kind == "word" and behind.word not in self._wording.common
        return bool(one.value.unit) or (is_word and behind is not None and behind.word not in self._wording.ands)

    def _is_one_of_list(self, thing: Thing) -> bool:
        """Return whether the sentence means a thing by a pronoun, and the sentence before lists it with others."""
        is_named = any(thing in part.things for part in self.parts if part.kind == "thing")
        return not is_named and thing.key in self._scene.listed

    def _listed(self) -> Iterator[Key]:
        """Yield the things of a list: "a Net, a Hook and Bait"."""
        small = self._wording.ands | self._wording.words("articles") | {","}
        for first, last in pairwise(self._at("thing")):
            if first + 1 < last and all(part.word in small for part in self.parts[first + 1 : last]):
                yield from (self.parts[at].things[0].key for at in (first, last))

    def _variants(self) -> set[Thing]:
        """The things that stand here for others like them: "a rusty Harpoon", "a Harpoon with a barb"."""
        variants: set[Thing] = set()
        for at in self._at("thing"):
            is_kind = at > 1 and self._is_noun(at - 1) and self.parts[at - 2].word in self._wording.indefinite
            behind = at + 1
            if behind + 1 < len(self.parts) and self.parts[behind].word in self._wording.words("bearing"):
                behind += 1 + (self.parts[behind + 1].word in self._wording.words("articles"))
                is_kind = is_kind or (behind < len(self.parts) and self._is_noun(behind))
            if is_kind:
                variants.update(self.parts[at].things[:1])
        return variants

    def _is_noun(self, at: int) -> bool:
        """Return whether a part is a word in small letters that says more of a thing."""
        part = self.parts[at]
        small = self._measuring | self._joining | self._wording.common | self._wording.ands
        small |= self._wording.words("parts") | self._wording.words("exchanges") | self._wording.words("losses")
        return part.kind == "word" and part.word not in small and part.start not in self._capitals

    def _several(self) -> set[Thing] | None:
        """The things that a number above one counts; None for all of them, as in "together they cost 6"."""
        if not self._wording.words("together").isdisjoint(self._words):
            return None
        counted: set[Thing] = set(self._joined())
        for at, part in enumerate(self.parts):
            if part.kind != "thing" or not at:
                continue
            first = at - 1
            if self.parts[first].word in self._wording.words("owners") and first:
                first -= 1 if self.parts[first - 1].kind == "value" else 2
            value = self.parts[first].value if first >= 0 else None
            if value is not None and value.kind == "number" and value.amount > 1:
                counted.update(part.things)
        return counted

    def _joined(self) -> Iterator[Thing]:
        """The things that "and" joins: "a Damson and a Crab apple cost 16 seeds" may say what both cost."""
        things = self._at("thing")
        for first, last in pairwise(things):
            between = [part.word for part in self.parts[first + 1 : last]]
            articles = self._wording.words("articles")
            if between and between[0] in self._wording.ands and all(word in articles for word in between[1:]):
                yield from (*self.parts[first].things, *self.parts[last].things)

    def _parallel(self, known: Sequence[Statement]) -> Iterator[Statement]:
        """Values right behind things, of the attribute that the sentence names before: "A has Bite 6, and B 5"."""
        for bare in self.bare():
            before = [one for one in known if one.at[1] <= bare.start]
            if not before:
                continue
            first = max(before, key=lambda one: one.at)
            passed = (part for part in self.parts if part.kind == "value" and first.at[1] <= part.start < bare.start)
            if any(passed):
                continue  # "A Grace of 2 and 14 crowns, and Ada has 9" is about crowns.
            is_other = bare.start > first.at[1] and all(bare.things[0] not in one.things for one in known)
            if is_other and first.attribute in bare.things[0].attributes:
                when = first.when or self._changed(bare.things[0], first.attribute)
                at = bare.start, bare.end
                yield Statement(bare.things[:1], first.attribute, bare.value, at, first.is_sure, when)
                self._used.add(next(index for index, part in enumerate(self.parts) if part.start == bare.start))

    def _event(self) -> str:
        return next((self.parts[at].word for at in self._events), "")

    def _when(self, value: int, attribute: int = -1) -> str:
        """A word by which a value is another one here: before it, or in its clause.

        "Its Nerve of 4" names the value that the thing has, whatever else the sentence says.
        """
        first, last, exchange = 0, self._end_of_clause(value), ""
        if 0 <= attribute < value and self._is_named(attribute, value):
            first, last = self._start_of_clause(attribute), value
        if value and self.parts[value - 1].word in self._wording.words("exchanges"):
            exchange = self.parts[value - 1].word  # "Por 24 gotas" is a price, and "por nivel" a rate.
        for index in range(bisect_left(self._events, first), bisect_left(self._events, last)):
            if (word := self.parts[self._events[index]].word) != exchange:
                return word
        return ""

    def _start_of_clause(self, at: int) -> int:
        """Return the last part up to `at` that ends a clause, else the first part."""
        index = bisect_right(self._clause_ends, at) - 1
        return self._clause_ends[index] if index >= 0 else 0

    def _end_of_clause(self, at: int) -> int:
        """Return the first part from `at` that ends a clause, else the end of the sentence."""
        index = bisect_left(self._clause_ends, at)
        return self._clause_ends[index] if index < len(self._clause_ends) else len(self.parts)

    def _is_named(self, attribute: int, value: int) -> bool:
        """Return whether only "of" stands between an attribute and its value."""
        return value == attribute + 2 and self.parts[attribute + 1].word in self._wording.words("owners")

    def _pairs(self) -> Iterator[tuple[int, int, Thing | None]]:
        """Attributes with the values that belong to them, and the owner between both if there is one."""
        forward = [(at, *behind) for at in self._at("attribute", "verb") if (behind := self._behind(at)) is not None]
        values = {value for _, value, _ in forward}
        backward = [
            (at, at - 1, None)
            for at in self._at("attribute")
            if at and self.parts[at - 1].kind == "value" and not self._has_unit(at - 1)
        ]
        backward += [(at, at - 2, None) for at in self._at("attribute") if self._is_measure_of(at)]
        named = {at for at, *_ in forward}
        if len(backward) > 1 and len(backward) >= len(forward) and backward[0][1] not in values:
            yield from backward
            return
        yield from forward
        yield from (pair for pair in backward if pair[0] not in named and pair[1] not in values)

    def _is_measure_of(self, at: int) -> bool:
        """Return whether an amount in its unit stands before an attribute: "6 flasks of Air"."""
        if at <= 1 or self.parts[at - 1].word not in self._wording.words("owners") or not self._has_unit(at - 2):
            return False
        value = self.parts[at - 2].value
        units = {one.unit for thing in self._register.things.values() for one in thing.attributes.values()}
        return value is not None and value.unit in units

    def _at(self, *kinds: str) -> list[int]:
        return [at for at, part in enumerate(self.parts) if part.kind in kinds]

    def _has_unit(self, at: int) -> bool:
        value = self.parts[at].value
        return value is not None and bool(value.unit)

    def _behind(self, at: int) -> tuple[int, Thing | None] | None:
        """The value that stands behind an attribute, and the owner between both."""
        owner: Thing | None = None
        for index in range(at + 1, min(len(self.parts), at + 2 + MAX_GAP)):
            part = self.parts[index]
            if part.kind == "value":
                return (index, owner) if not self._is_listed(index) else None
            if self._is_aside(index):
                continue  # "It has the worst Bite, 5, but"
            if part.kind == "thing" and owner is None and self._is_owned(index):
                owner = part.things[0]
            elif not self._joins(part, owner):
                return None
        return None

    def _is_listed(self, at: int) -> bool:
        """Return whether a value is the first of a list of results: "rolls for her Root: 2, 4 and 6"."""
        listed = self.parts[at : at + 5]
        are_values = [part.kind for part in listed[::2]] == ["value"] * 3 and not self._has_unit(at)
        return are_values and all(part.word == "," or part.word in self._wording.ands for part in listed[1::2])

    def _is_aside(self, at: int) -> bool:
        """Return whether a comma parts a value from its name that has another behind it."""
        behind = self.parts[at : at + 3]
        return [part.word for part in behind[::2]] == [",", ","] and behind[1].kind == "value"

    def _joins(self, part: Part, owner: Thing | None) -> bool:
        """Return whether a part may stand between an attribute and its value."""
        if part.kind == "sign":
            return part.word in _JOINTS and (part.word != "," or owner is not None)
        return part.kind == "verb" or part.word in self._joining

    def _is_owned(self, at: int) -> bool:
        """Return whether a word such as "of" stands before a thing."""
        owners, articles = self._wording.words("owners"), self._wording.words("articles")
        before = self.parts[at - 1] if at else None
        if before is not None and before.word in articles and before.word not in owners and at > 1:
            before = self.parts[at - 2]
        return before is not None and before.word in owners

    # -- owners --

    def _stated(self, at: int, value: int, owner: Thing | None, when: str) -> Iterator[Statement]:
        part, stated = self.parts[at], self.parts[value]
        assert stated.value is not None
        for attribute in part.attributes:
            things, is_sure = self._owners(at, value, attribute, owner)
            if things and part.kind == "verb" and self._is_of_another(things[0], attribute, stated.value):
                results = [*self._measured(value, stated.value, when)]
                yield from results
                if results:
                    return
            if things:
                is_same = part.kind == "attribute" or self._is_measured(things[0], attribute, stated.value)
                is_same = is_same and not self._counts_another(at, value, things[0].attributes[attribute].unit)
                is_same = is_same and self._is_had(at, value)
                when = when or self._changed(things[0], attribute) or self._denied(at)
                yield Statement(things, attribute, stated.value, (stated.start, stated.end), is_sure and is_same, when)
                return
        if part.word in self._wording.measure_verbs and stated.value.unit:
            yield from self._measured(value, stated.value, when)  # "It costs" is also the name of another's value.

    def _is_had(self, attribute: int, value: int) -> bool:
        """Return whether no other verb leads to a value before its name, as in "takes 2 wounds"."""
        if value > attribute or not value:
            return True
        before = self.parts[value - 1]
        if before.kind == "verb":
            return not {*before.attributes}.isdisjoint(self.parts[attribute].attributes)
        if before.word in self._wording.measure_verbs | self._wording.words("losses"):
            return False
        if not self._register.is_strict or before.kind != "word":
            return True
        # A target who "must mark 3 Stress" loses it; "a winch, which adds 3 dice" has them.
        actor = self.parts[value - 2] if value > 1 else before
        small = self._joining | self._wording.common | self._wording.ands
        return before.word in small or actor.kind == "thing" or actor.word in self._wording.words("relatives")

    def _is_of_another(self, thing: Thing, attribute: Key, value: Value) -> bool:
        """Return whether a value has the unit of another attribute than that of its verb."""
        return bool(value.unit) and thing.attributes[attribute].unit != value.unit and bool(thing.with_unit(value.unit))

    def _is_measured(self, thing: Thing, attribute: Key, value: Value) -> bool:
        """Return whether a value behind a verb has a unit, where the attribute has one."""
        unit = thing.attributes[attribute].unit
        # "Bought for 2 coins and sold for 4": an amount before it has the unit.
        is_told = any(part.value is not None and part.value.unit == unit for part in self.parts)
        return not unit or is_told or bool(value.unit) or value.kind == "dice"

    def _counts_another(self, attribute: int, at: int, unit: str) -> bool:
        """Return whether a noun behind a value is no unit, where its attribute has one: "buys 3 cubes of Wine"."""
        value, behind = self.parts[at].value, self.parts[at + 1 : at + 2]
        if not unit or value is None or value.unit or not behind or behind[0].kind != "word":
            return False
        word = behind[0].word
        small = self._joining | self._wording.common | self._wording.ands | self._wording.words("parts")
        is_of = at + 2 < len(self.parts) and self.parts[at + 2].word in self._wording.words("owners")
        return word not in small and (is_of or self.parts[attribute].word in self._wording.measure_verbs)

    def _changed(self, thing: Thing, attribute: Key) -> str:
        values = self._scene.changed.get(thing.key)
        return "changed" if values is not None and (not values or attribute in values) else ""

    def _denied(self, at: int) -> str:
        """A negation in the clause that a part stands in."""
        negations = self._wording.words("negations")
        first = next((index for index in range(at, -1, -1) if self.parts[index].word in (",", ";", ":")), 0)
        return next((part.word for part in self.parts[first:at] if part.word in negations), "")

    def _owners(self, at: int, value: int, attribute: Key, owner: Thing | None) -> tuple[tuple[Thing, ...], bool]:
        """Whose an attribute is, the likeliest first, and whether it can be nobody else's."""
        if owner is not None:
            return ((owner,), True) if attribute in owner.attributes else ((), False)
        if (tight := self._beside(at, attribute) or self._compared_before(at, attribute)) is not None:
            return (tight,), True
        if self._is_possessed(at) and (last := self._known_with(attribute)) is not None:
            return (last,), True  # "Its Fee of 6 is only topped by Eagle Pass."
        before = self._things(range(min(at, value) - 1, -1, -1), attribute)
        if before:
            return tuple(before), len(before) == 1 or self._is_alone_in_clause(at, attribute)
        # "With a Patience of 4 he loses 2 points."
        is_lead = self._first_pronoun == max(at, value) + 1 and self._is_named(at, value)
        has_pronoun = self._first_pronoun < max(at, value) or is_lead
        after = self._things(range(max(at, value) + 1, len(self.parts)), attribute)
        if after:
            return tuple(after), len(after) == 1
        if has_pronoun and (last := self._scene.last_with(attribute)) is not None:
            return (last,), self._is_alone(last, attribute) and not self._names_others(at, attribute)
        subject = self._scene.about
        if subject is not None and attribute in subject.attributes:
            others = [one for one in self._scene.recent if attribute in one.attributes]
            return (subject,), others[-1:] in ([], [subject])
        return (), False

    def _is_alone_in_clause(self, at: int, attribute: Key) -> bool:
        """Return whether the clause before a part names one thing with an attribute: "Unlike a punt, a barge has"."""
        first = self._start_of_clause(at - 1)
        named = self._things(range(at - 1, first - 1, -1), attribute)
        # In "and Eastholm, with a toll of 4" the clause before it consists of the name.
        return len(named) == 1 or (not named and first > 0 and self._has(first - 1, attribute))

    def _is_alone(self, thing: Thing, attribute: Key) -> bool:
        """Return whether the last two things with an attribute are one."""
        having = [one for one in self._scene.recent if attribute in one.attributes]
        return thing is self._scene.about or having[-1:] == [thing]

    def _beside(self, at: int, attribute: Key) -> Thing | None:
        """The thing right before an attribute, or before the bracket that it stands in."""
        before = at - 1
        while before >= 0 and self.parts[before].kind in ("genitive", "sign") and self.parts[before].word not in ";.":
            before -= 1
        if before >= 0 and self._has(before, attribute):
            return self.parts[before].things[0]
        if (opens := self._bracket(at)) is not None and opens and self._has(opens - 1, attribute):
            return self.parts[opens - 1].things[0]
        return None

    def _compared_before(self, at: int, attribute: Key) -> Thing | None:
        """The thing that something is compared with, right before what says more of it: "than an ox, whose Nerve"."""
        before = at - 1
        while before > 0 and (
            self.parts[before].word in self._wording.words("whose") or self.parts[before].word == ","
        ):
            before -= 1
        is_next = before >= 0 and self.parts[before].kind == "compared" and before < at - 1
        things = self.parts[before].things if is_next else ()
        return next((thing for thing in things if attribute in thing.attributes), None)

    def _known_with(self, attribute: Key) -> Thing | None:
        """The thing with an attribute that was named last before the sentence."""
        about = (self._scene.about,) if self._scene.about is not None else ()
        return next((thing for thing in (*reversed(self._known), *about) if attribute in thing.attributes), None)

    def _is_possessed(self, at: int) -> bool:
        """Return whether a pronoun stands right before an attribute: "its Fee"."""
        is_first = at and self.parts[at - 1].kind == "pronoun" and self.parts[at].kind == "attribute"
        return bool(is_first) and not any(part.kind == "thing" for part in self.parts[:at])

    def _names_others(self, at: int, attribute: Key) -> bool:
        """Return whether something without an attribute is named before it, which a pronoun may mean."""
        things = (thing for part in self.parts[:at] if part.kind == "thing" for thing in part.things)
        return any(attribute not in thing.attributes for thing in things)

    def _has(self, at: int, attribute: Key) -> bool:
        part = self.parts[at]
        return part.kind == "thing" and any(attribute in thing.attributes for thing in part.things)

    def _bracket(self, at: int) -> int | None:
        """Where the bracket opens that a part stands in."""
        for index in range(at - 1, -1, -1):
            if self.parts[index].word == ")":
                return None
            if self.parts[index].word == "(":
                return index
        return None

    def _things(self, order: range, attribute: Key) -> list[Thing]:
        """The different things of some parts that have an attribute, in this order."""
        things: list[Thing] = []
        for index in order:
            part = self.parts[index]
            if part.kind == "thing":
                things += [one for one in part.things if attribute in one.attributes and one not in things]
        return things

    # -- values with a unit --

    def _measured(self, at: int, value: Value, when: str) -> Iterator[Statement]:
        """A value whose unit says which attribute it is of, beside a thing."""
        for index, is_beside in self._neighbours(at):
            is_tight = is_beside and not self._is_place(index)
            for thing in self.parts[index].things:
                # "10 bars" are of the column "Bars", whatever a bar is worth.
                named = [one for key, one in thing.attributes.items() if key == (value.unit,)]
                attributes = named or thing.with_unit(value.unit) or self._convertible(thing, value.unit)
                if len(attributes) == 1:
                    part = self.parts[at]
                    when = when or self._changed(thing, attributes[0].key) or self._denied(at)
                    yield Statement((thing,), attributes[0].key, value, (part.start, part.end), is_tight, when)
                    return
        yield from self._of_subject(at, value, when)

    def _thrown(self, at: int, value: Value) -> Iterator[Statement]:
        """Dice right behind a thing that has dice in one of its attributes: "a Hook (1d6)"."""
        for index, is_beside in self._neighbours(at):
            for thing in (
                self.parts[index].things[:1] if is_beside and index < at and not self._register.is_strict else ()
            ):
                keys = [key for key, stated in thing.values.items() if any(one.value.kind == "dice" for one in stated)]
                if len(keys) == 1:
                    when = self._when(at) or self._changed(thing, keys[0]) or self._denied(at)
                    yield Statement((thing,), keys[0], value, (self.parts[at].start, self.parts[at].end), True, when)
                    self._used.add(at)
                    return
        yield from self._thrown_by_subject(at, value)

    def _thrown_by_subject(self, at: int, value: Value) -> Iterator[Statement]:
        """Yield the only dice of a sentence about the subject: "It strikes for 3d8"."""
        subject = self._scene.subject
        is_about = self._first_pronoun == 0 and not self._at("thing", "compared") and len(self._at("value")) == 1
        if subject is None or not is_about or self._known[-1:] not in ([], [subject]):
            return
        keys = [key for key, stated in subject.values.items() if any(one.value.kind == "dice" for one in stated)]
        if len(keys) == 1:
            when = self._when(at) or self._event() or self._changed(subject, keys[0]) or self._denied(at)
            yield Statement((subject,), keys[0], value, (self.parts[at].start, self.parts[at].end), True, when)

    def _of_subject(self, at: int, value: Value, when: str) -> Iterator[Statement]:
        """A value with a unit in a sentence that names no thing and speaks of the subject."""
        subject = self._scene.about if not self._is_of_it else next(reversed(self._known), self._scene.about)
        named = [thing for index in self._at("thing", "compared") for thing in self.parts[index].things]
        if subject is None or any(one.with_unit(value.unit) for one in named) or len(self._at("value")) > MAX_GAP:
            return
        attributes, part = subject.with_unit(value.unit), self.parts[at]
        if len(attributes) == 1 and self._is_of_subject(at, subject):
            place = part.start, part.end
            yield Statement(
                (subject,), attributes[0].key, value, place, True, when or self._changed(subject, attributes[0].key)
            )

    @property
    def _is_of_it(self) -> bool:
        """Return whether a pronoun begins the sentence: "It is the heaviest at 22 pounds"."""
        verbs = self._wording.words("equals") | self._wording.measure_verbs
        is_predicate = len(self.parts) > 1 and self.parts[1].word in verbs
        units = [value.unit for at in self._at("value") if (value := self.parts[at].value) is not None]
        return self._first_pronoun == 0 and is_predicate and len(set(units)) == len(units)

    def _is_of_subject(self, at: int, subject: Thing) -> bool:
        """Return whether a value is of the subject: "For 28 guilders you get a Pace of 7"."""
        if self._is_of_it or self._is_fragment(at):
            return True
        has_pronoun = self._first_pronoun < len(self.parts)
        is_named = any(key in subject.attributes for one in self.parts for key in one.attributes)
        lead = self.parts[at - 1].word if at == 1 else ""
        return lead in self._wording.words("at") and (is_named or has_pronoun)

    def _is_fragment(self, at: int) -> bool:
        """Return whether a value begins a remark without a verb, or ends one: "Four rooms, hardly looted."."""
        behind = self.parts[at + 1 : at + 2]
        is_end = not behind or behind[0].kind == "sign"
        before = [part for part in self.parts[:at] if part.word not in self._joining]
        lead = self.parts[at - 1].word if at else ""
        is_last = is_end and lead in self._wording.words("at") and all(one.kind in ("thing", "sign") for one in before)
        return len(self._at("value")) == 1 and ((is_end and not at) or is_last)

    def _convertible(self, thing: Thing, unit: str) -> Sequence[Attribute]:
        """The attributes of a thing whose unit another one is worth: crowns, where prices are in florins."""
        _, other = self._register.conversions.get(unit, (0, ""))
        return thing.with_unit(other) if other else ()

    def _is_place(self, at: int) -> bool:
        """Return whether a thing is where something happens: "sells them at Anselm for 21 coins"."""
        before = at - 1
        while before >= 0 and self.parts[before].word in self._wording.words("articles"):
            before -= 1
        return before > 0 and self.parts[before].word in self._wording.words("places")

    def _neighbours(self, at: int) -> Iterator[tuple[int, bool]]:
        """The things next to a value, without another value between, and whether only links are."""
        opens = self._bracket(at)
        if opens and self.parts[opens - 1].kind == "thing":
            yield opens - 1, True
            return
        if (first := self._first_of_list(at)) != at and self._has_thing_before(first):
            yield first - 1 - (self.parts[first - 1].kind == "sign"), True
            return
        kinds = [part.kind for part in self.parts]
        leads = next((kind for kind in kinds if kind in ("thing", "value")), "")
        ways = (range(at - 1, -1, -1), range(at + 1, len(self.parts)))
        for order in ways if leads == "thing" else reversed(ways):
            aside = self._asides(at)
            passed = aside | (self._used if leads == "thing" else set())
            index = next((one for one in order if kinds[one] in ("thing", "value") and one not in passed), None)
            if index is not None and kinds[index] == "thing":
                first, last = min(index, at), max(index, at)
                yield index, self._is_linked(first, last) or self._is_exchanged(first, last)

    def _asides(self, at: int) -> set[int]:
        """The parts in brackets in which another part does not stand."""
        inside: set[int] = set()
        opens = -1
        for index, part in enumerate(self.parts):
            if part.word == "(":
                opens = index
            elif part.word == ")" and opens >= 0:
                if not opens < at < index:
                    inside.update(range(opens, index + 1))
                opens = -1
        return inside

    def _first_of_list(self, at: int) -> int:
        """The first of the values that only commas part from one: "2 combs, 6 days"."""
        while at >= 2 and self.parts[at - 1].word == "," and self.parts[at - 2].kind == "value":
            at -= 2
        return at

    def _has_thing_before(self, at: int) -> bool:
        """Return whether a thing stands before a part, perhaps with a sign between."""
        before = [part for part in self.parts[max(0, at - 2) : at] if part.kind != "sign" or part.word not in ":,(–—"]
        return bool(before) and before[-1].kind == "thing"

    def _is_linked(self, first: int, last: int) -> bool:
        """Return whether only links, articles, verbs of measures and signs stand between two parts."""
        aside = self._asides(first)
        known = ("attribute", "pronoun")
        between = [
            part
            for at, part in enumerate(self.parts[first + 1 : last], first + 1)
            if at not in aside
            and at not in self._used
            and (part.kind not in known or self._used.isdisjoint(range(first, last)))
        ]
        if self.parts[first].kind == "value" and any(part.word == "," for part in between):
            return False  # In "begins with 14 crowns, Ada with 9" the comma parts them.
        return len(between) <= MAX_GAP and all(
            part.kind == "verb"
            or part.word in self._measuring
            or part.word in degrees_of(self._wording)
            or (part.kind == "sign" and part.word in _JOINTS)
            for part in between
        )

    def _is_exchanged(self, first: int, last: int) -> bool:
        """Return whether an amount pays for a thing, and for nothing else: "15 bits buy a Mud maul"."""
        exchanges = self._wording.words("exchanges")
        between, behind = self.parts[first + 1 : last], self.parts[last + 1 : last + 2]
        is_joined = all(part.word in self.small or part.word in exchanges for part in between)
        return len(between) <= MAX_GAP and is_joined and all(part.kind == "sign" for part in behind)

    # -- names as values --

    def names(self) -> Iterator[Statement]:
        """The names behind attributes whose values are names: "The first tool is a Reed knife"."""
        for at in self._at("attribute", "verb"):
            name = self._name_behind(at) or self._name_before(at)
            for attribute in self.parts[at].attributes if name is not None else ():
                things, is_sure = self._owners(at, at, attribute, None)
                if things and name is not None and self._has_name(things[0], attribute):
                    value, start, end = name
                    yield Statement(things, attribute, value, (start, end), is_sure, self._denied(at))
                    break

    def _has_name(self, thing: Thing, attribute: Key) -> bool:
        return any(stated.value.kind == "name" for stated in self._register.stated(thing, attribute))

    def _name_behind(self, at: int) -> tuple[Value, int, int] | None:
        """The capitalised words that a link leads to."""
        small = self._wording.words("links") | self._wording.words("articles") | self._wording.words("fillers")
        first = next((one for one, token in enumerate(self._tokens) if token.start >= self.parts[at].end), None)
        if first is None:
            return None
        last = first
        while last < len(self._tokens) and (self._tokens[last].word in small or self._tokens[last].stem == ":"):
            last += 1
        begin = last
        while last < len(self._tokens) and last - begin < MAX_NAME and self._goes_on(last, begin):
            last += 1
        if begin in (first, last) or not self._tokens[begin].is_capital:
            return None
        key = tuple(token.stem for token in self._tokens[begin:last])
        start, end = self._tokens[begin].start, self._tokens[last - 1].end
        return Value("name", text=" ".join(key)), start, end

    def _name_before(self, at: int) -> tuple[Value, int, int] | None:
        """The capitalised words before "as a", as in "has a Felt coat as her first tool"."""
        small = self._wording.words("articles") | self._wording.words("pronouns")
        last = next((one for one, token in enumerate(self._tokens) if token.start >= self.parts[at].start), 0)
        while last and self._tokens[last - 1].word in small:
            last -= 1
        last -= 1
        if last < 1 or self._tokens[last].word not in self._wording.words("as"):
            return None
        for begin in range(last - 1, max(0, last - 1 - MAX_NAME), -1):
            if self._tokens[begin].is_capital and self._tokens[begin - 1].word in self.small:
                key = tuple(token.stem for token in self._tokens[begin:last])
                value = Value("name", text=" ".join(key))
                return value, self._tokens[begin].start, self._tokens[last - 1].end
        return None

    def _goes_on(self, at: int, begin: int) -> bool:
        token = self._tokens[at]
        return token.kind == "word" and (at == begin or token.word not in self._wording.common)

    # -- values without anything --

    def bare(self) -> Iterator[Bare]:
        """The values right behind things that nothing else belongs to."""
        for at in self._at("thing"):
            index = at + 1
            while index < len(self.parts) and self._leads_to_value(index):
                index += 1
            is_value = index < len(self.parts) and self.parts[index].kind == "value" and index not in self._used
            ends = index + 1 >= len(self.parts) or self.parts[index + 1].kind == "sign"
            ends = ends or self.parts[index + 1].word in self._wording.ands
            if is_value and ends and (value := self.parts[index].value) is not None and not value.unit:
                part = self.parts[index]
                yield Bare(self.parts[at].things, value, part.start, part.end)

    def _leads_to_value(self, at: int) -> bool:
        """Return whether a part may stand between a thing and its bare value."""
        part = self.parts[at]
        is_link = part.word in self._wording.words("links") - self._wording.words("places")
        return is_link or part.kind == "genitive" or part.word in (":", "(", "–", "—") or part.word in self._fillers

    @property
    def lone_thing(self) -> Thing | None:
        """The thing that the sentence consists of."""
        named = [part for part in self.parts if part.kind != "sign"]
        return named[0].things[0] if len(named) == 1 and named[0].kind == "thing" else None

    def close(self) -> None:
        """Tell the scene which things change, and which are listed."""
        self._scene.listed = frozenset(self._listed())
        if self._event() and self._at("value"):
            names = {key for part in self.parts if part.kind in ("attribute", "verb") for key in part.attributes}
            units = {part.value.unit for part in self.parts if part.value is not None and part.value.unit}
            for thing in {thing for part in self.parts for thing in part.things if part.kind == "thing"}:
                named = names | {one.key for unit in units for one in thing.with_unit(unit)}
                values = self._scene.changed.setdefault(thing.key, {*named})
                values.update(named if values else ())
                if not named:
                    values.clear()
