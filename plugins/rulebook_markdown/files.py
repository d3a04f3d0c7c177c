"""The script and the style sheet that pages need: one file each, made by esbuild from `assets`."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

BUNDLE = Path(__file__).parent / "bundle"


class BundleMissingError(Exception):
    """The bundle has not been made yet: `npm ci && npm run bundle` makes it; a wheel brings it."""


class BundleFile(NamedTuple):
    """A file to serve: its name carries a hash of its content, so that no browser keeps an old one."""

    name: str
    content: bytes


def bundle_files() -> tuple[BundleFile, BundleFile]:
    """The script (classic, to be deferred) and the style sheet.

    Raises:
        BundleMissingError: see there.
    """
    script, style = "rulebook.js", "rulebook.css"
    return hashed(script, read_bundle(script)), hashed(style, read_bundle(style))


def with_games(script: BundleFile, games: str) -> BundleFile:
    """The script of a site with games: told the name of the file, beside it, that holds them all."""
    return hashed("rulebook.js", f'var rulebookGames="{games}";\n'.encode() + script.content)


def read_bundle(name: str) -> bytes:
    """A file of the bundle.

    Raises:
        BundleMissingError: it is not there.
    """
    try:
        return (BUNDLE / name).read_bytes()
    except OSError:
        raise BundleMissingError(
            f"the script and style of the pages are not built ({name} is missing): run `npm ci && npm run bundle`"
        ) from None


def hashed(name: str, content: bytes) -> BundleFile:
    """A file under a name that changes with its content."""
    stem, _, ending = name.rpartition(".")
    return BundleFile(f"{stem}.{hashlib.sha256(content).hexdigest()[:10]}.{ending}", content)
