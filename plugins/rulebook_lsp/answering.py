"""Answer each message of the protocol by asking the library."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.uris import to_fs_path

from rulebook_core.source import Source
from rulebook_lsp.answers.completing import TRIGGERS, choices_at
from rulebook_lsp.answers.goto import definitions_at
from rulebook_lsp.answers.hovering import explanations_at
from rulebook_lsp.answers.renaming import RenameError, heading_at, renamed
from rulebook_lsp.answers.valuing import described, value_in_rules
from rulebook_lsp.books import View
from rulebook_lsp.open_files import OpenFile
from rulebook_lsp.requests import numbers, rolling, structure
from rulebook_lsp.server import ANSWERS, SOON, Answer, Server, WorkError, answers
from rulebook_render.presentation.terms import Glossary
from rulebook_rules.rulesfile.file import RulesFileError, rules_of
from rulebook_rules.settings.where import FILE_NAMES
from rulebook_rules.systems import contained

REQUESTS = (numbers, rolling, structure)
"""Modules that register further answers by their import."""
WATCHED = "**/*.{md,markdown,adoc,asciidoc,txt,yml,yaml,py}"
"""The files of which the editor tells what becomes of them outside of it."""
PositionParams = (
    types.HoverParams | types.DefinitionParams | types.CompletionParams | types.PrepareRenameParams | types.RenameParams
)
"""Parameters of requests about a position in a page."""


def _path_of(uri: str) -> Path | None:
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else None


def _hover_in_rules(server: Server, file: OpenFile, position: types.Position) -> types.Hover | None:
    """Show the rule of the value that is named at a position of a rules file; nothing while it has faults."""
    source = Source(file.path, file.text)
    try:
        system = rules_of(source, Path(file.path))
    except RulesFileError:
        return None
    named = value_in_rules(system, source, server.positions.offset(source, position))
    if named is None:
        return None
    text = types.MarkupContent(types.MarkupKind.Markdown, described(system, named[1]))
    return types.Hover(text, server.positions.range(source, named[0]))


@answers(types.INITIALIZE)
def initialize(server: Server, params: types.InitializeParams) -> None:
    options = params.initialization_options
    server.guide = str(options.get("guide", "")) if isinstance(options, dict) else ""


@answers(types.INITIALIZED)
def initialized(server: Server, params: types.InitializedParams) -> None:
    workspace = server.client_capabilities.workspace
    watched = workspace.did_change_watched_files if workspace is not None else None
    if watched is not None and watched.dynamic_registration:
        watchers = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(WATCHED)])
        wanted = types.Registration("watched", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watchers)
        server.client_register_capability(types.RegistrationParams([wanted]))


@answers(types.TEXT_DOCUMENT_DID_OPEN)
def did_open(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    given = params.text_document
    path = _path_of(given.uri)
    if path is None:
        return
    file = server.desk.open(given.uri, path, given.text, given.version)
    if file.is_rules:
        server.look_soon(file)
        server.rules_changed()
    if file.book is None:
        return
    server.look_soon(file)
    if not file.book.is_read:
        server.read_soon(file.book, pause=SOON, rules_may_differ=True)
    elif not file.book.has(file.path, file.text):
        server.read_soon(file.book)


@answers(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    text = params.content_changes[-1].text  # All of it, as the server has asked for.
    file = server.desk.change(params.text_document.uri, text, params.text_document.version)
    if file is None:
        return
    if file.is_rules:
        server.look_soon(file)
        server.rules_changed()
    elif file.book is not None:
        server.look_soon(file)
        server.read_soon(file.book)


@answers(types.TEXT_DOCUMENT_DID_SAVE)
def did_save(server: Server, params: types.DidSaveTextDocumentParams) -> None:
    _changed_outside(server, [params.text_document.uri])


@answers(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
def did_change_watched_files(server: Server, params: types.DidChangeWatchedFilesParams) -> None:
    _changed_outside(server, [change.uri for change in params.changes])


def _changed_outside(server: Server, uris: list[str]) -> None:
    if any(uri.rpartition("/")[2] in FILE_NAMES for uri in uris):
        server.desk.rehome()
    rules_may_differ = any(uri.endswith((".py", ".yml", ".yaml")) for uri in uris)
    for book in server.desk.books:
        server.read_soon(book, rules_may_differ=rules_may_differ)


@answers(types.TEXT_DOCUMENT_DID_CLOSE)
def did_close(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    file = server.desk.close(params.text_document.uri)
    if file is not None:
        server.forget(file)


def _at(server: Server, params: PositionParams) -> tuple[View, Glossary, int] | None:
    """Return the view, the glossary and the offset of a request."""
    file = server.desk.get(params.text_document.uri)
    view = server.desk.view(file) if file is not None else None
    if file is None or file.book is None or view is None:
        return None
    offset = server.positions.offset(view.page.document.source, params.position)
    return view, file.book.glossary(view.page), offset


@answers(types.TEXT_DOCUMENT_HOVER)
def hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    file = server.desk.get(params.text_document.uri)
    if file is not None and file.is_rules:
        return _hover_in_rules(server, file, params.position)
    query = _at(server, params)
    explanations = [*explanations_at(*query)] if query is not None else []
    if query is None or not explanations:
        return None
    text = "\n\n---\n\n".join(dict.fromkeys(one.text for one in explanations))
    place = server.positions.range(query[0].page.document.source, explanations[0].span)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), place)


@answers(types.TEXT_DOCUMENT_DEFINITION)
def definition(server: Server, params: types.DefinitionParams) -> list[types.Location]:
    query = _at(server, params)
    places = definitions_at(*query) if query is not None else []
    return [server.diagnosing.location(place) for place in places]


_KINDS = {
    "label": types.CompletionItemKind.Reference,
    "id": types.CompletionItemKind.Reference,
    "page": types.CompletionItemKind.File,
    "name": types.CompletionItemKind.Text,
}


@answers(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=TRIGGERS))
def completion(server: Server, params: types.CompletionParams) -> list[types.CompletionItem]:
    query = _at(server, params)
    if query is None:
        return []
    source = query[0].page.document.source
    return [
        types.CompletionItem(
            choice.text,
            kind=_KINDS[choice.kind],
            detail=choice.about or None,
            filter_text=choice.text,
            text_edit=types.TextEdit(server.positions.range(source, choice.span), choice.text),
        )
        for choice in choices_at(*query)
    ]


@answers(types.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare_rename(server: Server, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    query = _at(server, params)
    heading = heading_at(query[0].page.document, query[2]) if query is not None else None
    if query is None or heading is None:
        return None
    source = query[0].page.document.source
    return types.PrepareRenamePlaceholder(server.positions.range(source, heading[1]), source.slice(heading[1]))


@answers(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
def rename(server: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
    query = _at(server, params)
    if query is None:
        return None
    view, _, offset = query
    try:
        remedy = renamed(view, offset, params.new_name)
    except RenameError as error:
        server.window_show_message(types.ShowMessageParams(types.MessageType.Error, str(error)))
        return None
    return server.diagnosing.edit((edit.place, edit.text) for edit in remedy.edits)


@answers(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
def code_action(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    view = server.view(params.text_document.uri)
    if view is None:
        return []
    wanted = server.positions.span(view.page.document.source, params.range)
    return [*server.diagnosing.fixes(view.findings, wanted, server.desk.is_current)]


def make_server() -> Server:
    """Return a server with everything that it answers."""
    server = Server()
    for answer in ANSWERS:
        server.feature(answer.feature, answer.options)(_contained(server, answer))
    return server


def _contained(server: Server, answer: Answer) -> Callable[[Any], Any]:
    """Return what answers a message; if that fails, the editor gets no answer, and its log has the reason."""

    @wraps(answer.function)
    def run(params: Any) -> Any:
        try:
            with contained(WorkError):
                return answer.function(server, params)
        except WorkError as error:
            server.tell(error)
            return None

    # pygls asks a function how many arguments it takes.
    del run.__wrapped__
    return run
