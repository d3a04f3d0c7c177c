"""Links and references: to labels, pages, files and ids that there are."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from unicodedata import normalize
from urllib.parse import unquote

from rulebook_core.findings import Details, Edit, Evidence, Finding, Place, Remedy, Role, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_core.spans import Stretches
from rulebook_core.store.files import lacks_submodule, lies_elsewhere
from rulebook_core.system.machine import relative
from rulebook_rules.book import Page
from rulebook_rules.checks.destinations import Destination
from rulebook_rules.checks.generators import is_left_out
from rulebook_rules.checks.index import BookIndex, as_severity
from rulebook_rules.checks.nearness import is_of_row
from rulebook_rules.checks.notes import check_wikilink
from rulebook_rules.checks.pageindex import PageIndex, letters
from rulebook_rules.config import MARKDOWN_ENDINGS, SiteConfig
from rulebook_rules.settings.options import DOCSIFY_LINKS
from rulebook_syntax.dialects.faults import malformed_markup, unknown_target, unresolved_include
from rulebook_syntax.document import Definition, Link
from rulebook_text.lexing.word_tokens import ONE_LETTER, TWO_LETTERS
from rulebook_text.words import BY_CODE, ENGLISH, any_of, cue


@rule(Severity.ERROR, Role.LEADS)
def unknown_anchor(place: Place, fragment: str, where: str, ids: tuple[str, ...], near: tuple[Place, ...]) -> Details:
    remedies = tuple(Remedy(f"write `#{text}`", (Edit(place, text),)) for text in ids[:1])
    same = bool(ids) and ids[0].casefold() == fragment.casefold()
    fact = f"there is no id `{fragment}` {where}" + ("; its case differs" if same else "")
    return Details(fact, remedies=remedies, related=near)


@rule(Severity.ERROR, Role.LEADS)
def unknown_reference(place: Place, label: str, near: tuple[str, ...], related: tuple[Place, ...]) -> Details:
    if label in near:
        fact = f"the label `{label.replace('`', '')}` is defined, but a label with code in it is never found"
        return Details(fact, remedies=(Remedy("give it a label without code: `[text][label]`"),), related=related)
    remedies = tuple(Remedy(f"write `{other}`") for other in near)
    if not remedies:
        what = "what it says" if label.startswith("^") else "target"
        remedies = (Remedy(f"define it: `[{label}]: {what}`"),)
    return Details(f"the label `{label}` is not defined on this page", remedies=remedies, related=related)


def check(index: BookIndex) -> Iterator[Finding]:
    """Check every link, definition, and reference to a label."""
    for page in index.reported:
        yield from as_severity(_of_page(index, page), is_sure=not is_template(index, page))


def is_template(index: BookIndex, page: Page) -> bool:
    """Return whether a page outside of a site is a template or a part, with unresolved links."""
    path = page.uri if page.root is None else relative(page.uri, page.root)
    return _TEMPLATE.search(path) is not None and index.book.site_of(page) is None


def _of_page(index: BookIndex, page: Page) -> Iterator[Finding]:
    document = page.document
    for link in document.links:
        if _EXAMPLE in (link.target or ""):
            continue
        if link.kind == "wikilink":
            yield from _of_wikilink(index, page, link)
        elif link.target is not None and link.target_span is not None and link.kind != "autolink":
            yield from _of_link(index, page, link, link.target, link.target_span)
    # A page of labels for other pages, which take it in: their ids are there.
    is_list = not document.headings and not document.links
    for definition in document.definitions:
        if is_list and definition.target.startswith("#"):
            continue
        destination = index.destination(page, definition.target)
        if not _is_there(index, destination):
            yield from _lost(index, page, definition.target, definition.target_span, destination, False)
    yield from _of_omitted(index, page)
    if document.candidates:
        yield from _Candidates(index, index.page(page))


def _of_wikilink(index: BookIndex, page: Page, link: Link) -> Iterator[Finding]:
    if lost := list(check_wikilink(index, page, link)):
        is_sure = page.has_game or index.book.site_of(page) is not None or index.notes.are_linked
        is_whole = page.root is None or not lacks_submodule(page.root)
        yield from as_severity(lost, is_sure=is_sure and is_whole)


def _of_link(index: BookIndex, page: Page, link: Link, target: str, span: Span) -> Iterator[Finding]:
    destination = index.destination(page, target, raw_html=link.kind == "html", image=link.image)
    if not _is_there(index, destination):
        destination = _of_note(index, page, link, destination)
    if _is_there(index, destination):
        return
    if _is_exchanged(index, page, link):
        place, fact = Place(page.document.source, link.span), "the words and the address are exchanged"
        address = f"https://{link.text}" if link.text.startswith("www.") else link.text
        yield malformed_markup(place, fact, f"write `[{unquote(target)}]({address})`")
    else:
        yield from _lost(index, page, target, span, destination, link.image)


def _of_omitted(index: BookIndex, page: Page) -> Iterator[Finding]:
    """What a page includes, and nobody has."""
    for name, span, is_outside, is_address in index.omitted_spans(page):
        place = Place(page.document.source, span)
        if is_outside:
            yield unknown_target(place, name, is_outside=True)
        elif not (is_address or index.generators.unknown or index.generators.may_make_page(name)):
            finding = unresolved_include(place, name, "there is no such file")
            yield finding.by(Evidence.SIGN)


def _is_exchanged(index: BookIndex, page: Page, link: Link) -> bool:
    """Return whether a link to nowhere has an address as its words, and words as its address."""
    target = link.target or ""
    if link.kind != "inline" or _ADDRESS.match(target) or posixpath.splitext(target)[1]:
        return False
    path = link.text.partition("#")[0]
    is_path = (path.endswith(MARKDOWN_ENDINGS) or link.text.startswith("#")) and _is_there(
        index, index.destination(page, link.text)
    )
    return is_path or _ADDRESS.fullmatch(link.text) is not None


def _of_note(index: BookIndex, page: Page, link: Link, destination: Destination) -> Destination:
    """Return where a link of a vault leads that leads nowhere by its path: to a note by name, to a heading by words."""
    if not page.document.traits.names_notes or link.kind == "html" or link.target is None:
        return destination
    there = index.notes.path_destination(page, link.target)
    if there.lost is None:
        return Destination("elsewhere")
    fragment = link.target.partition("#")[2]
    return destination if there.page is None else Destination("page", there.path, there.page, fragment)


def _is_there(index: BookIndex, destination: Destination) -> bool:
    """Return whether a destination is one that readers reach; nearly all are."""
    if destination.kind != "page":
        return destination.kind != "missing"
    id_, known = destination.fragment, destination.of_page.summary
    is_known = not id_ or (known is not None and known.has_id(id_))  # Then the page need not be read for it.
    return is_known or id_ in index.page(destination.of_page).anchors


def _lost(
    index: BookIndex, page: Page, target: str, span: Span, destination: Destination, image: bool
) -> Iterator[Finding]:
    if destination.kind == "missing":
        result = _missing(index, page, target, span, destination, image)
        # A host may have more than the site: other sites, and pages of its own.
        yield from (one.by(Evidence.SIGN if destination.is_of_host else Evidence.PROOF) for one in result)
    elif not image:
        yield from _fragment(index, page, target, span, destination)


def _missing(
    index: BookIndex, page: Page, target: str, span: Span, destination: Destination, image: bool
) -> Iterator[Finding]:
    uri = destination.path
    source = page.document.source
    site = index.book.site_of(page)
    generators = index.generators
    kind = "image" if image else "file"
    # Counted from the address of its page, it may be what git leaves alone.
    is_outside = destination.is_outside and (uri.startswith("..") or not generators.may_make_page(uri))
    if is_outside or (site is not None and not site.is_held(uri)):
        yield unknown_target(Place(source, span), target, kind=kind, is_outside=True)
        return
    if generators.may_make_page(uri) or _is_of_no_book(page, site, uri):
        return
    near = _near_paths(index, page, target, destination)
    if generators.unknown and not near:
        return
    path = target.partition("?id=")[0].partition("#")[0] or target
    place = Place(source, _part(span, source.slice(span), target, 0, len(path)))
    excluded = site is not None and site.exists_excluded(uri)
    if not image and site is not None and site.is_source(uri):
        kind = "page"
    written = source.slice(place.span).partition("#")[0]
    if path not in written and "{" not in written:
        # Named by its module, and not by its path: what is near that is no name.
        place = replace(place, message=f"this means `{uri}`")
        yield unknown_target(place, written, (), kind, excluded=excluded)
        return
    yield unknown_target(place, path, near, kind, excluded=excluded)


def _is_of_no_book(page: Page, site: SiteConfig | None, uri: str) -> bool:
    """Return whether a path may lead to what git leaves out, or to another file system."""
    if site is not None:
        return lies_elsewhere(site.docs_dir / uri)
    return lies_elsewhere(uri) or (page.root is not None and is_left_out(uri, page.root))


def _near_paths(index: BookIndex, page: Page, target: str, destination: Destination) -> tuple[str, ...]:
    """Return the paths that a target may mean, written as it is."""
    near = index.near_paths(destination.path)
    if not near and (page_there := f"{destination.path.removesuffix('.html').rstrip('/')}.md") in index.book.by_uri:
        near = [page_there]
    near = [path for path in near if path != page.uri or "#" in target]
    if target.startswith("/") and not destination.is_of_host:
        return tuple(f"/{other}" for other in near)
    return tuple(posixpath.relpath(other, posixpath.dirname(page.uri) or ".") for other in near)


def _is_found_by_host(index: BookIndex, page: Page, there: Page, id_: str) -> bool:
    """Return whether GitHub, docsify or a program that joins pages finds an id on a page."""
    site = index.book.site_of(there)
    if site is not None and site.options.links != DOCSIFY_LINKS:
        return False  # Only of a file by itself nobody knows what makes its ids.
    # GitHub finds a heading in any case.
    is_of_host = not index.page(there).host_ids.isdisjoint((id_, id_.lower()))
    return is_of_host or (there is page and id_ in index.ids_of_whole)


def _fragment(index: BookIndex, page: Page, target: str, span: Span, destination: Destination) -> Iterator[Finding]:
    there, fragment = destination.of_page, destination.fragment
    there_index = index.page(there)
    anchors = there_index.anchors
    if fragment in anchors or fragment in there_index.ids_in_use or _leads_anyway(fragment):
        return
    if there is page and _of_contributors(page.document.source.text).has(span.start):
        return
    written = unquote(fragment) if "%" in fragment else fragment
    if written in anchors:
        return
    if _is_found_by_host(index, page, there, normalize("NFC", written)):
        return
    near = index.near_ids(there, fragment)
    generators = index.generators
    if there_index.is_open or generators.may_make_id(fragment) or (generators.unknown and not near):
        return
    near = near or [anchors[id_] for id_ in index.sharing_words(written, anchors)]
    source = page.document.source
    start = len(target) - len(fragment if target.endswith(fragment) else target.partition("#")[2])
    place = Place(source, _part(span, source.slice(span), target, start, len(target)))
    where = "on this page" if there is page else f"on `{there.uri}`"
    related = tuple(Place(there.document.source, anchor.span, f"`{anchor.id}` is here") for anchor in near)
    yield unknown_anchor(place, fragment, where, tuple(anchor.id for anchor in near), related)


def _leads_anyway(fragment: str) -> bool:
    """Return whether a fragment works without an id: the top, a text, a part of the theme, a route."""
    return fragment.startswith(("__", ":~:", "/", "!")) or fragment.lower() == "top" or "{{" in fragment


_CONTRIBUTORS = lazily(r"ALL-CONTRIBUTORS-LIST:START(?:(?!ALL-CONTRIBUTORS-LIST:END).)*", re.DOTALL)


@lru_cache(maxsize=1)
def _of_contributors(text: str) -> Stretches:
    """Where a text has the lists that all-contributors makes, whose links lead nowhere by design."""
    return Stretches(match.span() for match in _CONTRIBUTORS.finditer(text))


_MADE_TARGET = lazily(r"^ {0,3}\[(?P<label>[^\[\]\n]+)\]:[^\n]*\{[{%]", re.MULTILINE)
_TEMPLATE = lazily(rf"(?:^|/)_includes/|(?:^|[/_ -]){cue('pages.templates')}(?=[/_ .-])", re.IGNORECASE)
_ADDRESS = lazily(r"(?:https?://|www\.|mailto:)[^\s<>]+")
_EXAMPLE = "path/to/"
"""A placeholder for the path of any file."""
_OF_PATTERN = lazily(r'[\\|<>"*?]')
"""In "[^ ...]" of a regular expression, and in no footnote's label."""
_AND_OR = any_of((ENGLISH.or_, BY_CODE["de"].or_))
_BETWEEN = lazily(rf"[\s,;|>*+\d.-]*(?:(?:{_AND_OR}|&)[\s>]+)?")
_BRACKETS = lazily(r"\[([^\[\]\n]+)\]")
_MIN_TAGS = 3
"""Words in brackets that come so often are a mark of the writer's, and no link: "[loop][emit]", "[gate][emit]"."""
_COMMON = frozenset(("todo", "tbd", "toc", "sic", "x", "...", "…", "optional", "required", "draft", "edit", "note"))


