"""Word, OpenDocument, LaTeX and HTML, by Pandoc."""

from __future__ import annotations

import subprocess
from pathlib import Path

from rulebook_core import workspace
from rulebook_core.source import shown_path
from rulebook_core.store.files import FileError
from rulebook_export.incoming.changes import Imported

ENDINGS = {
    ".docx": "docx",
    ".odt": "odt",
    ".tex": "latex",
    ".latex": "latex",
    ".html": "html",
    ".htm": "html",
    ".rtf": "rtf",
    ".epub": "epub",
    ".rst": "rst",
    ".org": "org",
    ".textile": "textile",
}
"""The format of a file for Pandoc, by its ending."""
_MARKDOWN = (
    "markdown_strict+pipe_tables+backtick_code_blocks+fenced_code_attributes+header_attributes+definition_lists"
    "+footnotes+strikeout-raw_html"
)
MISSING = "Pandoc reads such files and is not here: install it, or `pip install 'mkdocs-rulebook[import]'`"
MAX_SECONDS = 120


def from_pandoc(path: Path, format_: str) -> Imported:
    """Return a file as Markdown.

    Raises:
        FileError: there is no Pandoc, or it cannot read the file.
    """
    command = [_pandoc(), "--sandbox", "--from", format_, "--to", _MARKDOWN, "--wrap=none", "--markdown-headings=atx"]
    try:
        # Pandoc gets the text, and no way to the file: what it names may be anything.
        done = subprocess.run(
            command, input=workspace.read_bytes(path), capture_output=True, timeout=MAX_SECONDS, check=False
        )
    except FileNotFoundError:
        raise FileError(MISSING) from None
    except subprocess.TimeoutExpired:
        raise FileError(f"`{shown_path(path)}`: Pandoc has not read it within {MAX_SECONDS} seconds") from None
    if done.returncode:
        reason = " ".join(done.stderr.decode(errors="replace").split())[:200]
        raise FileError(f"`{shown_path(path)}`: Pandoc cannot read it ({reason})")
    return Imported(done.stdout.decode(errors="replace"))


def _pandoc() -> str:
    """The path of the Pandoc of an extra; else its name, for the system to find."""
    try:
        import pypandoc  # type: ignore[import-untyped]
    except ImportError:
        return "pandoc"
    try:
        return str(pypandoc.get_pandoc_path())
    except OSError:
        return "pandoc"
