"""The page "What is verified": the ledger of a book as its readers see it, in Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from rulebook.analysis import Report
from rulebook.book import Book
from rulebook.claims.ledger import Ledger, LedgerPage, Number, Standing, ledger_of, share, surroundings
from rulebook.claims.model import Verdict
from rulebook.config import is_part
from rulesmod.system import System

PAGE = "verified.md"
"""Where the page stands among the sources of a site."""

_SPECIAL = str.maketrans({character: f"&#{ord(character)};" for character in "\\`*_{}[]<>#|~^$&:="})


def verified_page(book: Book, report: Report, link: Callable[[str], str] = str) -> str:
    """What is checked of a book, by game and page, and what is not.

    Args:
        book: all pages.
        report: what was found in them.
        link: how the page links to another one, by its uri.
    """
    ledger = ledger_of(book, report.analyses)
    lines = [
        "# What is verified",
        "",
        "Each time this site is built, its rulebooks are read again and held against their rules. A number is",
        "*guarded* when the book could not be published with another one in its place; *waived* when the writer",
        "says why nothing needs to guard it; all others are *unguarded*.",
    ]
    for system in book.systems:
        lines += ("", *_of_game(system, ledger, report, link))
    return "\n".join(lines) + "\n"


def _of_game(system: System, ledger: Ledger, report: Report, link: Callable[[str], str]) -> Iterator[str]:
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
        if not is_part(page.uri):
            title = f"[{title}]({link(page.uri)})"
        elif not page.numbers:
            continue
        yield f"| {title} | {len(page.numbers)} | {figures} |"
    yield from _numbers("Unguarded", Standing.UNGUARDED, pages, report)
    yield from _numbers("Waived", Standing.WAIVED, pages, report)
    missing = [item for item in ledger.unstated if item.system == system.name]
    if missing:
        yield from ("", f"### In the rules of {_plain(system.title)}, and stated by no page", "")
        yield from (f"- {item.kind} `{item.name}`: {_plain(item.about)}" for item in missing)


def _numbers(title: str, standing: Standing, pages: Sequence[LedgerPage], report: Report) -> Iterator[str]:
    found = [(page, number) for page in pages for number in page.numbers if number.standing is standing]
    if found:
        yield from ("", f"### {title}", "")
        yield from (f"- {_plain(_title(page, report))}: {_quoted(number)}" for page, number in found)


def _quoted(number: Number) -> str:
    before, text, behind = surroundings(number.place)
    reason = f" ({_plain(number.reason)})" if number.reason else ""
    return f"{_plain(before)}**{_plain(text)}**{_plain(behind)}{reason}"


def _title(page: LedgerPage, report: Report) -> str:
    headings = report.analyses[page.uri].document.headings
    return headings[0].title if headings else page.uri


def _plain(text: str) -> str:
    """A text that Markdown leaves as it is."""
    return text.translate(_SPECIAL)
