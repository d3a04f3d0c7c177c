"""Answer requests about whole pages and books: symbols, references, links, folding, and the tokens of dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from lsprotocol import types

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_lsp.answers.hovering import rollable
from rulebook_lsp.answers.referring import references_at
from rulebook_lsp.answers.structure import MAX_SYMBOLS, folds_of, links_of, names_in
from rulebook_lsp.server import Server, answers
from rulebook_syntax.outline import Node, outline_of

LEGEND = types.SemanticTokensLegend(["number"], [])
"""Dice are numbers: themes have a colour for these."""


@answers(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def document_symbol(server: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    view = server.view(params.text_document.uri)
    return [*_symbols(server, outline_of(view.page.document))] if view is not None else []


@answers(types.WORKSPACE_SYMBOL)
def workspace_symbol(server: Server, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    matches = (named for book in server.desk.books for named in names_in(book.book, params.query))
    return [
        types.WorkspaceSymbol(
            server.diagnosing.location(Place(named.page.document.source, _start(named.node))),
            named.node.title,
            _kind(named.node),
            container_name=named.parent,
        )
        for named in islice((named for named in matches if named.node.title.strip()), MAX_SYMBOLS)
    ]


@answers(types.TEXT_DOCUMENT_REFERENCES)
def references(server: Server, params: types.ReferenceParams) -> list[types.Location]:
    file = server.desk.get(params.text_document.uri)
    view = server.view(params.text_document.uri)
    if file is None or file.book is None or view is None:
        return []
    offset = server.positions.offset(view.page.document.source, params.position)
    with_declaration = params.context.include_declaration
    places = references_at(view, file.book.glossary, offset, with_declaration=with_declaration)
    return [server.diagnosing.location(place) for place in places]


@answers(types.TEXT_DOCUMENT_DOCUMENT_LINK, types.DocumentLinkOptions())
def document_link(server: Server, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    view = server.view(params.text_document.uri)
    if view is None:
        return []
    source = view.page.document.source
    links = links_of(view, server.desk.uri_of)
    return [types.DocumentLink(server.positions.range(source, link.span), target=link.address) for link in links]


@answers(types.TEXT_DOCUMENT_FOLDING_RANGE)
def folding_range(server: Server, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    view = server.view(params.text_document.uri)
    return [
        types.FoldingRange(fold.first, fold.last, kind=types.FoldingRangeKind.Comment if fold.is_comment else None)
        for fold in (folds_of(view.page.document) if view is not None else ())
    ]


@answers(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensRegistrationOptions(LEGEND, full=True))
def semantic_tokens(server: Server, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    view = server.view(params.text_document.uri)
    if view is None:
        return None
    places = sorted({one.place.span for one in rollable(view)})
    return types.SemanticTokens([*_tokens(server.positions.range(view.page.document.source, at) for at in places)])


def _kind(node: Node) -> types.SymbolKind:
    return types.SymbolKind.String if node.kind == "section" else types.SymbolKind.Object


def _start(node: Node) -> Span:
    """Return the first line of a node."""
    source = node.document.source
    line = source.position(node.span.start).line
    return Span(node.span.start, min(node.span.end, node.span.start + len(source.line(line).rstrip("\r\n"))))


def _symbols(server: Server, nodes: Iterable[Node]) -> Iterator[types.DocumentSymbol]:
    for node in nodes:
        source = node.document.source
        yield types.DocumentSymbol(
            node.title.strip() or "…",
            _kind(node),
            server.positions.range(source, node.span),
            server.positions.range(source, _start(node)),
            detail="" if node.kind == "section" else node.kind,
            children=[*_symbols(server, node.children)],
        )


def _tokens(ranges: Iterable[types.Range]) -> Iterator[int]:
    """Yield tokens, each in relation to the one before. Dice over the end of a line are left out."""
    line = character = 0
    for one in ranges:
        if one.start.line != one.end.line or (one.start.line, one.start.character) < (line, character):
            continue
        before = character if one.start.line == line else 0
        yield from (one.start.line - line, one.start.character - before, one.end.character - one.start.character, 0, 0)
        line, character = one.start.line, one.start.character
