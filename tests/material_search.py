"""Material's own search, without a browser: its worker, as it is shipped, in QuickJS."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import material  # type: ignore[import-untyped]
import quickjs  # type: ignore[import-untyped]

_PAGE = """
var self = globalThis
const handlers = [], answers = []
globalThis.addEventListener = (name, handler) => handlers.push(handler)
globalThis.postMessage = message => answers.push(message)
globalThis.console = { warn() {}, log() {} }
globalThis.send = text => handlers.forEach(handler => handler({ data: JSON.parse(text) }))
globalThis.received = () => JSON.stringify(answers.splice(0))
"""
_SETUP, _QUERY = 0, 2


class Search:
    """The search of a site, by its index."""

    def __init__(self, index: dict[str, Any]) -> None:
        self._context = quickjs.Context()
        self._context.eval(_PAGE)
        (worker,) = Path(material.__file__).parent.glob("templates/assets/javascripts/workers/search.*.min.js")
        self._context.eval(worker.read_text(encoding="utf-8"))
        self._ask({"type": _SETUP, "data": {**index, "options": {"suggest": True}}})

    def _ask(self, message: dict[str, Any]) -> Any:
        self._context.get("send")(json.dumps(message))
        while self._context.execute_pending_job():
            pass
        (answer,) = json.loads(self._context.get("received")())
        return answer.get("data")

    def hits(self, query: str) -> list[dict[str, Any]]:
        """What a reader sees first of each page, best first: documents with `location`, `title`, `text`, `terms`."""
        return [page[0] for page in self.all(query)]

    def all(self, query: str) -> list[list[dict[str, Any]]]:
        """All that is found, by page: what has all words first, as our script has it."""
        items: list[list[dict[str, Any]]] = self._ask({"type": _QUERY, "data": query})["items"]
        return sorted((sorted(page, key=_place) for page in items), key=lambda page: _place(page[0]))

    def suggestions(self, query: str) -> list[str]:
        """What the box offers to complete."""
        words: list[str] = self._ask({"type": _QUERY, "data": query})["suggest"]
        return words


def _place(document: dict[str, Any]) -> tuple[bool, float]:
    lacks_a_word = not document["score"] or not all(document["terms"].values())
    return lacks_a_word, -document["score"]
