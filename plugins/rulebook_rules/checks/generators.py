"""Sources of pages other than files: plugins, hooks, macros, snippets.

What they make cannot be known without running them. So a target that is missing from the sources is silent
where one of them may supply it: a hook or a script that names it, or a plugin that is not known to leave
pages and ids alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook_core import workspace
from rulebook_core.late import late
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span, shown_path
from rulebook_core.store.files import lies_in, matching
from rulebook_core.system.machine import relative
from rulebook_rules.config import SiteConfig
from rulebook_rules.settings.scripts import scripts_of
from rulebook_syntax.dialects.markdown.taking import INCLUDE_MARKDOWN, TABLE_READER, directives
from rulebook_syntax.dialects.markdown.template_values import parts
from rulesmod.records import record

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from pathspec.gitignore import GitIgnoreSpec

    from rulebook_syntax.document import Document

entry_points: Callable[..., EntryPoints] = late("importlib.metadata", "entry_points")
"""Most sites have no plugin that is asked for."""

_HARMLESS = frozenset(
    """search rulebook offline privacy social social-plugin info optimize typeset group projects meta tags rss
    git-revision-date git-revision-date-localized git-authors git-committers git-committers-2 minify minify_html
    awesome-pages awesome-nav literate-nav section-index glightbox lightbox exclude exclude-search autolinks
    callouts htmlproofer linkcheck charts mermaid2 kroki panzoom spellcheck print-site with-pdf pdf-export
    to-pdf localsearch material/search material/offline material/privacy material/social material/tags
    material/meta material/info material/optimize material/typeset material/group optimize-images toggle-sidebar
    redirects same-dir nav-weight enumerate-headings table-reader tooltips open-in-new-tab open-in-new-window
    mkdocs-video video quiz statistics""".split()  # noqa: SIM905
)
"""Plugins that add neither pages nor ids that a text would link to."""

_TEMPLATES = frozenset(("macros", "markdownextradata", "jinja", "simple-hooks", "table-reader", "mkdocs-simple-hooks"))
"""Plugins that fill in `{{ ... }}`."""

_FILLS = lazily(r"macro|jinja|template|variable|placeholder|include")

_REFERENCES = frozenset(
    ("autorefs", "mkdocstrings", "ezlinks", "roamlinks", "bibtex", "cross-references", "ezglossary")
)
"""Plugins that resolve brackets of their own."""

_BY_FILES = frozenset(("gen-files", INCLUDE_MARKDOWN))
"""Plugins that add only what their scripts name, or what the files have that a page takes in."""

_READ = frozenset((*_BY_FILES, "autorefs", "ezlinks", "roamlinks", "blog", "material/blog"))
"""Plugins that add no text except by scripts, files or pages that are read anyway."""

_MAKES_PAGES = lazily(r"\bFile\b|\bFiles\b|on_files|on_pre_build|on_nav|mkdocs_gen_files|\.write_text|open\(")
_READS_TABLE = lazily(r"\b(?:pd_)?read_\w+\(")
_MAKES_CONTENT = lazily(r"on_page_markdown|on_page_content|on_post_page|on_page_read_source|on_pre_build")
_HOOK = lazily(r"\bdef on_")
_MAKES_TEXT = lazily(rf"\bdef (?:on_files|{_MAKES_CONTENT.pattern})\b")


@record
class Generators:
    """The plugins and scripts of a site.

    Attributes:
        plugins: MkDocs's plugins by name, with their settings.
        scripts: the Python files that run while the site is built.
        site: whose they are.
    """

    plugins: Mapping[str, Mapping[str, Any]]
    scripts: tuple[Path, ...] = ()
    site: SiteConfig | None = None

    @staticmethod
    def of(site: SiteConfig | None) -> Generators:
        if site is None:
            return Generators({})
        scripts = scripts_of(site.plugins, site.hooks, site.path.parent)
        return Generators(site.plugins, scripts, site)

    @cached_property
    def _text(self) -> str:
        """The text of the scripts and of the plugins' settings."""
        # What our own plugin makes is known.
        texts = [repr({name: settings for name, settings in self.plugins.items() if name != "rulebook"})]
        return "\n".join((*texts, *(text for _, text in self._scripts)))

    @cached_property
    def _scripts(self) -> list[tuple[Path, str]]:
        results = []
        for script in self.scripts:
            # A script that is not there makes nothing; MkDocs will say so itself.
            with suppress(OSError):
                if script not in self._hidden:
                    results.append((script, workspace.read_text(script, errors="replace")))
        return results

    @cached_property
    def _hidden(self) -> list[Path]:
        """The scripts outside of the project: nobody reads them, so they may make anything."""
        home = self.site.path.parent if self.site is not None else Path()
        return [script for script in self.scripts if not lies_in(script, home)]

    @cached_property
    def unknown(self) -> bool:
        """Return whether a plugin is on that may add pages or ids of its own."""
        return bool(self.plugins.keys() - _HARMLESS - _TEMPLATES - _BY_FILES)

    @property
    def fill_templates(self) -> bool:
        """Return whether something fills in `{{ ... }}`."""
        named = any(name in _TEMPLATES or _FILLS.search(name) for name in self.plugins)
        return named or "{{" in self._text or "jinja" in self._text.lower()

    def unfilled(self, document: Document) -> list[Span]:
        """Return the expressions and tags of a page that only a build makes text of."""
        filling = _TEMPLATES.intersection(self.plugins)
        if not filling or self.site is None:
            return []
        text = document.source.text
        if "{{" not in text and "{%" not in text:
            return []
        options = self.site.markdown
        body, meta = document.body.start, document.meta
        known = {span.start for span in directives(text, options.taking)[1]}
        if options.values is not None:
            if not options.values.is_filled(meta) and TABLE_READER not in filling:
                return []
            known |= {start for start, _, _ in options.values.changes(text, body, meta)}
        waiting = [
            part.span for part in parts(text, body) if part.kind in ("{{", "{%") and part.span.start not in known
        ]
        if filling == {TABLE_READER}:
            return [span for span in waiting if _READS_TABLE.search(text, *span)]
        return waiting

    def makers(self, *, is_filled: bool) -> tuple[str, ...]:
        """Return the scripts that make pages or change them, and the plugins that may.

        Those that fill in templates are among them where some are left to fill in. What all of them bring is there only
        when the site is built.
        """
        acts = re.compile(f"{_MAKES_PAGES.pattern}|{_MAKES_CONTENT.pattern}")
        texts = dict(self._scripts)
        results = [
            shown_path(script)
            for script in self.scripts
            if script in self._hidden or acts.search(texts.get(script, ""))
        ]
        filling = _TEMPLATES.intersection(self.plugins)
        others = self.plugins.keys() - _HARMLESS - _TEMPLATES - _READ
        makers = {*(filling if is_filled else ()), *filter(_makes_text, others)}
        return (*results, *(name for name in self.plugins if name in makers))

    @property
    def resolve_references(self) -> bool:
        return any(name in _REFERENCES for name in self.plugins)

    def may_make_page(self, uri: str) -> bool:
        """Return whether a script may make a page.

        It, or a setting, names the page or its folder, or git is told to leave it alone, as one does with what is made.
        """
        if self._hidden or self._is_ignored(uri):
            return True
        folder, _, name = uri.rpartition("/")
        stem = name.rpartition(".")[0] or name
        if self._names(uri) or self._names(uri.rpartition(".")[0] or uri):
            return True
        return (
            bool(self.scripts)
            and _MAKES_PAGES.search(self._text) is not None
            and (self._names(stem) or (bool(folder) and self._names(folder)))
        )

    def _is_ignored(self, uri: str) -> bool:
        if self._ignored is None or self.site is None:
            return False
        path = relative(os.path.join(self.site.docs_dir, uri), self.site.path.parent)
        return self._ignored.match_file(path)

    @cached_property
    def _ignored(self) -> GitIgnoreSpec | None:
        return _ignored_in(self.site.path.parent) if self.site else None

    def may_make_id(self, fragment: str) -> bool:
        """Return whether a script names an id, or builds one from such words."""
        if self._hidden:
            return True
        if not self.scripts or not _MAKES_CONTENT.search(self._text):
            return False
        return self._names(fragment) or self._names(re.split(r"[-_:.]", fragment)[0] + "-{")

    def may_make_label(self, label: str) -> bool:
        return bool(self._hidden) or (bool(self.scripts) and self._names(label))

    def _names(self, word: str) -> bool:
        if len(word) < 2 or word not in self._text:  # Hardly any is there, and each would be a pattern of its own.
            return False
        return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", self._text) is not None


