"""Chapters of a volume: a page without its buttons, its links leading into the volume."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from urllib.parse import SplitResult, unquote, urlsplit

from rulebook_core.source import NOT_XML
from rulebook_formats.blank import SHEET, WIDGET, blank_sheet
from rulebook_formats.controls import without_controls
from rulebook_syntax.html_elements import Element, parse
from rulesmod.records import record

_DROPPED = frozenset(
    (
        *("base", "button", "embed", "form", "iframe", "input", "label", "link", "meta", "object", "script", "select"),
        *("style", "svg", "template", "textarea"),
    )
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_UNWRAPPED = frozenset({"details", "rulebook-dice", "rulebook-sheet", "font", "center"})
ADDRESS = "link-address"
"""The class of an address behind the words that lead there."""
_VOID = frozenset({"br", "col", "hr", "img", "wbr"})
_NO_TEXT = frozenset(
    ("headerlink", "rulebook-link", "rulebook-sheet-title", "rulebook-sign", "rulebook-signs", "rulebook-stage-how")
)
"""Classes of elements that only a screen needs: self-links, proof signs, titles of sheets, and instructions of stages.
"""
_ODDS = frozenset({"rulebook-pool", "rulebook-stage-odds"})
_ATTRIBUTES = frozenset({"alt", "class", "colspan", "href", "id", "lang", "rowspan", "scope", "src", "start", "title"})
_SCHEMES = frozenset({"ftp", "http", "https", "mailto", "tel"})
"""Where a link may lead outside the volume; the others run code, or mean something on one machine alone."""
_OVERLOOKED = re.compile(r"^[\x00-\x20]+|[\t\r\n]|[\x00-\x20]+$")
"""Signs that a browser overlooks in an address."""
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9.-]*")
"""Names of elements that XML accepts; HTML accepts more."""


@record
class Chapter:
    """A page of a book.

    Attributes:
        url: its address from the root of the site.
        title: as the table of contents has it.
        html: what stands in it.
    """

    url: str
    title: str
    html: str

    @cached_property
    def tree(self) -> Element:
        """Its elements: each volume and its contents are made of the same ones."""
        return without_controls(parse(self.html))

    @property
    def name(self) -> str:
        """The chapter's name within the volume."""
        stem = re.sub(r"(?:index)?(?:\.html)?$", "", self.url).strip("/")
        return re.sub(r"\W+", "-", stem) or "index"


