"""Parts that register by entry points: dialects, formats, commands, games, and rules of findings.

The entry points of this project are read from one file: `entry_points.txt` of its wheel, or the pyproject.toml of a
work tree, which is never older than the code. Those of other projects are read from the folders on Python's path: to
import `importlib.metadata` alone takes longer than that.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from rulebook_core import PACKAGES, workspace
from rulebook_core.lazy_regex import lazily
from rulebook_core.system.bundled import MissingPartError

PROJECT = "mkdocs-rulebook"
_SIGN = "[rulebook."
"""The beginning of the name of each group of ours."""
_GROUP = lazily(r"""\[(?:project\.entry-points\.)?["']?(?P<group>rulebook\.\w+)["']?\]""")
_ENTRY = lazily(
    r"""["']?(?P<name>[\w-]+)["']?\s*=\s*["']?"""
    r"""(?P<module>[\w.]+)(?::(?P<attribute>\w+))?\s*(?:\[(?P<extra>[\w-]+)\])?["']?"""
)
_OWN = lazily(rf"""^name\s*=\s*["']{PROJECT}["']\s*$""", re.MULTILINE)


class Part(NamedTuple):
    """An entry point: where a part lies, and what installs it.

    Attributes:
        name: what users call it.
        module: where it lies.
        attribute: its name in the module; "" if the module itself is the part.
        requirement: the requirement for pip that brings it.
    """

    name: str
    module: str
    attribute: str
    requirement: str

    @property
    def target(self) -> str:
        """The value of the entry point, as it would identify the same part."""
        return f"{self.module}:{self.attribute}"

    def load(self) -> Any:
        """Import the part.

        Raises:
            MissingPartError: it is not installed, or its module fails.
        """
        try:
            module = import_module(self.module)
            return getattr(module, self.attribute) if self.attribute else module
        except ModuleNotFoundError:
            raise MissingPartError(f"`{self.name}` is not installed; {self.remedy}") from None
        except Exception as error:
            fault = f"{type(error).__name__}: {error}".partition("\n")[0]
            raise MissingPartError(f"`{self.name}` fails to load ({fault}); {self.remedy}") from None

    @property
    def remedy(self) -> str:
        return f"it comes with `pip install '{self.requirement}'`"


def own_parts(group: str) -> Mapping[str, Part]:
    """Return the parts of a group that come with this project, by name, installed or not."""
    return _own_groups().get(group, {})


def find_part(group: str, name: str) -> Part | None:
    """Find a part by its name, first in this project, then in all that is installed."""
    return own_parts(group).get(name) or foreign_parts(group).get(name)


def foreign_parts(group: str) -> Mapping[str, Part]:
    """Return the parts of a group that other installed projects bring, by name."""
    return _foreign_groups().get(group, {})


def all_parts(group: str) -> Mapping[str, Part]:
    """Return the parts of a group by name; ours come before those of other projects."""
    return {**foreign_parts(group), **own_parts(group)}


@cache
def packages() -> frozenset[str]:
    """Return the names of all packages of this project, those of its parts among them."""
    tops = {part.module.partition(".")[0] for group in _own_groups().values() for part in group.values()}
    return frozenset({*PACKAGES, *tops} - {"rulesmod"})


@cache
def _own_groups() -> Mapping[str, Mapping[str, Part]]:
    with workspace.untraced():
        return parse_entry_points(_entry_points_text())


@cache
def _foreign_groups() -> Mapping[str, Mapping[str, Part]]:
    """Read the groups of all other projects; of two projects with one name, the first on the path is installed."""
    groups: dict[str, dict[str, Part]] = {}
    known = {PROJECT}
    with workspace.untraced():
        for folder, name in _metadata_folders():
            project = name.rpartition(".")[0].partition("-")[0].replace("_", "-")
            if project in known:
                continue
            known.add(project)
            try:
                text = workspace.read_text(os.path.join(folder, name, "entry_points.txt"))
            except (OSError, ValueError):
                continue
            for group, points in parse_entry_points(text, project).items() if _SIGN in text else ():
                groups[group] = {**points, **groups.get(group, {})}
    return groups


def _metadata_folders() -> Iterator[tuple[str, str]]:
    for folder in dict.fromkeys(sys.path):
        try:
            names = workspace.list_folder(folder or ".")
        except OSError:
            continue
        yield from ((folder, name) for name in names if name.endswith((".dist-info", ".egg-info")))


def parse_entry_points(text: str, project: str = PROJECT) -> dict[str, dict[str, Part]]:
    """Read our groups of entry points from `entry_points.txt` or pyproject.toml."""
    groups: dict[str, dict[str, Part]] = {}
    group: dict[str, Part] | None = None
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            header = _GROUP.fullmatch(line)
            group = groups.setdefault(header["group"], {}) if header else None
        elif group is not None and (entry := _ENTRY.fullmatch(line)):
            extra = f"[{entry['extra']}]" if entry["extra"] else ""
            group[entry["name"]] = Part(entry["name"], entry["module"], entry["attribute"] or "", f"{project}{extra}")
    return groups


def _entry_points_text() -> str:
    for path in _entry_point_files(Path(__file__).parents[2]):
        try:
            text = workspace.read_text(path)
        except (OSError, ValueError):
            continue
        if path.suffix != ".toml" or _OWN.search(text):
            return text
    return _metadata_text()


def _entry_point_files(home: Path) -> Iterator[Path]:
    """Yield where the entry points of the packages in a folder may be listed."""
    yield home.parent / "pyproject.toml"
    yield from workspace.glob(home, f"{PROJECT.replace('-', '_')}-*.dist-info/entry_points.txt")


def _metadata_text() -> str:
    """Return the entry points that Python knows of this project; "" if it is not installed."""
    return workspace.installed_text(PROJECT, "entry_points.txt")
