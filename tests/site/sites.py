"""Sites for the browser tests: built by a real MkDocs, served with a strict policy."""

from __future__ import annotations

import contextlib
import fcntl
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'"
)
"""No inline script or style, no eval. The theme's small icons are images within its style sheet."""


_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""By what they take: the one without windows does the same in a third of the time."""


def find_browser() -> str | None:
    """The path of a Chromium, None where there is none."""
    return next(filter(None, map(shutil.which, _BROWSERS)), None)


class _Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, policy: str, **options: Any) -> None:
        self.policy = policy
        super().__init__(*args, **options)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


class _Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):  # A page that is left early hangs up.
            super().handle_error(request, client_address)


@dataclass
class Site:
    """A built site: its folder, and where it is served."""

    folder: Path
    url: str


@contextlib.contextmanager
def served(folder: Path, policy: str = POLICY) -> Iterator[Site]:
    server = _Server(("127.0.0.1", 0), partial(_Handler, directory=str(folder), policy=policy))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Site(folder, f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    server.server_close()


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first process of a test run makes, and the others use."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder, ready = base / name, base / f"{name}.ready"
    with open(base / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            make(folder)
            ready.touch()
    return folder


def build(config: Path, target: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "--quiet", "-f", str(config), "-d", str(target)],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        cwd=config.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@dataclass
class Watched:
    """What a context has asked for and complained about."""

    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def settle(self, page: Page) -> None:
        """Wait until `page` has loaded and has asked for nothing more for half a second.

        Playwright's `networkidle` also waits for the end of what was asked, and for ever where it has missed that.
        """
        page.wait_for_load_state("load")
        count = -1
        while count != len(self.requests):
            count = len(self.requests)
            page.wait_for_timeout(500)


Open = Callable[..., Page]
