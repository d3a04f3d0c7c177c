"""Nothing is lost without a line: pages before and after a conversion, as a renderer shows them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from unicodedata import normalize

import pytest
from markdown import Markdown

from rulebook_core.source import Source
from rulebook_export.conversion import to_markdown
from rulebook_export.losses import losses
from rulebook_rules.book import Book, Page
from rulebook_syntax.dialects import ReadingOptions, extensions_of, page, read
from rulebook_syntax.dialects.markdown.options import ANY_INFO, ENDED_TABLES, LONE_EXTENSIONS
from rulebook_syntax.document import Document
from rulebook_syntax.html_elements import Element, parse
from tests.checking import check_pages, page_of
from tests.fuzz.fuzzing import FILED, Input, inputs, origins
from tests.shares import shares

SEED = 42
COUNT = 600
BATCHES = 6
RANDOM_PAGES = 25
LOOSE = frozenset(("!--", "script", "style", "svg", "template", "head"))
INLINE = frozenset(
    ("a", "abbr", "b", "code", "del", "em", "i", "img", "ins", "kbd", "mark", "span", "strong", "sub", "sup")
)
MADE = re.compile(r"fn|_?footnote|__|content$|preamble$|header$|footer")
"""Ids that a renderer makes for itself."""
_SHOWN = frozenset(("caption", "comment", "word"))
Found = dict[str, Counter[str]]


@cache
def _converter(extensions: Sequence[str]) -> Markdown:
    names = dict.fromkeys((*LONE_EXTENSIONS, *extensions))
    return Markdown(extensions=[name for name in names if name not in (ANY_INFO, ENDED_TABLES)])


def _html(document: Document) -> str:
    """The page, its links where the text has them."""
    found = page(document, document.source.text, lambda target: target)
    if found.is_html:
        return found.text
    return _converter(extensions_of(document.dialect)).reset().convert(found.text)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", normalize("NFC", text))


def _visible(part: Element | str) -> str:
    if isinstance(part, str):
        return part
    inner = "".join(_visible(child) for child in part.content) if part.tag not in LOOSE else ""
    return inner if part.tag in INLINE | LOOSE else f" {inner} "


def _text(document: Document) -> str:
    """The words of a page; those of bare prose get company on it, so its document counts, comments apart."""
    if document.dialect != "prose":
        return _visible(parse(_html(document)))
    text = document.prose.text
    for comment in document.comments:
        text = text.replace(f"`{' '.join(comment.text.split())}`", " ", 1)
    return text


def _kinds(document: Document) -> Found:
    root = parse(_html(document))
    items = ("".join(_words(_visible(item))) for item in root.all("li") if not MADE.match(item.id))
    # Links of notes find headings in any case.
    links = (link.attributes.get("href", "").strip().lower() for link in root.all("a"))
    return {
        "id": Counter(element.id for element in root.all() if element.id and not MADE.match(element.id)),
        "address": Counter(link for link in links if link and not MADE.match(link.lstrip("#"))),
        "image": Counter(image.attributes.get("src", "") for image in root.all("img")),
        "list item": Counter(item for item in items if item),
        "word": Counter(_words(_text(document))),
        "comment": Counter("".join(_words(comment.text)) for comment in document.comments),
        "caption": Counter("".join(_words(table.caption)) for table in document.prose.tables),
    }


def _silent(given: Page) -> Iterator[tuple[str, str]]:
    """The kind and the name of each thing that is gone and that no line names."""
    text = to_markdown(Book((given,)), given)
    after = read(Source("x", text), options=ReadingOptions(system=given.system))
    result = replace(given, document=after)
    told = [str(loss) for loss in losses(given, result, check_pages(given), check_pages(result))]
    named = "".join(_words(" ".join(told)))
    before, now = _kinds(given.document), _kinds(after)
    written, shown = ("".join(_words(_text(document))) for document in (given.document, after))
    for kind, things in before.items():
        for name in things - now[kind]:
            letters = "".join(_words(name))
            is_named = letters in named or (kind == "address" and any("the link" in line for line in told))
            # A renderer numbers captions, and shows the notes of bare prose; words may be one with signs around them.
            is_shown = kind in _SHOWN and shown.count(letters) >= max(1, written.count(letters))
            if letters and not is_named and not is_shown:
                yield kind, name


def _page(given: Input) -> Page:
    return page_of(given.text, system=given.game, dialect=given.dialect, path="x")


@pytest.mark.parametrize("batch", shares(range(BATCHES), seen=2))
def test_what_a_conversion_loses_is_named(batch: int) -> None:
    texts = (given for given in inputs(SEED + batch) if given.dialect not in FILED)
    for given in islice(texts, COUNT // BATCHES):
        assert not [*_silent(_page(given))], tuple(given)


@pytest.mark.parametrize(
    "given", shares(((given,) for given in origins()), seen=6), ids=lambda given: repr(given.text[:20])
)
def test_what_books_lose_is_named(given: Input) -> None:
    assert not [*_silent(_page(given))]


CONSTRUCTS: Mapping[str, tuple[str, ...]] = {
    "asciidoc": (
        "[#i{n}]\n== {a}",
        "[[j{n}]]{a}",
        "* [x] {a}\n* [ ] {b}",
        "{a}:: {b}",
        '.{a}\n[%header,cols="1,2"]\n|===\n|a |b\n|{b} |2\n|===',
        "[NOTE]\n.{b}\n====\n{a}\n====",
        "[quote,{b}]\n____\n{a}\n____",
        "[.big]#{a}# and *{b}* `{a}` ^{b}^",
        "{a}footnote:[{b}]",
        "xref:o.adoc#z[{a}] and <<i1,{b}>>",
        "image::{b}.png[{a}]",
        "[%collapsible]\n.{a}\n====\n{b}\n====",
        "[discrete]\n=== {a}",
        "++++\n<b>{a}</b>\n++++",
        "// {a}",
    ),
    "obsidian": (
        "## {a}",
        "[[{a}]] [[#{a}|{b}]]",
        "{a} ^b{n}",
        "> [!note]- {a}\n> {b}",
        "=={a}== ~~{b}~~",
        "%%{a}%%",
        "- [ ] {a}\n- [/] {b}",
        "{a}[^1]\n\n[^1]: {b}",
        "<span id='s{n}'>{a}</span>",
    ),
    "pandoc": (
        "## {a} {{#p{n} .c}}",
        "[{a}]{{.red #s{n}}}",
        "::: {{#d{n} .note}}\n{a}\n:::",
        "{a}\n:   {b}",
        "| a | b |\n|---|---|\n| {a} | 2 |\n\n: {b} {{#t{n}}}",
        "{a}^[{b}]",
        "(@) {a}\n(@x) {b}",
        "+---+---+\n| a | b |\n+===+===+\n| {b} | 2 |\n+---+---+",
        "![{a}](a.png){{width=50%}}",
    ),
    "prose": (
        "{a}.",
        "- {a}\n- {b}",
        "{b}: {a}",
        "Name    Cost\n{b}    3\n{b}   4",
        "[{a}]",
        "https://example.org/{b}",
    ),
}
"""Constructs of each dialect; a title, in a dialect that has one, stands above them."""
TITLES = {"asciidoc": "= T\n\n", "obsidian": "# T\n\n", "pandoc": "# T\n\n", "prose": ""}
WORDS = ("lamp", "oil", "kiln", "rope", "fire", "ash", "cart", "wall")


@pytest.mark.parametrize("dialect", CONSTRUCTS)
def test_what_random_pages_of_a_dialect_lose_is_named(dialect: str) -> None:
    if dialect == "asciidoc":
        pytest.importorskip("quickjs")
    chance = Random(SEED)
    for _ in range(RANDOM_PAGES):
        parts = [
            construct.format(n=chance.randrange(99), a=" ".join(chance.choices(WORDS, k=3)), b=chance.choice(WORDS))
            for construct in chance.choices(CONSTRUCTS[dialect], k=chance.randint(1, 4))
        ]
        text = TITLES[dialect] + "\n\n".join(parts) + "\n"
        assert not [*_silent(page_of(text, system="plain", dialect=dialect, path="x"))], text
