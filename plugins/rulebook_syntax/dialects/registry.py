"""The form in which a dialect registers: a `Registration` is the entry point, light to import, and names its reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple, cast

from rulebook_core.source import Source
from rulebook_syntax.dialects.coverage import MARKDOWN
from rulebook_syntax.dialects.options import ReadingOptions
from rulebook_syntax.dialects.page import LinkUrl, PageText
from rulebook_syntax.document import Document, Traits
from rulesmod.records import record


@record
class Dialect:
    """One way to write a rulebook.

    Attributes:
        read: reads a source.
        page: makes the published page of a document from its text with marks (private-use characters that no writer
            uses), which have to come through unchanged.
        written_out: the text of a document with what it includes, if no renderer has to say that.
        with_references: a document that refers to headings of other pages by their titles; gets where these are.
        markup: a pattern of what is no words in its texts, and not found in a document.
    """

    read: Callable[[Source, ReadingOptions], Document]
    page: Callable[[Document, str, LinkUrl], PageText]
    written_out: Callable[[Document], str | None] = lambda _: None
    with_references: Callable[[Document, Mapping[str, str]], Document] = lambda document, _: document
    markup: re.Pattern[str] = MARKDOWN


class Sample(NamedTuple):
    """A text whose dialect is to be guessed.

    Attributes:
        text: the text, its lines ended by line feeds.
        ending: that of its file, in small letters.
        alone: whether no site publishes it.
        links_notes: whether a plugin of its site makes links of wikilinks, so that Markdown may have them.
    """

    text: str
    ending: str
    alone: bool
    links_notes: bool


class Registration(NamedTuple):
    """A dialect as the registry knows it before anybody writes in it.

    Attributes:
        reader: the `Dialect`, as `module:attribute`; loaded for the first text in it.
        traits: what sets it apart.
        extensions: those of Python-Markdown that its pages need, whatever else a site has.
        recognises: tells whether a text is in it, if nobody says so.
        rank: the dialect of the lowest rank that recognises a text reads it.
    """

    reader: str
    traits: Traits = Traits()
    extensions: tuple[str, ...] = ()
    recognises: Callable[[Sample], bool] = lambda _: False
    rank: int = 0

    def load(self) -> Dialect:
        """Import the reader."""
        module, _, attribute = self.reader.partition(":")
        return cast(Dialect, getattr(import_module(module), attribute))
