"""Where this installation comes from, and the requirement that installs the same elsewhere.

`pip` and `uv` record it in `direct_url.json`, by PEP 610, unless the package comes from an index.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from rulebook_core import workspace
from rulebook_core.lazy_regex import lazily
from rulebook_core.system.parts import PROJECT

_ADDRESS = lazily(r"^Project-URL:\s*Source\s*,\s*(\S+)\s*$", re.MULTILINE | re.IGNORECASE)
_VERSION = lazily(r"^Version:\s*(\S+)\s*$", re.MULTILINE)
_EXAMPLE = "example.org"
"""The host of the address until the project has one of its own."""


def address() -> str:
    """Return the address of the project's repository, as its metadata have it; empty if they are missing."""
    match = _ADDRESS.search(_metadata())
    return match[1].rstrip("/") if match else ""


def published_address() -> str:
    """Return the address of the repository; empty while it is that of an example, which leads nowhere."""
    place = address()
    return "" if f"//{_EXAMPLE}/" in place else place


def requirement(extras: Iterable[str] = ()) -> str:
    """Return the requirement (PEP 508) that installs this version from where it came.

    What came from a folder or a file of this machine is asked for as the wheel of its release.

    >>> requirement(["site"])  # doctest: +SKIP
    'mkdocs-rulebook[site]~=0.1.0'

    Args:
        extras: names of optional dependencies.
    """
    names = ",".join(extras)
    wanted = f"{PROJECT}[{names}]" if names else PROJECT
    match = _VERSION.search(_metadata())
    if match is None:
        return wanted
    version = match[1]
    try:
        record = json.loads(workspace.installed_text(PROJECT, "direct_url.json") or "null")
    except ValueError:
        record = None
    if not isinstance(record, dict) or not (place := _address_of(record) or release_wheel(address(), version)):
        return f"{wanted}~={version}"
    return f"{wanted} @ {place}"


def release_wheel(repository: str, version: str) -> str:
    """Return the address of the wheel that is attached to the release of a version; empty without a repository."""
    if not repository:
        return ""
    return f"{repository}/releases/download/v{version}/{PROJECT.replace('-', '_')}-{version}-py3-none-any.whl"


def _address_of(record: Mapping[str, Any]) -> str:
    """Return the address in a record of PEP 610 that other machines can reach; empty for a path of this one."""
    url, vcs = record.get("url"), record.get("vcs_info")
    if not isinstance(url, str) or url.startswith("file:"):
        return ""
    if not isinstance(vcs, dict):
        return url
    commit = vcs.get("commit_id")
    return f"{vcs.get('vcs', 'git')}+{url}" + (f"@{commit}" if commit else "")


def _metadata() -> str:
    return workspace.installed_text(PROJECT, "METADATA") or ""
