"""Notes by their names: where the wikilinks of a vault lead, and those that lead nowhere.

Obsidian finds a note by its name alone wherever it lies, in any case, with `.md` or without; of several it
takes the one in the folder of the link, then the one with the shortest path.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from rulebook_core import workspace
from rulebook_core.findings import Details, Finding, Place, Remedy, Role, Severity, rule, write
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.hosting import knows_notes_by_address
from rulebook_rules.checks.nearness import is_of_row
from rulebook_syntax.dialects import VAULT, vault_of
from rulebook_syntax.dialects.faults import unknown_target
from rulebook_syntax.dialects.obsidian.wikilinks import NoteTarget, read_target
from rulebook_syntax.document import Document, Link

if TYPE_CHECKING:
    from rulebook_rules.checks.index import BookIndex
    from rulebook_syntax.dialects.page import LinkUrl

_MIN_LINKS = 20
"""Wikilinks that suffice to tell whether they lead to notes."""
_SIGNS = lazily(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
"""Characters that Obsidian reads as a space when it looks up a heading."""
_DIE = lazily(r"\d*d(?:\d+|%)", re.IGNORECASE)
"""A die that virtual tables roll: `[[d20]]`."""
_MARK = lazily(r"#{1,6}[ \t]+")
"""The marker of a heading before its words."""


@rule(Severity.ERROR, Role.LEADS)
def unresolved_wikilink(place: Place, fact: str, near: tuple[str, ...], related: tuple[Place, ...] = ()) -> Details:
    remedies = tuple(write(place, name) for name in near)
    return Details(
        fact, remedies=remedies or (Remedy("write what it leads to, or take the link away"),), related=related
    )


@rule(Severity.ERROR, Role.LEADS)
def unresolved_embed(place: Place, fact: str, near: tuple[str, ...], related: tuple[Place, ...] = ()) -> Details:
    remedies = tuple(write(place, name) for name in near)
    return Details(fact, remedies=remedies or (Remedy("add the file, or take the embed away"),), related=related)


class Destination(NamedTuple):
    """Where a wikilink leads: a path of the book, the page there is, and the id on it; `lost` is what is not there.

    `lost` is a stretch of the target as written, None where all of it was found.
    """

    path: str
    page: Page | None
    fragment: str
    lost: tuple[int, int] | None


class Notes:
    """The pages and files of a book by their names."""

    def __init__(self, book: Book) -> None:
        self._pages = book.by_uri
        roots = {page.root for page in book.pages if page.root is not None}
        self._by_address = any(map(knows_notes_by_address, roots)) or (
            book.site is not None and book.site.markdown.links_notes
        )
        self._by_name: dict[str, list[str]] = {}
        for uri in book.by_uri:
            name = self._key(posixpath.basename(uri))
            for key in {name, posixpath.splitext(name)[0]}:
                self._by_name.setdefault(key, []).append(uri)
        for path in book.files:
            self._by_name.setdefault(self._key(posixpath.basename(path)), []).append(path)
        self._by_alias: dict[str, list[str]] = {}
        for page in book.pages:
            for alias in _aliases(page.document.meta):
                self._by_alias.setdefault(self._key(alias), []).append(page.uri)
        vaults = {path.removesuffix(VAULT) for path in book.files if path.endswith(f"/{VAULT}")}
        self._vaults = sorted(vaults, key=len, reverse=True)
        self._ids: dict[str, frozenset[str]] = {}
        self._headings: dict[str, Mapping[str, str]] = {}
        self._destinations: dict[tuple[str, str], Destination] = {}
        self._within_pages: dict[tuple[str, bool], Mapping[str, tuple[str, Span]]] = {}

    @cached_property
    def are_linked(self) -> bool:
        """True if wikilinks lead to the notes of the book.

        If nearly none does, another program gives them a meaning, unless Obsidian has its settings there.
        """
        links = [
            (page, link.target)
            for page in self._pages.values()
            for link in page.document.links
            if link.kind == "wikilink" and link.target is not None
        ]
        lost = sum(self.destination(page, target).lost is not None for page, target in links)
        are_others = len(links) >= _MIN_LINKS and 4 * lost > 3 * len(links)
        return not are_others or vault_of(Path(links[0][0].document.source.path)) is not None

    @cached_property
    def names(self) -> list[str]:
        """All that a wikilink can name."""
        return [*self._by_name, *self._by_alias]

    def find(self, page: Page, note: str) -> str | None:
        """The path of the note or file that a link on `page` names."""
        folder = posixpath.dirname(page.uri)
        wanted = self._key(note.replace("\\", "/"))
        if not wanted.strip("/"):
            return None
        if wanted.startswith(("./", "../")):
            return self._at(posixpath.normpath(posixpath.join(self._key(folder), wanted)))
        if wanted.startswith("/"):
            return self.from_root(page, wanted)
        for exact in (wanted, posixpath.join(self._key(folder), wanted)) if "/" in wanted else ():
            if (exact_match := self._at(posixpath.normpath(exact))) is not None:
                return exact_match
        candidates = self._by_name.get(posixpath.basename(wanted), ())
        paths = [path for path in candidates if _ends_with(self._key(path), wanted)]
        if not paths:
            of_folders = self._by_name.get("index", ())
            paths = [path for path in of_folders if _ends_with(posixpath.dirname(self._key(path)), wanted)]
        if not paths:
            paths = self._by_alias.get(wanted, [])
        if len(paths) > 1 and self._vaults:
            vault = next((one for one in self._vaults if page.uri.startswith(one)), "")
            paths = [path for path in paths if path.startswith(vault)] or paths
        return min(paths, key=lambda path: (posixpath.dirname(path) != folder, len(path), path), default=None)

    def from_root(self, page: Page, path: str) -> str | None:
        """Return the meaning of a path with a leading slash: from the vault or a folder above."""
        folder = self._key(posixpath.dirname(page.uri))
        wanted = posixpath.normpath(self._key(path).lstrip("/"))
        while True:
            result = self._at(posixpath.join(folder, wanted))
            if result is not None or not folder.strip("/"):
                return result
            folder = posixpath.dirname(folder)

    def _at(self, path: str) -> str | None:
        for page in self._by_name.get(posixpath.basename(path), ()):
            if path in (self._key(page), posixpath.splitext(self._key(page))[0]):
                return page
        return None

    def _key(self, path: str) -> str:
        """A path as it is compared: addresses that are made of names leave spaces, hyphens and the like open."""
        return re.sub(r"[-_ '’]", "", path.casefold()) if self._by_address else path.casefold()

    def destination(self, page: Page, target: str) -> Destination:
        """Where a wikilink on `page` leads: it is asked of each for the checks, for its page and for all together."""
        destination = self._destinations.get((page.uri, target))
        if destination is None:
            destination = self._destinations[page.uri, target] = self._destination(page, target)
        return destination

    def _destination(self, page: Page, target: str) -> Destination:
        target = target.replace("\xa0", " ")  # as Obsidian reads the names of notes
        meant = read_target(target)
        path = self.find(page, meant.note) if meant.note else page.uri
        if path is None:
            start = target.find(meant.note)
            return Destination(meant.note, None, "", (start, start + len(meant.note)))
        there = self._pages.get(path)
        if there is None:
            return Destination(path, None, "", None)
        return self._within(there, meant, target)

    def path_destination(self, page: Page, target: str) -> Destination:
        """Return where a link of Markdown's own form leads: its fragment may be an id, too."""
        target = unquote(target)
        there = self.destination(page, target)
        fragment = target.partition("#")[2]
        if there.page is None or there.lost is None:
            return there
        return there._replace(fragment=fragment, lost=None) if fragment in self._ids_of(there.page) else there

    def _within(self, page: Page, meant: NoteTarget, target: str) -> Destination:
        if meant.block is not None:
            start = target.rfind(meant.block)
            id_ = f"^{meant.block}"
            known = id_ in self._ids_of(page)
            return Destination(page.uri, page, id_, None if known else (start, start + len(meant.block)))
        position = len(meant.note)
        fragment = ""
        path: list[str] = []
        if self._by_address and (id_ := _plugin_id("#".join(meant.headings))) in self._ids_of(page):
            return Destination(page.uri, page, id_, None)
        for title in meant.headings:
            path.append(_folded(title))
            position = target.find(title, position)
            text = self._headings_of(page).get("\n".join(path))
            if text is None:
                return Destination(page.uri, page, "", (position, position + len(title)))
            position += len(title)
            fragment = text
        return Destination(page.uri, page, fragment, None)

    def _ids_of(self, page: Page) -> frozenset[str]:
        known = self._ids.get(page.uri)
        if known is None:
            known = self._ids[page.uri] = frozenset(anchor.id for anchor in page.document.anchors)
        return known

    def names_within(self, page: Page, *, blocks: bool) -> Mapping[str, tuple[str, Span]]:
        """The headings of a page, or its blocks, by their folded names: what they are called, and where they stand."""
        names = self._within_pages.get((page.uri, blocks))
        if names is None:
            document = page.document
            if blocks:
                named = [(anchor.id[1:], anchor.span) for anchor in document.anchors if anchor.id.startswith("^")]
            else:
                named = [(heading.title, heading.title_span) for heading in document.headings]
            names = self._within_pages[page.uri, blocks] = {_folded(name): (name, span) for name, span in named}
        return names

    def _headings_of(self, page: Page) -> Mapping[str, str]:
        """The ids of a page's headings by their words, and by those of headings above them."""
        known = self._headings.get(page.uri)
        if known is None:
            known = self._headings[page.uri] = _headings(page.document)
        return known


