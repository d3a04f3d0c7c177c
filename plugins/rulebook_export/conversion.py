"""One page as Markdown: its text with the ids it had, and the comments with which its writer speaks to the checker."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

import yaml

from rulebook_core.source_map import MappedText
from rulebook_export.blocks import BlockWriter
from rulebook_export.inlines import code_span
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.checks.notes import link_url
from rulebook_syntax import dialects
from rulebook_syntax.dialects.page import LinkUrl, plain_line_ends
from rulebook_syntax.document import Comment, Document
from rulebook_syntax.html_elements import parse
from rulebook_syntax.marks import Sentinels
from rulesmod.dice.digits import to_int

_ABOUT = frozenset({"title", "subtitle", "author", "description", "keywords", "lang", "status"})
_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")
_TITLE = re.compile(r"^# ", re.MULTILINE)
_ESCAPE = re.compile(r"\\([\\`*_\[{|])")
_BLOCK_START = re.compile(
    r'(?P<indent>[ >]*)(?:\#{1,6}[ ]|(?:!!!|[?]{3}[+]?)[ ][\w -]+[ ]"|(?P<item>(?:[-*+]|\d+\.)[ ]+))?$'
)
_IN_LIST = re.compile(r"(?:[-*+]|\d+\.)[ ]|[ ]{4}")


def to_markdown(book: Book, page: Page) -> str:
    """A page as Markdown that Python-Markdown reads, front matter included; what it links to stays where it is."""
    document = page.document
    meta = {
        key: value
        for key, value in document.meta.items()
        # An attribute of a header is for whoever renders it, unless it says something of the text.
        if not document.traits.has_header or key in _ABOUT or isinstance(value, list | dict)
    }
    if page.system is not None:
        meta["system"] = page.system.name
    front = f"---\n{yaml.safe_dump(meta, allow_unicode=True, sort_keys=False)}---\n\n" if meta else ""
    body = _BLANK_LINES.sub("", _body(document, _url(book, page)))
    return front + body.rstrip("\n") + "\n"


def _url(book: Book, page: Page) -> LinkUrl:
    if page.document.traits.names_notes:
        return link_url(BookIndex(book), page)
    return lambda target: target


def _body(document: Document, url: LinkUrl) -> str:
    text = document.source.text
    page = dialects.page(document, _with_comments(document), url)
    if not page.is_html:
        return plain_line_ends(page.text)
    signs = Sentinels.absent_from(text)
    # Whoever renders it knows one sign that opens: behind that, a nought begins code, and other numbers are remarks.
    opening = signs.opening + signs.digits[0]
    remarks = list(_remarks(document))
    pieces = [
        (remark.offset, f"{signs.opening}{_numeral(number, signs)}{signs.closing}")
        for number, remark in enumerate(remarks, 1)
        if remark.offset is not None
    ]
    if "<code" not in page.text:
        # Bare prose has code without a sign for it: its dice.
        for block in document.prose.blocks:
            for code in block.code:
                pieces += [(code.span.start, opening), (code.span.end, signs.closing)]
    marked = text
    # From the end, so that the places before stay what they are.
    for offset, piece in sorted(pieces, key=lambda piece: piece[0], reverse=True):
        marked = marked[:offset] + piece + marked[offset:]
    markdown = BlockWriter(
        parse(dialects.page(document, marked, url).text), _entries(document, (opening, signs.closing))
    ).write()
    markdown = re.sub(
        f"{opening}([^{signs.closing}]*){signs.closing}",
        lambda match: code_span(html.unescape(_ESCAPE.sub(r"\1", match[1]))),
        markdown,
    )
    title = document.headings[0] if document.headings else None
    if title is not None and title.level == 1 and not _TITLE.search(markdown):
        markdown = f"# {title.title} {{ #{title.id} }}\n\n{markdown}"
    return _with_remarks(markdown, signs, remarks)


def _with_comments(document: Document) -> str:
    """The text of a document, the comments of a note written as Markdown's."""
    text = document.source.text
    for comment in reversed(document.comments if document.traits.names_notes else ()):
        if text.startswith("%%", comment.span.start):
            # A blank line would end the paragraph that the comment stands in.
            words = re.sub(r"\n(?:[ \t]*\n)+", "\n", comment.text.replace("-->", "-- >"))
            # Python-Markdown would end code behind the comment that a fence within it begins.
            words = words.replace("```", "~~~")
            text = f"{text[: comment.span.start]}<!--{words}-->{text[comment.span.end :]}"
    return text


