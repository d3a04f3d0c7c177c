"""Compare a source with its re-read conversion, and locate each loss.

Each kind of thing has an inventory: links, rows, comments and so on. Behind them, all words and signs of the text are
compared, so that nothing is lost without a line, whatever kind of thing it belonged to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, islice, zip_longest
from typing import NamedTuple

from rulebook_core.findings import Role
from rulebook_core.source import Span
from rulebook_core.source_map import MappedText
from rulebook_core.spans import Stretches
from rulebook_proof.analysis import Report
from rulebook_rules.book import Page
from rulebook_syntax.document import Document

Inventory = Iterator[tuple[str, Span]]
"""Everything of a kind that a document has: what it is called, and its place."""

_TOKEN = re.compile(r"\w+|[^\w\s]")
_ITEM = re.compile(r"(?<![^\s>:%])(?:[-*+.•]+|\w+[.)]|<[\d.]+>)[ \t]")
"""The mark of a list item in any dialect."""


class Loss(NamedTuple):
    """Something that is in the original and not in the result, or the other way round.

    Attributes:
        at: line and column in the original, where it has a place there.
        span: that place.
    """

    kind: str
    what: str
    is_new: bool = False
    at: str = ""
    span: Span | None = None

    def __str__(self) -> str:
        said = f"{'not in the original' if self.is_new else 'not carried over'}: {self.kind} `{self.what}`"
        return f"{self.at}: {said}" if self.at else said


def losses(original: Page, result: Page, report: Report, new: Report) -> Iterator[Loss]:
    """Yield what two pages, each with its report, do not have in common."""
    before, after = original.document, result.document
    named = [loss for kind, inventory in _INVENTORIES.items() for loss in _missing(kind, before, after, inventory)]
    named += [*_lost_captions(before, after), *_lost_comments(before, after)]
    lost = {loss.span for loss in named}
    # A link that is gone is named by its words; an address by itself where the words are left.
    named += [loss for loss in _missing("the address", before, after, _addresses) if loss.span not in lost]
    yield from named
    yield from _without_markdown(before)
    yield from _lost_passages(before, after, Stretches(loss.span for loss in named if loss.span is not None))
    for key in sorted(map(str, before.meta.keys() - after.meta.keys())):
        if before.traits.has_header:
            yield _lost_attribute(key, before)
        elif before.body.start:
            yield Loss("the setting of front matter", key)
    yield from _differences("the claim", _claims(report, original), _claims(new, result))
    yield from _differences("the finding", _findings(report, original), _findings(new, result))


def _lost_attribute(name: str, document: Document) -> Loss:
    """Return the loss of an AsciiDoc attribute, at its defining line if there is one."""
    match = re.search(rf"^:{re.escape(name)}:", document.source.text, re.MULTILINE)
    if match is None:
        return Loss("the attribute", name)
    return _lost("the attribute", name, document, Span(*match.span()))


def _without_markdown(document: Document) -> Iterator[Loss]:
    """Yield what Markdown has no form for."""
    source = document.source
    kinds = document.traits.without_markdown
    blocks = document.prose.blocks if kinds else ()
    spans = [block.span for block in blocks if block.kind == "code"]
    spans += [block.text.span(one.start, one.end) for block in blocks for one in block.code if one.start < one.end]
    code = Stretches(spans)
    comments = Stretches(comment.span for comment in document.comments)
    for finding in document.findings:
        if finding.means(Role.UNSUPPORTED):
            what = finding.message.partition(" is not supported")[0]
            yield _lost("the markup", what, document, finding.place.span)
    for kind, pattern in kinds:
        for match in re.finditer(pattern, source.text, re.MULTILINE):
            span = Span(*match.span())
            if not code.meets(span) and not comments.meets(span):
                yield _lost(kind, _folded(match[0]), document, span)


def _missing(
    kind: str, original: Document, result: Document, inventory: Callable[[Document], Inventory]
) -> Iterator[Loss]:
    """Yield what one inventory has and the other has not, the last of several of a name."""
    places: dict[str, list[Span]] = {}
    for name, span in inventory(original):
        places.setdefault(name, []).append(span)
    left = Counter(name for name, _ in inventory(result))
    for name, spans in places.items():
        for span in islice(spans, left[name], None):
            yield _lost(kind, name, original, span)


def _lost(kind: str, name: str, original: Document, span: Span) -> Loss:
    position = original.source.position(span.start)
    return Loss(kind, name, at=f"{position.line}:{position.column}", span=span)


def _lost_captions(before: Document, after: Document) -> Iterator[Loss]:
    """Yield captions and titles of boxes that are gone.

    A page may number them: "Example 1. A leap" has "A leap". What is a paragraph of its own keeps its words together,
    as pages of Pandoc have captions.
    """
    left = [title for title, _ in _captions(after)]
    alone = Counter(_folded(block.text.text) for block in after.prose.blocks)
    for title, span in _captions(before):
        match = next((other for other in left if other.endswith(title)), None)
        if match is not None:
            left.remove(match)
        elif alone[title]:
            alone[title] -= 1
        else:
            yield _lost("the caption", title, before, span)


def _captions(document: Document) -> Inventory:
    for table in document.prose.tables:
        if table.caption.strip():
            yield _folded(table.caption), table.span
    for box in document.prose.boxes:
        if box.title.strip():
            yield _folded(box.title), box.span


def _lost_comments(before: Document, after: Document) -> Iterator[Loss]:
    """Yield comments that are gone; a note of bare prose is no comment any more but an aside of the page."""
    left = Counter(_signs(comment.text) for comment in after.comments)
    shown = _signs(after.prose.text)
    for comment in before.comments:
        name = _signs(comment.text)
        if left[name]:
            left[name] -= 1
        elif name not in shown:
            yield _lost("the comment", _folded(comment.text), before, comment.span)


def _signs(text: str) -> str:
    return "".join(text.split())


def _lost_passages(before: Document, after: Document, named: Stretches) -> Iterator[Loss]:
    """Yield words and signs that are gone, those in a row as one passage.

    Blocks that are the same in both are set aside first, so that a word is missed where it was. Comments are part of
    the sentences of bare prose, and compared by themselves.
    """
    comments = Stretches(comment.span for comment in before.comments)
    texts, others = ([*_texts(document)] for document in (before, after))
    same = Counter(_folded(text.text) for text in texts) & Counter(_folded(text.text) for text in others)
    left = Counter(token for text in _without(others, same) for token in _TOKEN.findall(text.text))
    for text in _without(texts, same):
        tokens = [match.span() for match in _TOKEN.finditer(text.text)]
        if comments:
            tokens = [token for token in tokens if not comments.meets(text.span(*token))]
        for start, end in _runs(text.text, tokens, left):
            span = text.span(start, end)
            if not named.meets(span):
                yield _lost("the text", _folded(text.text[start:end]), before, span)


def _texts(document: Document) -> Iterator[MappedText]:
    """Yield the texts of blocks, without those that are part of the next one."""
    for block, following in zip_longest(document.prose.blocks, document.prose.blocks[1:]):
        if following is None or not (following.span.start <= block.span.start and block.span.end <= following.span.end):
            yield block.text


def _without(texts: Sequence[MappedText], same: Counter[str]) -> list[MappedText]:
    """Return the texts but for those that are in both, as often as they are."""
    left = same.copy()
    rest = []
    for text in texts:
        name = _folded(text.text)
        if left[name]:
            left[name] -= 1
        else:
            rest.append(text)
    return rest


def _runs(text: str, tokens: Sequence[tuple[int, int]], left: Counter[str]) -> Iterator[tuple[int, int]]:
    """Yield the bounds of tokens in a row that are not left; takes the others from those that are."""
    marked = []
    for start, end in tokens:
        token = text[start:end]
        marked.append((left[token] == 0, start, end))
        left[token] -= left[token] > 0
    for is_lost, group in groupby(marked, key=lambda token: token[0]):
        bounds = [token[1:] for token in group]
        if is_lost:
            yield bounds[0][0], bounds[-1][1]


def _differences(kind: str, before: Counter[str], after: Counter[str]) -> Iterator[Loss]:
    for what in (before - after).elements():
        yield Loss(kind, what)
    for what in (after - before).elements():
        yield Loss(kind, what, is_new=True)


def _ids(document: Document) -> Inventory:
    """Yield the ids of anchors and headings, each once.

    Generated ids of headings are among them.
    """
    anchors = ((anchor.id, anchor.span) for anchor in document.anchors)
    results = {**{heading.id: heading.title_span for heading in document.headings if heading.id}, **dict(anchors)}
    yield from results.items()


def _headings(document: Document) -> Inventory:
    for heading in document.headings:
        yield heading.title, heading.title_span


def _links(document: Document) -> Inventory:
    for link in document.links:
        yield link.text or link.target or "", link.span


def _addresses(document: Document) -> Inventory:
    """Yield what links lead to, as far as these are addresses; notes are named in another way."""
    for link in document.links:
        if link.target and not document.traits.names_notes:
            yield link.target, link.span


def _images(document: Document) -> Inventory:
    for link in document.links:
        if link.image:
            yield link.target or "", link.span


def _terms(document: Document) -> Inventory:
    for block in document.prose.blocks:
        for start, end in block.terms:
            yield block.text.text[start:end], block.text.span(start, end)


def _rows(document: Document) -> Inventory:
    for table in document.prose.tables:
        for row in (table.header, *table.rows):
            if any(cell.text for cell in row):
                yield " | ".join(" ".join(cell.text.split()) for cell in row), row[0].span


def _code(document: Document) -> Inventory:
    for block in document.prose.blocks:
        for code in block.code:
            yield block.text.text[code.start : code.end], code.span


def _items(document: Document) -> Inventory:
    """Yield the list items that begin behind a mark; AsciiDoc's other ones continue an item or define a term."""
    source = document.source
    for block in document.prose.blocks:
        if block.kind == "item" and block.text.text:
            start = block.text.span(0, 1).start
            column = source.position(start).column
            if _ITEM.search(source.text, start - column + 1, start):
                yield _folded(block.text.text), block.span


def _folded(text: str) -> str:
    return " ".join(text.split())


_INVENTORIES: Mapping[str, Callable[[Document], Inventory]] = {
    "the id": _ids,
    "the heading": _headings,
    "the term": _terms,
    "the table row": _rows,
    "the code": _code,
    "the link": _links,
    "the image": _images,
    "the list item": _items,
}


def _claims(report: Report, page: Page) -> Counter[str]:
    analysis = report.analyses.get(page.uri)
    claims = analysis.claims if analysis is not None else ()
    return Counter(f"{claim.kind}: {claim.stated} ({claim.verdict})" for claim in claims)


def _findings(report: Report, page: Page) -> Counter[str]:
    """Count the findings of a page by rule.

    Findings about markup and link targets are left out: the conversion changes its markup, and its neighbours may be
    missing.
    """
    path = page.document.source.path
    markup = {finding.rule for finding in page.document.findings}
    return Counter(
        finding.rule
        for finding in report.findings
        if finding.place.source.path == path and finding.rule not in markup and not finding.means(Role.LEADS)
    )
