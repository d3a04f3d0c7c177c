"""What mkdocs.yml says, read without MkDocs: which sources a site has, and how they are to be read.

MkDocs's own words for YAML (`INHERIT`, `!ENV`, `!relative`, `!!python/name:...`) are understood as far as
they decide how a source reads; nothing that a configuration names is ever imported or run.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.dialects.markdown.options import MKDOCS_EXTENSIONS, Extensions, MarkdownOptions, PythonName, plain_name

if TYPE_CHECKING:
    import yaml
    from pathspec.gitignore import GitIgnoreSpec

MARKDOWN_ENDINGS = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
"""What MkDocs takes for a page."""

ASCIIDOC_ENDINGS = (".adoc", ".asciidoc")
OTHER_ENDINGS = (*ASCIIDOC_ENDINGS, ".txt")
"""What is a page where a book's folder is configured."""


def is_part(uri: str) -> bool:
    """Whether a source is no page by itself, but something that others take in."""
    return uri.endswith(OTHER_ENDINGS) and posixpath.basename(uri).startswith("_")


class ConfigError(Exception):
    """A configuration that cannot be read: one line that says what, and where."""

    def __init__(self, path: Path, message: str, line: int | None = None) -> None:
        self.path = path
        self.line = line
        self.fact = message
        where = path.as_posix() if line is None else f"{path.as_posix()}:{line}"
        super().__init__(f"{where}: {message}")


@dataclass(frozen=True, slots=True)
class BookFolder:
    """A folder (within `docs_dir`; "" is all of it) that holds a rulebook: whose rules it states, in which dialect,
    and in which version its writer has it."""

    folder: str
    system: str | None = None
    dialect: str | None = None
    version: str | None = None

    def holds(self, uri: str) -> bool:
        return not self.folder or uri == self.folder or uri.startswith(self.folder + "/")


@dataclass(frozen=True)
class SiteConfig:
    """A site as far as its sources are concerned.

    Attributes:
        path: the configuration file.
        docs_dir: where the sources are.
        extensions: Python-Markdown's extensions by name with their settings; MkDocs's own are always among them.
        plugins: MkDocs's plugins by name with their settings.
        hooks: Python files that MkDocs runs while it builds.
        books: the folders that hold rulebooks.
        exclude_docs, draft_docs: patterns as in a .gitignore, of what does not get into the site.
        absolute_links: how MkDocs takes links that begin with a slash.
        theme_dir: the folder whose files are laid over the theme's.
    """

    path: Path
    docs_dir: Path
    extensions: Extensions = field(default_factory=lambda: dict(MKDOCS_EXTENSIONS))
    plugins: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    hooks: tuple[Path, ...] = ()
    books: tuple[BookFolder, ...] = ()
    exclude_docs: str = ""
    draft_docs: str = ""
    use_directory_urls: bool = True
    absolute_links: str = ""
    theme_dir: Path | None = None

    @cached_property
    def markdown(self) -> MarkdownOptions:
        return MarkdownOptions.of(self.extensions)

    @property
    def cache_folder(self) -> Path:
        """What is kept of a site between runs."""
        return self.path.parent / ".rulebook-cache"

    def book_folder(self, uri: str) -> BookFolder | None:
        """The folder of a book that holds a source; of several the innermost."""
        held = [book for book in self.books if book.holds(uri)]
        return max(held, key=lambda book: len(book.folder), default=None)

    def is_source(self, uri: str) -> bool:
        """Whether a file of `docs_dir` is a page rather than a file beside the pages."""
        ending = os.path.splitext(uri)[1].lower()
        return ending in MARKDOWN_ENDINGS or (ending in OTHER_ENDINGS and self.book_folder(uri) is not None)

    def files(self) -> Iterator[str]:
        """All files of the site, docs-relative with forward slashes, in order; excluded ones are left out."""
        excluded = self._excluded
        for folder, names in _walk(self.docs_dir):
            # Of a README and an index page in one folder, MkDocs publishes the index.
            has_index = any(name.startswith("index.") and name.endswith(MARKDOWN_ENDINGS) for name in names)
            for name in names:
                if has_index and name.startswith("README.") and name.endswith(MARKDOWN_ENDINGS):
                    continue
                uri = f"{folder}/{name}" if folder else name
                if excluded is None:
                    if not _is_hidden(uri):
                        yield uri
                elif not excluded.match_file(uri):
                    yield uri

    def theme_files(self) -> Iterator[str]:
        """What the site's own part of the theme puts into the site beside the pages."""
        for folder, names in _walk(self.theme_dir) if self.theme_dir is not None else ():
            yield from (f"{folder}/{name}" if folder else name for name in names if not name.endswith(".html"))

    def own_files(self) -> Iterator[str]:
        """What the plugin puts into the site besides the pages: they can be linked to."""
        options = self.plugins.get("rulebook")
        if options is None or not any(book.system for book in self.books):
            return
        yield "verified.md"
        if options.get("changes_since"):
            yield "changes.md"
        for book in self.books:
            if book.system:
                yield f"{book.folder}/rules.json".lstrip("/")

    def exists_excluded(self, uri: str) -> bool:
        """Whether a file is there, but does not get into the site."""
        return (self.docs_dir / uri).is_file()

    @cached_property
    def _excluded(self) -> GitIgnoreSpec | None:
        patterns = [line for text in (self.exclude_docs, self.draft_docs) for line in text.splitlines()]
        if not any(pattern.strip() for pattern in patterns):
            return None
        from pathspec.gitignore import GitIgnoreSpec

        return GitIgnoreSpec.from_lines([".*", "/templates/", *patterns])


