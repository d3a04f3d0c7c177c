"""Check the front matter that a theme takes for names of its files, and for lists."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulebook_core import workspace
from rulebook_core.findings import Finding, Place, Remedy
from rulebook_core.imports.siblings import is_installed
from rulebook_core.source import Source, Span
from rulebook_rules.config import SiteConfig
from rulebook_rules.settings.faults import invalid_setting, quoted
from rulebook_syntax.document import Document

MATERIAL = "material"
_FORMS = {"hide": ((list, str), "a list"), "search": ((dict,), "a mapping")}
_FILES = {"icon": (".icons/{}.svg", "icon"), "template": ("{}", "template")}


def theme_faults(document: Document, site: SiteConfig | None) -> Iterator[Finding]:
    """Find values of front matter that the theme of a site would fail on.

    Only the theme `material` is known, and only where it is installed.
    """
    keys = [key for key in (*_FORMS, *_FILES) if document.meta.get(key) is not None]
    folders = _folders(site) if keys and site is not None else ()
    for key in keys if folders else ():
        value: Any = document.meta[key]
        if key in _FORMS:
            kinds, name = _FORMS[key]
            if not isinstance(value, kinds):
                fact = f"`{key}` is {name} in the theme, and not {quoted(str(value))}"
                yield _fault(document.source, key, fact, f"write {name}")
            continue
        path, name = _FILES[key]
        if not isinstance(value, str) or not _has_file(folders, path.format(value)):
            fact = f"the theme has no {name} {quoted(str(value))}"
            yield _fault(document.source, key, fact, f"write the name of an {name} of the theme, or leave out `{key}`")


def _fault(source: Source, key: str, fact: str, how: str) -> Finding:
    match = re.search(rf"^[\"']?{key}[\"']?[ \t]*:[ \t]*(?P<value>[^\r\n]*)", source.text, re.MULTILINE)
    span = Span(*match.span("value")) if match is not None else Span(0, 0)
    how = how.replace("an template", "a template")
    return invalid_setting(Place(source, span), fact, remedies=(Remedy(how),), is_of_page=True)


def _folders(site: SiteConfig) -> tuple[Path, ...]:
    """Return the folders of the templates of a site, the site's own first; none where nobody knows."""
    theme = site.settings.values.get("theme") if site.settings is not None else None
    name = theme.get("name") if isinstance(theme, dict) else theme
    home = _home() if name == MATERIAL else None
    return () if home is None else (*((site.theme_dir,) if site.theme_dir is not None else ()), home)


@workspace.remembered
def _home() -> Path | None:
    spec = importlib.util.find_spec(MATERIAL) if is_installed(MATERIAL) else None
    places = spec.submodule_search_locations if spec is not None else None
    return next((Path(place, "templates") for place in places or ()), None)


def _has_file(folders: tuple[Path, ...], name: str) -> bool:
    parts = name.split("/")
    if ".." in parts or name.startswith("/") or "\\" in name or "\0" in name:
        return False
    try:
        return any(workspace.is_file(Path(folder, *parts)) for folder in folders)
    except (OSError, ValueError):
        return False  # No file is called so.