def _numeral(number: int, signs: Sentinels) -> str:
    return str(number).translate({ord("0") + n: digit for n, digit in enumerate(signs.digits)})


def _entries(document: Document, around: tuple[str, str]) -> dict[str, str]:
    """The words that each entry of the book begins with, by its id, with signs `around` its code."""
    entries = {}
    # A sign may stand before the name: "`Imp: Build 3 Cast d6." is a draft.
    starts = {entity.places.get("name", entity.span).start: entity.id for entity in document.entities}
    for block in document.prose.blocks:
        if block.kind == "caption" and block.span.start in starts:
            text = block.text.text
            for code in reversed(block.code):
                inner = text[code.start : code.end].join(around)
                text = text[: code.start] + inner + text[code.end :]
            entries[starts[block.span.start]] = text
    return entries


class _Remark(NamedTuple):
    """A comment, and the text it belongs to.

    Attributes:
        offset: it stands behind the character before this one, or before this one; None where there is no text.
        is_within: it stands behind the character at `offset`: pages of bare prose drop what is not in a text.
    """

    comment: Comment
    offset: int | None
    behind: bool
    is_within: bool = False


def _remarks(document: Document) -> Iterator[_Remark]:
    source = document.source
    texts = sorted((block.text for block in document.prose.blocks if block.text.text), key=_start)
    for comment in document.comments:
        if any(piece.source.contains(comment.span) for text in texts for piece in text.pieces):
            # In bare prose a comment is part of its sentence.
            yield _Remark(comment, len(source.text[: comment.span.start].rstrip()), True)
            continue
        ends = [piece.source.end for text in texts for piece in text.pieces if piece.source.end <= comment.span.start]
        last = max(ends, default=None)
        gap = plain_line_ends(source.text[last : comment.span.start]) if last is not None else "\n\n"
        following = next((_start(text) for text in texts if _start(text) >= comment.span.end), None)
        if last is not None and "\n\n" not in gap and (following is None or not gap.strip()):
            is_within = document.traits.finds_parts
            yield _Remark(comment, last - is_within, True, is_within)
        else:
            yield _Remark(comment, following, False)


def _start(text: MappedText) -> int:
    return text.pieces[0].source.start


def _with_remarks(markdown: str, signs: Sentinels, remarks: list[_Remark]) -> str:
    """Comments in the place of their signs: behind a text in its line, before one in a line of its own.

    Those of a text without any words come last.
    """
    value = {digit: str(n) for n, digit in enumerate(signs.digits)}
    sign = re.compile(
        f"{signs.opening}(?P<number>[{signs.digits}]+){signs.closing}(?P<last>(?:&\\w+;|\\\\?[^\\s{signs.opening}])?)"
    )
    lines: list[str] = []
    for line in markdown.split("\n"):
        above: list[str] = []
        first = not _IN_LIST.match(next((before.lstrip(" >") for before in reversed(lines) if before.strip()), ""))

        def written(match: re.Match[str], above: list[str] = above, first: bool = first) -> str:
            remark = remarks[to_int("".join(value[digit] for digit in match["number"])) - 1]
            comment = f"<!-- {remark.comment.text.strip()} -->"
            in_line = " ".join(comment.split())  # A blank line would end the paragraph, and any line a row.
            if remark.behind:
                return f"{match['last']} {in_line}" if remark.is_within else f" {in_line}{match['last']}"
            start = _BLOCK_START.match(sign.sub(r"\g<last>", match.string[: match.start()]))
            if start is None or (start["item"] and not first):
                return f"{in_line} {match['last']}"
            above += [f"{start['indent']}{comment}", start["indent"].rstrip()]
            return match["last"]

        shown = sign.sub(written, line)
        lines += [*above, shown]
    late = [f"\n<!-- {remark.comment.text.strip()} -->" for remark in remarks if remark.offset is None]
    return "\n".join([*lines, *late])