def _is_hidden(uri: str) -> bool:
    """What MkDocs leaves out unless `exclude_docs` says otherwise."""
    return uri.startswith((".", "templates/")) or "/." in uri


def _walk(root: Path) -> Iterator[tuple[str, list[str]]]:
    for folder, subfolders, names in os.walk(root, followlinks=True):
        subfolders.sort()
        relative = os.path.relpath(folder, root).replace(os.sep, "/")
        yield ("" if relative == "." else relative), sorted(names)


# --- reading -------------------------------------------------------------------------------------


def load_config(path: Path) -> SiteConfig:
    """Read an mkdocs.yml.

    Raises:
        ConfigError: it is missing, no YAML, or not what MkDocs would take.
    """
    settings = _load(path, ())
    folder = path.parent
    docs_dir = folder / _text(path, settings, "docs_dir", "docs")
    if not docs_dir.is_dir():
        raise ConfigError(path, f"the docs_dir `{docs_dir.as_posix()}` is not a folder")
    plugins = _named(path, settings, "plugins", {"search": {}})
    hooks = settings.get("hooks") or []
    if not isinstance(hooks, list):
        raise ConfigError(path, "`hooks` must be a list of Python files")
    return SiteConfig(
        path=path,
        docs_dir=docs_dir,
        extensions=_extensions(path, settings),
        plugins=plugins,
        hooks=tuple(folder / str(hook) for hook in hooks),
        books=_books(path, plugins.get("rulebook", {})),
        exclude_docs=_text(path, settings, "exclude_docs", ""),
        draft_docs=_text(path, settings, "draft_docs", ""),
        use_directory_urls=bool(settings.get("use_directory_urls", True)),
        absolute_links=_absolute_links(settings),
        theme_dir=_theme_dir(folder, settings),
    )


def _extensions(path: Path, settings: Mapping[str, Any]) -> Extensions:
    given = _named(path, settings, "markdown_extensions", {})
    return {**MKDOCS_EXTENSIONS, **{plain_name(name): values for name, values in given.items()}}


def _absolute_links(settings: Mapping[str, Any]) -> str:
    validation = settings.get("validation")
    links = validation.get("links", validation) if isinstance(validation, Mapping) else None
    return str(links.get("absolute_links", "")) if isinstance(links, Mapping) else ""


def _theme_dir(folder: Path, settings: Mapping[str, Any]) -> Path | None:
    theme = settings.get("theme")
    custom = theme.get("custom_dir") if isinstance(theme, Mapping) else None
    return folder / custom if isinstance(custom, str) and (folder / custom).is_dir() else None


def _books(path: Path, options: Mapping[str, Any]) -> tuple[BookFolder, ...]:
    given = options.get("books") or {}
    if not isinstance(given, Mapping):
        raise ConfigError(path, "`books` of the rulebook plugin must map folders to their `system` and `dialect`")
    books = []
    for folder, values in given.items():
        if not isinstance(values, Mapping):
            raise ConfigError(path, f"`books: {folder}` of the rulebook plugin must have a `system` or a `dialect`")
        system, dialect, version = values.get("system"), values.get("dialect"), values.get("version")
        if version is not None and not isinstance(version, str):
            # 1.10 would be 1.1 before anybody could look.
            raise ConfigError(path, f"`version` of `books: {folder}` must be text: put `{version}` into quotes")
        books.append(
            BookFolder(
                str(folder).strip("/").removeprefix("./").removeprefix("."),
                None if system is None else str(system),
                None if dialect is None else str(dialect),
                version or None,
            )
        )
    return tuple(books)


