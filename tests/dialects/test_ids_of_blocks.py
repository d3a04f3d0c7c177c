"""Ids of blocks between slashes and of tabs, against the page that Python-Markdown renders."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Any

import pytest
from markdown import markdown
from pymdownx.slugs import slugify

from rulebook_core.source import Source
from rulebook_syntax.dialects.markdown.options import MarkdownOptions, PythonName
from rulebook_syntax.dialects.markdown.reading import read_markdown

BLOCKS = [f"pymdownx.blocks.{name}" for name in ("admonition", "details", "html", "caption", "definition", "tab")]
LOWER = {"case": "lower"}
MADE = re.compile(r"__")
"""What scripts and counters make ids of, which no writer links to."""

CASES = {
    "options": "/// note | A\n    attrs: {id: n1, class: x}\n\nText.\n///",
    "options over lines": "/// admonition | A\n    type: tip\n    attrs:\n      class: y\n      id: 'n2'\n\nText.\n///",
    "quoted": '/// details | Sum\n    open: true\n    attrs: {"id": "n3"}\n\n# A\n///\n\n# A',
    "selector": "/// html | div#n4.c\nA\n///\n\n/// html | div[id=n5]\n///\n\n/// html | div[title='a' id='n6']\n///",
    "both": "/// html | div#n7\n    attrs: {id: n8}\n\nText.\n///",
    "caption": "| a | b |\n| - | - |\n| 1 | 2 |\n\n/// table-caption\n    attrs: {id: n9}\nWords.\n///",
    "caption by selector": "| a | b |\n| - | - |\n| 1 | 2 |\n\n/// caption | #n10\nWords.\n///",
    "definition": "/// define\n    attrs: {id: n11}\nApple\n\n- Fruit.\n///",
    "nested": "//// note | A\n    attrs: {id: outer}\n\n/// tip | B\n    attrs: {id: inner}\n\nText.\n///\n////\n",
    "no options": "/// note | A\n\n    attrs: {id: no}\n///",
    "broken options": "# A\n\n/// note | A\n    attrs: {id: [}\n\nText.\n///",
    "id of a heading too": "/// note | A\n    attrs: {id: a}\n\nText.\n///\n\n# A",
    "tabs": '# One\n\n=== "Left"\n\n    Text.\n\n=== "Right side"\n\n    ## Two\n\n    === "Inner"\n\n        Text.\n',
    "tabs without a heading": '=== "Left"\n\n    # A\n\n=== "Right"\n\n    Text.\n\n# B\n\n=== "Left"\n\n    Text.\n',
    "tabs in lists": '# A\n\n* item\n\n    === "Left"\n\n        Text.\n',
    "blocks of tabs": "# A\n\n/// tab | Left\n## In\n\nText.\n///\n\n/// tab | Right\nText.\n///",
    "blocks of tabs in a block": "# A\n\n//// note | N\n## In\n\n/// tab | Left\nA\n///\n////\n\n/// tab | Right\n///",
}  # fmt: skip


def ids(text: str, settings: dict[str, Any], extra: list[str]) -> set[str]:
    """Return the ids of a rendered page, and of the headings and blocks on it."""
    page = markdown(text, extensions=["toc", "tables", "attr_list", *BLOCKS, *extra], extension_configs=settings)
    return {found for found in re.findall(r'\bid="([^"]*)"', page) if not MADE.match(found)}


@pytest.mark.parametrize("is_combined", [False, True])
@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
def test_blocks_have_the_ids_of_the_page(text: str, is_combined: bool) -> None:
    rendered: dict[str, Any] = {"combine_header_slug": is_combined, "slugify": slugify(**LOWER)}
    told = rendered | {"slugify": PythonName("pymdownx.slugs.slugify", LOWER)}
    names = ("pymdownx.tabbed", "pymdownx.blocks.tab")
    extensions: dict[str, dict[str, Any]] = {name: {} for name in ("toc", "tables", "attr_list", *BLOCKS)}
    extensions |= dict.fromkeys(names, told)
    page = ids(text, dict.fromkeys(names, rendered), ["pymdownx.tabbed"])
    document = read_markdown(Source("a.md", dedent(text)), MarkdownOptions.of(extensions))
    assert {anchor.id for anchor in document.anchors} == page
    for anchor in document.anchors:
        assert anchor.kind != "attribute" or document.source.slice(anchor.span) == anchor.id
