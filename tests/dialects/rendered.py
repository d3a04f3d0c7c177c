"""The oracle: links and ids of the page that Python-Markdown itself renders."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple

from markdown import Markdown

from rulebook_syntax.dialects.markdown.options import MKDOCS_EXTENSIONS, Extensions, MarkdownOptions
from rulebook_syntax.document import Document

FULL: Extensions = {
    **MKDOCS_EXTENSIONS,
    "abbr": {}, "admonition": {}, "attr_list": {}, "def_list": {}, "footnotes": {}, "md_in_html": {},
    "pymdownx.details": {}, "pymdownx.superfences": {}, "pymdownx.tasklist": {},
    "pymdownx.tabbed": {"alternate_style": True}, "pymdownx.highlight": {},
}  # fmt: skip


class Found(NamedTuple):
    """Targets of links and images in order, and the ids, sorted."""

    targets: list[str]
    ids: list[str]


class _Collector(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found = Found([], [])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in reversed(attrs)}
        classes = values.get("class", "").split()
        if tag == "a" and "href" in values and not {"footnote-ref", "footnote-backref"} & set(classes):
            self.found.targets.append(values["href"].strip())
        if tag == "img" and "src" in values:
            self.found.targets.append(values["src"].strip())
        id_ = values.get("id") or (values.get("name") if tag == "a" else None)
        if id_ and not id_.startswith(("fn:", "fnref", "__tabbed", "__codelineno")):
            self.found.ids.append(id_)


def rendered(text: str, extensions: Extensions) -> Found:
    """What the rendered page has."""
    markdown = Markdown(extensions=list(extensions), extension_configs={k: dict(v) for k, v in extensions.items()})
    collector = _Collector()
    collector.feed(markdown.convert(text))
    collector.close()
    collector.found.ids.sort()
    return collector.found


def scanned(document: Document) -> Found:
    """What the reader of the dialect found."""
    labels = {definition.label.lower(): definition.target for definition in document.definitions}
    targets = []
    for link in document.links:
        if link.kind == "html" and link.target_span is None:
            continue
        targets.append(link.target if link.target is not None else labels[" ".join((link.label or "").lower().split())])
    ids = sorted(anchor.id for anchor in document.anchors if anchor.kind != "footnote")
    return Found(targets, ids)


OPTIONS = {"default": MarkdownOptions.of(MKDOCS_EXTENSIONS), "full": MarkdownOptions.of(FULL)}
EXTENSIONS = {"default": MKDOCS_EXTENSIONS, "full": FULL}
