"""Facts within one page: a count above its table, and a column that follows a rule beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from rulebook_core.findings import Finding, Place
from rulebook_core.late import late
from rulebook_rules.book import Page
from rulebook_rules.facts.findings import different
from rulebook_rules.facts.reading.lexicon import key_of
from rulebook_rules.facts.reading.tokens import sentences_of
from rulebook_rules.facts.reading.wording import Wording, wording_of
from rulebook_rules.facts.things.sheets import is_name, sheet_of_table, transposed
from rulebook_rules.facts.wholes.counts import counts_in
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.kinds import MIN_MEMBERS, Kind, lexicon_of
from rulebook_rules.facts.wholes.texts import Sentence, sentences_of_block
from rulebook_syntax.document import Block, Document, Table
from rulebook_text.lexing.word_tokens import WORD_OR_NUMBER, lowered_words

if TYPE_CHECKING:
    from rulebook_rules.facts.wholes.rates import Rate
    from rulebook_rules.facts.wholes.shared import Part

# Most pages have no sentence for them.
Differences = Callable[..., Iterator[Difference]]
column_wholes_in: Differences = late("rulebook_rules.facts.wholes.column_wholes", "column_wholes_in")
columns_of: Callable[..., Any] = late("rulebook_rules.facts.wholes.column_wholes", "columns_of")
remainders_in: Differences = late("rulebook_rules.facts.wholes.changes", "remainders_in")
calculated_in: Differences = late("rulebook_rules.facts.wholes.calculated", "calculated_in")
lists_in: Differences = late("rulebook_rules.facts.wholes.calculated", "lists_in")
columns_by_rule: Differences = late("rulebook_rules.facts.wholes.columns", "columns_by_rule")
columns_by_worth: Differences = late("rulebook_rules.facts.wholes.columns", "columns_by_worth")
rate_in: Callable[..., Rate | None] = late("rulebook_rules.facts.wholes.rates", "rate_in")
example_joints: Callable[[Wording], frozenset[str]] = late("rulebook_rules.facts.wholes.rates", "example_joints")
examples_behind: Callable[..., Sentence] = late("rulebook_rules.facts.wholes.rates", "examples_behind")
parts_in: Callable[..., Iterator[Part]] = late("rulebook_rules.facts.wholes.shared", "parts_in")
shared_in: Differences = late("rulebook_rules.facts.wholes.shared", "shared_in")
rated_in: Differences = late("rulebook_rules.facts.wholes.rates", "rated_in")
rolls_in: Differences = late("rulebook_rules.facts.wholes.worked", "rolls_in")
rows_by_section: Callable[..., Mapping[int, Any]] = late("rulebook_rules.facts.wholes.row_chances", "rows_by_section")
row_chances_in: Differences = late("rulebook_rules.facts.wholes.row_chances", "row_chances_in")
left_over_in: Differences = late("rulebook_rules.facts.wholes.left_over", "left_over_in")
counts_of_lists: Differences = late("rulebook_rules.facts.wholes.headed", "counts_of_lists")
partitions_in: Differences = late("rulebook_rules.facts.wholes.headed", "partitions_in")
rests_in: Differences = late("rulebook_rules.facts.wholes.workings", "rests_in")
totals_in: Differences = late("rulebook_rules.facts.wholes.workings", "totals_in")
may_have_rest: Callable[[str, Wording], bool] = late("rulebook_rules.facts.wholes.workings", "may_have_rest")
asides_in: Differences = late("rulebook_rules.facts.wholes.worked", "asides_in")
sums_in: Differences = late("rulebook_rules.facts.wholes.sums", "sums_in")
differences_in: Differences = late("rulebook_rules.facts.wholes.sums", "differences_in")


def check(page: Page) -> Iterator[Finding]:
    """Compare the counts and the rules of each section with its tables."""
    document, wording = page.document, wording_of(page.document.source.text)
    yield from map(different, _calculations(document, wording))
    yield from (different(one) for one in counts_of_lists(document, wording) if one.is_wrong)
    if not wording.words("remainders").isdisjoint(lowered_words(document.prose.text)):
        yield from (different(one) for one in left_over_in(document, wording) if one.is_wrong)
    if not document.prose.tables:
        return
    nouns, tables = _kinds(document, wording), defaultdict[int, list[Table]](list)
    for table in document.prose.tables:
        tables[table.section].append(table)
    yield from (different(one) for one in _chances(document, wording) if one.is_wrong)
    for block in document.prose.blocks:
        if block.section in tables and block.kind not in ("code", "cell", "heading"):
            results = [*_of_block(document, block, nouns.get(block.section, ()), wording)]
            results += _of_columns(document, block, tables[block.section], wording)
            yield from (different(one) for one in results if one.is_wrong)


def _chances(document: Document, wording: Wording) -> Iterator[Difference]:
    """Compare the chances that sentences give what a random table of their section brings."""
    joints = wording.words("odds")
    blocks = [
        block
        for block in document.prose.blocks
        if block.kind not in ("code", "cell", "heading")
        and (
            "%" in block.text.text
            or (wording.has_number(block.text.text) and not joints.isdisjoint(lowered_words(block.text.text)))
        )
    ]
    rows = rows_by_section(document, wording) if blocks else {}
    for block in blocks:
        if block.section in rows:
            for sentence in sentences_of_block(document, block, wording):
                yield from row_chances_in(sentence, rows[block.section], wording)


def _of_columns(document: Document, block: Block, tables: Sequence[Table], wording: Wording) -> Iterator[Difference]:
    """Compare the sums and averages that a block states with the columns of its section."""
    text = block.text.text
    if wording.has_number(text):
        yield from columns_by_worth(document, tables, [*sentences_of_block(document, block, wording)], wording)
    if wording.mean.search(text) is not None or not wording.words("together").isdisjoint(text.lower().split()):
        columns = columns_of(document, tables, wording)
        for sentence in sentences_of_block(document, block, wording):
            yield from column_wholes_in(sentence, columns, wording)


def _calculations(document: Document, wording: Wording) -> Iterator[Difference]:
    """The wrong results of calculations in words, and of what is left after a loss."""
    words = wording.words("losses") | wording.words("remainders") | wording.words("makes")
    words |= wording.words("adding") | wording.words("leaving") | wording.words("results")
    words |= wording.words("each") | wording.words("so") | wording.words("together") | wording.words("than")

    def may_state(block: Block) -> bool:
        text = block.text.text
        if block.kind in ("code", "cell", "heading") or not wording.has_number(text):
            return False
        if ":" in text and wording.count_numbers(WORD_OR_NUMBER.findall(text.lower())) > 2:
            return True
        if text.count(",") > 1 and wording.equal.search(text) is not None:
            return True
        if wording.any_share.search(text) is not None:
            return True
        is_sum = "=" in text or ("(" in text and "+" in text)
        return is_sum or wording.signs.search(text) is not None or not words.isdisjoint(lowered_words(text))

    for _, blocks in groupby(document.prose.blocks, attrgetter("section")):
        stating = [*filter(may_state, blocks)]
        yield from _of_section(document, _worth_reading(stating, wording), wording)


def _worth_reading(blocks: Sequence[Block], wording: Wording) -> list[Block]:
    """Return the blocks of a section that may have a result, and those with the rates that one may be an example of."""
    has_result = [
        _may_have_result(_with_short_code(block), wording) or may_have_rest(block.text.text, wording)
        for block in blocks
    ]
    if not any(has_result):
        return []
    each = wording.words("each")
    shares = wording.any_share
    has_rate = (
        not each.isdisjoint(lowered_words(block.text.text)) or shares.search(block.text.text) is not None
        for block in blocks
    )
    return [block for block, *reasons in zip(blocks, has_result, has_rate, strict=True) if any(reasons)]


def _with_short_code(block: Block) -> str:
    """Return the text of a block in which code is one number: dice have many, and no calculation needs these."""
    text, ends = block.text.text, [0, *(code.end for code in block.code)]
    starts = [*(code.start for code in block.code), len(text)]
    return "0".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def _may_have_result(text: str, wording: Wording) -> bool:
    """Return whether a sentence of a text has three numbers, as a sum has, or two, one of which a rate gives."""
    joints = example_joints(wording) | wording.words("each") | wording.words("owners") | wording.measure_verbs
    for start, end in sentences_of(text):
        words = WORD_OR_NUMBER.findall(text[start:end].lower())
        count = wording.count_numbers(words)
        if count > 2 or (count > 1 and not joints.isdisjoint(words)):
            return True
    return False


def _of_section(document: Document, blocks: Sequence[Block], wording: Wording) -> Iterator[Difference]:
    """The wrong results in the blocks of one section."""
    rates, parts = list["Rate"](), list["Part"]()
    for block in blocks:
        sentences = [*sentences_of_block(document, block, wording)]
        if may_have_rest(block.text.text, wording):
            worked = (*rests_in(sentences, wording), *totals_in(sentences, wording))
            yield from (one for one in worked if one.is_wrong)
        for sentence in sentences:
            results = [*remainders_in(sentence, wording), *sums_in(sentence, wording)]
            results += differences_in(sentence, wording)
            results += (*rolls_in(sentence, wording), *calculated_in(sentence, wording), *lists_in(sentence, wording))
            results += (*asides_in(sentence, wording), *partitions_in(sentence, wording))
            if (rate := rate_in(sentence, wording)) is not None:
                rates.append(rate)
                sentence = examples_behind(sentence, wording)
            if rates:
                results += rated_in(sentence, rates, wording)
            parts += parts_in(sentence, wording)
            if parts:
                results += shared_in(sentence, parts, wording)
            yield from (one for one in results if one.is_wrong)


def _of_block(document: Document, block: Block, kinds: Sequence[Kind], wording: Wording) -> Iterator[Difference]:
    """Compare a block with the tables of its section, if it may speak of them."""
    text = block.text.text
    if wording.any_share.search(text) is not None or not wording.words("each").isdisjoint(text.lower().split()):
        sentences = [*sentences_of_block(document, block, wording)]
        yield from columns_by_rule(document, sentences, wording)
    folded = text.casefold()
    if named := [kind for kind in kinds if kind.key[0] in folded]:
        nouns = lexicon_of(named)
        for sentence in sentences_of_block(document, block, wording):
            yield from counts_in(sentence, nouns, wording, frozenset(kind.noun for kind in named), max_gap=0)


def _kinds(document: Document, wording: Wording) -> Mapping[int, Sequence[Kind]]:
    """The nouns of the tables of sections that have one table, with what they count."""
    tables: dict[int, list[Table]] = defaultdict(list)
    for table in document.prose.tables:
        tables[table.section].append(table)
    return {section: [*_kinds_of(document, own[0], wording)] for section, own in tables.items() if len(own) == 1}


def _kinds_of(document: Document, table: Table, wording: Wording) -> Iterator[Kind]:
    """Yield what a table has of: the nouns at the heads of its names and titles, or that of its heading."""
    sheet = sheet_of_table(document, table)
    if sheet is not None and not sheet.noun:
        sheet = transposed(sheet)
    rows = [row.name for row in sheet.rows] if sheet is not None else []
    is_whole = sheet is not None and len(rows) == (len(table.rows) if sheet.noun else len(table.header) - 1)
    title = document.headings[table.section].title if table.section >= 0 else ""
    if sheet is not None and is_whole:
        for noun in (sheet.noun, title.split()[-1] if title.split() else ""):
            if (kind := _kind(document, table, noun, rows, wording)) is not None:
                yield kind
    elif len(table.header) == 2 and all(len(row) == 2 and is_name(row[1].text) for row in table.rows):
        names = [row[1].text for row in table.rows]
        if (kind := _kind(document, table, table.header[1].text, names, wording)) is not None:
            yield kind


def _kind(document: Document, table: Table, noun: str, names: Sequence[str], wording: Wording) -> Kind | None:
    key = key_of(noun, wording)
    by_key = {key_of(name, wording): name for name in names}
    if len(key) != 1 or len(by_key) < max(MIN_MEMBERS, len(names)):
        return None
    return Kind(noun, key, by_key, Place(document.source, table.span), is_proper=False)
