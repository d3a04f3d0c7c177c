"""Inline macros as Asciidoctor reads them: links, images, anchors, cross-references, footnotes, keys, index terms.

Each has Asciidoctor's own expression, and they are looked for in its order.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulebook.dialects.asciidoc.inlines import HOLE, Element, Inlines
from rulebook.dialects.asciidoc.tracked import EMPTY, Tracked, joined, written
from rulebook.source import Span

_ID = r"[^\W\d][\w\-:.]*|:[\w\-:.]*"
_KEYS = re.compile(r"(?P<escape>\\)?(?P<name>kbd|btn):\[(?P<text>[\s\S]{0,2000}?[^\\])\]")
_MENU = re.compile(r"\\?menu:(?P<menu>\w|[\w&][^\n\[]*[^\s\[])\[ *(?:|(?P<items>[\s\S]{0,2000}?[^\\]))\]")
_QUOTED_MENU = re.compile(r"\\?\"(?P<items>[\w&][^\"]*?[ \n]+&gt;[ \n]+[^\"]*)\"")
_IMAGE = re.compile(r"\\?i(?:mage|con):(?P<target>[^:\s\[](?:[^\n\[]*[^\s\[])?)\[(?:|[\s\S]{0,2000}?[^\\])\]")
_INDEX = re.compile(
    r"\\?(?:(?P<name>indexterm2?):\[(?P<words>[\s\S]{0,2000}?[^\\])\]|\(\((?P<text>[\s\S]{1,2000}?)\)\)(?!\)))"
)
_URL = re.compile(
    r"(?P<prefix>^|link:|[ \t\u00a0]|\\?&lt;(?=\\?(?:https?|file|ftp|irc)(?P<angle>:))|[>()\[\];\"'])"
    r"(?P<scheme>\\?(?:https?|file|ftp|irc)://)"
    r"(?:(?P<macro>[^\s\[\]]+)\[(?P<text>|[\s\S]{0,2000}?[^\\])\]|(?(angle)(?!:)(?P<enclosed>[^\s]+?)&gt;|(?!))|(?P<bare>[^\s\[\]<]*(?P<last>[^\s,.?!\[\]<)])))",
    re.MULTILINE,
)
_LINK = re.compile(r"\\?(?:link|(?P<mail>mailto)):(?P<target>|[^:\s\[][^\s\[]*)\[(?P<text>|[\s\S]{0,2000}?[^\\])\]")
_EMAIL = re.compile(r"(?P<lead>[\\>:/])?\w(?:&amp;|[\w\-.%+])*@[^\W_][\w\-.]*\.[a-zA-Z]{2,5}(?![a-zA-Z0-9_])")
_BIBLIOGRAPHY = re.compile(rf"^\[\[\[(?P<id>{_ID})(?:, *(?P<text>.+?))?\]\]\]")
_ANCHOR = re.compile(
    rf"(?P<escape>\\)?(?:\[\[(?P<id>{_ID})(?:, *.+?)? ?\]\]|anchor:(?P<name>{_ID})\[(?:\]|[\s\S]{0, 2000}?[^\\]\]))"
)
_XREF = re.compile(
    r"\\?(?:&lt;&lt;(?P<short>[\w#/.:{][\s\S]{0,2000}?)&gt;&gt;|xref:(?P<target>[\w#/.:{][\s\S]{0,2000}?)\[(?:\]|(?P<text>[\s\S]{0,2000}?[^\\])\]))"
)
_FOOTNOTE = re.compile(r"\\?footnote(?:(?P<old>ref):|:(?P<id>[\w\-]+)?)\[(?:|(?P<text>[\s\S]{0,2000}?[^\\]))\](?!</a>)")
_NAMED = re.compile(r"\s*[\w.-]+\s*=")
_ATTRIBUTE_TEXT = re.compile(r"\s*(?:\"(?P<double>(?:[^\"\\]|\\.)*)\"|'(?P<single>[^']*)'|(?P<plain>[^,]*))")

Replace = Callable[[re.Match[str]], Tracked | None]


def read_macros(inlines: Inlines, text: Tracked, *, is_bibliography: bool = False) -> Tracked:
    """A text, its quotes and attributes already replaced, with its macros in place."""
    reader = _Macros(inlines)
    found = text.text
    if "experimental" in inlines.attributes:
        if "kbd:[" in found or "btn:[" in found:
            text = reader.each(text, _KEYS, reader.keys)
        if "menu:" in text.text:
            text = reader.each(text, _MENU, reader.menu)
        if '"' in text.text and "&gt;" in text.text:
            text = reader.each(text, _QUOTED_MENU, reader.menu)
    if "image:" in found or "icon:" in found:
        text = reader.each(text, _IMAGE, reader.image)
    if ("((" in found and "))" in found) or "indexterm" in found:
        text = reader.each(text, _INDEX, reader.index_term)
    if "://" in text.text:
        text = reader.each(text, _URL, reader.url)
    if "link:" in text.text or "mailto:" in text.text:
        text = reader.each(text, _LINK, reader.link)
    if "@" in text.text:
        text = reader.each(text, _EMAIL, reader.email)
    if is_bibliography:
        text = reader.each(text, _BIBLIOGRAPHY, reader.bibliography)
    if "[[" in text.text or "anchor:" in text.text:
        text = reader.each(text, _ANCHOR, reader.anchor)
    if "&lt;&lt;" in text.text or "xref:" in text.text:
        text = reader.each(text, _XREF, reader.reference)
    if "footnote" in text.text:
        text = reader.each(text, _FOOTNOTE, reader.footnote)
    return text


class _Macros:
    """What each macro gives way to; `text` is the text that the match is in."""

    def __init__(self, inlines: Inlines) -> None:
        self._inlines = inlines
        self._hides_scheme = "hide-uri-scheme" in inlines.attributes

    @staticmethod
    def each(
        text: Tracked, pattern: re.Pattern[str], macro: Callable[[Tracked, re.Match[str]], Tracked | None]
    ) -> Tracked:
        def replacement(match: re.Match[str]) -> Tracked | None:
            return text[match.start() + 1 : match.end()] if match[0].startswith("\\") else macro(text, match)

        return text.substitute(pattern, replacement)

    def _wrapped(self, kind: str, text: Tracked, match: re.Match[str], target: Tracked, words: Tracked) -> Tracked:
        return self._inlines.wrapped(Element(kind, text.origin(match), target=target), words)  # type: ignore[arg-type]

    def keys(self, text: Tracked, match: re.Match[str]) -> Tracked:
        """`kbd:[Ctrl+T]` shows its keys with a plus between them."""
        words = text.group(match, "text").strip().replace("\\]", "]")
        if match["name"] == "kbd":
            sign = re.search(r"(?<=.)[,+]", words.text)
            if sign is not None and len(words.text) > 1:
                words = words.substitute(
                    re.compile(rf"(?<=.)\s*{re.escape(sign[0])}\s*(?=.)"), lambda key: written("+", words.origin(key))
                )
        return self._wrapped("key", text, match, EMPTY, words)

    def menu(self, text: Tracked, match: re.Match[str]) -> Tracked:
        return self._wrapped("key", text, match, EMPTY, written(HOLE, text.origin(match)))

    def image(self, text: Tracked, match: re.Match[str]) -> Tracked:
        target = text.group(match, "target")
        kind = "key" if match[0].startswith("icon:") else "image"
        words = EMPTY
        if kind == "key" and self._inlines.attributes.get("icons") is None:
            words = joined((written("[", target.span), target, written("&#93;", target.span)))
        return self._wrapped(kind, text, match, target, words)

    def index_term(self, text: Tracked, match: re.Match[str]) -> Tracked:
        """A term for the index: `((shown))`, `(((hidden)))`."""
        if match["name"] == "indexterm":
            return EMPTY
        if match["name"]:
            return self._spaced(_first_attribute(text.group(match, "words").replace("\\]", "]")))
        words = text.group(match, "text")
        opened, closed = words.text.startswith("("), words.text.endswith(")")
        if opened and closed:
            return EMPTY
        shown = words[1 if opened else 0 : len(words.text) - (1 if closed else 0)].strip()
        before = words[:1] if opened else EMPTY
        behind = words[len(words.text) - 1 :] if closed else EMPTY
        see = re.search(r" &gt;&gt; | &amp;&gt; ", shown.text)
        return joined((before, self._spaced(shown[: see.start()] if see else shown), behind))

    @staticmethod
    def _spaced(words: Tracked) -> Tracked:
        return words.strip().replace("\n", " ")

    def url(self, text: Tracked, match: re.Match[str]) -> Tracked | None:
        """An address as it stands, in angle brackets, or with words of its own."""
        prefix, scheme = text.group(match, "prefix"), text.group(match, "scheme")
        if prefix.text.startswith("\\"):
            return None
        if scheme.text.startswith("\\"):
            return joined((prefix, text[match.start("scheme") + 1 : match.end()]))
        if match["text"] is not None:
            target = text[match.start("scheme") : match.end("macro")]
            before = EMPTY if prefix.text == "link:" else prefix
            words = self._words(text.group(match, "text"), target)
            start = match.start("scheme") if before.text else match.start()
            return joined((before, self._linked(text[start : match.end()].span, target, words)))
        if match["enclosed"] is not None and match["angle"]:
            target = text[match.start("scheme") : match.end("enclosed")]
            return self._linked(text.origin(match), target, self._address(target))
        if prefix.text in ("link:", '"', "'") or match["bare"] is None:
            return None
        end = match.end("bare")
        if match["last"] in (";", ":"):
            end -= 2 if text.text[: end - 1].endswith(")") else 1
            if end <= match.end("scheme"):
                return None
        target = text[match.start("scheme") : end]
        return joined((prefix, self._linked(target.span, target, self._address(target)), text[end : match.end()]))

    def link(self, text: Tracked, match: re.Match[str]) -> Tracked:
        target, words = text.group(match, "target"), text.group(match, "text").replace("\\]", "]")
        if match["mail"]:
            if "," in words.text:
                words = _first_attribute(words)
            shown = _without_caret(words)
            if not shown.text:
                shown = target
        else:
            shown = self._words(words, target) if target.text or words.text else EMPTY
        place = target if target.text else text[match.start("target") - 1 : match.start("target")]
        return self._linked(text.origin(match), place if target.text else written("", place.span), shown, place.span)

    def email(self, text: Tracked, match: re.Match[str]) -> Tracked | None:
        if match["lead"]:
            return None
        address = text[match.start() : match.end()]
        return self._wrapped(
            "link",
            text,
            match,
            joined((written("mailto:", Span(address.span.start, address.span.start + 1)), address)),
            address,
        )

    def bibliography(self, text: Tracked, match: re.Match[str]) -> Tracked:
        id_ = text.group(match, "id")
        words = text.group(match, "text") if match["text"] else id_
        anchored = self._wrapped("anchor", text, match, id_, EMPTY)
        return joined((anchored, written("[", text.origin(match)), words, written("]", text.origin(match))))

    def anchor(self, text: Tracked, match: re.Match[str]) -> Tracked:
        return self._wrapped("anchor", text, match, text.group(match, "id" if match["id"] else "name"), EMPTY)

    def reference(self, text: Tracked, match: re.Match[str]) -> Tracked:
        """`<<id,words>>` and `xref:file.adoc#id[words]`; without words Asciidoctor takes the title of the target."""
        if match["short"]:
            whole = text.group(match, "short")
            comma = whole.text.find(",")
            target = whole[:comma] if comma >= 0 else whole
            words = whole[comma + 1 :].strip() if comma >= 0 else EMPTY
        else:
            target = text.group(match, "target")
            words = text.group(match, "text").replace("\\]", "]") if match["text"] else EMPTY
            if "=" in words.text:
                words = _first_attribute(words)
        return self._linked(
            text.origin(match), target, words if words.text else written(HOLE, target.span), is_reference=True
        )

    def footnote(self, text: Tracked, match: re.Match[str]) -> Tracked | None:
        words, id_ = text.group(match, "text"), text.group(match, "id")
        if match["old"]:
            comma = words.text.find(",")
            id_, words = (words[:comma], words[comma + 1 :]) if comma >= 0 else (words, EMPTY)
        if not words.text and not id_.text:
            return None
        words = self._inlines.restored(self._spaced(words.replace("\\]", "]")))
        element = Element("footnote", text.origin(match), target=id_, text=words)
        return self._inlines.wrapped(element, EMPTY)

    def _words(self, written_words: Tracked, target: Tracked) -> Tracked:
        """The words of a link, or its address where it has none."""
        words = written_words.replace("\\]", "]")
        if "=" in words.text:
            words = _first_attribute(words)
        words = _without_caret(words)
        return words if words.text else self._address(target)

    def _address(self, target: Tracked) -> Tracked:
        match = re.match(r"[^\W\d_][\w.+\-]*:/{0,2}", target.text) if self._hides_scheme else None
        return target[match.end() :] if match is not None and match.end() < len(target.text) else target

    def _linked(
        self, span: Span, target: Tracked, words: Tracked, place: Span | None = None, *, is_reference: bool = False
    ) -> Tracked:
        element = Element("reference" if is_reference else "link", span, target=target, place=place)
        return self._inlines.wrapped(element, words)


def _without_caret(words: Tracked) -> Tracked:
    return words[:-1] if words.text.endswith("^") else words


def _first_attribute(words: Tracked) -> Tracked:
    """The text among attributes: `[words,role=x]`."""
    if _NAMED.match(words.text):
        return EMPTY
    match = _ATTRIBUTE_TEXT.match(words.text)
    if match is None:
        return words
    for name in ("double", "single", "plain"):
        if match[name] is not None:
            return words.group(match, name)
    return words
