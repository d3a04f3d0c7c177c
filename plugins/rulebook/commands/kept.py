"""What `rulebook check` has said, kept until a run would be told something else than that one was; see `witness`."""

from __future__ import annotations

import json
import os
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from rulebook import caching, witness
from rulebook.commands.shared import SEVERITIES
from rulebook.settings.where import cache_beside
from rulebook.witness import Asked

MOST_ENTRIES = 16
"""So many runs of a site are kept, each with its options; the oldest go."""
MOST_SIGNS = 4 * 2**20
"""A longer report is not kept."""


class Said(NamedTuple):
    """What came of a run.

    Attributes:
        text: the report.
        worst: how bad the worst finding is, as `Severity` counts; 0 without one.
        is_whole: whether every file could be read.
    """

    text: str
    worst: int
    is_whole: bool

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
        self._path = cache_beside(config) / "check" / f"{name}.json"
        self._begun = time.time_ns()

    def recall(self) -> Said | None:
        """What the run said, if it would say the same now."""
        kept = caching.load(self._path, self._folder)
        try:
            return Said(kept["text"], kept["worst"], True) if witness.told(kept["asked"]) == kept["told"] else None
        except (TypeError, KeyError, ValueError, AttributeError):
            return None  # As another version writes it.

    def keep(self, said: Said, asked: Asked) -> None:
        """Keep what a run said, unless something has changed while it was at work."""
        questions = witness.settled(asked, self._begun)
        if questions is None or not said.is_whole or len(said.text) > MOST_SIGNS:
            return
        entry = {"text": said.text, "worst": said.worst, "asked": questions, "told": witness.told(questions)}
        caching.store(self._path, self._folder, entry)
        caching.trim(self._path.parent, self._folder, MOST_ENTRIES)
