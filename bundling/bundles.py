"""Build the packages' JavaScript bundles with Node where they are out of date.

A note records what each bundle was made of. An sdist has the bundles and the note, so it is built without Node.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
NOTE = ROOT / "bundling" / "made.txt"
ASCIIDOC = "plugins/rulebook_asciidoc"
SOURCES = (
    "LICENSE",
    "bundling/bundle.mjs",
    "package.json",
    "package-lock.json",
    "plugins/rulebook_markdown/assets/*",
    "plugins/rulebook_mkdocs/scripts/*",
    f"{ASCIIDOC}/*.js",
)
MADE = (
    "NOTICES.txt",
    "plugins/rulebook_markdown/bundle/*",
    "plugins/rulebook_mkdocs/theme/assets/rulebook/*",
    f"{ASCIIDOC}/bundle/*",
)
NO_NODE = (
    "mkdocs-rulebook: building it from its sources needs Node 18 or newer, with npm: install them from nodejs.org, or "
    "take a wheel, which needs neither: pip install --only-binary mkdocs-rulebook mkdocs-rulebook"
)


def make() -> None:
    """Make the bundles.

    Raises:
        SystemExit: there is no Node, or it failed.
    """
    if NOTE.is_file() and NOTE.read_text(encoding="utf-8") == _state():
        return
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise SystemExit(NO_NODE)
    # Whoever works on this has more than the bundles need, which `npm ci` would throw away.
    if subprocess.run([npm, "ls", "--all", "--omit=dev"], cwd=ROOT, capture_output=True).returncode != 0:
        _run(npm, "ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error")
    _run(npm, "run", "--silent", "bundle")
    NOTE.write_text(_state(), encoding="utf-8")


def _run(npm: str, *arguments: str) -> None:
    if subprocess.run([npm, *arguments], cwd=ROOT).returncode != 0:
        raise SystemExit(f"mkdocs-rulebook: `npm {arguments[0]}` failed as it says above: the bundles are not made")


def _state() -> str:
    paths = sorted(path for pattern in (*SOURCES, *MADE) for path in ROOT.glob(pattern))
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(ROOT).as_posix()}\n" for path in paths
    )


if __name__ == "__main__":
    make()
