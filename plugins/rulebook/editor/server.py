"""The server: what an editor tells and asks, and when a book is read.

A change is answered from its page alone, and the whole book follows when the writer pauses, in a thread of its own.
Nothing that fails ends the server: it is told in the editor's log.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial, wraps
from importlib.metadata import version
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from rulebook.config import FILE_NAMES
from rulebook.editor.books import OpenBook, Reading, View
from rulebook.editor.desk import Desk, OpenFile
from rulebook.editor.diagnosing import Diagnosing
from rulebook.editor.hovering import told_at
from rulebook.editor.leading import definitions_at
from rulebook.editor.positions import Positions
from rulebook.findings import Finding
from rulebook.presentation.terms import Glossary
from rulebook.systems import contained

P = ParamSpec("P")
T = TypeVar("T")

SOON = 0.03
"""Seconds in which further keystrokes are waited for before a page is looked at."""
PAUSE = 0.5
"""Seconds without a keystroke after which the whole book is read."""
WATCHED = "**/*.{md,markdown,adoc,asciidoc,txt,yml,yaml,py}"
"""The files of which the editor tells what becomes of them outside of it."""


class _WorkError(Exception):
    """Something that nobody expected, in one line."""


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
            with contained(_WorkError):
                view = self.desk.view(file)
                if view is not None:
                    self._publish(file.uri, view.findings, file.version)
        except _WorkError as error:
            self.tell(error)

    # -- a book --

    def read_soon(self, book: OpenBook, *, pause: float = PAUSE, rules_may_differ: bool = False) -> None:
        """Read a book once nothing has changed for a while."""
        if rules_may_differ:
            self._rules_may_differ.add(book)
        if (earlier := self._waiting.pop(book, None)) is not None:
            earlier.cancel()
        self._waiting[book] = asyncio.get_running_loop().call_later(pause, self._read, book)

    def _read(self, book: OpenBook) -> None:
        self._waiting.pop(book, None)
        if book in self._running:
            self.read_soon(book)
        elif book in self.desk.books:
            self._running[book] = asyncio.create_task(self._read_whole(book))

    async def _read_whole(self, book: OpenBook) -> None:
        rules_may_differ = book in self._rules_may_differ
        self._rules_may_differ.discard(book)
        read = partial(book.read, self.desk.texts, rules_may_differ=rules_may_differ)
        try:
            self._take(book, await _beside(read))
        except _WorkError as error:
            self.tell(error)
        finally:
            del self._running[book]

    def _take(self, book: OpenBook, reading: Reading) -> None:
        book.take(reading)
        found: dict[str, list[Finding]] = {uri: [] for uri in self._published.get(book, ())}
        for finding in reading.findings:
            found.setdefault(self.desk.uri_of(finding.place.source), []).append(finding)
        self._published[book] = {uri for uri, findings in found.items() if findings}
        for file in self.desk.of(book):
            if file.text != reading.texts.get(file.path):
                found.pop(file.uri, None)  # What was found is of a text that it has no longer.
                self._published[book].add(file.uri)
                self.look_soon(file)
            else:
                found.setdefault(file.uri, [])
        for uri, findings in found.items():
            file_there = self.desk.get(uri)
            self._publish(uri, findings, file_there.version if file_there is not None else None)

    def _publish(self, uri: str, findings: Any, version_: int | None) -> None:
        shown = [self.diagnosing.diagnostic(finding) for finding in findings]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown, version_))

    def forget(self, file: OpenFile) -> None:
        """A file is closed: what stands on the disk counts again; a book that nobody has open is let go."""
        if (look := self._looks.pop(file.uri, None)) is not None:
            look.cancel()
        if file.book is None:
            return
        if file.book in self.desk.books:
            self.read_soon(file.book)
            return
        for uri in self._published.pop(file.book, set()) | {file.uri}:
            self._publish(uri, (), None)


async def _beside(work: Callable[[], T]) -> T:
    """What comes of some work in a thread that ends with the process, wherever it is then.

    Raises:
        _WorkError: it failed.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(settle: Callable[[Any], None], outcome: Any) -> None:
        if not done.done():
            settle(outcome)

    def run() -> None:
        try:
            with contained(_WorkError):
                outcome = work()
        except _WorkError as error:
            loop.call_soon_threadsafe(tell, done.set_exception, error)
        else:
            loop.call_soon_threadsafe(tell, done.set_result, outcome)

    threading.Thread(target=run, daemon=True).start()
    return await done


