"""Signs of hosts, and links that only they follow.

Such links are from a root (`/combat/`), docsify's (`combat?id=rest`) and Quartz's (`[[tags/rest]]`).
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from rulebook_core import workspace
from rulebook_core.lazy_regex import lazily
from rulebook_core.store.files import read_within
from rulebook_rules.config import SiteConfig
from rulebook_rules.settings.options import DOCSIFY_LINKS

_DOCSIFY = lazily(r"(?:#(?=/))?(?P<path>[^?#]*)(?:\?(?:[^#]*&)?id=(?P<id>[^&#]*))?[^#]*")


@workspace.remembered
def is_docsify(folder: Path) -> bool:
    """Return whether docsify serves a folder: its first page in HTML sets it up."""
    return b"$docsify" in (read_within(folder / "index.html", folder) or b"")


@workspace.remembered
def is_jekyll(folder: Path) -> bool:
    """Return whether Jekyll publishes a folder; its kramdown takes any row of dashes for a table's head."""
    return workspace.is_file(folder / "_config.yml")


@workspace.remembered
def is_bookdown(folder: Path) -> bool:
    """Return whether bookdown joins the chapters of a folder, so that links know all of them."""
    return workspace.is_file(folder / "_bookdown.yml")


@workspace.remembered
def knows_notes_by_address(folder: Path) -> bool:
    """Return whether Quartz or Astro publishes a folder.

    Both make addresses of the names of notes, and Quartz makes pages of tags and folders.
    """
    return any(workspace.glob(folder, f"{name}.config.*") for name in ("quartz", "astro"))


def host_folder(site: SiteConfig) -> str:
    """The folder of its host that a site lies in, as far as it says so; "" is the host itself."""
    settings = site.settings.values if site.settings is not None else {}
    return urlsplit(str(settings.get("site_url") or "")).path.rstrip("/")


def has_address(site: SiteConfig) -> bool:
    """Return whether a site says by `site_url` where it is published."""
    return site.settings is not None and bool(site.settings.values.get("site_url"))


class HostRequest(NamedTuple):
    """A request to a host: a path (from the root if it begins with a slash) and an id."""

    path: str
    id: str


def host_request(site: SiteConfig, target: str) -> HostRequest | None:
    """Return the request that a target makes to a site's host, or None."""
    is_from_root = target.startswith("/") and not target.startswith("//")
    if site.options.links is None or not (is_from_root or "?id=" in target or target.startswith("#/")):
        return None
    if site.options.links == DOCSIFY_LINKS and (match := _DOCSIFY.fullmatch(target)) is not None:
        return HostRequest(unquote(match["path"]), unquote(match["id"] or ""))
    if not is_from_root:
        return None
    path, _, fragment = target.partition("#")
    path = unquote(path.partition("?")[0])
    folder = host_folder(site)
    return HostRequest(path.removeprefix(folder) if f"{path}/".startswith(f"{folder}/") else path, fragment)
