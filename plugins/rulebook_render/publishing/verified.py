"""The page "What is verified": the ledger of a book as its readers see it, in Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rulebook_proof.analysis import Report
from rulebook_proof.proof.ledger import Ledger, LedgerPage, Standing, ledger_of, share
from rulebook_rules.book import Book
from rulebook_rules.claims.model import Verdict
from rulebook_text.lexing.figures import numbers_in
from rulesmod.system import System

_AROUND = 30
"""Characters before and behind a number that show where it stands."""
_BOLD = re.compile(r"\*\*(.*?)\*\*")
_SPECIAL = str.maketrans({character: f"&#{ord(character)};" for character in "\\`*_{}[]<>#|~^$&:="})


def verified_page(book: Book, report: Report, link: Callable[[str], str | None] = str) -> str:
    """Return the page on what is checked of a book. It goes by game and page, and says what is not checked."""
    ledger = ledger_of(book, report.of_games, report.compared)
    lines = [
        "# What is verified",
        "",
        "Each time this site is built, its rulebooks are read again and compared with their rules. A number is",
        "*guarded* when the checker objects to another one in its place, or to one that is further off than its",
        "rounding allows; *waived* when the writer says why nothing needs to guard it; all others are *unguarded*.",
    ]
    for system in book.systems:
        lines += ("", *_of_game(system, ledger, report, link))
    return "\n".join(lines) + "\n"


def _of_game(system: System, ledger: Ledger, report: Report, link: Callable[[str], str | None]) -> Iterator[str]:
    pages = [page for page in ledger.pages if page.system == system.name]
    numbers = [number for page in pages for number in page.numbers]
    claims = [claim for claim in report.claims if claim.system == system.name]
    right = sum(claim.verdict is Verdict.RIGHT for claim in claims)
    yield f"## {_plain(system.title)}"
    yield ""
    yield (
        f"{len(claims)} statements are checked, and {right} of them are right. Of {len(numbers)} numbers, "
        f"{share(numbers):.1f} % are guarded or waived."
    )
    yield ""
    yield "| Page | Numbers | Guarded | Waived | Unguarded |"
    yield "| --- | --- | --- | --- | --- |"
    for page in pages:
        counts = Counter(number.standing for number in page.numbers)
        figures = " | ".join(str(counts[standing]) for standing in Standing)
        title = _plain(_title(page, report))
        if not report.book.by_uri[page.uri].is_part:
            address = link(page.uri)
            title = title if address is None else f"[{title}]({address})"
        elif not page.numbers:
            continue
        yield f"| {title} | {len(page.numbers)} | {figures} |"
    yield from _unguarded(pages, report)
    yield from _waived(pages, report)
    missing = [item for item in ledger.unstated if item.system == system.name]
    if missing:
        yield from ("", f"### In the rules of {_plain(system.title)}, and stated by no page", "")
        yield from (f"- {item.kind} `{item.name}`: {_plain(item.about)}" for item in missing)


def _unguarded(pages: Sequence[LedgerPage], report: Report) -> Iterator[str]:
    results = [(page, stretch) for page in pages for stretch in _stretches(page, Standing.UNGUARDED, report)]
    if results:
        yield from ("", "### Unguarded", "")
        yield from (f"- {_plain(_title(page, report))}: {stretch.text}" for page, stretch in results)


def _waived(pages: Sequence[LedgerPage], report: Report) -> Iterator[str]:
    """As HTML: a fold for each page and reason, since a table of examples may be waived as a whole."""
    folds = []
    for page in pages:
        by_reason: dict[str, list[_Stretch]] = {}
        for stretch in _stretches(page, Standing.WAIVED, report):
            by_reason.setdefault(stretch.reason, []).append(stretch)
        for reason, stretches in by_reason.items():
            count = sum(stretch.numbers for stretch in stretches)
            words = f"{_title(page, report)}: {count} {'number' if count == 1 else 'numbers'}"
            items = "".join(f"<li>{_as_html(stretch.text)}</li>" for stretch in stretches)
            head = _as_html(_plain(f"{words} ({reason})" if reason else words))
            folds.append(f"<details><summary>{head}</summary><ul>{items}</ul></details>")
    if folds:
        yield from ("", "### Waived", "", *folds)


class _Stretch(NamedTuple):
    """Numbers that stand together, with what is around them: Markdown in which they are bold."""

    text: str
    numbers: int
    reason: str


def _stretches(page: LedgerPage, standing: Standing, report: Report) -> Iterator[_Stretch]:
    """Yield the numbers of a standing in the words that a reader sees. Numbers of one reason and one block are
    together.
    """
    wanted = {number.place.span: number for number in page.numbers if number.standing is standing}
    for block in report.analyses[page.uri].document.prose.blocks if wanted else ():
        by_reason: dict[str, list[tuple[int, int]]] = {}
        for start, end in numbers_in(block.text.text):
            if (number := wanted.get(block.text.span(start, end))) is not None:
                by_reason.setdefault(number.reason, []).append((start, end))
        for reason, spans in by_reason.items():
            yield _Stretch(_quoted(block.text.text, spans), len(spans), reason)


def _quoted(text: str, spans: Sequence[tuple[int, int]]) -> str:
    begin, finish = max(0, spans[0][0] - _AROUND), min(len(text), spans[-1][1] + _AROUND)
    before, behind = text[begin : spans[0][0]], text[spans[-1][1] : finish]
    if begin:
        before = f"…{before.partition(' ')[2]}"
    if finish < len(text):
        behind = f"{behind.rpartition(' ')[0]}…"
    parts = [_plain(before)]
    for (start, end), following in zip(spans, [*spans[1:], None], strict=True):
        parts += (f"**{_plain(text[start:end])}**", _plain(text[end : following[0]] if following else behind))
    return " ".join("".join(parts).split())


def _as_html(text: str) -> str:
    """A text of ours that Markdown is not to read any more."""
    return _BOLD.sub(r"<strong>\1</strong>", text)


def _title(page: LedgerPage, report: Report) -> str:
    headings = report.analyses[page.uri].document.headings
    return headings[0].title if headings else page.uri


def _plain(text: str) -> str:
    """A text that Markdown leaves as it is."""
    return text.translate(_SPECIAL)
