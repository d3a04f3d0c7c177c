"""Answer how much of a page is guarded: code lenses, and `rulebook/status` for a status bar."""

from __future__ import annotations

from collections import Counter
from typing import Any

from lsprotocol import types

from rulebook_lsp.answers.counting import Counted, counted_in, numbers_in
from rulebook_lsp.server import Answers, Server
from rulebook_proof.proof.ledger import Standing

STATUS = "rulebook/status"
"""Method of a request with `{uri}`; its answer has the game and the numbers of an open page by standing."""
SHOW = "rulebook.showNumbers"
"""Command of a lens; the editor gets the address, a position and locations, to show them as it can."""


def register(server: Server, answers: Answers) -> None:
    """Register the requests about numbers."""

    @answers(STATUS)
    def status(params: Any) -> dict[str, Any] | None:
        view = server.view(str(params.uri))
        numbers = numbers_in(view) if view is not None else None
        if view is None or view.analysis is None or numbers is None:
            return None
        standings = Counter(number.standing for number in numbers)
        counts = {str(standing): standings[standing] for standing in Standing}
        return {"game": view.analysis.system.title, "numbers": len(numbers), **counts}

    @answers(types.TEXT_DOCUMENT_CODE_LENS)
    def code_lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        view = server.view(uri)
        if view is None:
            return []
        source, positions = view.page.document.source, server.positions

        def lens(count: Counted) -> types.CodeLens:
            places = [types.Location(uri, positions.range(source, span)) for span in count.unguarded]
            at = positions.range(source, count.at)
            return types.CodeLens(at, types.Command(count.title, SHOW, arguments=[uri, at.start, places]))

        return [lens(count) for count in counted_in(view)]
