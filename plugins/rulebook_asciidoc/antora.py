"""How Antora names the files of a site: `version@component:module:family$path`, with what is that of the page left out.

Such a name counts from the folder of a module, and not from the page, wherever antora.yml stands above `modules`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from rulebook_core import workspace

SETTINGS = "antora.yml"
_NAME = re.compile(
    r"(?P<version>[\w.-]+@)?(?:(?P<component>[\w.-]*):(?=[\w.-]*:))?(?:(?P<module>[\w.-]*):)?"
    r"(?:(?P<family>page|partial|example|image|attachment)\$)?(?P<path>[^:$@]+)"
)
_OWN = re.compile(r"^name:\s*['\"]?(?P<name>[\w.-]+)", re.MULTILINE)


class Named(NamedTuple):
    """Target of a resource name; `path` is None for one of another component."""

    path: Path | None


def module_of(file: Path | None) -> Path | None:
    """The folder of the module that a file belongs to; None where it is none of Antora's."""
    for folder in file.absolute().parents if file is not None else ():
        if folder.parent.name == "modules" and workspace.is_file(folder.parent.parent / SETTINGS):
            return folder
    return None


def named(name: str, file: Path | None, family: str = "") -> Named | None:
    """Resolve a resource name in a file; return None for a path relative to that file.

    Args:
        name: as written, without what is behind a `#`.
        file: where it is written.
        family: the family of a name that gives none; if empty, such a name is a path.
    """
    module = module_of(file)
    match = _NAME.fullmatch(name)
    if module is None or match is None or name.startswith((".", "/")) or "://" in name:
        return None
    if not family and match["family"] is None and match["module"] is None:
        return None
    if match["version"] or match["component"] not in (None, _component(module)):
        return Named(None)
    home = module if match["module"] is None else module.parent / (match["module"] or "ROOT")
    return Named(home / f"{match['family'] or family or 'page'}s" / match["path"])


def _component(module: Path) -> str:
    try:
        text = workspace.read_text(module.parent.parent / SETTINGS, errors="replace")
    except OSError:
        return ""
    match = _OWN.search(text)
    return match["name"] if match else ""
