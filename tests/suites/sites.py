"""Books of a suite that more than their texts make: sites in a folder, and books on paper.

A section with a `yaml path=mkdocs.yml` is a folder, which is read as `rulebook check` does; its records are made of
what the texts with `before` were, and a page that `fails` is one on which reading breaks. Texts with `pdf` are
typeset.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import markdown
import pytest
from click.testing import CliRunner

from rulebook.cli import main
from rulebook.loading import page_loader
from rulebook.loading.reading import read_book
from rulebook_core.findings import Finding
from rulebook_core.imports.modules import is_registered
from rulebook_core.source import Source
from rulebook_formats.chapters import Chapter
from rulebook_formats.faults import coarse_pictures, missing_glyphs
from rulebook_formats.pdf import Imprint, typeset
from rulebook_proof.analysis import analyse
from rulebook_rules.config import load_config
from rulebook_rules.systems import forget, load_system
from rulebook_syntax.dialects import ReadingOptions
from rulebook_syntax.document import Document

CONFIG = "mkdocs.yml"


class File(Protocol):
    """What is known of a text."""

    @property
    def path(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def words(self) -> frozenset[str]: ...
    @property
    def said(self) -> Mapping[str, str]: ...


def findings_in_site(texts: Sequence[File]) -> tuple[Finding, ...]:
    """Return the findings in a site whose settings are one of the texts."""
    before = [text for text in texts if "before" in text.words]
    now = [text for text in texts if "before" not in text.words]
    with TemporaryDirectory() as folder, chdir(folder):
        if before:
            _write([*now, *before])
            result = CliRunner().invoke(main, ["lock"])
            assert result.exit_code == 0, result.output
            for text in before:
                Path(text.path).unlink()
        _write(now)
        with _failing({text.text for text in texts if "fails" in text.words}):
            book = read_book(load_config(Path(CONFIG)), find_system=load_system)
            findings = analyse(book).findings
        for system in book.systems:
            if not is_registered(system.name):
                forget(system)  # Its module lay in the folder.
        return findings


def _write(texts: Sequence[File]) -> None:
    for text in texts:
        path = Path(text.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_content(text))


def _content(text: File) -> bytes:
    if "size" in text.said:
        return picture(*map(int, text.said["size"].split("x")))
    return text.text.encode(text.said.get("encoding", "utf-8"))


def picture(width: int, height: int) -> bytes:
    """Return a grey PNG of so many pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = (b"\0" + b"\x80" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@contextmanager
def _failing(texts: set[str]) -> Iterator[None]:
    """Let the reading of some texts break, as a fault of this tool would."""

    def read(source: Source, dialect: str, options: ReadingOptions) -> Document:
        if source.text in texts:
            raise IndexError("on purpose")
        return whole(source, dialect, options)

    whole = page_loader.read
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_loader, "read", read)
        yield


def findings_on_paper(texts: Sequence[File]) -> list[Finding]:
    """Return what a PDF of some pages, with their pictures, cannot show."""
    pictures = {text.path: _content(text) for text in texts if "size" in text.said}
    pages = [
        (Source(text.path, text.text), Chapter(f"{text.path}.html", "A", markdown.markdown(text.text)))
        for text in texts
        if "size" not in text.said
    ]
    made = datetime(2026, 1, 2, tzinfo=UTC)
    paper = typeset(Imprint("A book"), [chapter for _, chapter in pages], image=pictures.get, made=made)
    return [*missing_glyphs(pages, paper.missing), *coarse_pictures(pages, paper.coarse)]