class Binder:
    """Turns pages into chapters of one volume.

    Args:
        chapters: all of them, in order.
        place: the address in the volume of a chapter's name and an id ("" for the chapter itself).
        unique: makes an id of a chapter one of the volume.
        has_image: whether there is an image at an address from the root of the site; another is told in words.
        site: the address of the published site, for links that lead out of the book; "" where it is not known.
        numbered: whether a link to another chapter tells its number, as a style sheet may show it on paper.
        addressed: whether an address outside the volume stands behind the words that lead there.
        is_kept: which of the elements that a page has for the screen the volume takes as they are.
    """

    def __init__(
        self,
        chapters: tuple[Chapter, ...],
        *,
        place: Callable[[str, str], str],
        unique: Callable[[str, str], str],
        has_image: Callable[[str], bool] = lambda path: True,
        site: str = "",
        numbered: bool = False,
        addressed: bool = False,
        is_drawn: Callable[[Element], bool] = lambda element: False,
    ) -> None:
        self._names = {_path(chapter.url): chapter.name for chapter in chapters}
        self._place = place
        self._unique = unique
        self._has_image = has_image
        self._site = site
        self._addressed = addressed
        self._is_drawn = is_drawn
        self._numbers = {_path(chapter.url): number for number, chapter in enumerate(chapters, 1) if numbered}
        self.images: dict[str, str] = {}
        """The images of the chapters: addresses from the root of the site to their names in the volume."""

    def bind(self, chapter: Chapter) -> list[Element | str]:
        """Return a chapter's content as part of the volume."""
        return list(self._bound(chapter.tree.content, chapter, set()))

    def sections(self, chapter: Chapter) -> str:
        """The sections of a chapter as a list of links, in HTML; "" where it has none."""
        items = ""
        for heading in chapter.tree.all("h2"):
            if heading.id:
                text = "".join(part if isinstance(part, str) else part.text for part in _without_links(heading))
                target = self._place(chapter.name, self._unique(chapter.name, heading.id))
                items += f'<li><a href="{html.escape(target)}">{html.escape(" ".join(text.split()))}</a></li>'
        return f"<ol>{items}</ol>" if items else ""

    def _bound(self, parts: Iterable[Element | str], chapter: Chapter, ids: set[str]) -> Iterator[Element | str]:
        for part in parts:
            if isinstance(part, str) or self._is_drawn(part):
                yield part
            elif part.tag == "form" and WIDGET in part.classes:
                continue
            elif part.tag == "form" and SHEET in part.classes:
                yield from self._element(blank_sheet(part), chapter, ids)
            elif part.tag == "rulebook-dice":
                # What rolls on the site is read here.
                yield from (button.text for button in part.all("button"))
            elif part.id and "rulebook-link" in part.classes:
                yield Element("div", self._attributes(Element("div", {"id": part.id}, []), chapter, ids), [])
            elif not (_is_dropped(part) or _is_explanation(part)):
                yield from self._element(part, chapter, ids)

    def _element(self, part: Element, chapter: Chapter, ids: set[str]) -> Iterator[Element | str]:
        inner = self._bound(part.content, chapter, ids)
        if part.tag == "summary":
            yield Element("p", {"class": "summary"}, [Element("strong", {}, list(inner))])
            return
        if _is_unwrapped(part):
            yield from inner
            return
        content = list(inner)
        attributes = self._attributes(part, chapter, ids)
        if part.tag == "a" and not attributes:
            yield from content
        elif part.tag == "img" and "src" not in attributes:
            yield part.attributes.get("alt", "")
        else:
            made = Element(part.tag, attributes, content)
            yield from _with_address(made) if self._addressed else (made,)

    def _attributes(self, element: Element, chapter: Chapter, ids: set[str]) -> Mapping[str, str]:
        sizes = ("width", "height") if element.tag == "img" else ()
        values = {name: value for name, value in element.attributes.items() if name in _ATTRIBUTES or name in sizes}
        if "id" in values:
            name = self._unique(chapter.name, values.pop("id"))
            if name not in ids:
                ids.add(name)
                values["id"] = name
        if "href" in values:
            href = values.pop("href")
            target = self._target(href, chapter)
            if target is not None:
                values["href"] = target
            parts = _split(href)
            number = self._numbers.get(_resolved(parts.path, chapter)) if parts is not None and parts.path else None
            if number is not None and parts is not None and not parts.netloc:
                values["data-chapter"] = str(number)
        if "src" in values:
            source = values.pop("src")
            parts = _split(source)
            if parts is not None and not parts.scheme:
                path = _resolved(source, chapter)
                if self._has_image(path):
                    name = f"images/{len(self.images) + 1}-{NOT_XML.sub('', posixpath.basename(path))}"
                    values["src"] = self.images.setdefault(path, name)
        if element.tag == "img":
            values.setdefault("alt", "")
        return values

    def _target(self, href: str, chapter: Chapter) -> str | None:
        parts = _split(href)
        if parts is None or (parts.scheme and parts.scheme not in _SCHEMES):
            return None
        if parts.scheme or parts.netloc:
            # `//host` takes the scheme of a page, and a file has none.
            return f"{parts.scheme or 'https'}:{_OVERLOOKED.sub('', href)[len(parts.scheme) + bool(parts.scheme) :]}"
        fragment = unquote(parts.fragment)
        path = _resolved(parts.path, chapter) if parts.path else _path(chapter.url)
        name = self._names.get(path)
        # What a script reads of an address, as `#stage?ours=L12`, is for the site.
        if name is not None and "?" not in fragment:
            return self._place(name, self._unique(name, fragment) if fragment else "")
        if not self._site:
            return None
        address = path.removesuffix("index.html") if parts.path.endswith("/") else path
        return f"{self._site.rstrip('/')}/{address}{f'#{parts.fragment}' if parts.fragment else ''}"


