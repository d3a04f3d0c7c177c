"""Lighthouse on a built site, on its phone profile, from a server that compresses as published sites are."""

from __future__ import annotations

import contextlib
import gzip
import http.server
import json
import os
import subprocess
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from tests.site.sites import find_browser

ROOT = Path(__file__).parents[2]
LIGHTHOUSE = ROOT / "node_modules" / "lighthouse"
PROGRAM = Path(__file__).with_suffix(".mjs")
FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
KINDS = ("index.html", "sda/tests.html", "masque/bestiary.html")
"""The landing page, a long chapter, the bestiary."""


class _Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content = gzip.compress(path.read_bytes())
        self.send_response(200)
        for name, value in (
            ("Content-Type", self.guess_type(path)),
            ("Content-Encoding", "gzip"),
            ("Content-Length", str(len(content))),
            ("Cache-Control", "max-age=31536000"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def compressed(folder: Path) -> Iterator[str]:
    """The address of a site in a folder."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def scores(urls: Sequence[str], *categories: str) -> list[dict[str, float]]:
    """What Lighthouse gives each of some pages, by category: 0 to 1."""
    done = subprocess.run(
        ["node", PROGRAM, ",".join(categories), FLAGS, *urls],
        env={**os.environ, "CHROME_PATH": find_browser() or ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, float]] = json.loads(done.stdout)
    return found
