"""Proposals for the game of a whole book, tried on it before anybody sees them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from rulebook_core.findings import Finding, Place
from rulebook_core.source import Source
from rulebook_proof.analysis import Report
from rulebook_proof.learning.book.constants import constants_in
from rulebook_proof.learning.book.dice import dice_in
from rulebook_proof.learning.book.formulas import formulas_in
from rulebook_proof.learning.book.model import Learned, Text
from rulebook_proof.learning.book.names import names_in
from rulebook_proof.learning.book.ranges import ranges_of_values, titles_in
from rulebook_proof.learning.book.stated import names_in_formulas, stated_formulas_in
from rulebook_proof.learning.book.things import tables_of_things
from rulebook_proof.learning.book.totals import totals_of_values
from rulebook_proof.learning.book.trials import Bench
from rulebook_proof.proof.ledger import Number
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.facts.authority.people import values_of_people
from rulebook_rules.facts.check import compare
from rulebook_rules.facts.reading.lexicon import Lexicon, key_of
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.values import cell_value, head_of
from rulebook_rules.facts.reading.wording import Wording, wording_of
from rulebook_rules.facts.things.sheets import sheet_of_table
from rulebook_rules.facts.wholes.texts import sentences_in
from rulebook_rules.settings.games import NO_SYSTEM
from rulesmod.plain_dice import SYSTEM as PLAIN
from rulesmod.records import record
from rulesmod.system import System

SECTIONS = ("dice", "facts", "values", "names", "ranges", "constraints")
END = Token("sign", 0, 0)
MIN_LABELS = 2
"""Values of a sentence, and sentences with a value, that make a word the name of one."""
MAX_TRIES = 5
"""The limit of runs over the book; what the last one objects to is not proposed at all."""
MIN_CONFIRMED = 4
"""Numbers that a proposal must guard for each one that it objects to."""


_PART = "whole: no"
"""The part of a table's line that not all things of its kind have."""
_OF_A_KIND = re.compile(r"the number of names in `|is not a name of `")
"""Findings that a table cannot have that is not whole."""


@record
class Proposed:
    """The proposals for the game of a book.

    Attributes:
        learned: the proposals, section by section.
        text: of the file with them.
        before, after: the numbers of its pages without them and with them.
        findings: what is found with them and was not found before.
    """

    learned: tuple[Learned, ...]
    text: str
    before: tuple[Number, ...]
    after: tuple[Number, ...]
    findings: tuple[Finding, ...]


def propose_rules(book: Book, system: System | None, base: str, path: Path, *, is_clean: bool = False) -> Proposed:
    """Propose what would have the numbers of a book compared.

    Args:
        book: the book.
        system: the game that the proposals are for; None where the book has none yet.
        base: the text of its `rules.yml`, or of a new one.
        path: of that file.
        is_clean: whether to drop each proposal with a finding, however much else agrees with it.
    """
    pages = [
        page
        for page in book.pages
        if page.system is system and page.reported and page.document.meta.get("system") != NO_SYSTEM
    ]
    changed = learned = [*_learned({*compare(BookIndex(book)).guarded}, pages, system)]
    bench = Bench(book, pages, path)
    start = last = bench.before(base, learned)
    before = tuple(bench.numbers(start))
    for left in range(MAX_TRIES if learned else 0, 0, -1):
        made = with_learned(base, learned)
        result = bench.run(made, changed, last)
        if isinstance(result, Report):
            changed, last = [], result
            findings = _new(start, result)
            if parts := [one for one in learned if _is_part(one, findings)]:
                learned = [_as_part(one) if one in parts else one for one in learned]
                changed = parts
                continue
            blamed = _blamed(learned, findings, is_clean=is_clean)
            if not blamed:
                return Proposed(tuple(learned), made, before, tuple(bench.numbers(result)), tuple(findings))
        else:
            blamed = _at_fault(made, learned, result)
        # The last run is left to the tables, which have the most evidence.
        left_out = [one for one in learned if one in blamed or (left <= 2 and one.section != "facts")]
        learned = [one for one in learned if one not in left_out]
        changed = [*changed, *left_out]
    return Proposed((), base, before, before, ())


# -- proposals --


