"""Options of a site's Python-Markdown extensions that affect links, ids or text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rulebook_core.lazy_regex import lazily
from rulebook_syntax.dialects.markdown.slugs import Slugify, ascii_slug, slugify_named
from rulebook_syntax.dialects.markdown.taking import INCLUDE_MARKDOWN, MACROS, SNIPPETS, TABLE_READER
from rulebook_syntax.dialects.markdown.template_values import TemplateValues
from rulesmod.dice.digits import to_int
from rulesmod.records import record

_SHORT_NAMES = frozenset(
    {
        "abbr", "admonition", "attr_list", "codehilite", "def_list", "extra", "fenced_code", "footnotes",
        "legacy_attrs", "legacy_em", "md_in_html", "meta", "nl2br", "sane_lists", "smarty", "tables", "toc",
        "wikilinks",
    }
)  # fmt: skip

_BUNDLES = {
    "extra": ("fenced_code", "footnotes", "abbr", "attr_list", "def_list", "tables", "md_in_html"),
    "pymdownx.extra": (
        "pymdownx.betterem",
        "pymdownx.superfences",
        "footnotes",
        "attr_list",
        "def_list",
        "tables",
        "abbr",
        "md_in_html",
    ),
}

Extensions = Mapping[str, Mapping[str, Any]]
"""Extensions by name, as mkdocs.yml has them, each with its settings."""

MKDOCS_EXTENSIONS: Extensions = {"toc": {}, "tables": {}, "fenced_code": {}}
"""Extensions that MkDocs always enables."""

ANY_INFO = "fences with anything behind them"
ENDED_TABLES = "tables that a heading right below them ends"
"""No extensions: what most other programs do."""

LONE_EXTENSIONS: Extensions = {
    **MKDOCS_EXTENSIONS,
    ANY_INFO: {},
    ENDED_TABLES: {},
    "pymdownx.superfences": {},
    "attr_list": {},
    "md_in_html": {},
    "footnotes": {},
    "def_list": {},
    "admonition": {},
}
"""Extensions for a text that belongs to no site.

Fences may be in lists and have any words behind their language, as in most other programs. A heading right below a
table is none of its rows.
"""


_LINKS_NOTES = lazily(r"roamlinks|ezlinks|wikilinks")
"""Names of plugins that make links of `[[...]]`."""


class TabIds(NamedTuple):
    """How tabs get their ids.

    Attributes:
        slugify: makes an id of a title; None where tabs have none.
        separator: between the words of an id.
        is_combined: whether the id of the heading above comes first.
    """

    slugify: Slugify | None = None
    separator: str = "-"
    is_combined: bool = False


class PythonName(NamedTuple):
    """A Python object that a configuration names: `!!python/name:NAME`, or `!!python/object/apply:NAME`."""

    name: str
    keywords: Mapping[str, Any]


def plain_name(extension: str) -> str:
    """`markdown.extensions.toc` to `toc`; other names stay."""
    name = extension.removeprefix("markdown.extensions.")
    name = name.partition(":")[0]
    return name if name in _SHORT_NAMES else extension


@record
class MarkdownOptions:
    """Options of a site's extensions that the reader needs.

    Attributes:
        names: the extensions that are on, bundles unpacked.
        slugify: makes an id of a title; None where a function of the site's own does.
        separator: between the words of an id.
        base_level: what is added to the level of each heading (`toc` `baselevel` minus 1).
        footnote_separator: between the parts of a footnote's id.
        taking: the extensions and plugins whose directives take in other files.
        tabs, block_tabs: how tabs get their ids, those of `pymdownx.tabbed` and of `pymdownx.blocks.tab`.
        links_notes: whether a plugin makes links of wikilinks; all else is Markdown as Python-Markdown has it.
        values: what the site fills in for names between double braces, where a plugin does so.
    """

    names: frozenset[str] = frozenset(MKDOCS_EXTENSIONS)
    slugify: Slugify | None = ascii_slug
    separator: str = "-"
    base_level: int = 0
    footnote_separator: str = ":"
    taking: frozenset[str] = frozenset()
    tabs: TabIds = TabIds()
    block_tabs: TabIds = TabIds()
    links_notes: bool = False
    values: TemplateValues | None = None

    def has(self, name: str) -> bool:
        return name in self.names

    @staticmethod
    def of(extensions: Extensions, plugins: Iterable[str] = ()) -> MarkdownOptions:
        """Read the options out of a configuration's extensions, and the plugins that it names."""
        settings: dict[str, Mapping[str, Any]] = {}
        for given, values in extensions.items():
            name = plain_name(given)
            for part in _BUNDLES.get(name, ()):
                inner = values.get(part, values.get(f"markdown.extensions.{part}", {}))
                settings.setdefault(part, inner if isinstance(inner, Mapping) else {})
            settings[name] = values
        toc = settings.get("toc", {})
        return MarkdownOptions(
            names=frozenset(settings),
            slugify=_slugify(toc.get("slugify")) if "toc" in settings else None,
            separator=str(toc.get("separator", "-")),
            base_level=_base_level(toc),
            footnote_separator=str(settings.get("footnotes", {}).get("SEPARATOR", ":")),
            taking=frozenset((SNIPPETS, INCLUDE_MARKDOWN, MACROS, TABLE_READER)) & {*settings, *plugins},
            tabs=_tab_ids(settings.get("pymdownx.tabbed", {})),
            block_tabs=_tab_ids(settings.get("pymdownx.blocks.tab", {})),
            links_notes=any(_LINKS_NOTES.search(plugin) for plugin in plugins),
        )


def _base_level(toc: Mapping[str, Any]) -> int:
    try:
        return to_int(toc.get("baselevel", 1)) - 1
    except (TypeError, ValueError):
        return 0


def _tab_ids(settings: Mapping[str, Any]) -> TabIds:
    separator = str(settings.get("separator", "-"))
    return TabIds(_slugify(settings.get("slugify"), None), separator, bool(settings.get("combine_header_slug")))


def _slugify(setting: object, default: Slugify | None = ascii_slug) -> Slugify | None:
    if setting is None or setting is False:
        return default
    if isinstance(setting, PythonName):
        return slugify_named(setting.name, setting.keywords)
    if isinstance(setting, str):
        return slugify_named(setting, {})
    return None


LONE_OPTIONS = MarkdownOptions.of(LONE_EXTENSIONS)
