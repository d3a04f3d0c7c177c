"""Index of one page for the checks: ids, labels, headings and sections."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from rulebook_core.lazy_regex import lazily
from rulebook_rules.book import Page
from rulebook_rules.published.redirects import former_anchors
from rulebook_syntax.dialects.markdown.slugs import (
    docsify_ids,
    english_slug,
    github_slug,
    kramdown_slug,
    plain_slug,
    vuepress_slug,
)
from rulebook_syntax.document import Anchor, Definition, Document, Heading, Link


class PageIndex:
    """The ids and labels of one page.

    Attributes:
        is_open: something that cannot be read here adds to the page, so that what it lacks may still be there.
        shows_parts: whether tables and boxes have ids on it: the pages of books.
        has_parts: whether it takes in others, or is taken in.
        taken_ids, taken_labels: the ids and labels that these bring; the titles of their headings lead there as well.
    """

    def __init__(self, page: Page, around: list[Document], *, is_open: bool, shows_parts: bool) -> None:
        self.page = page
        self.shows_parts = shows_parts
        self.document = page.document
        self.is_open = is_open or page.document.is_open
        self.has_parts = bool(around)
        ids = {anchor.id for document in around for anchor in document.anchors}
        self.ids_in_use = ids | {heading.title for document in around for heading in document.headings}
        self.labels_in_use = frozenset(d.label.lower() for document in around for d in document.definitions)

    @cached_property
    def anchors(self) -> Mapping[str, Anchor]:
        """The first anchor of each id: where a browser goes."""
        anchors: dict[str, Anchor] = {}
        for anchor in self.document.anchors:
            anchors.setdefault(anchor.id, anchor)
        if self.shows_parts:
            for part in self.document.prose.parts:
                anchors.setdefault(part.id, Anchor(part.id, part.span, "part"))
        for anchor in former_anchors(self.document):
            anchors.setdefault(anchor.id, anchor)
        return anchors

    @cached_property
    def host_ids(self) -> frozenset[str]:
        """The ids that GitHub, Jekyll, VuePress, docsify and others give what has none of its own."""
        written = {anchor.id for anchor in self.document.anchors if anchor.kind == "attribute"}
        ids = set(docsify_ids(heading.title for heading in self.document.headings if heading.id not in written))
        # What Hugo and Jekyll make of a call, such as a box with a title, only they know.
        given = [word[1] for call in _CALL.findall(self.document.source.text) for word in _QUOTED.finditer(call)]
        for slugify in (github_slug, kramdown_slug, vuepress_slug, plain_slug, english_slug):
            slugs: Counter[str] = Counter()
            for heading in self.document.headings:
                slug = slugify(heading.title)
                if heading.id not in written:
                    # The second of one title is "rest-1", or with markdown-it "rest-2".
                    ids.update((f"{slug}-{slugs[slug]}", f"{slug}-{slugs[slug] + 1}") if slugs[slug] else (slug,))
                slugs[slug] += 1
            # Most hosts read Markdown within HTML as well, behind a blank line.
            ids.update(map(slugify, _written_titles(self.document.source.text)))
            ids.update(map(slugify, given))
        ids.update(given)
        # Docusaurus, Vivliostyle and others read one right behind a title: "## Rest{#rest .wide}".
        ids.update(match[1] for title in self.document.titles if (match := _ID_BEHIND.search(title)) is not None)
        # mdBook gives them to what is defined as well.
        ids.update(github_slug(block.text.text) for block in self.document.prose.blocks if block.kind == "term")
        return frozenset(ids)

    @cached_property
    def labels(self) -> Mapping[str, Definition]:
        """The definitions by label; of several the last counts, as in Python-Markdown."""
        return {definition.label.lower(): definition for definition in self.document.definitions}

    @cached_property
    def ids_by_fold(self) -> Mapping[str, list[str]]:
        """The ids that differ only in case."""
        ids: dict[str, list[str]] = {}
        for id_ in self.anchors:
            ids.setdefault(id_.casefold(), []).append(id_)
        return ids

    @cached_property
    def labels_by_letters(self) -> Mapping[str, list[str]]:
        """The labels that differ only in spaces and signs."""
        labels: dict[str, list[str]] = {}
        for label in self.labels:
            labels.setdefault(letters(label), []).append(label)
        return labels

    @cached_property
    def headings_by_anchor(self) -> Mapping[str, Heading]:
        """The heading of each id that a heading has, or that stands in one."""
        results: dict[str, Heading] = {}
        headings = iter(self.document.headings)
        heading = next(headings, None)
        for anchor in self.document.anchors:
            while heading is not None and heading.span.end <= anchor.span.start:
                heading = next(headings, None)
            if heading is None:
                break
            if heading.span.start <= anchor.span.start:
                results[anchor.id] = heading
        return results

    @cached_property
    def ends_of_sections(self) -> Mapping[Heading, int]:
        """Where what stands under each heading ends: at the next one that is not below it."""
        ends: dict[Heading, int] = {}
        above: list[Heading] = []
        for heading in self.document.headings:
            while above and above[-1].level >= heading.level:
                ends[above.pop()] = heading.span.start
            above.append(heading)
        return ends | dict.fromkeys(above, len(self.document.source.text))

    def definition_of(self, link: Link) -> Definition | None:
        """The definition that a reference uses."""
        return self.labels.get(link.label.lower()) if link.label is not None else None


_CALL = lazily(r"\{(?:\{[<%]|%)[^{}]+\}")
_QUOTED = lazily(r"[\"']([^\"']+)[\"']")
_ID_BEHIND = lazily(r"\{\s*#([^\s{}]+)[^{}]*\}\s*$")


def _written_titles(text: str) -> list[str]:
    """Return the text of each line that begins as a heading does."""
    lines = (line.strip() for line in text.split("\n") if line.lstrip().startswith("#"))
    return [line.strip("#").strip() for line in lines]


def letters(label: str) -> str:
    """A label without spaces and signs."""
    return re.sub(r"[\W_]+", "", label)
