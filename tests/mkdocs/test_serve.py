"""`mkdocs serve` stays alive on a wrong book, says where it is wrong, and reads only what changed."""

from __future__ import annotations

import contextlib
import gc
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from rulebook_formats import epub
from tests.ledger.games import edit, write_game
from tests.patience import PATIENCE
from tests.small_book import CONFIG, HEALTH

Book = Callable[..., Path]


class Server:
    """`mkdocs serve` in a process of its own, with everything it has said."""

    def __init__(self, config: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = config.parent / "serve.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "ignore", "-m", "mkdocs", "serve", "-a", f"127.0.0.1:{self.port}"],
                cwd=config.parent,
                env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def wait_for(self, pattern: str, *, after: int = 0) -> int:
        """Wait until it has said this behind the given offset; returns where that ends."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            said = self.log.read_text(encoding="utf-8")
            if found := re.compile(pattern).search(said, after):
                return found.end()
            time.sleep(0.1)
        raise AssertionError(f"never said {pattern!r}:\n{self.log.read_text(encoding='utf-8')}")

    def wait_until(self, url: str, shows: Callable[[str], bool]) -> str:
        """Wait until a page is as it should be: a file that is seen half written is built twice; returns the page."""
        deadline = time.monotonic() + PATIENCE
        while not shows(page := self.get(url)):
            assert time.monotonic() < deadline, page
            time.sleep(0.1)
        return page

    def get(self, url: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{url}") as answer:
            return str(answer.read().decode())


@contextlib.contextmanager
def serving(config: Path) -> Iterator[Server]:
    running = Server(config)
    try:
        yield running
    finally:
        running.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            running.process.wait(10)
        running.process.kill()
        running.process.wait()


@pytest.fixture
def server(book: Book) -> Iterator[Server]:
    with serving(book()) as running:
        yield running


def test_serving_survives_a_wrong_book(server: Server) -> None:
    at = server.wait_for("Serving on")
    page = server.log.parent / "docs/cavea/health.md"
    page.write_text(HEALTH.replace(">9</td>", ">8</td>"), encoding="utf-8")
    at = server.wait_for(r"docs/cavea/health\.md:12:\d+: table-mismatch", after=at)
    at = server.wait_for("Reloading browsers|Browser connected|Documentation built", after=at)
    shown = server.wait_until("cavea/health/", lambda shown: 'class="rulebook-wrong"' in shown)
    assert "1 finding on this page" in shown
    assert "<code>table-mismatch</code>" in shown
    page.write_text(HEALTH, encoding="utf-8")
    server.wait_for("Documentation built", after=at)
    server.wait_until("cavea/health/", lambda shown: 'id="worth"' in shown and 'class="rulebook-wrong"' not in shown)


def test_what_is_wrong_with_a_page_without_a_game_is_shown_at_its_place(server: Server) -> None:
    at = server.wait_for("Serving on")
    assert "rulebook-faults" not in server.get("")
    home = server.log.parent / "docs/index.md"
    home.write_text("# Home\n\nSee [the table][worth] of it.\n", encoding="utf-8")
    at = server.wait_for("unknown-reference", after=at)
    server.wait_for("Reloading browsers|Browser connected|Documentation built", after=at)
    shown = server.wait_until("", lambda shown: '<a href="#rulebook-fault-1">line 3</a>' in shown)
    assert re.search(r'<mark class="rulebook-fault" id="rulebook-fault-1" title="unknown-reference: [^"]+">', shown)


def test_changed_rules_are_used_while_serving(tmp_path: Path) -> None:
    page = write_game(tmp_path)
    with serving(tmp_path / "mkdocs.yml") as running:
        at = running.wait_for("Serving on")
        edit(tmp_path / "prices.py", "WICK = 3", "WICK = 4")
        at = running.wait_for(r"docs/index\.md:10:\d+: wrong-value", after=at)
        at = running.wait_for("Reloading browsers|Browser connected|Documentation built", after=at)
        edit(page, "cost 6 coins, and 7 lanterns cost 21", "cost 8 coins, and 7 lanterns cost 28")
        running.wait_for("Documentation built", after=at)
        running.wait_until("", lambda shown: "28" in shown and 'class="rulebook-wrong"' not in shown)


def test_while_a_site_is_served_a_volume_is_bound_anew_where_its_chapters_or_images_change(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {"cavea/health.md": f"{HEALTH}\n![A lamp](lamp.svg)\n", "cavea/lamp.svg": "<svg/>", "index.md": "# A\n"}
    path = book(pages, config=CONFIG.replace("books:", "volumes: true\n      books:"))
    bound: list[str] = []
    bind = epub.epub

    def noting(title: str, *args: Any, **options: Any) -> bytes:
        bound.append(title)
        return bind(title, *args, **options)

    monkeypatch.setattr(epub, "epub", noting)

    def built() -> list[str]:
        bound.clear()
        config = load_config(str(path))
        config.plugins.on_startup(command="serve", dirty=False)
        build(config)
        assert (path.parent / "site/cavea/cavea.epub").is_file()
        return bound

    assert len(built()) == 1
    (path.parent / "docs/index.md").write_text("# B\n", encoding="utf-8")
    assert not built()
    for name, text in (("cavea/lamp.svg", "<svg></svg>"), ("cavea/health.md", f"{HEALTH}\nMore.\n")):
        (path.parent / "docs" / name).write_text(text, encoding="utf-8")
        assert len(built()) == 1
        assert not built()


def test_what_was_served_before_is_not_kept(book: Book) -> None:
    path = book()
    served = []
    for number in range(5):
        (path.parent / "docs/index.md").write_text(f"# {number}\n", encoding="utf-8")
        config = load_config(str(path))
        config.plugins.on_startup(command="serve", dirty=False)
        build(config)
        served.append(weakref.ref(config.plugins["rulebook"].presented.presenter))
    del config
    gc.collect()
    assert [one() is not None for one in served] == [False, False, False, True, True]
