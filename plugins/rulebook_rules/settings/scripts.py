"""The Python files that run while a site is built."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


def scripts_of(plugins: Mapping[str, Mapping[str, Any]], hooks: Iterable[Path], folder: Path) -> tuple[Path, ...]:
    """Return the hooks of a site and the scripts of its plugins, whether they are there or not."""
    scripts = list(hooks)
    for name, settings in plugins.items():
        if name == "gen-files":
            scripts += [folder / script for script in listed(settings.get("scripts"))]
        elif name == "macros":
            module = str(settings.get("module_name") or "main")
            scripts += [folder / f"{module}.py", folder / module / "__init__.py"]
        elif name in ("simple-hooks", "mkdocs-simple-hooks"):
            named = settings.get("hooks") or {}
            modules = {str(value).partition(":")[0] for value in named.values()} if isinstance(named, Mapping) else ()
            scripts += [folder / (module.replace(".", "/") + ".py") for module in modules]
    return tuple(scripts)


def listed(value: Any) -> list[str]:
    """Return the texts of a setting that takes one or several.

    Whoever takes what is neither will refuse it.
    """
    if isinstance(value, str):
        return [value]
    return [str(getattr(one, "name", one)) for one in value] if isinstance(value, list | tuple) else []
