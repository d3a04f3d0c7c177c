"""The edits of remedies, made in texts."""

from __future__ import annotations

from rulebook_core.findings import Remedy
from rulebook_core.source import Source, Span


class FixError(Exception):
    """A remedy that cannot be applied; the message says why, in words for a writer."""


def edited(*remedies: Remedy) -> dict[Source, str]:
    """The text of each source after the edits of remedies: their own characters change and nothing else.

    Raises:
        FixError: two edits touch the same characters.
    """
    by_source: dict[Source, list[tuple[Span, str]]] = {}
    for edit in (edit for remedy in remedies for edit in remedy.edits):
        by_source.setdefault(edit.place.source, []).append((edit.place.span, edit.text))
    texts = {}
    for source, edits in by_source.items():
        pieces, last = [], 0
        for span, text in sorted(edits):
            if span.start < last:
                raise FixError("its edits overlap, so they cannot be applied together")
            pieces += [source.text[last : span.start], _with_line_ends_of(source, text)]
            last = span.end
        texts[source] = "".join((*pieces, source.text[last:]))
    return texts


def _with_line_ends_of(source: Source, text: str) -> str:
    first = source.text[: source.line_starts[1]] if len(source.line_starts) > 1 else ""
    return text.replace("\n", first[len(first.rstrip("\r\n")) :]) if first else text