def _path_of(uri: str) -> Path | None:
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else None


def make_server() -> Server:
    """A server, with everything that it answers."""
    server = Server()

    def answers(feature: str, options: Any = None) -> Callable[[Callable[[Any], T]], Callable[[Any], T | None]]:
        """Register what answers a message; if that fails, the editor gets no answer, and its log has the reason."""

        def register(answer: Callable[[Any], T]) -> Callable[[Any], T | None]:
            @wraps(answer)
            def run(params: Any) -> T | None:
                try:
                    with contained(_WorkError):
                        return answer(params)
                except _WorkError as error:
                    server.tell(error)
                    return None

            server.feature(feature, options)(run)
            return run

        return register

    @answers(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        options = params.initialization_options
        server.guide = str(options.get("guide", "")) if isinstance(options, dict) else ""

    @answers(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        workspace = server.client_capabilities.workspace
        watched = workspace.did_change_watched_files if workspace is not None else None
        if watched is not None and watched.dynamic_registration:
            watchers = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(WATCHED)])
            wanted = types.Registration("watched", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watchers)
            server.client_register_capability(types.RegistrationParams([wanted]))

    @answers(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        given = params.text_document
        path = _path_of(given.uri)
        if path is None:
            return
        file = server.desk.open(given.uri, path, given.text, given.version)
        if file.book is None:
            return
        server.look_soon(file)
        if not file.book.is_read:
            server.read_soon(file.book, pause=SOON, rules_may_differ=True)
        elif not file.book.has(file.path, file.text):
            server.read_soon(file.book)

    @answers(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        file = server.desk.get(params.text_document.uri)
        if file is None:
            return
        for change in params.content_changes:
            file.text = change.text
        file.version = params.text_document.version
        if file.book is not None:
            server.look_soon(file)
            server.read_soon(file.book)

    @answers(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        changed_outside([params.text_document.uri])

    @answers(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched_files(params: types.DidChangeWatchedFilesParams) -> None:
        changed_outside([change.uri for change in params.changes])

    def changed_outside(uris: list[str]) -> None:
        if any(uri.rpartition("/")[2] in FILE_NAMES for uri in uris):
            server.desk.rehome()
        rules_may_differ = any(uri.endswith((".py", ".yml", ".yaml")) for uri in uris)
        for book in server.desk.books:
            server.read_soon(book, rules_may_differ=rules_may_differ)

    @answers(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        file = server.desk.close(params.text_document.uri)
        if file is not None:
            server.forget(file)

    def at(params: types.HoverParams | types.DefinitionParams) -> tuple[View, Glossary, int] | None:
        """What is asked about: a page, the terms that it may use, and an offset in it."""
        file = server.desk.get(params.text_document.uri)
        view = server.desk.view(file) if file is not None else None
        if file is None or file.book is None or view is None:
            return None
        offset = server.positions.offset(view.page.document.source, params.position)
        return view, file.book.glossary(view.page), offset

    @answers(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        asked = at(params)
        told = [*told_at(*asked)] if asked is not None else []
        if asked is None or not told:
            return None
        text = "\n\n---\n\n".join(dict.fromkeys(one.text for one in told))
        place = server.positions.range(asked[0].page.document.source, told[0].span)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), place)

    @answers(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        asked = at(params)
        places = definitions_at(*asked) if asked is not None else []
        return [server.diagnosing.location(place) for place in places]

    @answers(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        file = server.desk.get(params.text_document.uri)
        view = server.desk.view(file) if file is not None else None
        if view is None:
            return []
        wanted = server.positions.span(view.page.document.source, params.range)
        return [*server.diagnosing.fixes(view.findings, wanted, server.desk.is_current)]

    return server
