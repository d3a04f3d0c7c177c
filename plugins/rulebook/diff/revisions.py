"""A book as it was at a revision of git: its files in a folder of their own, the work tree untouched."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path

from rulebook_core import workspace
from rulebook_core.system.machine import relative
from rulebook_core.workspace.temporary import temporary_folder


class RevisionError(Exception):
    """The revision cannot be had; the message says why, in one line."""


@contextmanager
def revision(name: str) -> Iterator[None]:
    """Be in the current folder as it was at a revision.

    Within the context the working directory is a copy of that folder, so that relative paths name files as
    they were; they may be missing.

    Raises:
        RevisionError: there is no git, no repository, or no such revision.
    """
    top = _git("rev-parse", "--show-toplevel", otherwise="this folder is in no git repository")
    prefix = relative(workspace.real_path(workspace.current_folder()), workspace.real_path(top))
    unknown = f"there is no revision `{name}`"
    if name.startswith("-"):
        # It would be taken for an option of git.
        raise RevisionError(unknown)
    commit = _git("rev-parse", "--verify", "--quiet", name + "^{commit}", otherwise=unknown)
    with temporary_folder() as folder:
        # As a checkout into another folder, by an index of its own: git itself sees to names that would lead out of it.
        tree = folder / "tree"
        index = {"GIT_INDEX_FILE": str(folder / "index")}
        for command in (("read-tree", commit), ("checkout-index", "--all", f"--prefix={tree}/")):
            _git("-C", top, *command, otherwise=f"git cannot give the files of `{name}`", settings=index)
        _remove_links_out_of(tree)
        here = tree / prefix
        workspace.make_folder(here)
        with chdir(here):
            yield


def _git(*arguments: str, otherwise: str, settings: Mapping[str, str] | None = None) -> str:
    """Return the output of git; if git refuses, raise the message `otherwise`."""
    environment = {**workspace.environment(), **(settings or {})}
    try:
        result = subprocess.run(
            ["git", *arguments], capture_output=True, check=True, encoding="utf-8", errors="replace", env=environment
        )
    except FileNotFoundError:
        raise RevisionError("git is not installed, and only git knows earlier revisions") from None
    except subprocess.CalledProcessError:
        raise RevisionError(otherwise) from None
    return result.stdout.removesuffix("\n")


def _remove_links_out_of(tree: Path) -> None:
    for folder, folders, files in workspace.walk(tree):
        for path in (Path(folder, name) for name in (*folders, *files)):
            if workspace.is_link(path) and not Path(workspace.real_path(path)).is_relative_to(tree):
                workspace.remove(path)
