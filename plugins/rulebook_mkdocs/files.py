"""Sources that MkDocs takes for mere files, as the pages that they are: AsciiDoc and bare prose in a book's folder."""

from __future__ import annotations

import os
from pathlib import Path

from mkdocs.exceptions import Abort
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files

from rulebook_core import workspace
from rulebook_core.store.files import OutsideError, ensure_within, write
from rulebook_rules.config import MARKDOWN_ENDINGS, SiteConfig, is_part

log = get_plugin_logger("rulebook")


_MAX_NAME = 255
"""Bytes of a file name."""


class HeldFile(File):
    """A file of ours: wherever its name leads, it is written into the folder of the site, or not at all."""

    @property
    def abs_dest_path(self) -> str:
        path = os.path.normpath(os.path.join(self.dest_dir, self.dest_uri))
        if any(len(part.encode()) > _MAX_NAME for part in path.split(os.sep)):
            raise Abort(f"rulebook: an id is too long to be the name of a file: `{self.src_uri[:60]}…`")
        try:
            ensure_within(path, Path(self.dest_dir))
        except OutsideError as error:
            raise Abort(f"rulebook: {error}") from None
        return path

    def copy_file(self, dirty: bool = False) -> None:
        """Write it: all of it, or nothing."""
        path = Path(self.abs_dest_path)
        workspace.make_folder(path.parent)
        write(path, self.content_bytes)


class SourceFile(HeldFile):
    """A file that becomes a page whatever its ending: everything else about it (address, navigation, links to it,
    exclusion, its place among the others) is what MkDocs does with Markdown."""

    def is_documentation_page(self) -> bool:
        return True


def add_sources(files: Files, site: SiteConfig) -> None:
    """Make pages of the sources of a site that are none yet; parts that pages take in are not published."""
    for file in list(files):
        # Each is taken out and put back, which keeps their order: that of the navigation.
        files.remove(file)
        if file.src_dir and workspace.is_same_file(file.src_dir, site.docs_dir) and not site.is_held(file.src_uri):
            log.warning(f"{file.src_uri} is not published: it leads out of the folder of the book")
            continue
        if site.is_rules(file.src_uri):
            continue  # What is published of them is rules.json.
        if file.src_dir is None or file.src_uri.endswith(MARKDOWN_ENDINGS) or not site.is_source(file.src_uri):
            files.append(file)
        elif not is_part(file.src_uri):
            files.append(
                SourceFile(file.src_uri, file.src_dir, file.dest_dir, file.use_directory_urls, inclusion=file.inclusion)
            )
