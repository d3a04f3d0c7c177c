"""Addresses of pages on a site: from its root, and from one page to another."""

from __future__ import annotations

import posixpath

VERIFIED_PAGE, CHANGES_PAGE, GAME_FILE = "verified.md", "changes.md", "rules.json"
"""The pages and the file that a build adds."""


def page_url(uri: str, *, directories: bool = True) -> str:
    """Return where MkDocs serves the page `uri`: "a/b.md" as "a/b/", or as "a/b.html" without directory URLs."""
    stem = posixpath.splitext(uri)[0]
    folder, name = posixpath.split(stem)
    if name in ("index", "README"):
        return f"{folder}/" if directories and folder else posixpath.join(folder, "" if directories else "index.html")
    return f"{stem}/" if directories else f"{stem}.html"


def relative_url(url: str, base: str) -> str:
    """The way from the page at `base` to `url`, both from the root of the site; the fragment of `url` goes along."""
    page, sign, fragment = url.partition("#")
    folder = base.rpartition("/")[0]
    way = posixpath.relpath(page or ".", folder or ".")
    return (f"{way}/" if page.endswith("/") or not page else way) + sign + fragment
