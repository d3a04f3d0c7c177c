"""A book as it was at a revision of git: its files in a folder of their own, the work tree untouched."""

from __future__ import annotations

import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path


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
    top = Path(_git("rev-parse", "--show-toplevel", otherwise="this folder is in no git repository"))
    prefix = os.path.relpath(os.path.realpath(os.getcwd()), os.path.realpath(top))
    unknown = f"there is no revision `{name}`"
    if name.startswith("-"):
        # It would be taken for an option of git.
        raise RevisionError(unknown)
    commit = _git("rev-parse", "--verify", "--quiet", name + "^{commit}", otherwise=unknown)
    with tempfile.TemporaryDirectory(prefix="rulebook-") as folder:
        archive = Path(folder, "archive.tar")
        tree = Path(folder, "tree")
        _git("-C", str(top), "archive", "--format=tar", "-o", str(archive), commit, otherwise=f"`{name}` has no files")
        with tarfile.open(archive) as tar:
            tar.extractall(tree, filter=_harmless)
        here = tree / prefix
        here.mkdir(parents=True, exist_ok=True)
        with chdir(here):
            yield


def _git(*arguments: str, otherwise: str) -> str:
    """What git answers; its refusals become the message `otherwise`."""
    try:
        result = subprocess.run(
            ["git", *arguments], capture_output=True, check=True, encoding="utf-8", errors="replace"
        )
    except FileNotFoundError:
        raise RevisionError("git is not installed, and only git knows earlier revisions") from None
    except subprocess.CalledProcessError:
        raise RevisionError(otherwise) from None
    return result.stdout.removesuffix("\n")


def _harmless(member: tarfile.TarInfo, folder: str) -> tarfile.TarInfo | None:
    """Leave out what would lead out of the folder."""
    try:
        return tarfile.data_filter(member, folder)
    except tarfile.FilterError:
        return None
