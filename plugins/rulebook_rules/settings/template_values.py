"""The values that mkdocs.yml gives names, for plugins that fill them in: `extra`, and files of YAML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml

from rulebook_core import workspace
from rulebook_core.source import UnreadableSourceError, read_source
from rulebook_core.store.files import lies_in
from rulebook_rules.settings.scripts import scripts_of
from rulebook_syntax.dialects.frontmatter import read_yaml
from rulebook_syntax.dialects.markdown.template_values import TemplateValues

_FILLS_IN = ("macros", "markdownextradata")
_OTHER_SIGNS = ("j2_variable_start_string", "j2_variable_end_string", "j2_block_start_string", "jinja_options")
"""Settings by which an expression is written otherwise."""
_MAX_FILES = 100


def template_values(
    plugins: Mapping[str, Mapping[str, Any]], extra: object, hooks: Iterable[Path], folder: Path
) -> TemplateValues | None:
    """Return what pages of a site are filled in with; None where no plugin does so, or nobody can know."""
    name = next((name for name in _FILLS_IN if name in plugins), None)
    if name is None:
        return None
    settings = plugins[name] or {}
    if settings.get("modules") or any(settings.get(sign) for sign in _OTHER_SIGNS):
        return None
    scripts = scripts_of(plugins, hooks, folder)
    if not all(lies_in(script, folder) for script in scripts):
        return None
    given = extra if isinstance(extra, Mapping) else {}
    values = {str(key): value for key, value in given.items()}
    for further in _yaml_of(settings.get("include_yaml") if name == "macros" else None, folder):
        values |= further
    return TemplateValues(
        values,
        given,
        is_default=settings.get("render_by_default", True) is not False,
        has_meta=name == "macros",
        scripts="\n".join(_texts(scripts, folder)),
    )


def _yaml_of(named: object, folder: Path) -> Iterator[Mapping[str, Any]]:
    """Yield what the files of a setting give names, as far as they lie in a folder."""
    items: list[tuple[str | None, object]] = []
    for item in named if isinstance(named, list) else [named]:
        items += list(item.items()) if isinstance(item, Mapping) else [(None, item)]
    for key, path in items[:_MAX_FILES]:
        values = _read(folder / path, folder) if isinstance(path, str) else None
        if key is not None:
            yield {str(key): values}
        elif isinstance(values, Mapping):
            yield {str(name): value for name, value in values.items()}


def _read(path: Path, folder: Path) -> object:
    for text in _texts([path], folder):
        with suppress(yaml.YAMLError, ValueError):
            return read_yaml(text)
    return None


def _texts(paths: Iterable[Path], folder: Path) -> Iterator[str]:
    """Yield what files say that are there, in a folder."""
    for path in paths:
        if lies_in(path, folder) and workspace.is_file(path):
            with suppress(UnreadableSourceError, OSError):
                yield read_source(path).text
