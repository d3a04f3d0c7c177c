"""Stored results of runs over a site: a result is valid while every question of its run has the same answer.

The summaries of all pages are stored, too. If only texts of pages have changed, a run reads these, and takes the other
pages from their summaries. A check and a build of a site share them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rulebook_core import workspace
from rulebook_core.late import late
from rulebook_core.store import entries
from rulebook_core.store.tool import digest, installed_packages, tool_fingerprint, tool_state
from rulebook_core.workspace import Answers, Trace, from_portable
from rulebook_rules.settings.where import cache_beside

if TYPE_CHECKING:
    from rulebook_proof.analysis import Report
    from rulebook_rules.page_summary import PageSummary, Summaries

# A run that recalls its result needs none of them.
summaries_of: Callable[[Report], dict[str, PageSummary]] = late("rulebook.stored.summaries", "summaries_of")
page_summary: Callable[..., PageSummary] = late("rulebook_rules.page_summary", "PageSummary")
make_summaries: Callable[..., Summaries] = late("rulebook_rules.page_summary", "Summaries")

T = TypeVar("T")

WHOLE_SITE = ((), None, None)
"""The options of a reading of a site as its mkdocs.yml says: no paths, and no other system or dialect."""
_OF_A_TEXT = frozenset(("text", "source", "kind", "own kind"))
"""Operations whose answers change with the text of a file."""
_OF_CONTENT = frozenset(("text", "source"))


class _Stored(NamedTuple):
    """A stored result with the answers that it depends on."""

    value: Any
    answers: Answers


class SiteRun:
    """One run over a site, with the results that earlier runs have stored."""

    def __init__(
        self, config: Path, kind: str, options: object = (), *, reading: object = (), output: str = ""
    ) -> None:
        """Name the results.

        Args:
            config: the mkdocs.yml of a site.
            kind, options: whatever the result of the run depends on besides its questions.
            reading: the options that decide how pages are read, which the summaries depend on.
            output: the folder, absolute, that the run writes.
        """
        self._root = os.path.abspath(config.parent)
        self._folder = cache_beside(config)
        self._output = output
        self._now: Answers = {}
        here = os.path.relpath(workspace.current_folder(), self._root)
        tool = (_tool(self._folder), installed_packages(), repr(_import_folders()), config.name, here)
        self._run, self._pages, self._shown = (
            digest((*tool, *map(repr, names)))
            for names in ((kind, options, str(config)), ("summaries", reading), ("shown", kind))
        )
        self._trace = Trace(output)
        self._answers: Answers = {}
        """The answers that the summaries depend on; none if they are not known."""
        self._before: Answers = {}
        """Those of them that are of an earlier run."""
        self._summaries: Mapping[str, PageSummary] = {}
        """Those of the reported pages; none if the report was made without any."""

    def recall(self) -> Any:
        """Return the result of the run if no answer has changed; else None."""
        stored = self._load(self._run)
        return stored.value if stored is not None and not self._changed(stored.answers) else None

    def recall_shown(self) -> Any:
        """Return the presentation of the pages if no answer has changed; else None."""
        stored = self._load(self._shown)
        return stored.value if stored is not None and not self._changed(stored.answers) else None

    def report(
        self, make: Callable[[Mapping[str, PageSummary]], Report], is_wanted: Callable[[PageSummary], object]
    ) -> Report:
        """Report on the site, and read as few pages as possible.

        Args:
            make: makes the report with the summaries of the pages that are not to be read, by uri.
            is_wanted: returns true for a page that is to be read nevertheless.
        """
        return self.traced(lambda: self._from_summaries(make, is_wanted) or make({}))

    def traced(self, work: Callable[[], T]) -> T:
        """Do something that the result of the run depends on."""
        with workspace.tracing(self._trace):
            return work()

    def _from_summaries(
        self, make: Callable[[Mapping[str, PageSummary]], Report], is_wanted: Callable[[PageSummary], object]
    ) -> Report | None:
        with workspace.untraced():
            stored = self._load(self._pages)
            if stored is None:
                return None
            pages = {uri: page_summary(*values) for uri, values in stored.value.items()}
            uris = {page.file: uri for uri, page in pages.items()}
            changed = self._changed(stored.answers)
        if not all(operation in _OF_A_TEXT and path in uris for operation, path in changed):
            return None
        summaries = make_summaries(pages, frozenset(uris[path] for _, path in changed))
        usable = summaries.usable(is_wanted)
        if not usable:
            return None
        report = make(usable)
        now = summaries_of(report)
        if not summaries.hold(now):
            return None
        self._summaries = now
        files = {path for _, path in changed}
        self._before = {one: answer for one, answer in stored.answers.items() if one[1] not in files}
        return report

    def files(self) -> Iterator[str]:
        """Yield the files whose contents the report depends on."""
        yield from (path for operation, path in self._trace.answers if operation in _OF_CONTENT)
        before = (one for one in self._before if one[0] in _OF_CONTENT)
        yield from (from_portable(operation, path, self._root) for operation, path in before)

    def save(self, result: Any, report: Report) -> None:
        """Store the result of the run, and the summaries of its pages."""
        if not self._trace.is_repeatable:
            return
        answers = self._before | self._trace.portable(self._root)
        if result is not None:
            self._save(self._run, result, answers)
        if pages := self._summaries or summaries_of(report):
            self._answers = answers
            self._save(self._pages, pages, answers)

    def save_shown(self, shown: Any) -> None:
        """Store the presentation of the pages if their summaries are stored."""
        if self._answers:
            self._save(self._shown, shown, self._answers)

    def _changed(self, answers: Answers) -> set[tuple[str, str]]:
        """Return the questions that have another answer now; each is asked once."""
        new = [question for question in answers if question not in self._now]
        with workspace.untraced():
            self._now.update(zip(new, workspace.answers_now(new, self._root, self._output), strict=True))
        return {question for question, answer in answers.items() if self._now[question] != answer}

    def _load(self, key: str) -> _Stored | None:
        entry = entries.load(self._folder, key)
        try:
            questions = [(operation, path) for operation, paths in entry["asked"].items() for path in paths]
            return _Stored(entry["value"], dict(zip(questions, entry["answers"], strict=True)))
        except (TypeError, KeyError, ValueError, AttributeError):  # No entry, or one of another version.
            return None

    def _save(self, key: str, value: Any, answers: Answers) -> None:
        questions: dict[str, list[str]] = {}
        ordered = sorted(answers)
        for operation, path in ordered:
            questions.setdefault(operation, []).append(path)
        entries.save(
            self._folder, key, {"asked": questions, "answers": [answers[one] for one in ordered], "value": value}
        )


def _tool(folder: Path) -> str:
    """Return the fingerprint of this tool; that of the same state of its files is stored."""
    key = f"tool {tool_state()}"
    known = entries.load(folder, key)
    if not isinstance(known, str):
        known = tool_fingerprint()
        entries.save(folder, key, known)
    return known


def _import_folders() -> Iterable[str]:
    """Return where Python looks for modules besides its libraries."""
    return [path for path in sys.path if not path.startswith((*workspace.library_folders(), sys.base_prefix))]
