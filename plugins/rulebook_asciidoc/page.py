"""The page of a document: Asciidoctor's HTML of its text with marks in it, made safe, its links within the book."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any

from rulebook_asciidoc.safety import safe_html
from rulebook_syntax.dialects.page import LinkUrl
from rulebook_syntax.marks import Sentinels

Convert = Callable[[str], Mapping[str, Any]]
"""Converts a text in the place of the document's."""

_PRIVATE_USE = re.compile("[\U000f0000-\U0010fffd]")
_BEFORE = re.compile(r"\w[*_`#^~+'\"<>=@:.-]|--")
_BEHIND = re.compile(r"[*_`#^~+'\"<>=@:.-]\w|--")


def page_html(source: str, text: str, title_id: str | None, convert: Convert, url: LinkUrl) -> str:
    """The HTML of a page.

    A mark beside a sign of formatting can change how Asciidoctor reads it (`2*3*4` is a product, not a bold 3).
    So the page has to say the same with its marks as without them; where it does not, marks go.

    Args:
        source: the document's own text.
        text: the same with marks in it.
        title_id: the id of the document's title, if it has one.
        convert: converts a text.
        url: what the page writes for a link to something in the book.
    """
    signs = "".join(sorted(set(_PRIVATE_USE.findall(text)) - set(_PRIVATE_USE.findall(source))))
    result = _converted_alike(text, signs, Sentinels.absent_from(source), convert) if signs else convert(text)
    head = ""
    header = result["header"]
    if header is not None and title_id is not None:
        title = header["texts"][0]["html"] if header["texts"] else escape(header["title"])
        head = f'<h1 id="{title_id}">{title}</h1>\n'
    return safe_html(head + result["html"], url, signs)


def _converted_alike(text: str, signs: str, sentinels: Sentinels, convert: Convert) -> Mapping[str, Any]:
    """The conversion of a text with as many of its marks as change nothing: where they do, those beside a sign of
    formatting go first, and then all of the text that is read in another way."""
    sign = re.compile(f"[{re.escape(signs)}]")
    place = re.compile(rf"^[{re.escape(signs)}]+$", re.MULTILINE)
    # What stands for a paragraph of its own needs room, and is the same in both.
    text = place.sub(lambda match: f"\n{match[0]}\n", text)
    bare = "\n".join(line if place.fullmatch(line) else sign.sub("", line) for line in text.split("\n"))
    wanted = convert(bare)
    for without in (_without_risky(sentinels), lambda line: sign.sub("", line), None):
        result = convert(text)
        if sign.sub("", result["html"]) == sign.sub("", wanted["html"]):
            return result
        for raw in _changed(result, wanted, sign) if without is not None else ():
            for line in raw.split("\n"):
                if sign.search(line) and without is not None:
                    text = text.replace(line, without(line))
    return wanted


def _without_risky(sentinels: Sentinels) -> Callable[[str], str]:
    """Return a function that removes marks beside formatting signs.

    Only marks go whose sign touches another word too: there Asciidoctor would read the sign differently.
    """
    opening, closing, digits = map(re.escape, (sentinels.opening, sentinels.closing, sentinels.digits))
    mark = re.compile(f"{opening}[{digits}]+(?P<text>[^{opening}{closing}]*){closing}")
    any_sign = re.compile(f"[{opening}{closing}{digits}]")

    def without(line: str) -> str:
        def bare(match: re.Match[str]) -> str:
            before = any_sign.sub("", line[max(0, match.start() - 40) : match.start()])[-2:]
            behind = any_sign.sub("", line[match.end() : match.end() + 40])[:2]
            is_risky = _BEFORE.fullmatch(before) or _BEHIND.fullmatch(behind)
            return match["text"] if is_risky else match[0]

        return mark.sub(bare, line)

    return without


def _changed(result: Mapping[str, Any], wanted: Mapping[str, Any], sign: re.Pattern[str]) -> Iterator[str]:
    """The texts that are read in another way, as written, marks included."""
    ours, theirs = list(_texts(result)), list(_texts(wanted))
    if [sign.sub("", raw) for raw, _ in ours] != [sign.sub("", raw) for raw, _ in theirs]:
        yield from (raw for raw, _ in ours)
        return
    for (raw, html), (_, wanted_html) in zip(ours, theirs, strict=True):
        if sign.sub("", html) != sign.sub("", wanted_html):
            yield raw


def _texts(node: Any) -> Iterator[tuple[str, str]]:
    """All texts of a tree, as written and as converted, in its order."""
    if isinstance(node, list):
        for part in node:
            yield from _texts(part)
    elif isinstance(node, dict):
        if "raw" in node and "html" in node:
            yield node["raw"], node["html"]
        else:
            for part in node.values():
                if isinstance(part, (list, dict)):
                    yield from _texts(part)
