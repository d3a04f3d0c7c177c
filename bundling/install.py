"""Choose what the action installs: the wheel of its release if there is one, else itself, with the parts a book needs.

`python bundling/install.py find` prints lines for `$GITHUB_OUTPUT`. It runs before anything is installed.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
TIMEOUT = 20
"""Seconds until a host that does not answer counts as one without the wheel."""
ENDINGS = {".adoc": "asciidoc", ".asciidoc": "asciidoc"}
"""Sources that need an optional part to be read, by their ending."""
MAX_FILES = 20_000


def extras_of(book: Path) -> list[str]:
    """Return the optional parts that the sources of a book need."""
    return sorted({ENDINGS[path.suffix.lower()] for path in _files(book) if path.suffix.lower() in ENDINGS})


def _files(book: Path) -> Iterator[Path]:
    count = 0
    for folder, folders, names in os.walk(book):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in ("node_modules", "site")]
        for name in names:
            count += 1
            if count > MAX_FILES:
                return
            yield Path(folder, name)


def wheel_of(address: str, ref: str) -> str:
    """Return the address of the wheel of a release; empty for what is no tag of this version, or has no wheel."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if re.fullmatch(r"v?" + re.escape(version), ref) is None:
        return ""
    url = f"{address}/releases/download/{ref}/mkdocs_rulebook-{version}-py3-none-any.whl"
    try:
        request = urllib.request.Request(url, method="HEAD")
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return url if answer.status == 200 else ""
    except (urllib.error.URLError, TimeoutError, ValueError):
        return ""


def main(book: Path) -> int:
    """Print the requirement to install, and whether that takes Node."""
    named = [name.strip() for name in os.environ.get("EXTRAS", "").split(",") if name.strip()]
    extras = ",".join(named or extras_of(book))
    brackets = f"[{extras}]" if extras else ""
    wheel = wheel_of(os.environ.get("ADDRESS", ""), os.environ.get("REF", ""))
    print(f"requirement=mkdocs-rulebook{brackets} @ {wheel}" if wheel else f"requirement={ROOT}{brackets}")
    print(f"needs-node={str(not wheel).lower()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path.cwd()))
