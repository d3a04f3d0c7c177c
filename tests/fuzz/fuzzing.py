"""Seeded changes of real texts, and the laws that reading and checking keep whatever the text is.

`python -m tests.fuzz [SEED [COUNT]]` tries them, as long as one likes; what breaks a law is shown, reduced.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from markdown import Markdown

from rulebook.fixing import attempt, choices_of
from rulebook.reports import renderer
from rulebook.stored.summaries import has_terms
from rulebook_core.edits import FixError
from rulebook_core.finding_limits import MAX_OF_A_KIND
from rulebook_core.source import Source, Span
from rulebook_markdown import RulebookExtension
from rulebook_proof.analysis import Report, analyse
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.book import Book, Page
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import ReadingOptions, extensions_of, read, unread
from rulebook_syntax.dialects.markdown.options import ANY_INFO, ENDED_TABLES, LONE_EXTENSIONS
from rulebook_syntax.document import Block, Document
from tests.fuzz.filed import FRONT_MATTER, RULES, beginnings, games, read_filed
from tests.fuzz.sites import SITE, read_site, site
from tests.seeds import GAMES, find_seed

DOCS = Path(__file__).parent.parent.parent / "docs"
FOLDERS = {"cavea": "markdown", "drama": "obsidian", "dry-cereal": "pandoc", "sda": "asciidoc", "masque": "prose"}
SYSTEMS = {"dry_cereal": "dry-cereal"}
MANY = "9" * 5000

REDUCED = (
    ("dry-cereal", "pandoc", "3. --\nm\n-- -\n[\n1\n--"),
    ("sda", "asciidoc", "|===\n|\x85=\n=\n"),
    ("masque", "prose", "Dwarf: Build 8 Cast 422d4 @2.5. An ext"),
    ("dry-cereal", "pandoc", "1. ```\n>```n"),
    ("cavea", "markdown", "e||\n|||\n>```x\n"),
    ("drama", "obsidian", "e||||\n|||||\n>```|"),
    ("dry-cereal", "pandoc", "```\n```|[x]{#r}"),
    ("drama", "obsidian", "e||||\n|||||\n```|"),
    ("cavea", "markdown", "e||\n-||\n.\n```|"),
    ("masque", "prose", "Compatible with the 3.5 d20 rules."),
    ("sda", "asciidoc", "|===\n|=\n s."),
    ("sda", "asciidoc", "|===\n|=\n s.\n|===\n"),
    ("cavea", "markdown", f"[a]({'x' * 300})\n"),
    ("cavea", "markdown", f"| a | b |\n| --- | --- |\n| {MANY} | {MANY} |\n"),
    ("sda", "asciidoc", f"|===\n|a |{MANY}\n|===\n"),
    ("sda", "asciidoc", f"include::x.adoc[lines=1..{MANY}]\n"),
    ("sda", "prose", f"Roll {MANY}d6, 1d{MANY}, {MANY} of {MANY}.\n"),
    ("sda", "asciidoc", "image:data:[]\n"),
    ("sda", "asciidoc", 'image:"d1[]'),
    ("sda", "asciidoc", 'image:"d1++-+[]'),
    ("sda", "asciidoc", 'image:"d1*b* #c#[] icon:d6[]'),
    ("cavea", "markdown", f"---\na: {'[' * 50_000}\n---\n"),
    ("cavea", "asciidoc", "ifndef::x[T]\n\n== B"),
    ("sda", "asciidoc", "ifndef::x[T]"),
    ("sda", "asciidoc", "\n== B"),
    ("dry-cereal", "pandoc", "a\rb 1:d6\r\rc\n"),
    ("dry-cereal", "pandoc", "<[\n"),
    ("dry-cereal", "pandoc", "<[\nr]{#r}"),
    ("dry-cereal", "pandoc", "# $## A {#b}$\n"),
    ("dry-cereal", "pandoc", "y\n-- -\nm"),
    ("drama", "obsidian", "a <!-- \t --> b\n"),
    ("drama", "obsidian", "a\n%%b%%: c\n"),
    ("drama", "obsidian", "a\n:%%b%% c\n"),
    ("masque", "prose", "|  |\n|  r"),
    ("", RULES, 'game: A\ndice:\n  kind: highest\n  written: "{*a}d6"\n'),
    ("", RULES, 'game: A\ndice:\n  kind: highest\n  written: "{count}d6{"\n'),
    ("", RULES, 'game: A\ndice:\n  success: 5 or more\n  written: "{count}d{x}d6"\n'),
    ("", RULES, "game: A\ndice:\n  kind: symbols\n  faces: {A: [a b, c*d]}\n  called: '{x'\n"),
    (
        "",
        SITE,
        "==> mkdocs.yml <==\ne: \nplugins:\n  - include-markdown\n==> docs/a.md <==\n{% include '***' %}",
    ),
    ("cavea", "markdown", "Die|Skill|Physical attribute|\n||||\n|"),
    ("cavea", "markdown", f"&#{MANY}; <a href='&#{MANY};'>a</a> [a](&#{MANY};)\n"),
    ("drama", "obsidian", "d%%check:\n\n%%"),
    ("cavea", "markdown", "<div><div>{"),
    ("cavea", "markdown", f'--8<-- "x.md:1:{MANY}"\n'),
    ("masque", "prose", "Dwarf: Build 8 Cast 2255555555d4 @2.5. An ext"),
    ("masque", "prose", "Dwarf: Build 8 Cast 22d4 @2.5 +@2.5. An ext"),
    ("cavea", "markdown", ".\n\t>```"),
    ("drama", "obsidian", ">```\n: "),
    ("dry-cereal", "pandoc", "+-+\n)\n>```\na"),
    ("cavea", "markdown", ">```\n="),
    ("sda", "asciidoc", "----\n--\xa0\xa0\xa0\n-\n-"),
    ("dry-cereal", "pandoc", "\\\\`a`[c]{#r}`b`"),
    ("dry-cereal", "pandoc", "7<!--`-->[]{#r}`"),
    ("dry-cereal", "pandoc", '7<b title="`">[]{#r}`'),
    ("dry-cereal", "pandoc", "$`$[]{#r}`}`"),
    ("dry-cereal", "pandoc", "[@a `][]{#r}`}`"),
    ("dry-cereal", "pandoc", "[[][`][]{#r}`}`"),
    ("dry-cereal", "pandoc", "````\\\\`7`\n```\n```[]{#r}`"),
)
"""What broke a law once, as small as it could be made: game, dialect and text."""

SIGNS = (
    *"*_`~^|<>[](){}#+-=:;!?.,'\"\\/&%$@0123456789", "\n", "\n\n", "\r", "\r\n", "\t", "\f", "\x00", "\x85", "\u2028",
    "\u00a0", "\u200b", "\ufeff", "\u0301", "\u200d\u202e", "\U0001f3b2", "é", "e\u0301", "***", "```", "|===\n",
    "----\n", "====\n", "::: {.x}\n", "%%", "[[", "]]", "![[", "<!--", "-->", "<div>", "</div>", "{#x}", "[^1]",
    "[^1]: ", "$$", "> ", "* ", "1. ", "d6", "1:d6", " is ", " + ", " = ", "1/2", "5 %", "1-2", "| --- |", "+--+",
    "ifdef::x[]\n", "endif::[]\n", "include::x[]\n",
)  # fmt: skip
LINES = (
    "a\n", "A: 3\n", "# a\n", "=\n", "-\n", "\n", "    b\n", "\tb\n", "```\n", ">```\n", "    >```\n", "- ```\n",
    "  ```\n", "1. >```\n", ": ```\n", "```|\n", "~~~\n", "|a|b|\n|-|-|\n", "| ", "+---+\n", "--- ---\n", "> ",
    "> a\n", "- a\n", "1. ", ": a\n", "x\n:   ", "<div>\n", "</div>\n", "> <div>\n", "a <b>\n", "<!--\n", "--> ",
    "!!! note\n", '=== "T"\n', "[^1]: ", "[a]: b\n", "*[x]: ", "![[x]]\n", "> [!note] a\n", "::: {.a}\n", ":::\n",
    "$$\n", "%%\n", "^a\n", "|===\n", "|a |b\n", "!===\n", "a|", "----\n", "====\n", "--\n", "+\n", "* a\n", ". a\n",
    ".A\n", "[quote]\n", "a::\n", "== A\n", ":a: b\n", "{a}\n", "ifdef::x[]\n", "ifndef::x[]\n", "endif::[]\n",
    "include::x[]\n", "1:d6\n", "d6: 1-2 a, 3-6 b\n",
)  # fmt: skip
"""What stands below each other: most mistakes of a reader of blocks are about two of them."""
LINED_SHARE = 0.1
MAX = 1500
"""So long is a text that is changed at most: long enough for whatever stands in one section."""
MAX_ON_A_PAGE = 400
LENGTHS = (20, 20, 30, 30, 30, 30, 60, 60, 60, 60, 60, 60, 120, 120, 120, 120, 120, 250, 250, MAX)
"""Most are short: what breaks a law once it is reduced has a line or two."""
RENDERED = 4
"""One of so many is rendered as well, which takes as long as all else."""


FILED = (RULES, FRONT_MATTER, SITE)
FILED_SHARE = 0.05
"""So many are read from files, which takes longer."""
SITE_SHARE = 0.01
"""So many are sites, which takes longest."""
FORMATS = ("concise", "full", "github", "json", "junit", "sarif")


class Input(NamedTuple):
    """A text, and how it is read: in a dialect, or as one of `FILED`."""

    game: str
    dialect: str
    text: str


class BrokenLawError(AssertionError):
    """A law does not hold; the message names it."""


@cache
def origins() -> Sequence[Input]:
    """The pages of our books, the raw sources where they are there, and what broke a law once."""
    books = [
        Input(game, dialect, path.read_text(encoding="utf-8"))
        for game, dialect in FOLDERS.items()
        for path in sorted((DOCS / game).iterdir())
        if path.suffix in (".md", ".adoc", ".txt")
    ]
    seeds = [
        Input(SYSTEMS.get(game, game), dialect, text)
        for number, (game, dialect) in GAMES.items()
        if (text := find_seed(number)) is not None
    ]
    broken = [Input(*item) for item in REDUCED if len(item[2]) <= MAX and item[1] not in FILED]
    return (*books, *seeds, *broken)


@cache
def filed_origins() -> Sequence[Input]:
    """Games as data, and pages with front matter."""
    return (
        *(Input("", RULES, text) for text in games()),
        *(Input("", FRONT_MATTER, text) for text in beginnings()),
        *(Input(*item) for item in REDUCED if item[1] in FILED),
    )


def inputs(seed: int) -> Iterator[Input]:
    """Changed texts without end, the same ones for the same seed."""
    draw = random.Random(seed)
    while True:
        if draw.random() < SITE_SHARE:
            origin = other = draw.choice(origins())
            text = site(draw, origin.dialect, _alike(origin.dialect), games())
            origin, most = Input("", SITE, ""), 2
        elif draw.random() < FILED_SHARE:
            origin, other = draw.choice(filed_origins()), draw.choice(filed_origins())
            text, most = origin.text, 3
        elif draw.random() < LINED_SHARE:
            origin = other = draw.choice(origins())
            text, most = "".join(draw.choice(LINES) for _ in range(draw.randint(2, 7))), 1
        else:
            origin, other = draw.choice(origins()), draw.choice(origins())
            text, most = _stretch(draw, origin.text, draw.choice(LENGTHS)), 6
        for _ in range(draw.randint(1, most)):
            text = draw.choice(CHANGES)(draw, text, other.text)
        yield origin._replace(text=text.encode("utf-8", "ignore").decode())


def _stretch(draw: random.Random, text: str, most: int) -> str:
    lines = _lines(text)
    start = draw.randrange(len(lines) or 1)
    return "".join(lines[start : start + draw.randint(1, 40)])[:most]


@cache
def _alike(dialect: str) -> Callable[[random.Random], str]:
    """Draws stretches of what there is in a dialect."""
    texts = [one.text for one in origins() if one.dialect == dialect]
    return lambda draw: _stretch(draw, draw.choice(texts), MAX_ON_A_PAGE)


@cache
def _lines(text: str) -> Sequence[str]:
    return text.splitlines(keepends=True)


def _bounds(draw: random.Random, text: str) -> tuple[int, int]:
    start = draw.randint(0, len(text))
    return start, min(len(text), start + draw.choice((1, 2, 5, 20, 100)))


def _delete(draw: random.Random, text: str, other: str) -> str:
    start, end = _bounds(draw, text)
    return text[:start] + text[end:]


def _duplicate(draw: random.Random, text: str, other: str) -> str:
    start, end = _bounds(draw, text)
    return text[:end] + text[start:]


def _swap(draw: random.Random, text: str, other: str) -> str:
    first, second = sorted((_bounds(draw, text), _bounds(draw, text)))
    if first[1] > second[0]:
        return text
    return (
        text[: first[0]] + text[slice(*second)] + text[first[1] : second[0]] + text[slice(*first)] + text[second[1] :]
    )


def _splice(draw: random.Random, text: str, other: str) -> str:
    at = draw.randint(0, len(text))
    return text[:at] + _stretch(draw, other, 200) + text[at:]


def _insert(draw: random.Random, text: str, other: str) -> str:
    at = draw.randint(0, len(text))
    return text[:at] + draw.choice(SIGNS) * draw.choice((1, 1, 1, 2, 8)) + text[at:]


CHANGES: Sequence[Callable[[random.Random, str, str], str]] = (_delete, _duplicate, _swap, _splice, _insert, _insert)


def hold(given: Input, *, rendered: bool = True) -> None:
    """Read and check a text, and render its page if it is to be `rendered`.

    Raises:
        BrokenLawError: a law of ours does not hold.
        Exception: whatever a reader or a check raises.
    """
    report = _done(given)
    for page in report.book.pages:
        _hold_page(page)
        if page.reported:
            _nothing_swallowed(page.document, report)
    for finding in report.findings:
        if finding.rule == "unread-page":
            raise BrokenLawError(finding.message)
        for place in (finding.place, *finding.details.related):
            _within(place.span, len(place.source.text), finding.rule)
    for claim in report.claims:
        _within(claim.place.span, len(claim.place.source.text), claim.kind)
        if claim.place.span.start == claim.place.span.end:
            raise BrokenLawError(f"the claim of a {claim.kind} stands nowhere")
    if rendered:
        _told(report)
        _published(report)
    if given.dialect not in FILED:
        _mended(given, report)


def _hold_page(page: Page) -> None:
    document, text = page.document, page.document.source.text
    length = len(text)
    for block in document.prose.blocks:
        _within(block.span, length, "a block")
        _pieces(block, text)
    if any(block.kind == "term" for block in document.prose.blocks) and not has_terms(document):
        raise BrokenLawError("a list of terms has no sign of it")
    for table in document.prose.tables:
        _within(table.span, length, "a table")
        for cell in (cell for row in (table.header, *table.rows) for cell in row):
            _within(cell.span, length, "a cell")
    for item in (*document.headings, *document.anchors, *document.links, *document.comments, *document.entities):
        _within(item.span, length, type(item).__name__)


def _nothing_swallowed(document: Document, report: Report) -> None:
    """What no reader takes in is told, and lies between what is shown."""
    found = [finding.place for finding in report.findings if finding.rule == "unread-text"]
    told = {place.span for place in found if place.source is document.source}
    read = bytearray(len(document.source.text))
    for block in document.prose.blocks:
        for start, end in block.text.sources:
            read[start:end] = b"1" * (end - start)
    for span in unread(document):
        _within(span, len(read), "what is not read")
        if any(read[slice(*span)]):
            raise BrokenLawError("what is shown is said not to be read")
        # Whatever else there is of them is told in one.
        if span not in told and report.analyses and len(found) < MAX_OF_A_KIND:
            raise BrokenLawError("what is not read is not told")


def _told(report: Report) -> None:
    """Whoever asks is told all of it, and of every number whether it is guarded."""
    for name in FORMATS:
        renderer(name)(report)
    for number in report.numbers:
        _within(number.place.span, len(number.place.source.text), "a number")


def _published(report: Report) -> None:
    """All pages are rendered as a build does it, and show none of what they were marked with."""
    presenter = Presenter(report.book, report)
    for page in report.book.pages:
        if page.reported and report.book.site is not None:
            presenter.page(page.uri)
        elif page.reported and page.system is not None:
            _rendered(page.document, presenter)


def _rendered(document: Document, presenter: Presenter) -> None:
    converter = _converter(extensions_of(document.dialect))
    extension = next(one for one in converter.registeredExtensions if isinstance(one, RulebookExtension))
    extension.setConfig("presenter", presenter)
    text = document.source.text[document.body.start :]
    html = converter.reset().convert(text)
    presentation = extension.presentation
    if presentation is None:
        if text.strip():
            raise BrokenLawError("the page is not known by its text")
        return
    if any(sign in html for sign in (presentation.sentinels.opening, presentation.sentinels.closing)):
        raise BrokenLawError("a mark is left in the page")


@cache
def _converter(extensions: Sequence[str]) -> Markdown:
    """What renders pages, with the extensions that a text is read with which belongs to no site."""
    names = [name for name in dict.fromkeys((*LONE_EXTENSIONS, *extensions)) if name not in (ANY_INFO, ENDED_TABLES)]
    return Markdown(extensions=[*names, RulebookExtension()])


def _done(given: Input) -> Report:
    if given.dialect == SITE:
        return analyse(read_site(given.text))
    if given.dialect in FILED:
        return analyse(read_filed(given.dialect, given.text))
    system = load_system(given.game)
    document = read(Source("x", given.text), given.dialect, ReadingOptions(system=system))
    return analyse(Book((Page(document, "x", system),)))


def _mended(given: Input, report: Report) -> None:
    """A remedy that is applied was needed once: its finding is gone, nothing worse has come, and that text is final."""
    choice = next((choice for choice in choices_of(report.findings) if choice.remedy.edits), None)
    if choice is None:
        return
    try:
        trial = attempt(report.book, choice)
    except FixError:
        return
    if not trial.helps:
        return
    (text,) = trial.texts.values()
    after = _done(given._replace(text=text))
    before, left = (Counter((item.rule, item.message) for item in found.findings) for found in (report, after))
    what = choice.finding.rule, choice.finding.message
    if left[what] >= before[what]:
        raise BrokenLawError(f"{what[0]} stays when it is mended")
    if left - before:
        raise BrokenLawError(f"{next(iter(left - before))[0]} comes when {what[0]} is mended")


def is_repeatable(given: Input) -> bool:
    """Whether the same text gives the same document and findings again."""
    first, again = (
        (
            [page.document.prose for page in report.book.pages],
            [(f.rule, f.place.span, f.message) for f in report.findings],
        )
        for report in (_done(given), _done(given))
    )
    return first == again


def _within(span: Span, length: int, what: str) -> None:
    if not 0 <= span.start <= span.end <= length:
        raise BrokenLawError(f"the span of {what} leaves the text")


def _pieces(block: Block, text: str) -> None:
    """What is shown stands where it is said to stand, in this order, and all of it stands somewhere."""
    last = end = 0
    for piece in block.text.pieces:
        _within(piece.source, len(text), "a piece")
        if piece.source.start < last:
            raise BrokenLawError("pieces out of order")
        if piece.start != end or piece.end <= end:
            raise BrokenLawError("pieces with a gap")
        last, end = piece.source.start, piece.end
        shown, written = block.text.text[piece.start : piece.end], text[piece.source.start : piece.source.end]
        if shown != written and piece.copied and _folded(shown) != _folded(written):
            raise BrokenLawError("a piece has another text than its place")
    if end != len(block.text.text):
        raise BrokenLawError("text without a place")


_QUOTES = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"") | {ord("#"): " "}
_SPACE = re.compile(r"\s")


def _folded(text: str) -> str:
    """A text as typography leaves it: white space and quotes may have other forms, and Obsidian's `#` is a space."""
    return _SPACE.sub(" ", text.translate(_QUOTES))


def fault(given: Input, *, rendered: bool = True) -> str | None:
    """What is wrong with a text, in a few words that are the same for the same cause; None where nothing is."""
    try:
        hold(given, rendered=rendered)
    except BrokenLawError as error:
        return str(error)
    except Exception as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace is not None else ""
        return f"{type(error).__name__} {where}"
    return None


def reduced(given: Input) -> Input:
    """A smaller text with the same fault: stretches are taken out, half of it first, a sign last."""
    wanted, text = fault(given), given.text
    size = len(text) // 2
    while size:
        start = 0
        while start < len(text):
            shorter = text[:start] + text[start + size :]
            if fault(given._replace(text=shorter)) == wanted:
                text = shorter
            else:
                start += size
        size //= 2
    return given._replace(text=text)
