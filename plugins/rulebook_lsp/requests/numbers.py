"""Answer how much of a page is guarded: code lenses, and `rulebook/status` for a status bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from lsprotocol import types

from rulebook_lsp.answers.counting import Counted, counted_in, numbers_in
from rulebook_lsp.server import Server, answers
from rulebook_proof.proof.ledger import Standing

STATUS = "rulebook/status"
"""Method of a request with `{uri}`; its answer has the game and the numbers of an open page by standing, and in `book`
those of all pages of the game as they were read last."""
SHOW = "rulebook.showNumbers"
"""Command of a lens; the editor gets the address, a position and locations, to show them as it can."""


def _counts(standings: Mapping[str, int]) -> dict[str, int]:
    return {"numbers": sum(standings.values()), **{str(one): standings.get(str(one), 0) for one in Standing}}


@answers(STATUS)
def status(server: Server, params: Any) -> dict[str, Any] | None:
    view = server.view(str(params.uri))
    numbers = numbers_in(view) if view is not None else None
    if view is None or view.analysis is None or numbers is None:
        return None
    system, file = view.analysis.system, server.desk.get(str(params.uri))
    of_game = file.book.standings.get(system.name, {}) if file is not None and file.book is not None else {}
    page = Counter(str(number.standing) for number in numbers)
    return {"game": system.title, **_counts(page), "book": _counts(of_game)}


@answers(types.TEXT_DOCUMENT_CODE_LENS)
def code_lens(server: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
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
