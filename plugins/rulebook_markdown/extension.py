"""Marks go in before anything reads the page, and come out as elements after everything has."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import Processor

from rulebook.loading.file_state import State, state_of
from rulebook.loading.reading import read_book
from rulebook_core import workspace
from rulebook_core.late import late
from rulebook_markdown.brackets import look_once
from rulebook_markdown.html import add_html
from rulebook_proof.analysis import analyse
from rulebook_render.presentation.addresses import page_url
from rulebook_rules.config import load_config
from rulebook_rules.systems import HeldRules, contained, load_system
from rulebook_syntax.directives import without_directives

if TYPE_CHECKING:
    from rulebook_core.findings import Finding
    from rulebook_render.presentation.pages import Presenter
    from rulebook_render.presentation.presentation import Presentation
    from rulebook_render.presentation.presented import Presents
    from rulebook_syntax.document import Document

# A site that the plugin of MkDocs presents needs neither.
line_of: Callable[[Finding], str] = late("rulebook.reports.concise", "line_of")
make_presenter: Callable[..., Presenter] = late("rulebook_render.presentation.pages", "Presenter")

FIRST = 1000
"""Before every other preprocessor: they change the text that a page is known by."""
BEHIND_SNIPPETS = 31.9
"""Right behind what brings in snippets (32): the text of a page that takes in any is known then."""
LAST = -1000
"""After every other postprocessor: they bring back the HTML that marks stand in."""
THEME_SETTINGS = "__config"
"""The id of what Material's scripts read first: which of its files to run, among others."""
BEHIND_TEXT = 5.5
"""The priority of tree processors that need all Markdown parsed. Smart quotes come before them, and the processors that
list headings and follow links come after them.
"""

log = logging.getLogger("rulebook")


