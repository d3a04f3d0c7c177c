"""Metadata without fences: what MkDocs reads of it is none of the text, and a lone title line is."""

import pytest
from mkdocs.utils.meta import get_data

from rulebook_core.source import Source
from rulebook_syntax.dialects import read

METADATA = {
    "several keys": "name: Fireball\nlevel: 3\n\n# Fireball\n",
    "a value of several lines": "name: Fire\nclasses: sorcerer\n         wizard\n\nText\n",
    "a key again": "tag: a\ntag: b\nname: c\n\nText\n",
    "a common key": "Title: The Game\n\nText\n",
    "text right behind": "name: x\nlevel: 3\nText: no key: for it\nSome text\n",
    "windows": "name: x\r\nlevel: 3\r\n\r\nText\r\n",
    "nothing but metadata": "name: x\nlevel: 3",
    "no space behind the colon": "name:x\nlevel:3\n\nText",
}


@pytest.mark.parametrize("text", METADATA.values(), ids=METADATA)
def test_what_mkdocs_reads_as_metadata_is_read_so(text: str) -> None:
    document = read(Source("x.md", text))
    body, meta = get_data(text)
    assert dict(document.meta) == meta
    assert text[document.body.start :].replace("\r\n", "\n").lstrip("\n") == body


@pytest.mark.parametrize(
    "text", ["Cavea: Rules of the Stage\n\nText\n", "Text\n\nname: x\nlevel: 3\n", "a b: c\nd e: f\n", ""]
)
def test_a_title_is_text(text: str) -> None:
    document = read(Source("x.md", text))
    assert (document.body.start, dict(document.meta)) == (0, {})
