"""What came of a run over a site, kept until a run would be told something else than that one was; see `witness`.

What is known of each page is kept with it: where only texts of pages have changed, few others are read; see `settled`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook_core import workspace
from rulebook_core.store import caching, witness
from rulebook_core.store.witness import Asked, Questions
from rulebook_rules.settings.where import cache_beside

if TYPE_CHECKING:
    from rulebook_proof.analysis import Report
    from rulebook_rules.page_summary import Known, Settled

MAX_ENTRIES, MAX_SHOWN = 16, 4
"""So many runs of a site are kept, each with its options, and of so many what they have shown; the oldest go."""
_OF_A_TEXT = frozenset(("text", "stat", "lstat"))
"""Questions that have another answer where a text has changed."""


class KeptRun:
    """The place of one run of a site: where it is in, and what it is asked."""

    def __init__(self, config: Path, *options: object, made: str = "") -> None:
        """Find the place.

        Args:
            config: the mkdocs.yml of a site.
            options: all that the run is told.
            made: the folder, absolute, that it leaves behind.
        """
        self._folder, self._made = config.parent, made
        of = [sys.version, sys.flags, sys.path, workspace.current_folder(), str(config), options]
        name = sha256(json.dumps(of).encode()).hexdigest()[:32]
        kinds = ("check", "pages", "shown")
        self._run, self._pages, self._shown = (cache_beside(config) / kind / f"{name}.json" for kind in kinds)
        self._begun = time.time_ns()
        self._rests_on: Asked = {}
        self._told: Asked = {}
        self._before = caching.load(self._run, self._folder)
        try:
            self._answers = witness.answers(self._before["asked"], made)
            self._is_same = witness.digest(self._answers) == self._before["told"]
        except (TypeError, KeyError, ValueError, AttributeError):  # As another version writes it.
            self._before, self._answers, self._is_same = None, [], False

    def recall(self) -> Any:
        """What came of the run, if the same would come of it now; else None."""
        return self._before.get("result") if self._is_same else None

    def recall_shown(self) -> Any:
        """What was shown of the pages, if the same would be shown now; else None."""
        kept: Any = caching.load(self._shown, self._folder) if self._is_same else None
        try:
            told = witness.digest(witness.answers(kept["asked"]))
            return kept["shown"] if (kept["of"], kept["told"]) == (self._before["told"], told) else None
        except (TypeError, KeyError, ValueError, AttributeError):
            return None

    def report(self, make: Callable[[Mapping[str, Settled]], Report], is_wanted: Callable[[Settled], object]) -> Report:
        """The report on the site, for which no page is read of which nothing is said, as is known.

        Args:
            make: makes the report with such pages, by uri.
            is_wanted: whether a page is to be read nevertheless.
        """
        from rulebook.stored.faces import pages_of

        if (known := self._known()) is not None:
            report = make(known.settled(is_wanted))
            if known.holds(pages_of(report)):
                return report
            self._rests_on = {}
        return make({})

    def _known(self) -> Known | None:
        """What is known of the pages, where nothing but texts of pages has changed."""
        from rulebook_rules.page_summary import Known, Settled

        kept: Any = caching.load(self._pages, self._folder) if self._before is not None else None
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
        self._rests_on = {one: answer for one, answer in before.items() if one[1] not in files}
        return Known(pages, frozenset(uris[path] for path in files))

    def keep(self, result: Any, report: Report, asked: Asked) -> None:
        """Keep what came of the run, unless something has changed while it was at work."""
        from rulebook.stored.faces import pages_of

        if self._is_same and self._rests_on:
            self._told = self._rests_on
            return
        if (told := witness.settled(asked, self._begun, self._rests_on, self._made)) is None:
            return
        told = self._rests_on | told
        questions = witness.questions(told)
        answers = [told[one] for one in _each(questions)]
        self._store(self._run, {"result": result, "asked": questions, "told": witness.digest(answers)})
        if pages := pages_of(report):
            self._store(self._pages, {"answers": answers, "pages": pages})
            self._told = told

    def keep_shown(self, shown: Any) -> None:
        """Keep what has been shown of the pages, where they are kept themselves."""
        if not self._told or (late := witness.loaded_beside(self._told)) is None:
            return
        of = witness.digest(self._told[one] for one in _each(witness.questions(self._told)))
        asked = witness.questions(late)
        told = witness.digest(late[one] for one in _each(asked))
        self._store(self._shown, {"of": of, "asked": asked, "told": told, "shown": shown}, most=MAX_SHOWN)

    def _store(self, path: Path, entry: Mapping[str, Any], *, most: int = MAX_ENTRIES) -> None:
        caching.store(path, self._folder, entry)
        caching.trim(path.parent, self._folder, most)


def _each(questions: Questions) -> list[tuple[str, str]]:
    return [(operation, path) for operation, paths in questions.items() for path in paths]
