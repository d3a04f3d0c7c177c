"""Sources that MkDocs takes for mere files, as the pages that they are: AsciiDoc and bare prose in a book's folder."""

from __future__ import annotations

from mkdocs.structure.files import File, Files

from rulebook.config import MARKDOWN_ENDINGS, SiteConfig, is_part


class SourceFile(File):
    """A file that becomes a page whatever its ending: everything else about it (address, navigation, links to it,
    exclusion, its place among the others) is what MkDocs does with Markdown."""

    def is_documentation_page(self) -> bool:
        return True


def add_sources(files: Files, site: SiteConfig) -> None:
    """Make pages of the sources of a site that are none yet; parts that pages take in are not published."""
    for file in list(files):
        # Each is taken out and put back, which keeps their order: that of the navigation.
        files.remove(file)
        if file.src_dir is None or file.src_uri.endswith(MARKDOWN_ENDINGS) or not site.is_source(file.src_uri):
            files.append(file)
        elif not is_part(file.src_uri):
            files.append(
                SourceFile(file.src_uri, file.src_dir, file.dest_dir, file.use_directory_urls, inclusion=file.inclusion)
            )
