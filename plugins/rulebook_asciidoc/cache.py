"""Cache conversions: in memory for this run, and in the store of the site for the next.

A conversion depends on its text, its attributes, Asciidoctor, and the files that it includes. It is stored with its
requests for files and the answers to them, and is valid while the same requests get the same answers.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from rulebook_asciidoc.engine import BUNDLE, Answer, IncludeRequest, convert
from rulebook_asciidoc.includes import Includes
from rulebook_core import workspace
from rulebook_core.store import entries
from rulebook_core.store.tool import digest
from rulebook_core.system.machine import relative
from rulebook_syntax.dialects.options import ReadingOptions

_MAX_CONVERSIONS = 64
"""How many conversions stay in memory."""


class _Entry(NamedTuple):
    requests: tuple[tuple[IncludeRequest, str | None], ...]
    """The requests in their order, each with a digest of its answer."""
    result: dict[str, Any]

    def holds(self, answer: Answer) -> bool:
        """Return whether the same requests get the same answers.

        All are asked, because the function that answers them records each request.
        """
        return [_digest_of(answer(request)) for request, _ in self.requests] == [digest for _, digest in self.requests]


_memory: OrderedDict[str, _Entry] = OrderedDict()


class Conversion(NamedTuple):
    """Result of a conversion, with the files that it included."""

    result: dict[str, Any]
    includes: Includes


def converted(text: str, attributes: Mapping[str, str | None], options: ReadingOptions, slot: str) -> Conversion:
    """Convert a text, or find out that it has been converted already.

    Args:
        text: the text.
        attributes: attributes from outside.
        options: its place, and that of the store.
        slot: the kind of the conversion of a file ("read", "page").

    Raises:
        MissingPartError, EngineError: see `engine.convert`.
    """
    key = digest((text, json.dumps(dict(attributes), sort_keys=True), _engine_digest()))
    for entry in _known(options, slot, key):
        includes = Includes(options)
        if entry.holds(includes):
            _remember(key, entry)
            return Conversion(entry.result, includes)
    requests: list[tuple[IncludeRequest, str | None]] = []
    includes = Includes(options)

    def answer(request: IncludeRequest) -> tuple[str, str] | None:
        included = includes(request)
        requests.append((request, _digest_of(included)))
        return included

    result = convert(text, attributes, answer)
    entry = _Entry(tuple(requests), result)
    _remember(key, entry)
    _store(options, slot, key, entry)
    return Conversion(result, includes)


def _known(options: ReadingOptions, slot: str, key: str) -> Iterator[_Entry]:
    """The conversions that may hold, the nearest first; looked for only as far as needed."""
    if key in _memory:
        yield _memory[key]
    stored = _stored(options, slot, key)
    if stored is not None:
        yield stored


def _remember(key: str, entry: _Entry) -> None:
    _memory[key] = entry
    _memory.move_to_end(key)
    while len(_memory) > _MAX_CONVERSIONS:
        _memory.popitem(last=False)


def _stored(options: ReadingOptions, slot: str, key: str) -> _Entry | None:
    folder, name = options.cache, _name(options, slot)
    stored = entries.load(folder, name) if folder is not None else None
    try:
        if stored is None or stored["key"] != key or not isinstance(stored["result"], dict):
            return None
        requests = tuple((IncludeRequest(**request), digest) for request, digest in stored["asked"])
        return _Entry(requests, stored["result"])
    except (ValueError, TypeError, KeyError):
        return None  # An entry of another version.


def _store(options: ReadingOptions, slot: str, key: str, entry: _Entry) -> None:
    if options.cache is not None and options.file is not None:
        requests = [(request._asdict(), digest) for request, digest in entry.requests]
        entries.save(options.cache, _name(options, slot), {"key": key, "asked": requests, "result": entry.result})


def _name(options: ReadingOptions, slot: str) -> str:
    """Return the key of a file in the store: it has one conversion of each kind."""
    file = (
        relative(options.file, options.cache.parent) if options.file is not None and options.cache is not None else ""
    )
    return f"asciidoc {slot} {file}"


def _digest_of(answer: tuple[str, str] | None) -> str | None:
    return None if answer is None else digest(answer)


@cache
def _engine_digest() -> str:
    """Of Asciidoctor as it is bundled."""
    return sha256(workspace.read_bytes(BUNDLE)).hexdigest() if workspace.is_file(BUNDLE) else ""