def _ignored_in(folder: Path) -> GitIgnoreSpec | None:
    """Return the files that git ignores by the settings in a folder."""
    try:
        lines = workspace.read_text(folder / ".gitignore").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    return matching(lines) if lines else None


_ignored_of_vault = workspace.remembered(_ignored_in)


def is_left_out(uri: str, root: Path) -> bool:
    """Return whether git is told to leave alone what is missing in a folder: its writer may have it."""
    ignored = _ignored_of_vault(root)
    return ignored is not None and ignored.match_file(relative(uri, root))


def _makes_text(plugin: str) -> bool:
    """Return whether a plugin has a hook that may make or change pages.

    This is unknown for one that is not installed or has its hooks from elsewhere.
    """
    code = _code_of(plugin)
    return _HOOK.search(code) is None or _MAKES_TEXT.search(code) is not None


def _code_of(plugin: str) -> str:
    """Return the source of a plugin's module; empty if it is not installed."""
    for entry in entry_points(group="mkdocs.plugins", name=plugin):
        for path in (f"{entry.module.replace('.', '/')}.py", f"{entry.module.replace('.', '/')}/__init__.py"):
            with suppress(OSError):
                if entry.dist is not None:
                    return workspace.read_text(Path(str(entry.dist.locate_file(path))), errors="replace")
    return ""