def _headings(document: Document) -> Mapping[str, str]:
    ids: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for heading in document.headings:
        above = [(level, title) for level, title in above if level < heading.level]
        above.append((heading.level, _folded(heading.title)))
        titles = [title for _, title in above]
        for first in range(len(titles)):
            ids.setdefault("\n".join(titles[first:]), heading.id)
    text = document.source.text
    for comment in document.comments:
        if _MARK.fullmatch(text, text.rfind("\n", 0, comment.span.start) + 1, comment.span.start):
            ids.setdefault(_folded(comment.text), "")  # A heading that readers do not see, for links and embeds.
    return ids


def _folded(title: str) -> str:
    return " ".join(_SIGNS.sub(" ", title).split()).casefold()


def _plugin_id(title: str) -> str:
    """The id that plugins make of a heading in a wikilink: that of GitHub, which ids stay themselves under."""
    return re.sub(r" +", "-", re.sub(r"[^\w\- ]", "", title.lower()))


def _aliases(meta: Mapping[str, object]) -> Iterator[str]:
    for key in ("aliases", "alias"):
        value = meta.get(key)
        if isinstance(value, str):
            yield from (part.strip() for part in value.split(",") if part.strip())
        elif isinstance(value, list):
            yield from (str(part).strip() for part in value if part is not None)