def _text(path: Path, settings: Mapping[str, Any], key: str, default: str) -> str:
    value = settings.get(key)
    if value is None:
        return default
    if not isinstance(value, str):
        raise ConfigError(path, f"`{key}` must be text, not `{value}`")
    return value


def _named(
    path: Path, settings: Mapping[str, Any], key: str, default: Mapping[str, Mapping[str, Any]]
) -> dict[str, Mapping[str, Any]]:
    """A list (or mapping) of names, each with or without settings, as plugins and extensions are written."""
    given = settings.get(key)
    if given is None:
        return dict(default)
    entries: Iterable[Any]
    if isinstance(given, Mapping):
        entries = [{name: values} for name, values in given.items()]
    elif isinstance(given, list):
        entries = given
    else:
        raise ConfigError(path, f"`{key}` must be a list")
    named: dict[str, Mapping[str, Any]] = {}
    for entry in entries:
        if isinstance(entry, str):
            named[entry] = {}
        elif isinstance(entry, Mapping) and len(entry) == 1:
            [(name, values)] = entry.items()
            if values is not None and not isinstance(values, Mapping):
                raise ConfigError(path, f"the settings of `{name}` in `{key}` must be a mapping")
            named[str(name)] = values or {}
        else:
            raise ConfigError(path, f"an entry of `{key}` must be a name, or a name with its settings, not `{entry}`")
    return named


def _load(path: Path, inherited_by: tuple[Path, ...]) -> dict[str, Any]:
    import yaml

    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(path, "there is no such file") from None
    except IsADirectoryError:
        raise ConfigError(path, "this is a folder, not a file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(path, f"cannot be read: {error}") from None
    try:
        settings = yaml.load(text, Loader=_loader())
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise ConfigError(path, f"this is not YAML: {error.problem or error.context}", line) from None
    except (yaml.YAMLError, ValueError) as error:
        raise ConfigError(path, f"this is not YAML: {str(error).partition(chr(10))[0]}") from None
    if settings is None:
        settings = {}
    if not isinstance(settings, dict):
        raise ConfigError(path, "this is no configuration: it must be a mapping of settings")
    parent = settings.pop("INHERIT", None)
    if parent is None:
        return settings
    parent_path = path.parent / str(parent)
    if parent_path.resolve() in (other.resolve() for other in (path, *inherited_by)):
        raise ConfigError(path, f"`INHERIT: {parent}` goes round in a circle")
    if not parent_path.is_file():
        raise ConfigError(path, f"`INHERIT: {parent}`: there is no such file")
    return _merged(_load(parent_path, (path, *inherited_by)), settings)


def _merged(below: dict[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    for key, value in above.items():
        old = below.get(key)
        below[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, Mapping) else value
    return below


def _loader() -> type[yaml.SafeLoader]:
    """A loader that reads MkDocs's tags as data."""
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class ConfigLoader(base):  # type: ignore[misc]
        pass

    def value_of(loader: Any, node: yaml.Node) -> Any:
        if isinstance(node, yaml.MappingNode):
            return loader.construct_mapping(node, deep=True)
        if isinstance(node, yaml.SequenceNode):
            return loader.construct_sequence(node, deep=True)
        return loader.construct_scalar(node)

    def named(loader: Any, suffix: str, node: yaml.Node) -> PythonName:
        name = suffix.partition(":")[2]
        value = value_of(loader, node)
        keywords = value.get("kwds") if isinstance(value, dict) else None
        return PythonName(name, keywords if isinstance(keywords, dict) else {})

    def environment(loader: Any, node: yaml.Node) -> Any:
        value = value_of(loader, node)
        names = value if isinstance(value, list) else [value]
        default = names.pop() if len(names) > 1 else None
        for name in names:
            if str(name) in os.environ:
                return yaml.safe_load(os.environ[str(name)])
        return default

    ConfigLoader.add_multi_constructor("tag:yaml.org,2002:python/", named)
    ConfigLoader.add_constructor("!ENV", environment)
    ConfigLoader.add_multi_constructor("!", lambda loader, suffix, node: value_of(loader, node))
    loader: type[yaml.SafeLoader] = ConfigLoader
    return loader
