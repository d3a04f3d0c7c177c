"""Rules as folders: each holds `rule.py`, `rule.md`, and `words.toml` if it needs words of its own.

`rule.py` words a finding under `@rule(...)`, in a function with the name of the folder, and finds it in `check_page`
(which needs no other page) or `check_book`. `rule.md` has the documentation, and behind its first heading of the second
level a suite of texts: valid, invalid, and silent with the reason.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from rulebook_core import workspace

_FOLDER = Path(__file__).parent


@cache
def folders() -> tuple[Path, ...]:
    """Return the folders of all rules, in the order of their names."""
    with workspace.untraced():  # The fingerprint of this tool counts its files.
        paths = [_FOLDER / name for name in workspace.list_folder(_FOLDER)]
        return tuple(path for path in paths if workspace.is_file(path / "rule.py"))


@cache
def rule_modules() -> tuple[ModuleType, ...]:
    """Import the module of each rule, which registers it."""
    return tuple(import_module(f"{__name__}.{folder.name}.rule") for folder in folders())


def words_of(module: str) -> Mapping[str, Mapping[str, str]]:
    """Return the words of a rule, given its `__file__`: by language, then by name, as `words.toml` has them."""
    with workspace.untraced():
        return tomllib.loads(workspace.read_text(Path(module).with_name("words.toml")))