class RulebookExtension(Extension):
    """Shows what the analysis of the book says about each page.

    A page is found in the book by its text, so it must arrive as its file has it, front matter aside.

    Options:
        presenter: the analysed book, from a tool that has read it already.
        config_file: the mkdocs.yml to read the book by, where nothing is handed over.
    """

    def __init__(self, **options: Any) -> None:
        self.config = {
            # Not None: Python-Markdown would make a boolean of what replaces it.
            "presenter": ["", "the analysed book"],
            "config_file": ["", "the mkdocs.yml of the book"],
        }
        super().__init__(**options)
        self.presentation: Presentation | None = None
        self.waiting: tuple[Presents, str] | None = None
        """The page at hand, while something is still to bring files into its text."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (the name that Python-Markdown calls)
        md.registerExtension(self)
        look_once(md)
        md.preprocessors.register(_Insert(md, self), "rulebook", FIRST)
        md.preprocessors.register(_InsertWhole(md, self), "rulebook-whole", BEHIND_SNIPPETS)
        md.treeprocessors.register(_Body(md, self), "rulebook-body", BEHIND_TEXT)
        md.treeprocessors.register(_Unclaimed(md), "rulebook-unclaimed", LAST)
        md.treeprocessors.register(_Append(md, self), "rulebook", LAST)
        md.postprocessors.register(_Replace(md, self), "rulebook", LAST)

    def reset(self) -> None:
        self.presentation = self.waiting = None

    def find(self, text: str) -> tuple[Presents, str] | None:
        """The page with this body, and who presents it."""
        presenter: Presents | None = self.getConfig("presenter") or None
        if presenter is not None:
            uri = presenter.uri_of(text)
            return None if uri is None else (presenter, uri)
        path = self.getConfig("config_file")
        with contained():
            return _Reading(Path(workspace.real_path(path))).find(text) if path else None

    def show(self, presenter: Presents, uri: str, text: str | None = None) -> list[str]:
        """The lines of a page with its marks in them."""
        with contained():  # The odds of a page are the rules' to say.
            self.presentation = page = presenter.page(uri, text)
        return [] if page.is_html else page.text.split("\n")


@cache
class _Reading:
    """The book of a configuration, once a process: read and checked when its first page comes, and again when one
    comes that it does not have, if a file has changed by then, as where a site is served while its writer writes.

    Args:
        config_file: the mkdocs.yml.
    """

    def __init__(self, config_file: Path) -> None:
        self._config_file = config_file
        self._turn = Lock()  # Some tools render several pages at once.
        self._documents: dict[tuple[str, str], Document] = {}
        self._rules = HeldRules()
        self._state: State = {}
        self._presenter: Presenter | None = None

    def find(self, text: str) -> tuple[Presents, str] | None:
        with self._turn:
            uri = self._presenter.uri_of(text) if self._presenter is not None else None
            if uri is None and self._state != (state := self._now()):
                self._presenter = self._read()
                # What has changed while it was read is looked at with the next such page.
                self._state = {**self._now(), **state}
                uri = self._presenter.uri_of(text)
            return None if uri is None or self._presenter is None else (self._presenter, uri)

    def _now(self) -> State:
        book = self._presenter.book if self._presenter is not None else None
        return state_of(book, (), self._config_file)

    def _read(self) -> Presenter:
        site = load_config(self._config_file)
        if self._presenter is not None:
            self._rules.forget_changed(self._presenter.book.systems)
        report = analyse(read_book(site, find_system=load_system, known=self._documents))
        self._rules.note(report.book.systems)
        for finding in report.findings:
            if finding.stops(is_strict=site.is_strict):
                log.error(line_of(finding))

        def url(uri: str) -> str:
            return page_url(uri, directories=site.use_directory_urls)

        return make_presenter(report.book, report, url, before=self._presenter)


class _OfPage(Processor):
    """A step of rendering that knows the page at hand."""

    def __init__(self, md: Markdown, extension: RulebookExtension) -> None:
        super().__init__(md)
        self.extension = extension


class _Insert(_OfPage, Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        self.extension.reset()
        if (result := self.extension.find(text)) is None:
            return lines
        if self._brings_files(text) and result[0].takes_files(result[1]):
            self.extension.waiting = result
            return lines
        return self.extension.show(*result)

    def _brings_files(self, text: str) -> bool:
        """Return whether snippets are still to be inserted into a text."""
        names = self.md.preprocessors
        return "snippet" in names and ("8<-" in text or bool(getattr(names["snippet"], "auto_append", ())))


class _InsertWhole(_OfPage, Preprocessor):
    """Marks a page that takes in others, when they are in it."""

    def run(self, lines: list[str]) -> list[str]:
        waiting, self.extension.waiting = self.extension.waiting, None
        return lines if waiting is None else self.extension.show(*waiting, "\n".join(lines))


class _Body(_OfPage, Treeprocessor):
    """Brings in the page of a dialect that makes its own HTML."""

    def run(self, root: Element) -> None:
        presentation = self.extension.presentation
        if presentation is not None and presentation.is_html:
            add_html(root, presentation.text)


class _Unclaimed(Treeprocessor):
    """Keeps a writer's attributes from standing in for what the page's scripts go by.

    A browser takes an image named `querySelector` for the document's function, and whatever has the id `__config`
    for the settings of the theme.
    """

    def run(self, root: Element) -> None:
        for image in root.iter("img"):
            image.attrib.pop("name", None)
        for element in [one for one in root.iter() if one.get("id") == THEME_SETTINGS]:
            del element.attrib["id"]


class _Append(_OfPage, Treeprocessor):
    def run(self, root: Element) -> None:
        presentation = self.extension.presentation
        if presentation is not None and presentation.appendix:
            SubElement(root, "p").text = self.md.htmlStash.store(presentation.appendix)


class _Replace(_OfPage, Postprocessor):
    """Stateless but for the page at hand: headings pass through it on their own, for the table of contents."""

    def run(self, text: str) -> str:
        presentation = self.extension.presentation
        return without_directives(text if presentation is None else presentation.replace(text))


def makeExtension(**options: Any) -> RulebookExtension:  # noqa: N802 (the name that Python-Markdown calls)
    """The extension, for `extensions: [rulebook_markdown]`."""
    return RulebookExtension(**options)
