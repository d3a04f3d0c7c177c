"""Suites of texts with the findings that must come of them, as Markdown files that read like a text.

Each section with a fenced text is a test. Its info string says how it is read: a dialect, `system=` a game, several
with commas between them, or nothing. What is listed below must be found in it, and nothing else:

    - wrong-sum `5`
    - 16:5 wrong-step `8`: the rules give 9
        - also `17`: this comes to 16

that is a rule and the words that the finding stands at; where it helps, line and column before them and a part of its
message behind them; below it, places that take part. Several texts of a section, each with a `path=`, are one book.
Of a text with the word `each`, every line is a text of its own; `below="A heading"` puts each below a heading. A text
with the word `before` is what the text behind it was when its claims were recorded; with `site`, it is of a site.
What `sites.py` reads are sections with settings, and books on paper.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rulebook_core.findings import Finding, Place
from rulebook_proof.analysis import analyse
from rulebook_proof.proof.lock import lock_text
from rulebook_rules.book import Book, Page
from rulebook_rules.claims.reading import read_claims
from rulebook_rules.config import load_config
from tests.checking import page_of
from tests.suites.sites import CONFIG, findings_in_site, findings_on_paper

_HEADING = re.compile(r"(?P<level>#+) (?P<title>.+)")
_FENCE = re.compile(r"(?P<fence>`{3,})(?P<info>\w.*)")
_ITEM = re.compile(
    r"(?P<indent> *)- (?:(?P<also>also)|(?:(?P<path>\S+\.\w+):)?(?:(?P<at>\d+:\d+) )?(?P<rule>[a-z]+(?:-[a-z]+)*))"
    r"(?: (?P<ticks>`+) ?(?P<quote>.*?) ?(?P=ticks))?(?:: (?P<message>.+))?"
)

_WORDS = {"system", "path", "below", "each", "before", "site", "pdf", "fails", "size", "encoding"}
"""What may stand behind the dialect of a text."""


@dataclass(slots=True)
class Expected:
    """A finding as a suite tells it: what is empty or None may be anything."""

    line: str
    path: str | None
    at: str | None
    rule: str
    quote: str | None
    message: str
    also: list[tuple[str, str]] = field(default_factory=list)

    def fits(self, found: Found) -> bool:
        finding = found.finding
        related = [(_slice(place), place.message) for place in finding.details.related]
        return (
            self.rule == finding.rule
            and self.path in (None, finding.place.source.path)
            and self.at in (None, found.at)
            and self.quote in (None, _slice(finding.place))
            and self.message in finding.message
            and all(any(quote == q and message in m for q, m in related) for quote, message in self.also)
        )


class Found(NamedTuple):
    """A finding, and where it stands as the suite counts."""

    finding: Finding
    at: str

    def __str__(self) -> str:
        finding = self.finding
        also = "".join(f"\n    - also {_ticked(_slice(p))}: {p.message}" for p in finding.details.related)
        return f"- {self.at} {finding.rule} {_ticked(_slice(finding.place))}: {finding.message}{also}"


@dataclass(frozen=True, slots=True)
class Text:
    """A fenced text, and what its info string says of it."""

    dialect: str
    systems: tuple[str | None, ...]
    path: str
    words: frozenset[str]
    said: Mapping[str, str]
    text: str

    @property
    def below(self) -> str:
        return self.said.get("below", "")

    def parts(self) -> list[Text]:
        """What of it is read as a text of its own."""
        if "each" not in self.words:
            return [self]
        head = f"# {self.below}\n\n" if self.below else ""
        return [replace(self, text=f"{head}{line}\n") for line in self.text.splitlines()]

    def page(self, system: str | None) -> Page:
        return page_of(self.text, system=system, dialect=self.dialect, path=self.path)


@dataclass(slots=True)
class Section:
    """A section of a suite that has texts."""

    name: str
    texts: list[Text] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)

    def differences(self) -> Iterator[str]:
        """What is expected and does not come, and what comes and is not expected, for each game."""
        for system in self.texts[0].systems:
            left = list(self.found(system))
            for expected in self.expected:
                fitting = next((found for found in left if expected.fits(found)), None)
                if fitting is None:
                    yield f"{system}: does not come: {expected.line}"
                else:
                    left.remove(fitting)
            yield from (f"{system}: comes: {found}" for found in left)

    @property
    def is_of_files(self) -> bool:
        """True if its texts are files, not only of pages."""
        return any(text.path == CONFIG or "pdf" in text.words for text in self.texts)

    def found(self, system: str | None) -> Iterator[Found]:
        if self.is_of_files:
            has_paper = any("pdf" in text.words for text in self.texts)
            findings: Iterable[Finding] = findings_on_paper(self.texts) if has_paper else findings_in_site(self.texts)
            yield from (_found(finding, 0) for finding in findings)
            return
        texts = [text for text in self.texts if "before" not in text.words]
        for text in texts if "each" in texts[0].words else ():
            for number, part in enumerate(text.parts()):
                found = analyse(Book((part.page(system),))).findings
                yield from (_found(finding, number - part.text.count("\n") + 1) for finding in found)
        if "each" not in texts[0].words:
            book = Book(tuple(text.page(system) for text in texts))
            if "site" in texts[0].words:
                book = _as_site(book)
            if before := [text.page(system) for text in self.texts if "before" in text.words]:
                findings = _findings_since(Book(tuple(before)), book)
            else:
                findings = analyse(book).findings
            yield from (_found(finding, 0) for finding in findings)


def _findings_since(before: Book, book: Book) -> tuple[Finding, ...]:
    """The findings in a book of whose pages, as they were, the claims are recorded."""
    with _site() as config:
        config.with_name("rulebook.lock").write_text(lock_text(read_claims(before)), encoding="utf-8")
        return analyse(replace(book, site=load_config(config))).findings


@contextmanager
def _site() -> Iterator[Path]:
    """The settings of a site without pages."""
    with TemporaryDirectory() as folder:
        config = Path(folder, "mkdocs.yml")
        config.write_text("docs_dir: docs\n", encoding="utf-8")
        Path(folder, "docs").mkdir()
        yield config


def _as_site(book: Book) -> Book:
    with _site() as config:
        return replace(book, site=load_config(config))


def _found(finding: Finding, below: int) -> Found:
    position = finding.place.source.position(finding.place.span.start)
    return Found(finding, f"{position.line + below}:{position.column}")


def sections_of(path: Path) -> list[Section]:
    """The sections of a suite that are tests, in their order."""
    sections: list[Section] = []
    titles: list[str] = []
    suite = path.parent.name if path.name == "rule.md" else path.stem
    lines = iter(path.read_text(encoding="utf-8").splitlines())
    for line in lines:
        if heading := _HEADING.fullmatch(line):
            titles[len(heading["level"]) - 1 :] = [heading["title"]]
            sections.append(Section(f"{suite}: {' / '.join(titles[1:] or titles)}"))
        elif fence := _FENCE.fullmatch(line):
            inside = []
            while (line := next(lines)) != fence["fence"]:
                inside.append(line)
            sections[-1].texts.append(_text(fence["info"], "".join(f"{line}\n" for line in inside)))
        elif line.lstrip().startswith("- ") and sections[-1].texts:
            item = _ITEM.fullmatch(line)
            assert item is not None, f"{path.name}: no finding is told by {line!r}"
            if item["also"]:
                sections[-1].expected[-1].also.append((item["quote"], item["message"] or ""))
            else:
                found = Expected(line, item["path"], item["at"], item["rule"], item["quote"], item["message"] or "")
                sections[-1].expected.append(found)
    return [section for section in sections if section.texts]


def _text(info: str, text: str) -> Text:
    dialect, *words = shlex.split(info)
    said = dict(word.split("=", 1) for word in words if "=" in word)
    marks = frozenset(word for word in words if "=" not in word)
    unknown = {*said, *marks} - _WORDS
    assert not unknown, f"`{info}` says what nobody knows: {unknown}"
    systems = tuple(None if name == "none" else name for name in said.get("system", "none").split(","))
    return Text(dialect, systems, said.get("path", "text.md"), marks, said, text)


def _slice(place: Place) -> str:
    """The words that it stands at, on one line."""
    return " ".join(place.source.slice(place.span).split())


def _ticked(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"