def _ends_with(path: str, wanted: str) -> bool:
    """Return whether a path is the wanted one, or ends with it after a folder; its ending may be left out."""
    return any(form == wanted or form.endswith("/" + wanted) for form in (path, posixpath.splitext(path)[0]))


def link_url(index: BookIndex, page: Page) -> LinkUrl:
    """Return a function that writes links from `page`, by wikilink target or path from the root."""
    folder = posixpath.dirname(page.uri) or "."

    def url(target: str) -> str | None:
        notes = index.notes
        is_path = target.startswith("<") and target.endswith(">")
        there = notes.path_destination(page, target[1:-1]) if is_path else notes.destination(page, target)
        if there.lost is not None:
            return None
        sign = "#" if there.fragment else ""
        path = "" if there.path == page.uri and sign else quote(posixpath.relpath(there.path, folder))
        return path + sign + there.fragment

    return url


def check_wikilink(index: BookIndex, page: Page, link: Link) -> Iterator[Finding]:
    """Follow a wikilink or an embed."""
    assert link.target is not None
    assert link.target_span is not None
    there = index.notes.destination(page, link.target)
    if there.lost is None:
        return
    source = page.document.source
    start, end = there.lost
    exact = source.slice(link.target_span) == link.target
    place = Place(
        source, Span(link.target_span.start + start, link.target_span.start + end) if exact else link.target_span
    )
    find = unresolved_embed if source.text.startswith("!", link.span.start) else unresolved_wikilink
    words = link.target[start:end]
    if there.page is None and _leaves(page, words):
        yield unknown_target(place, words, is_outside=True)
        return
    if there.page is not None:
        yield from _lost_within(
            index, there.page, place, words, find_embed=find is unresolved_embed, is_block=there.fragment != ""
        )
        return
    near = tuple(index.near(words.casefold(), index.notes.names, 0.8))
    if (
        _DIE.fullmatch(words)
        or (index.generators.unknown and not near)
        or '"' in words
        or _is_made_by_host(page, words)
    ):
        return
    what = "file" if read_target(link.target).is_file else "note"
    apart = (name for name in near if not is_of_row(words.casefold(), name, index.notes.names))
    shown = tuple(index.notes.find(page, name) or name for name in apart)
    yield find(place, f"there is no {what} `{words}`", tuple(dict.fromkeys(map(_note_name, shown))))


def _is_made_by_host(page: Page, words: str) -> bool:
    """Return whether the host makes a page of this name: for a tag, or for a folder."""
    if page.root is None or not knows_notes_by_address(page.root):
        return False
    folders = (page.root, *(page.root / name for name in ("content", "docs")))
    return words.startswith("tags/") or any(workspace.is_dir(folder / words) for folder in folders if words.strip("./"))


def _leaves(page: Page, path: str) -> bool:
    """Return whether a path that counts from the folder of its note leads out of the vault."""
    return ".." in path and posixpath.normpath(posixpath.join(posixpath.dirname(page.uri), path)).startswith("../")


def _lost_within(
    index: BookIndex, there: Page, place: Place, words: str, *, find_embed: bool, is_block: bool
) -> Iterator[Finding]:
    if index.page(there).is_open:
        return
    find = unresolved_embed if find_embed else unresolved_wikilink
    what = "block" if is_block else "heading"
    where = "this note" if there.document.source is place.source else f"`{there.uri}`"
    known = index.notes.names_within(there, blocks=is_block)
    wanted = _folded(words)
    near = [known[name] for name in index.near(wanted, known, 0.75) if not is_of_row(wanted, name, known)]
    related = tuple(Place(there.document.source, span, f"`{name}` is here") for name, span in near)
    yield find(place, f"there is no {what} `{words}` in {where}", tuple(name for name, _ in near), related)


def _note_name(path: str) -> str:
    name = posixpath.basename(path)
    return name.removesuffix(".md")
