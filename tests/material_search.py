"""The search of a site, without a browser: Material's worker, as it is shipped, and our `search.js`, in QuickJS."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import material  # type: ignore[import-untyped]
import quickjs  # type: ignore[import-untyped]

from rulebook_mkdocs.plugin import THEME

_PAGE = """
var self = globalThis
const handlers = [], answers = []
globalThis.addEventListener = (name, handler) => handlers.push(handler)
globalThis.postMessage = message => answers.push(message)
globalThis.console = { warn() {}, log() {} }
globalThis.send = text => handlers.forEach(handler => handler({ data: JSON.parse(text) }))
globalThis.received = () => JSON.stringify(answers.splice(0))
"""
_ORDER = """
globalThis.ordered = (items, query, folder) => {
  const found = JSON.parse(items)
  rulebookSearch.inOrder(found, query, folder)
  return JSON.stringify(found)
}
"""
_SETUP, _QUERY = 0, 2


class Search:
    """The search of a site, by its index."""

    def __init__(self, index: dict[str, Any]) -> None:
        self.documents: list[dict[str, Any]] = index["docs"]
        self._context = quickjs.Context()
        self._context.eval(_PAGE)
        (worker,) = Path(material.__file__).parent.glob("templates/assets/javascripts/workers/search.*.min.js")
        self._context.eval(worker.read_text(encoding="utf-8"))
        self._context.eval((THEME / "assets/rulebook/search.js").read_text(encoding="utf-8"))
        self._context.eval(_ORDER)
        self._ask({"type": _SETUP, "data": {**index, "options": {"suggest": True}}})

    def _ask(self, message: dict[str, Any]) -> Any:
        self._context.get("send")(json.dumps(message))
        while self._context.execute_pending_job():
            pass
        (answer,) = json.loads(self._context.get("received")())
        return answer.get("data")

    def hits(self, query: str, folder: str = "") -> list[dict[str, Any]]:
        """What a reader sees first of each page, best first: documents with `location`, `title`, `text`, `terms`."""
        return [page[0] for page in self.all(query, folder)]

    def all(self, query: str, folder: str = "") -> list[list[dict[str, Any]]]:
        """All that is found from a page in a folder, by page, in the order of our script."""
        asked = self._context.eval("rulebookSearch.asked")(query)
        items = json.dumps(self._ask({"type": _QUERY, "data": asked})["items"])
        found: list[list[dict[str, Any]]] = json.loads(self._context.get("ordered")(items, query, folder))
        return found

    def suggestions(self, query: str) -> list[str]:
        """What the box offers to complete."""
        words: list[str] = self._ask({"type": _QUERY, "data": query})["suggest"]
        return words
