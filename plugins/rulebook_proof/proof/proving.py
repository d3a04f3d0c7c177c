"""The proof of a whole book: every page is tried by `rulebook_proof.proof.mutation`, on all processors.

What was proved before is not proved again, as long as neither the page nor the rules nor this tool has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rulebook_core.store import entries
from rulebook_core.store.fingerprint import system_fingerprint
from rulebook_core.store.parallel import shared
from rulebook_core.store.tool import digest, tool_fingerprint
from rulebook_proof.proof.ledger import Number
from rulebook_proof.proof.mutation import Mutant, PageMutation
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.reading import ClaimReader, claim_readers
from rulesmod.records import record

_ENTRY = "mutation"
MAX_ENTRIES = 2000
"""The number of pages in the store; those that were used last stay."""

BATCHES_A_TASK = 8


@record
class MutationResult:
    """The result of changing a page.

    Attributes:
        page: the page.
        targets: its numbers, as the ledger has them, then the words in cells of tables.
        mutants: how many changes were made.
        survivors: the changes that the checker did not object to, or only with a warning.
    """

    page: Page
    targets: tuple[Number, ...]
    mutants: int
    survivors: tuple[Mutant, ...]


def prove(book: Book, *, cache: Path | None = None, processes: int | None = None) -> list[MutationResult]:
    """Change every number of the pages that are wanted, and see what the checker says.

    Args:
        book: the book.
        cache: the folder that keeps results between runs.
        processes: how many pages or parts of pages are tried at the same time; as many as can be.

    Raises:
        WordingError: the phrasebook of a system is malformed.
    """
    attempts: list[PageMutation] = []
    keys: list[str | None] = []
    for reader, pages in claim_readers(book):
        rules = system_fingerprint(reader.system) if cache is not None else None
        for page in pages:
            if page.reported:
                attempts.append(PageMutation(reader, page))
                keys.append(_key(book, reader, page, rules) if rules is not None else None)
    stored = _Cache(cache)
    known = [stored.get(key, len(attempt.targets)) for key, attempt in zip(keys, attempts, strict=True)]
    missing = [index for index, mutants in enumerate(known) if mutants is None]
    mutants = _try(attempts, missing, processes)
    trials = []
    for index, (attempt, key) in enumerate(zip(attempts, keys, strict=True)):
        survivors = mutants[index] if index in mutants else known[index]
        assert survivors is not None
        stored.put(key, survivors)
        trials.append(MutationResult(attempt.page, attempt.targets, len(attempt.mutants), survivors))
    stored.save()
    return sorted(trials, key=lambda trial: trial.page.uri)


class _Task(NamedTuple):
    """Some batches of changes of one attempt."""

    attempt: int
    first: int
    last: int


def _try(
    attempts: Sequence[PageMutation], wanted: Iterable[int], processes: int | None
) -> Mapping[int, tuple[Mutant, ...]]:
    """The survivors of each attempt that is wanted."""
    survivors: dict[int, list[Mutant]] = {index: [] for index in wanted}
    tasks = [
        _Task(index, first, first + BATCHES_A_TASK)
        for index in survivors
        for first in range(0, len(attempts[index].batches), BATCHES_A_TASK)
    ]

    def run(part: Sequence[_Task]) -> list[tuple[int, list[Mutant]]]:
        return [(task.attempt, _unproved(attempts[task.attempt], task)) for task in part]

    if tasks:
        Random(1).shuffle(tasks)  # Pages are of many kinds, and each process is to have as much to do.
        for part in shared(tasks, [1] * len(tasks), run, processes=processes):
            for index, numbers in part:
                survivors[index] += numbers
    return {index: tuple(sorted(numbers)) for index, numbers in survivors.items()}


def _unproved(attempt: PageMutation, task: _Task) -> list[Mutant]:
    return [survivor for batch in attempt.batches[task.first : task.last] for survivor in attempt.unproved(batch)]


def _key(book: Book, reader: ClaimReader, page: Page, rules: str) -> str:
    document = page.document
    # What the extensions make of a page is decided by their settings alone.
    options = repr(book.site.extensions) if book.site is not None else ""
    return digest(
        (tool_fingerprint(), rules, reader.system.name, document.dialect, options, page.uri, document.source.text)
    )


class _Cache:
    """Survivors by key, in one entry of the store."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._entries: dict[str, Any] = {}
        self._before: dict[str, Any] = {}
        stored = entries.load(folder, _ENTRY) if folder is not None else None
        if isinstance(stored, dict):
            self._entries, self._before = stored, dict(stored)

    def get(self, key: str | None, targets: int) -> tuple[Mutant, ...] | None:
        entry = self._entries.get(key) if key is not None else None
        if not isinstance(entry, list):
            return None
        try:
            survivors = tuple(Mutant(target, text, is_warned) for target, text, is_warned in entry)
        except (TypeError, ValueError):
            return None
        sound = all(one.target in range(targets) and isinstance(one.text, str) for one in survivors)
        return survivors if sound else None

    def put(self, key: str | None, survivors: Sequence[Mutant]) -> None:
        if key is not None:
            self._entries.pop(key, None)
            self._entries[key] = [list(survivor) for survivor in survivors]

    def save(self) -> None:
        if self._folder is None or list(self._entries.items()) == list(self._before.items()):
            return
        latest = dict(islice(reversed(self._entries.items()), MAX_ENTRIES))
        entries.save(self._folder, _ENTRY, dict(reversed(latest.items())))
