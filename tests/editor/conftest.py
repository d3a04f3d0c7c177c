"""An editor for the tests: a real client, and the server in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from pytest_lsp.client import make_test_lsp_client

from tests.editor.forking import Forking
from tests.patience import PATIENCE

SERVER = ClientServerConfig(server_command=[sys.executable, "-m", "rulebook", "lsp"])


class Editor:
    """What a writer does in an editor, and sees there."""

    def __init__(self, client: LanguageClient) -> None:
        self.client = client
        self._versions: dict[str, int] = {}
        self._texts: dict[str, str] = {}

    async def start(self, folder: Path, **options: Any) -> types.InitializeResult:
        """Open a folder."""
        capabilities = client_capabilities("visual-studio-code")
        encodings = options.pop("encodings", None)
        if encodings is not None and capabilities.general is not None:
            capabilities.general.position_encodings = encodings
        return await self.client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities,
                workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name)],
                initialization_options=options or None,
            )
        )

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file, as it is on the disk unless a text is given; its address."""
        uri = path.as_uri()
        self._versions[uri] = 1
        self._texts[uri] = path.read_text(encoding="utf-8") if text is None else text
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "markdown", 1, self._texts[uri]))
        )
        return uri

    def type(self, uri: str, text: str) -> None:
        """Change all of an open file, without saving it."""
        self._versions[uri] += 1
        self._texts[uri] = text
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self._versions[uri], uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    def replace(self, uri: str, old: str, new: str) -> None:
        """Change one place of an open file."""
        assert self._texts[uri].count(old) == 1
        self.type(uri, self._texts[uri].replace(old, new))

    def at(self, uri: str, words: str, *, within: int = 0) -> types.Position:
        """The position of words in an open file, counted in UTF-16."""
        before = self._texts[uri][: self._texts[uri].index(words) + within]
        line = before.rpartition("\n")[2]
        return types.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)

    def range(self, uri: str, words: str) -> types.Range:
        """Where words stand in an open file."""
        return types.Range(self.at(uri, words), self.at(uri, words, within=len(words)))

    async def until(self, uri: str, seen: Callable[[Sequence[types.Diagnostic]], bool]) -> Sequence[types.Diagnostic]:
        """What is shown in a file, once it is what is waited for."""
        for _ in range(PATIENCE * 50):
            shown = self.client.diagnostics.get(uri)
            if shown is not None and seen(shown):
                return shown
            await asyncio.sleep(0.02)
        raise AssertionError(f"still shown: {self.client.diagnostics.get(uri)}; log: {self.client.log_messages}")

    async def rules(self, uri: str, *rules: str) -> Sequence[types.Diagnostic]:
        """What is shown in a file, once it is of these rules, in order."""
        return await self.until(uri, lambda shown: [one.code for one in shown] == list(rules))

    async def fixes(self, uri: str, words: str) -> list[types.CodeAction]:
        """What is offered at some words."""
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(uri), self.range(uri, words), types.CodeActionContext([])
            )
        )
        return [action for action in found or () if isinstance(action, types.CodeAction)]

    def applied(self, uri: str, edit: types.WorkspaceEdit | None) -> str:
        """The text of an open file after an edit, which is in ASCII where it changes."""
        assert edit is not None
        assert edit.changes is not None
        lines = self._texts[uri].split("\n")
        for change in sorted(edit.changes[uri], key=lambda one: (-one.range.start.line, -one.range.start.character)):
            start, end = change.range.start, change.range.end
            assert start.line == end.line
            line = lines[start.line].encode("utf-16-le")
            new = line[: 2 * start.character] + change.new_text.encode("utf-16-le") + line[2 * end.character :]
            lines[start.line] = new.decode("utf-16-le")
        return "\n".join(lines)


@pytest.fixture(scope="session")
def forking() -> Iterator[Forking]:
    process = Forking()
    yield process
    process.stop()


@pytest_asyncio.fixture
async def editor(request: pytest.FixtureRequest) -> AsyncIterator[Editor]:
    """An editor whose server has started; the server must still be there in the end."""
    client = make_test_lsp_client()
    if sys.platform == "linux":
        await client.start_tcp("127.0.0.1", request.getfixturevalue("forking").port)
    else:
        await client.start_io(*SERVER.server_command)
    yield Editor(client)
    try:
        await client.shutdown_session()
        await client.stop()
    finally:
        # The client leaves its connection open, and whichever test collects garbage next would be blamed for it.
        writer = client.protocol.writer
        if isinstance(writer, asyncio.StreamWriter):
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
