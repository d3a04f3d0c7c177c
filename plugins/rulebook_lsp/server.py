"""The server: which pages and books are read when, and how what is found gets to the editor.

A change is answered from its page alone, and the whole book follows when the writer pauses, in a thread of its own.
Nothing that fails ends the server: it is told in the editor's log.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from rulebook_core.findings import Finding
from rulebook_lsp.books import OpenBook, Reading, View, rules_faults
from rulebook_lsp.diagnosing import Diagnosing
from rulebook_lsp.open_files import Desk, OpenFile
from rulebook_lsp.positions import Positions
from rulebook_rules.systems import contained
from rulesmod.records import record

T = TypeVar("T")
Function = TypeVar("Function", bound=Callable[[Any, Any], Any])

SOON = 0.03
"""Seconds in which further keystrokes are waited for before a page is looked at."""
PAUSE = 0.5
"""Seconds without a keystroke after which the whole book is read."""


class WorkError(Exception):
    """Something that nobody expected, in one line."""


@record
class Answer:
    """A function that answers a message of the protocol."""

    feature: str
    options: Any
    function: Callable[[Any, Any], Any]


ANSWERS: list[Answer] = []


def answers(feature: str, options: Any = None) -> Callable[[Function], Function]:
    """Register the function that answers a message from a server and its parameters."""

    def register(function: Function) -> Function:
        ANSWERS.append(Answer(feature, options, function))
        return function

    return register


class Server(LanguageServer):
    """A language server for rulebooks."""

    def __init__(self) -> None:
        # Whole texts: what others take for the end of a line, when they apply a part of one, need not be one here.
        kind = types.TextDocumentSyncKind.Full
        super().__init__("rulebook", version("mkdocs-rulebook"), text_document_sync_kind=kind)
        self.desk = Desk()
        self.guide = ""
        self._looks: dict[str, asyncio.TimerHandle] = {}
        self._waiting: dict[OpenBook, asyncio.TimerHandle] = {}
        self._running: dict[OpenBook, asyncio.Task[None]] = {}
        self._rules_may_differ: set[OpenBook] = set()
        self._published: dict[OpenBook, set[str]] = {}

    @property
    def positions(self) -> Positions:
        return Positions(self.server_capabilities.position_encoding)

    @property
    def diagnosing(self) -> Diagnosing:
        return Diagnosing(self.positions, self.desk.uri_of, self.guide)

    def view(self, uri: str) -> View | None:
        """Return an open file as a page of its book; None if it is none, or not read yet."""
        file = self.desk.get(uri)
        return self.desk.view(file) if file is not None else None

    def tell(self, error: Exception) -> None:
        """Say in the editor's log what went wrong."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, f"rulebook: {error}"))

    # -- a page --

    def look_soon(self, file: OpenFile) -> None:
        """Say what is found in a page, unless its text changes again at once."""
        if (earlier := self._looks.pop(file.uri, None)) is not None:
            earlier.cancel()
        self._looks[file.uri] = asyncio.get_running_loop().call_later(SOON, self._look, file.uri)

    def _look(self, uri: str) -> None:
        self._looks.pop(uri, None)
        file = self.desk.get(uri)
        if file is None:
            return
        try:
            with contained(WorkError):
                view = self.desk.view(file)
                if view is not None:
                    self._publish(file.uri, view.findings, file.version)
                elif file.is_rules:
                    self._publish(file.uri, rules_faults(Path(file.path), file.text), file.version)
        except WorkError as error:
            self.tell(error)

    # -- a book --

    def read_soon(self, book: OpenBook, *, pause: float = PAUSE, rules_may_differ: bool = False) -> None:
        """Read a book once nothing has changed for a while."""
        if rules_may_differ:
            self._rules_may_differ.add(book)
        if (earlier := self._waiting.pop(book, None)) is not None:
            earlier.cancel()
        self._waiting[book] = asyncio.get_running_loop().call_later(pause, self._read, book)

    def rules_changed(self) -> None:
        """Read all books once rules have not changed for a while: any of them may have these."""
        for book in self.desk.books:
            self.read_soon(book, rules_may_differ=True)

    def _read(self, book: OpenBook) -> None:
        self._waiting.pop(book, None)
        if book in self._running:
            self.read_soon(book)
        elif book in self.desk.books:
            self._running[book] = asyncio.create_task(self._read_whole(book))

    async def _read_whole(self, book: OpenBook) -> None:
        rules_may_differ = book in self._rules_may_differ
        self._rules_may_differ.discard(book)
        texts = self.desk.texts
        try:
            self._take(book, await _beside(partial(book.read, texts, rules_may_differ=rules_may_differ)))
            await _beside(partial(book.parse, texts, lambda: book in self._waiting))
        except WorkError as error:
            self.tell(error)
        finally:
            del self._running[book]

    def _take(self, book: OpenBook, reading: Reading) -> None:
        book.take(reading)
        results: dict[str, list[Finding]] = {uri: [] for uri in self._published.get(book, ())}
        for finding in reading.findings:
            results.setdefault(self.desk.uri_of(finding.place.source), []).append(finding)
        self._published[book] = {uri for uri, findings in results.items() if findings}
        for file in self.desk.of(book):
            if file.text != reading.texts.get(file.path):
                results.pop(file.uri, None)  # What was found is of a text that it has no longer.
                self._published[book].add(file.uri)
                self.look_soon(file)
            else:
                results.setdefault(file.uri, [])
        for uri, findings in results.items():
            file_there = self.desk.get(uri)
            self._publish(uri, findings, file_there.version if file_there is not None else None)
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def _publish(self, uri: str, findings: Any, version_: int | None) -> None:
        shown = [self.diagnosing.diagnostic(finding) for finding in findings]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown, version_))

    def forget(self, file: OpenFile) -> None:
        """A file is closed: what stands on the disk counts again; a book that nobody has open is let go."""
        if (look := self._looks.pop(file.uri, None)) is not None:
            look.cancel()
        if file.is_rules:
            self._publish(file.uri, (), None)
            self.rules_changed()
        if file.book is None:
            return
        if file.book in self.desk.books:
            self.read_soon(file.book)
            return
        for uri in self._published.pop(file.book, set()) | {file.uri}:
            self._publish(uri, (), None)


async def _beside(work: Callable[[], T]) -> T:
    """Run a function in a daemon thread and return its result.

    The process can end while the function still runs.

    Raises:
        WorkError: it failed.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(settle: Callable[[Any], None], outcome: Any) -> None:
        if not done.done():
            settle(outcome)

    def run() -> None:
        try:
            with contained(WorkError):
                outcome = work()
        except WorkError as error:
            loop.call_soon_threadsafe(tell, done.set_exception, error)
        else:
            loop.call_soon_threadsafe(tell, done.set_result, outcome)

    threading.Thread(target=run, daemon=True).start()
    return await done
