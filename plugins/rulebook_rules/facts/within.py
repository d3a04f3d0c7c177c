"""Facts within one page: a count above its table, and a column that follows a rule beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from rulebook_core.findings import Finding, Place
from rulebook_rules.book import Page
from rulebook_rules.facts.findings import different
from rulebook_rules.facts.reading.lexicon import key_of
from rulebook_rules.facts.reading.wording import Wording, wording_of
from rulebook_rules.facts.things.sheets import sheet_of_table
from rulebook_rules.facts.wholes.changes import remainders_in
from rulebook_rules.facts.wholes.columns import columns_by_rule
from rulebook_rules.facts.wholes.counts import counts_in
from rulebook_rules.facts.wholes.differences import Difference
from rulebook_rules.facts.wholes.kinds import MIN_MEMBERS, Kind, lexicon_of
from rulebook_rules.facts.wholes.sums import sums_in
from rulebook_rules.facts.wholes.texts import sentences_of_block
from rulebook_syntax.document import Block, Document, Table


def check(page: Page) -> Iterator[Finding]:
    """Compare the counts and the rules of each section with its tables."""
    document = page.document
    yield from map(different, _calculations(document))
    if not document.prose.tables:
        return
    wording = wording_of(document.source.text)
    nouns, sections = _kinds(document, wording), {table.section for table in document.prose.tables}
    for block in document.prose.blocks:
        if block.section in sections and block.kind not in ("code", "cell", "heading"):
            for difference in _of_block(document, block, nouns.get(block.section), wording):
                if difference.is_wrong:
                    yield different(difference)


def _calculations(document: Document) -> Iterator[Difference]:
    """The wrong results of calculations in words, and of what is left after a loss."""
    wording = wording_of(document.source.text)
    words = wording.words("losses") | wording.words("makes") | {"="}
    for block in document.prose.blocks:
        text = block.text.text
        if block.kind in ("code", "cell", "heading"):
            continue
        if wording.signs.search(text) or not words.isdisjoint(text.split()):
            for sentence in sentences_of_block(document, block, wording):
                results = (*remainders_in(sentence, wording), *sums_in(sentence, wording))
                yield from (one for one in results if one.is_wrong)


def _of_block(document: Document, block: Block, kind: Kind | None, wording: Wording) -> Iterator[Difference]:
    """Compare a block with the tables of its section, if it may speak of them."""
    text = block.text.text
    if wording.any_share.search(text) is not None:
        sentences = [*sentences_of_block(document, block, wording)]
        yield from columns_by_rule(document, sentences, wording)
    if kind is not None and kind.key[0] in text.casefold():
        nouns = lexicon_of([kind])
        for sentence in sentences_of_block(document, block, wording):
            yield from counts_in(sentence, nouns, wording, frozenset((kind.noun,)))


def _kinds(document: Document, wording: Wording) -> Mapping[int, Kind]:
    """The nouns at the heads of tables with the rows below them, where a section has one table."""
    tables: dict[int, list[Table]] = defaultdict(list)
    for table in document.prose.tables:
        tables[table.section].append(table)
    kinds = {}
    for section, own in tables.items():
        sheet = sheet_of_table(document, own[0]) if len(own) == 1 and len(own[0].rows) >= MIN_MEMBERS else None
        key = key_of(sheet.noun, wording) if sheet is not None else ()
        if sheet is not None and len(key) == 1 and len(sheet.rows) == len(own[0].rows):
            names = {key_of(row.name, wording): row.name for row in sheet.rows}
            kinds[section] = Kind(sheet.noun, key, names, Place(document.source, own[0].span), is_proper=False)
    return kinds
