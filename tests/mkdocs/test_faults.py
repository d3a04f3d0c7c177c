"""`mkdocs build`, whatever goes wrong around it: one line, no traceback, and what is published is whole."""

from __future__ import annotations

import json
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from mkdocs.__main__ import cli

from rulebook_core.store.files import alone
from rulebook_mkdocs.files import HeldFile
from tests.faults import CHANGED, FAULTS, PAGE, SHUT, Fault, Run, interrupted, run
from tests.patience import PATIENCE
from tests.small_book import CONFIG

Book = Callable[..., Path]

TEXT = "# A page \N{GAME DIE}\n\nThe hero rolls `1:d6`.\n"
WRONG = "# A page \N{GAME DIE}\n\nA pool of `1:d20` is a single d12.\n"


def built(book: Book, fault: Fault, text: str = TEXT) -> tuple[Run, Path]:
    folder = book({f"cavea/{PAGE}": text}).parent
    (folder / "docs" / SHUT).mkdir(exist_ok=True)
    done = run(("mkdocs", "build"), folder, fault, cli)
    said = done.err + done.out.decode(fault.encoding)
    assert "Traceback" not in said, said
    return Run(done.code, done.out, said), folder / "site"


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.delenv("RULEBOOK_DEBUG", raising=False)


@pytest.mark.parametrize("fault", ["full output", "closed pipe", "cp1252"])
def test_what_it_prints_to_is_no_fault_of_the_site(book: Book, fault: str) -> None:
    done, site = built(book, FAULTS[fault])
    assert done.code == 0
    assert (site / "cavea/page/index.html").is_file()


def test_a_finding_is_told_to_a_pipe_that_knows_few_signs(book: Book) -> None:
    done, site = built(book, FAULTS["cp1252"], WRONG)
    assert done.code == 1
    assert "rulebook: no site is built from a wrong book" in done.err
    assert not (site / "index.html").exists()


@pytest.mark.parametrize(("fault", "says"), [("full disk", "no space left on device"), ("read-only", "read-only file")])
def test_what_cannot_be_written(book: Book, fault: str, says: str) -> None:
    done, site = built(book, FAULTS[fault])
    assert done.code == 1
    assert done.err.strip().splitlines()[-1].startswith("rulebook: `site")
    assert says in done.err
    assert not list(site.rglob("rules.json"))
    assert not list(site.rglob("*.new"))


def test_a_folder_that_nobody_may_look_into(book: Book) -> None:
    done, site = built(book, FAULTS["shut folder"])
    assert done.code == 1
    assert "cannot read `docs/shut`: permission denied" in done.err
    assert not (site / "index.html").exists()


def test_a_page_that_vanishes(book: Book) -> None:
    done, site = built(book, FAULTS["vanishing page"])
    assert done.code == 1
    assert f"cannot read `docs/cavea/{PAGE}`: there is no such file" in done.err
    assert not (site / "index.html").exists()


def test_what_is_published_is_what_was_checked(book: Book) -> None:
    done, site = built(book, FAULTS["changing page"])
    assert done.code == 0
    assert (site.parent / "docs/cavea" / PAGE).read_text(encoding="utf-8") == CHANGED
    page = (site / "cavea/page/index.html").read_text(encoding="utf-8")
    assert "<rulebook-dice>" in page
    assert "Nothing of what was read" not in page


@pytest.mark.parametrize("calls", [60_000, 200_000])
def test_ctrl_c(book: Book, calls: int) -> None:
    done, site = built(book, interrupted(calls))
    assert (done.code, done.err.strip().splitlines()[-1]) == (1, "Aborted!")
    assert not list(site.rglob("*.new"))


def test_game_data_are_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = HeldFile("book/rules.json", None, str(tmp_path / "site"), use_directory_urls=True)
    file.content_string = '{"a": 1}'
    file.copy_file()
    assert Path(file.abs_dest_path).read_text(encoding="utf-8") == '{"a": 1}'

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    file.content_string = '{"a": 2}' * 9999
    with pytest.raises(OSError, match="No space"):
        file.copy_file()
    assert [path.read_text(encoding="utf-8") for path in (tmp_path / "site/book").iterdir()] == ['{"a": 1}']


def test_two_builds_at_once_write_one_after_the_other(book: Book) -> None:
    folder = book({f"cavea/{PAGE}": TEXT}).parent
    (folder / "site").mkdir()
    half = folder / "site/half.html"
    reading, writing = os.pipe()
    first = os.fork()
    if not first:
        with alone(folder / "site"):
            os.write(writing, b".")
            said, until = folder.parent / f"{folder.name}.err", time.monotonic() + PATIENCE
            while time.monotonic() < until and not (said.exists() and b"waiting" in said.read_bytes()):
                time.sleep(0.05)
            half.write_text("half", encoding="utf-8")
            os._exit(0)
    assert os.read(reading, 1) == b"."
    done = run(("mkdocs", "build"), folder, Fault(), cli)
    os.waitpid(first, 0)
    assert done.code == 0
    assert "another build writes this site: waiting" in done.err
    assert json.loads((folder / "site/cavea/rules.json").read_text(encoding="utf-8"))["system"] == "cavea"
    assert not half.exists()


SIGNS = "".join(map(chr, (1, 8, 11, 12, 14, 27, 31, 127, 133, 0xFFFE, 0xFFFF)))


@pytest.mark.parametrize("dialect", ["markdown", "asciidoc", "prose"])
def test_signs_that_xml_does_not_have_spoil_no_volume(book: Book, dialect: str) -> None:
    name = {"asciidoc": "x.adoc", "prose": "x.txt"}.get(dialect, "x.md")
    under = {"asciidoc": "= Title", "prose": "TITLE"}.get(dialect, "# Title")
    text = f"{under} {SIGNS} one\n\nA form feed\fand {SIGNS} more. <o:p>Word</o:p>, &#12; <a<b>x</a<b>.\n"
    text += f"\n```\n{SIGNS}\n```\n"
    config = CONFIG.replace("books:", "volumes: true\n      books:").replace(
        "cavea: {system: cavea, dialect: markdown}", f"mine: {{system: plain, dialect: {dialect}}}"
    )
    folder = book({f"mine/{name}": text}, config=config).parent
    (folder / "docs/cavea/health.md").unlink()
    done = run(("mkdocs", "build"), folder, Fault(), cli)
    assert done.code == 0, done.err
    with zipfile.ZipFile(folder / "site/mine/mine.epub") as volume:
        for part in volume.namelist():
            if part.endswith((".xhtml", ".opf", ".xml")):
                ElementTree.fromstring(volume.read(part))
    page = (folder / "site/mine/print.html").read_text(encoding="utf-8")
    assert "A form feed" in page
    assert not set(page) & set(SIGNS) - {"\x7f", "\x85"}
    json.loads((folder / "site/search/search_index.json").read_text(encoding="utf-8"))