def _learned(compared: Collection[Place], pages: Sequence[Page], system: System | None) -> Iterator[Learned]:
    """All proposals for the pages of a game, without names that it has.

    Args:
        compared: the places that are compared with an authority already.
        pages: of the game.
        system: the game, if there is one.
    """
    texts: dict[Wording, list[Page]] = defaultdict(list)
    for page in pages:
        texts[wording_of(page.document.source.text)].append(page)
    known = {*_names_of(system)}
    for wording, own in texts.items():
        for learned in _of_text(Text(tuple(own), wording), compared):
            if learned.section == "dice" and system is not None and system.notation is not PLAIN.notation:
                continue
            name = learned.section, learned.name.casefold()
            if name not in known:
                known.add(name)
                yield learned


def _names_of(system: System | None) -> Iterator[tuple[str, str]]:
    """The names of a game by their sections."""
    if system is not None:
        yield from (("values", name.casefold()) for value in system.quantities for name in (value.name, *value.also))
        yield from (("names", one.name.casefold()) for one in system.vocabularies)
        yield from (("ranges", one.name.casefold()) for one in system.bands)
        yield from (("facts", one.name.casefold()) for one in system.facts)


def _of_text(text: Text, compared: Collection[Place]) -> Iterator[Learned]:
    things = [*tables_of_things(text, compared)]
    yield from things
    lexicon, examples = _examples(text)
    formulas = [*formulas_in(text, lexicon, examples)]
    derived = {one.name for one in formulas}
    formulas += [one for one in stated_formulas_in(text, examples) if one.name not in derived]
    derived = {one.name for one in formulas}
    ranges = [one for one in ranges_of_values(text, lexicon, examples) if one.name not in derived]
    ranged = {one.name for one in ranges}
    needed = {
        name: formula
        for formula in formulas
        for name in lexicon.all()
        if name not in derived | ranged and any(_has_word(name, line) for line in formula.lines)
    }
    yield from ranges
    for name, formula in needed.items():
        yield Learned("values", name, (f"{name}: 0 or more",), formula.place, f"{formula.name} follows from it")
    yield from formulas
    yield from totals_of_values(text, [one.name for one in ranges], examples)
    names = {key_of(name, text.wording) for one in things for name in one.also}
    yield from constants_in(text, names | {key_of(name, text.wording) for name in lexicon.all()})
    yield from names_in(text)
    yield from titles_in(text)
    yield from dice_in(text)


