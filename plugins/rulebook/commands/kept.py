"""What `rulebook check` has said, kept until a run would be told something else than that one was; see `witness`.

What is known of each page is kept beside it: where only texts of pages have changed, few others are
read; see `settled`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from rulebook import caching, witness
from rulebook.commands.shared import SEVERITIES
from rulebook.settings.where import cache_beside
from rulebook.witness import Asked, Questions

if TYPE_CHECKING:
    from rulebook.settled import Known, Settled

MOST_ENTRIES = 16
"""So many runs of a site are kept, each with its options; the oldest go."""
MOST_SIGNS = 4 * 2**20
"""A longer report is not kept."""
_OF_A_TEXT = frozenset(("text", "stat", "lstat"))
"""Questions that have another answer where a text has changed."""


class Said(NamedTuple):
    """What came of a run.

    Attributes:
        text: the report.
        worst: how bad the worst finding is, as `Severity` counts; 0 without one.
        is_whole: whether every file could be read.
        pages: what is known of the pages by now, by uri.
        rests_on: the answers that it rests on besides those that it was given itself.
    """

    text: str
    worst: int
    is_whole: bool
    pages: Mapping[str, Settled] = MappingProxyType({})
    rests_on: Mapping[tuple[str, str], str] = MappingProxyType({})

    def exit_code(self, fail_on: str) -> int:
        """What the process ends with, for the least severity that fails it."""
        if not self.is_whole:
            return 2
        return int(self.worst >= len(SEVERITIES) - SEVERITIES.index(fail_on))


class KeptRun:
    """The place of one run of a site: where it is in, and what it is asked."""

    def __init__(self, config: Path, *options: object) -> None:
        """Find the place.

        Args:
            config: the mkdocs.yml of the site.
            options: all that the command is told.
        """
        self._folder = config.parent
        of = [sys.version, sys.flags, sys.path, os.getcwd(), str(config), options]
        name = sha256(json.dumps(of).encode()).hexdigest()[:32]
        self._said, self._pages = (cache_beside(config) / kind / f"{name}.json" for kind in ("check", "pages"))
        self._begun = time.time_ns()
        self._before: Any = None
        self._answers: list[str] = []

    def recall(self) -> Said | None:
        """What the run said, if it would say the same now."""
        self._before = caching.load(self._said, self._folder)
        try:
            self._answers = witness.answers(self._before["asked"])
            is_same = witness.digest(self._answers) == self._before["told"]
            return Said(self._before["text"], self._before["worst"], True) if is_same else None
        except (TypeError, KeyError, ValueError, AttributeError):
            return None  # As another version writes it.

    def known(self) -> tuple[Known, Asked] | None:
        """What is known of the pages, with the answers that it rests on, where only texts of pages have changed."""
        from rulebook.settled import Known, Settled

        kept = caching.load(self._pages, self._folder)
        try:
            if witness.digest(kept["answers"]) != self._before["told"]:
                return None
            pages = {uri: Settled(*values) for uri, values in kept["pages"].items()}
            before = dict(zip(_each(self._before["asked"]), kept["answers"], strict=True))
        except (TypeError, KeyError, ValueError, AttributeError):
            return None
        others = {one for one, answer in zip(before, self._answers, strict=True) if answer != before[one]}
        uris = {page.file: uri for uri, page in pages.items()}
        if not all(operation in _OF_A_TEXT and path in uris for operation, path in others):
            return None
        files = {path for _, path in others}
        rest = {(operation, path): answer for (operation, path), answer in before.items() if path not in files}
        return Known(pages, frozenset(uris[path] for path in files)), rest

    def keep(self, said: Said, asked: Asked) -> None:
        """Keep what a run said, unless something has changed while it was at work."""
        questions = witness.settled(asked, self._begun)
        if questions is None or not said.is_whole or len(said.text) > MOST_SIGNS:
            return
        told = {**said.rests_on, **dict(zip(_each(questions), witness.answers(questions), strict=True))}
        every: Questions = {}
        for operation, path in sorted(told):
            every.setdefault(operation, []).append(path)
        answers = [told[one] for one in _each(every)]
        entry = {"text": said.text, "worst": said.worst, "asked": every, "told": witness.digest(answers)}
        self._store(self._said, entry)
        if said.pages:
            self._store(self._pages, {"answers": answers, "pages": said.pages})

    def _store(self, path: Path, entry: Mapping[str, Any]) -> None:
        caching.store(path, self._folder, entry)
        caching.trim(path.parent, self._folder, MOST_ENTRIES)


def _each(questions: Questions) -> list[tuple[str, str]]:
    return [(operation, path) for operation, paths in questions.items() for path in paths]