def xhtml(parts: Iterable[Element | str]) -> str:
    """Elements and text as XHTML."""
    return "".join(_written(part) for part in parts)


def _written(part: Element | str) -> str:
    if isinstance(part, str):
        return html.escape(part, quote=False)
    attributes = "".join(f' {name}="{html.escape(value)}"' for name, value in part.attributes.items())
    if part.tag in _VOID:
        return f"<{part.tag}{attributes}/>"
    return f"<{part.tag}{attributes}>{xhtml(part.content)}</{part.tag}>"


def _is_dropped(element: Element) -> bool:
    return element.tag in _DROPPED or element.tag == "!--" or bool(_NO_TEXT & set(element.classes))


def _is_unwrapped(element: Element) -> bool:
    return "rulebook-right" in element.classes or element.tag in _UNWRAPPED or not _TAG.fullmatch(element.tag)


def _is_explanation(element: Element) -> bool:
    """Return whether an element holds a proof, a term or its backlinks. A fold with odds does not count, because odds
    are read on paper, too.
    """
    is_fold = "rulebook-fold" in element.classes
    return "rulebook-used" in element.classes or (
        is_fold and not any(_ODDS & set(part.classes) for part in element.all("div"))
    )


def _without_links(heading: Element) -> Iterator[Element | str]:
    return (part for part in heading.content if isinstance(part, str) or "headerlink" not in part.classes)


def _split(address: str) -> SplitResult | None:
    """Split an address as a browser reads it; None where it is malformed."""
    try:
        return urlsplit(_OVERLOOKED.sub("", address))
    except ValueError:
        return None


def _with_address(made: Element) -> Iterator[Element]:
    """An element, with the address behind it that a reader of paper needs.

    A heading is listed in the contents, so its addresses stand below it.
    """
    if made.tag in _HEADINGS:
        addresses = [part.text.strip() for part in made.all("span") if ADDRESS in part.classes]
        yield _without_addresses(made) if addresses else made
        if addresses:
            yield Element("p", {"class": ADDRESS}, [" ".join(addresses)])
        return
    yield made
    if made.tag == "a" and (address := _printed_address(made)):
        yield Element("span", {"class": ADDRESS}, [f" ({address})"])


def _without_addresses(made: Element) -> Element:
    content = [
        part if isinstance(part, str) else _without_addresses(part)
        for part in made.content
        if isinstance(part, str) or ADDRESS not in part.classes
    ]
    return Element(made.tag, made.attributes, content)


def _printed_address(link: Element) -> str:
    """Return the address outside the volume that a link leads to; "" where its own words tell it."""
    scheme, _, rest = link.attributes.get("href", "").partition(":")
    if scheme not in _SCHEMES:
        return ""
    address = rest if scheme in ("mailto", "tel") else f"{scheme}:{rest}"
    return "" if _bare(address) in _bare(link.text) else address


def _bare(address: str) -> str:
    return re.sub(r"https?://(?:www\.)?|\s|/$", "", address.strip().casefold())


def _path(url: str) -> str:
    return "index.html" if url in ("", "./", "/") else f"{url}index.html" if url.endswith("/") else url


def _resolved(href: str, chapter: Chapter) -> str:
    """The address from the root of the site of what a chapter links to."""
    return _path(
        posixpath.normpath(posixpath.join(posixpath.dirname(_path(chapter.url)), unquote(href)))
        + ("/" if href.endswith("/") else "")
    )


def xml_name(text: str) -> str:
    """An id as XML allows it: what begins with a digit, or has other signs in it, is spelt out."""
    if _NAME.fullmatch(text):
        return text
    spelt = "".join(sign if re.match(r"[\w.-]", sign) else f"_{ord(sign):x}_" for sign in text)
    return spelt if _NAME.match(spelt) else f"_{spelt}"