def _has_word(name: str, line: str) -> bool:
    """Return whether a line has a name and not only the beginning of another one."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) is not None


def _examples(text: Text) -> tuple[Lexicon[str], Sequence[Mapping[str, Fraction]]]:
    """The names of values, and the values of everybody and everything that has several of them."""
    names = [*_names_of_values(text)]
    lexicon: Lexicon[str] = Lexicon()
    for name in names:
        lexicon.add(key_of(name, text.wording), name)
    examples: list[dict[str, Fraction]] = []
    for page in text.pages if names else ():
        by_name: dict[str, dict[str, Fraction]] = defaultdict(dict)
        for own in values_of_people(page.document, lexicon, text.wording):
            by_name[own.name].setdefault(own.attribute, own.value.amount)
        examples += by_name.values()
    return lexicon, examples


def _names_of_values(text: Text) -> Iterator[str]:
    """Heads of columns with numbers, and names in the formulas that sentences state."""
    names: Counter[str] = Counter(names_in_formulas(text))
    for page in text.pages:
        names.update(_heads(page, text.wording))
    names.update(_labels(text))
    seen: set[tuple[str, ...]] = set()
    for name, _ in names.most_common():
        key = key_of(name, text.wording)
        if key and key not in seen:
            seen.add(key)
            yield name


def _labels(text: Text) -> Iterator[str]:
    """The words with a capital that a number follows in several sentences, each beside others: "Grace 4, Faith 1"."""
    counts: Counter[str] = Counter()
    for page in text.pages:
        for sentence in sentences_in(page.document, text.wording, is_numbered=True):
            tokens = (*sentence.tokens, END)
            labels = {
                sentence.text_of(one)
                for one, value, behind in zip(tokens, tokens[1:], tokens[2:], strict=False)
                if one.is_capital and value.kind == "number" and not value.is_word
                if behind.kind != "word" or behind.word in text.wording.ands | text.wording.common
            }
            counts.update(labels if len(labels) >= MIN_LABELS else ())
    yield from (name for name, count in counts.items() if count >= MIN_LABELS and name.isalpha())


def _heads(page: Page, wording: Wording) -> Iterator[str]:
    for table in page.document.prose.tables:
        sheet = sheet_of_table(page.document, table)
        if sheet is None:
            continue
        for at, head in enumerate(sheet.attributes):
            cells = [row.cells[at] for row in sheet.rows]
            values = [cell_value(cell.text, wording) for cell in cells if cell is not None]
            numbers = [value for value in values if value is not None and value.kind == "number"]
            if len(numbers) >= 2 and 2 * len(numbers) > len(cells) and head[:1].isupper():
                yield head_of(head, wording).name


# -- the file --


def with_learned(text: str, learned: Iterable[Learned]) -> str:
    """The text of a `rules.yml` with proposals in their sections and their reasons."""
    by_section: dict[str, list[Learned]] = defaultdict(list)
    for one in learned:
        by_section[one.section].append(one)
    lines = text.rstrip("\n").split("\n")
    for section in SECTIONS:
        if not by_section[section]:
            continue
        block = [
            line
            for one in by_section[section]
            for line in (f"  # {one.place.where_line}: {one.reason}", *(f"  {line}" for line in one.lines))
        ]
        at = next((index for index, line in enumerate(lines) if line.split("#")[0].rstrip() == f"{section}:"), None)
        if at is None:
            lines += ["", f"{section}:", *block]
        else:
            lines[at + 1 : at + 1] = block
    return "\n".join(lines) + "\n"


def _new(before: Report, after: Report) -> list[Finding]:
    known = {(one.rule, one.place.source.path, one.place.span) for one in before.findings}
    return [one for one in after.findings if (one.rule, one.place.source.path, one.place.span) not in known]


def _blamed(learned: Sequence[Learned], findings: Sequence[Finding], *, is_clean: bool) -> set[Learned]:
    """The proposals that more is found with than their evidence allows."""
    counts: Counter[Learned] = Counter()
    for finding in findings:
        texts = (finding.message, *(place.message for place in finding.details.related))
        places = _places(finding)
        for one in learned:
            is_there = any(place.source is one.place.source and place.span.meets(one.place.span) for place in places)
            if is_there or any(one.name in text for text in texts):
                counts[one] += 1
    if findings and not counts:
        # Nothing names the one at fault.
        return {one for one in learned if one.section == "values"} or ({*learned} if is_clean else set())
    return {
        one
        for one, count in counts.items()
        if is_clean or one.section != "facts" or count * MIN_CONFIRMED > len(one.also)
    }


def _is_part(one: Learned, findings: Iterable[Finding]) -> bool:
    """Return whether the book has more things of a kind than a proposed table."""
    if one.section != "facts" or _PART in one.lines[0]:
        return False
    return any(
        _OF_A_KIND.search(finding.message)
        and any(place.source is one.place.source and place.span.meets(one.place.span) for place in _places(finding))
        for finding in findings
    )


def _places(finding: Finding) -> Sequence[Place]:
    return (finding.place, *finding.details.related)


def _as_part(one: Learned) -> Learned:
    """Return the proposal of a table that has not all things of its kind."""
    name, _, address = one.lines[0].partition(": ")
    inner = address[1:-1] if address.startswith("{") else f"table: {address}"
    return replace(one, lines=(f"{name}: {{{inner}, {_PART}}}",))


def _at_fault(text: str, learned: Sequence[Learned], findings: Sequence[Finding]) -> set[Learned]:
    """The proposals that a file is refused for: those whose lines findings lie in, and else the last one."""
    source = Source("", text)
    written = dict(enumerate(map(str.strip, text.split("\n")), 1))
    faulty = {written.get(source.position(finding.place.span.start).line) for finding in findings}
    blamed = {one for one in learned if not faulty.isdisjoint(map(str.strip, one.lines))}
    return blamed or {*learned[-1:]}
