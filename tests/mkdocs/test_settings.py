"""Wrong settings stop a build, in the words and with the places of `rulebook check`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from rulebook.cli import main
from rulebook_formats.pdf import typesetter
from tests.small_book import CONFIG

Book = Callable[..., Path]
Run = Callable[..., "subprocess.CompletedProcess[str]"]


def with_options(*lines: str) -> str:
    return CONFIG.replace("      books:\n", "".join(f"      {line}\n" for line in (*lines, "books:")))


@pytest.mark.parametrize("flags", [(), ("--strict",), ("-q",)])
def test_what_is_wrong_is_told_in_the_same_words(
    book: Book, mkdocs: Run, monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...]
) -> None:
    pages = {"other.md": "---\nsystem: caeva\n---\n\n# Other\n", "broken.md": "---\na: b: c\n---\n\n# Broken\n"}
    options = with_options("bokks: {}", "volumes: maybe", "split_level: 3", "changes_since: [1]")
    config = book(pages, config=options.replace("system: cavea", "systm: cavea") + "nav: [index.md, gone.md]\n")
    monkeypatch.chdir(config.parent)
    findings = json.loads(CliRunner().invoke(main, ["check", "--format", "json"]).output)["findings"]
    assert {finding["rule"] for finding in findings} == {"invalid-setting", "unknown-page"}
    assert len(findings) == 8
    done = mkdocs(config, "build", *flags)
    assert done.returncode == 1
    stops = [one for one in findings if one["rule"] == "invalid-setting" and one["path"] != "docs/broken.md"]
    for finding in stops if "-q" in flags else findings:
        said = f"{finding['path']}:{finding['line']}:{finding['column']}: {finding['rule']}: {finding['message']}"
        assert said in done.stdout
    assert "no site is built" in done.stdout
    assert "Unrecognised configuration name" not in done.stdout
    assert "Traceback" not in done.stdout
    assert not (config.parent / "site").exists()


@pytest.mark.parametrize("name", ["mkdocs.yml", "mkdocs.yaml"])
def test_right_settings_are_followed(book: Book, mkdocs: Run, name: str) -> None:
    options = with_options("enabled: true", "volumes: true", "pdf: true", "offline: false", "changes_since:")
    config = book(
        config=options.replace("system: cavea", 'system: cavea, author: Ann, version: "3", colour: "#123456"')
    )
    config = config.rename(config.with_name(name))
    done = mkdocs(config, "build", "--strict", draws=True)
    assert done.returncode == 0, done.stdout
    assert (config.parent / "site" / "cavea" / "cavea.epub").is_file()
    cover = PdfReader(config.parent / "site" / "cavea" / "cavea.pdf").pages[0].extract_text()
    assert cover.split("\n")[1:] == ["Ann", "Version 3"]
    assert not (config.parent / "site" / "changes").exists()


def test_a_site_with_pdfs_and_nothing_to_make_them_is_told_so_in_a_line(
    book: Book, mkdocs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    typesetter.cache_clear()
    done = mkdocs(book(config=with_options("volumes: true", "pdf: true")), "build")
    line = "rulebook: typst is not installed, which makes PDFs; it comes with `pip install 'mkdocs-rulebook[pdf]'`"
    assert done.returncode == 1
    assert [told for told in done.stdout.splitlines() if "typst" in told] == [line]
    assert "Traceback" not in done.stdout


def test_a_site_without_the_plugin_is_none_of_ours(book: Book, mkdocs: Run) -> None:
    config = book(config="site_name: X\nbokks: 1\n")
    done = mkdocs(config, "build")
    assert done.returncode == 0, done.stdout
    assert "rulebook:" not in done.stdout