class _Candidates:
    """Brackets with an undefined label: which of them are meant as references."""

    def __init__(self, index: BookIndex, page: PageIndex) -> None:
        self._index = index
        self._page = page
        self._source = page.document.source
        self._is_alone = index.book.site_of(page.page) is None
        self._references = sorted(
            link.span for link in page.document.links if link.label is not None and link.kind != "wikilink"
        )

    @cached_property
    def _filled_in(self) -> frozenset[str]:
        """Labels whose target a program makes before Markdown is read: `[map]: {{ site.url }}/map`."""
        return frozenset(match["label"].lower() for match in _MADE_TARGET.finditer(self._source.text))

    def __iter__(self) -> Iterator[Finding]:
        if self._page.is_open:
            return
        for link in self._page.document.candidates:
            label = link.label or ""
            known = (self._page.labels_in_use, self._index.titles_of_whole, self._filled_in)
            if any(label.lower() in labels for labels in known):
                continue
            near = self._near(label)
            if not self._is_meant(link, label, near) or self._index.generators.may_make_label(label):
                continue
            if self._is_alone and any(label == definition.label for definition in near):
                continue  # With code in it, other programs than MkDocs find it.
            if self._index.generators.resolve_references and not near:
                continue
            yield self._finding(link, label, near)

    def _finding(self, link: Link, label: str, near: Sequence[Definition]) -> Finding:
        assert link.label_span is not None
        near = [one for one in near if not is_of_row(label, one.label, self._page.labels)]
        related = tuple(
            Place(self._source, definition.label_span, f"`{definition.label}` is defined here") for definition in near
        )
        place = Place(self._source, link.label_span)
        finding = unknown_reference(place, label, tuple(definition.label for definition in near), related)
        # Where nothing is defined, brackets side by side are a form more often than not: "[Cost][Rarity]".
        is_sure = self._page.page.has_game or self._page.labels or link.kind != "full"
        is_form = self._is_alone and not (" " in link.text or " " in label)
        doubt = Evidence.HINT if is_form else Evidence.SIGN
        return finding.by(Evidence.PROOF if is_sure else doubt)

    def _near(self, label: str) -> list[Definition]:
        labels = self._page.labels
        if not labels or len(label) < 3:
            return []
        key = " ".join(label.lower().split())
        near = self._index.near(key, labels, 0.8)
        if not near:
            bare = letters(key)
            near = self._page.labels_by_letters.get(bare, []) if bare else []
        return [labels[known] for known in near]

    def _is_meant(self, link: Link, label: str, near: list[Definition]) -> bool:
        text = self._source.text
        start = link.span.start
        if label.startswith("^"):
            # A footnote's label: the page prints the brackets where none goes by it.
            is_note = self._page.document.traits.names_notes or self._index.has_footnotes
            return link.kind == "shortcut" and is_note and _OF_PATTERN.search(label) is None
        indexed = start > 0 and (text[start - 1].isalnum() or text[start - 1] in "_]})")
        if "[" in label or ": " in label or (text[link.span.end : link.span.end + 1] == "[" and not near):
            return False  # "[pick one: bold, sly]", "[Cost][Rarity][Size]": words of a form; "[[A]][[B]]": of notes.
        if indexed or label.lower() in _COMMON:
            return False
        if link.kind in ("full", "collapsed") and ONE_LETTER.search(label) and self._is_reference(link, label):
            return True
        if not TWO_LETTERS.search(label):
            return False
        is_near = any(_is_typo(label.lower(), definition.label.lower()) for definition in near)
        return is_near or self._among_references(link.span)

    def _is_reference(self, link: Link, label: str) -> bool:
        """Return whether two pairs of brackets side by side are words and a label, and not marks of a form."""
        is_parted = not self._source.text.startswith("[", link.text_span.end + 1)
        is_tag = "=" in link.text or self._in_brackets[link.text] >= _MIN_TAGS
        # A page without any definition has marks: "[loop][emit]", where "[emit]" is one of them.
        is_tag = is_tag or (not self._page.labels and self._in_brackets[label] - self._as_label[label] >= _MIN_TAGS)
        return not (is_parted or is_tag) and (link.image or TWO_LETTERS.search(link.text) is not None)

    @cached_property
    def _in_brackets(self) -> Counter[str]:
        return Counter(_BRACKETS.findall(self._source.text))

    @cached_property
    def _as_label(self) -> Counter[str]:
        return Counter(link.label or "" for link in self._page.document.candidates if link.kind == "full")

    def _among_references(self, span: Span) -> bool:
        """Return whether a reference stands next to it, separated only by signs of an enumeration."""
        text = self._source.text
        at = bisect_left(self._references, span)
        before = text[self._references[at - 1].end : span.start] if at else None
        after = text[span.end : self._references[at].start] if at < len(self._references) else None
        return any(gap is not None and len(gap) < 40 and _is_separator(gap) for gap in (before, after))


def _is_separator(gap: str) -> bool:
    return bool(gap.strip(" ")) and "\n\n" not in gap and _BETWEEN.fullmatch(gap) is not None


def _is_typo(label: str, known: str) -> bool:
    """Return whether two labels differ as little as a slip of the finger: two letters at most, one in short ones."""
    if label == known:
        return True
    changes = sum(
        max(a_end - a_start, b_end - b_start)
        for tag, a_start, a_end, b_start, b_end in SequenceMatcher(None, label, known, autojunk=False).get_opcodes()
        if tag != "equal"
    )
    return changes <= (1 if len(known) < 6 else 2)


def _part(span: Span, text: str, whole: str, start: int, end: int) -> Span:
    """The span of `whole[start:end]`, where `whole` is written as it is at `span`; else all of `span`."""
    return Span(span.start + start, span.start + end) if text == whole else span
