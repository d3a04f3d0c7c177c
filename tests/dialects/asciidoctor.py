"""Asciidoctor under Node as an oracle: the words of its HTML, less what it adds of its own."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SCRIPT = Path(__file__).with_suffix(".mjs")
_BLOCKS = frozenset(
    [
        "address",
        "aside",
        "blockquote",
        "br",
        "caption",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "figcaption",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "li",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "td",
        "th",
        "tr",
        "ul",
    ]
)
_VOID = frozenset(("br", "col", "hr", "img", "input"))
_CAPTION = re.compile(r"^(?:Table|Example|Figure) \d+\. ")


def node_html(texts: Sequence[str]) -> list[str]:
    """What Asciidoctor makes of some texts; the test is skipped where there is no Node."""
    node = shutil.which("node")
    if node is None or not (ROOT / "node_modules/@asciidoctor/core").is_dir():
        pytest.skip("needs Node and its packages")
    ran = subprocess.run([node, SCRIPT], input=json.dumps(texts), capture_output=True, text=True, check=True, cwd=ROOT)
    pages: list[str] = json.loads(ran.stdout)
    return pages


class Words(HTMLParser):
    """The words of a page, and those of its footnotes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.body: list[str] = []
        self.notes: list[str] = []
        self._open: list[tuple[str, str, str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag in _BLOCKS:
            self._say(" ")
        if tag not in _VOID:
            self._open.append((tag, found.get("class", ""), found.get("id", "")))
        if self._is_note() and found.get("class") == "footnote" and tag == "div":
            self.notes.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        while self._open and self._open.pop()[0] != tag:
            pass
        if tag in _BLOCKS:
            self._say(" ")

    def handle_data(self, data: str) -> None:
        classes = {name for _, names, _ in self._open for name in names.split()}
        tags = {tag for tag, _, _ in self._open}
        if classes & {"icon", "conum", "attribution", "toc"} or ("footnote" in classes and "sup" in tags):
            return
        if "script" in tags or "style" in tags:
            return
        if self._open and self._open[-1][1] == "title":
            data = _CAPTION.sub("", data)
        if "checklist" in classes:
            data = re.sub(r"^[✓❏]\s?", "", data)
        self._say(data)

    def _is_note(self) -> bool:
        return any(id_ == "footnotes" for _, _, id_ in self._open)

    def _say(self, text: str) -> None:
        if self._is_note():
            if self.notes:
                self.notes[-1] += text
        else:
            self.body.append(text)


def words(html: str) -> tuple[str, list[str]]:
    """The words of a page and of each of its footnotes, white space folded."""
    found = Words(html)
    notes = [re.sub(r"^\s*\d+\. ", "", folded(note)) for note in found.notes]
    return folded("".join(found.body)), sorted(notes)


def folded(text: str) -> str:
    return " ".join(text.replace("\u200b", "").split())
