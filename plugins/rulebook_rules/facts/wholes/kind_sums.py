"""Sums over all things of a declared kind: "all seven wrecks together hold 41 rooms and a haul of 430 marks"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rulebook_core.findings import Place
from rulebook_rules.facts.model import Key
from rulebook_rules.facts.reading.lexicon import key_of
from rulebook_rules.facts.reading.tokens import Token
from rulebook_rules.facts.reading.values import cell_value, head_of
from rulebook_rules.facts.things.register import Register
from rulebook_rules.facts.things.sheets import Sheet
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.texts import Sentence
from rulebook_text.lexing.forms import like

MIN_ROWS = 3


def sums_of_kinds(sentence: Sentence, register: Register) -> Iterator[Difference]:
    """The sums that a sentence states of all things of a kind, right or wrong."""
    tokens, wording = sentence.tokens, register.wording
    together = next((at for at, token in enumerate(tokens) if token.word in wording.words("together")), None)
    if together is None or sentence.has_event(register.events) or [*register.names.mentions_in(tokens)]:
        return
    sheet = _sheet(tokens, register)
    if sheet is None:
        return
    for at in sentence.numbers():
        if at + 1 < len(tokens) and tokens[at + 1].stem == key_of(sheet.noun, wording)[-1]:
            continue  # "All seven wrecks"
        columns = [*_columns(sheet, tokens, at, register)]
        sums = {head: _sum(sheet, head, register) for head in columns}
        token, totals = tokens[at], [total for total in sums.values() if total is not None]
        if len(totals) != 1 or token.value is None or not sentence.is_exact([at], wording):
            continue
        (total, place) = totals[0]
        if total.denominator == 1:
            shown, is_wrong = like(int(total), sentence.text_of(token)), token.value.amount != total
            yield Difference(sentence.place(token), f"the sum of `{columns[0]}`", str(total), place, is_wrong, shown)


def _sheet(tokens: Sequence[Token], register: Register) -> Sheet | None:
    """Return the one kind whose noun a sentence has, with as many things as it counts."""
    sheets = [one for one in register.sheets if one.is_declared and one.is_whole and len(one.rows) >= MIN_ROWS]
    nouns_at = [(one, at) for one in sheets for at in _nouns(tokens, one, register)]
    if len(nouns_at) != 1:
        return None
    (sheet, at) = nouns_at[0]
    value = tokens[at - 1].value if at else None
    return sheet if value is None or value.amount == len(sheet.rows) else None


def _nouns(tokens: Sequence[Token], sheet: Sheet, register: Register) -> Iterator[int]:
    noun = key_of(sheet.noun, register.wording)
    return (at for at, token in enumerate(tokens) if len(noun) == 1 and token.stem == noun[0])


def _columns(sheet: Sheet, tokens: Sequence[Token], at: int, register: Register) -> Iterator[str]:
    """Yield the heads that a number is of: "41 rooms", "a haul of 430 marks"."""
    wording = register.wording
    behind = tokens[at + 1].stem if at + 1 < len(tokens) else ""
    before = tokens[at - 2].stem if at > 1 and tokens[at - 1].word in wording.words("owners") else ""
    keys: dict[str, Key] = {head: head_of(head, wording).key for head in sheet.attributes}
    named = [head for head, key in keys.items() if {before, behind} & {*key}]
    units = [head for head in keys if key_of(sheet.units.get(head, ""), wording)[-1:] == (behind,)]
    yield from named or (units if len(units) == 1 else ())


def _sum(sheet: Sheet, head: str, register: Register) -> tuple[Fraction, Place | None] | None:
    """Return what a column comes to; None where a row has no number."""
    at = sheet.attributes.index(head)
    cells = [row.cells[at] for row in sheet.rows]
    values = [cell_value(cell.text, register.wording) for cell in cells if cell is not None]
    if len(values) != len(sheet.rows) or any(value is None or value.kind != "number" for value in values):
        return None
    total = sum((value.amount for value in values if value is not None), Fraction(0))
    return total, next((cell.place for cell in cells if cell is not None), None)
