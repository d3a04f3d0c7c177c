"""The changelog as a page of the site: what has changed since a revision, by its consequences."""

from __future__ import annotations

from pathlib import Path

from rulebook.diff.changes import compare
from rulebook.diff.revisions import revision
from rulebook.diff.shown import as_markdown
from rulebook.loading.reading import read_book
from rulebook_core.system.machine import relative
from rulebook_proof.analysis import Report, analyse
from rulebook_rules.config import ConfigError, load_config
from rulebook_rules.systems import load_system


def changes_page(config_file: Path, since: str, report: Report) -> str:
    """The page in Markdown.

    Raises:
        RevisionError: the revision cannot be had.
        ConfigError: there was no such configuration then, or it cannot be followed now.
    """
    # Relative, because the same path has to name the configuration of the revision.
    path = relative(config_file, ".")
    with revision(since):
        book = read_book(load_config(Path(path)), find_system=load_system)
        if book.reach.unsettled:
            raise ConfigError(Path(path), f"its settings at `{since}` cannot be followed now")
        old = analyse(book)
    return as_markdown(compare(old, report), since)
