"""Marks go in before anything reads the page, and come out as elements after everything has."""

from __future__ import annotations

import logging
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

from rulebook.changing import State, state_of
from rulebook.directives import without_directives
from rulebook.systems import HeldRules, contained, load_system
from rulebook_markdown.brackets import look_once
from rulebook_markdown.html import add_html

if TYPE_CHECKING:
    from rulebook.document import Document
    from rulebook.presentation.pages import Presentation, Presenter

FIRST = 1000
"""Before every other preprocessor: they change the text that a page is known by."""
LAST = -1000
"""After every other postprocessor: they bring back the HTML that marks stand in."""
THEME_SETTINGS = "__config"
"""The id of what Material's scripts read first: which of its files to run, among others."""
BEHIND_TEXT = 5.5
"""Behind what reads Markdown in a tree (smart quotes come last), before what lists headings and follows links."""

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

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (the name that Python-Markdown calls)
        md.registerExtension(self)
        look_once(md)
        md.preprocessors.register(_Insert(md, self), "rulebook", FIRST)
        md.treeprocessors.register(_Body(md, self), "rulebook-body", BEHIND_TEXT)
        md.treeprocessors.register(_Unclaimed(md), "rulebook-unclaimed", LAST)
        md.treeprocessors.register(_Append(md, self), "rulebook", LAST)
        md.postprocessors.register(_Replace(md, self), "rulebook", LAST)

    def reset(self) -> None:
        self.presentation = None

    def find(self, text: str) -> Presentation | None:
        presenter: Presenter | None = self.getConfig("presenter") or None
        with contained():  # The odds of a page are the rules' to say.
            if presenter is not None:
                return presenter.find(text)
            path = self.getConfig("config_file")
            return _Reading(Path(path).resolve()).find(text) if path else None


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

    def find(self, text: str) -> Presentation | None:
        with self._turn:
            found = self._presenter.find(text) if self._presenter is not None else None
            if found is None and self._state != (state := self._now()):
                self._presenter = self._read()
                # What has changed while it was read is looked at with the next such page.
                self._state = {**self._now(), **state}
                found = self._presenter.find(text)
            return found

    def _now(self) -> State:
        book = self._presenter.book if self._presenter is not None else None
        return state_of(book, (), self._config_file)

    def _read(self) -> Presenter:
        from rulebook.analysis import analyse
        from rulebook.config import load_config
        from rulebook.presentation.addresses import page_url
        from rulebook.presentation.pages import Presenter
        from rulebook.reading import read_book
        from rulebook.reports.concise import line_of

        site = load_config(self._config_file)
        if self._presenter is not None:
            self._rules.forget_changed(self._presenter.book.systems)
        report = analyse(read_book(site, find_system=load_system, known=self._documents))
        self._rules.note(report.book.systems)
        for finding in report.findings:
            if finding.stops(is_strict=site.is_strict):
                log.error(line_of(finding))
        return Presenter(report.book, report, lambda uri: page_url(uri, directories=site.use_directory_urls))


class _Insert(Preprocessor):
    def __init__(self, md: Markdown, extension: RulebookExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        self.extension.presentation = found = self.extension.find("\n".join(lines))
        if found is None:
            return lines
        return [] if found.is_html else found.text.split("\n")


class _Body(Treeprocessor):
    """Brings in the page of a dialect that makes its own HTML."""

    def __init__(self, md: Markdown, extension: RulebookExtension) -> None:
        super().__init__(md)
        self.extension = extension

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
        for element in root.iter():
            if element.tag == "img":
                element.attrib.pop("name", None)
            if element.get("id") == THEME_SETTINGS:
                del element.attrib["id"]


class _Append(Treeprocessor):
    def __init__(self, md: Markdown, extension: RulebookExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, root: Element) -> None:
        presentation = self.extension.presentation
        if presentation is not None and presentation.appendix:
            SubElement(root, "p").text = self.md.htmlStash.store(presentation.appendix)


class _Replace(Postprocessor):
    """Stateless but for the page at hand: headings pass through it on their own, for the table of contents."""

    def __init__(self, md: Markdown, extension: RulebookExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, text: str) -> str:
        presentation = self.extension.presentation
        return without_directives(text if presentation is None else presentation.replace(text))


def makeExtension(**options: Any) -> RulebookExtension:  # noqa: N802 (the name that Python-Markdown calls)
    """The extension, for `extensions: [rulebook_markdown]`."""
    return RulebookExtension(**options)
