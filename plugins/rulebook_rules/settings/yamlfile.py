"""A configuration as YAML: its values, and where each of them stands.

MkDocs's own words for YAML (`INHERIT`, `!ENV`, `!relative`, `!!python/name:...`) are understood as far as
they decide how a source reads; nothing that a configuration names is ever imported or run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from rulebook_core import workspace
from rulebook_core.findings import Place
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Source, Span, UnreadableSourceError, read_source, shown_path
from rulebook_core.store.files import size_of
from rulebook_rules.settings.notyaml import Slip, slip_of
from rulebook_syntax.dialects.markdown.options import PythonName
from rulesmod.records import record

if TYPE_CHECKING:
    import yaml

Key = str | int | float | bool | None
Keys = tuple[Key, ...]
"""The way to a setting: the keys of mappings, and the positions in lists."""


_NUL = lazily(r"\\(?:0|x00|u0000|U00000000)")
MAX_DATA = 256 * 1024
"""A file of data that comes with a text, from anybody, is no larger than this."""


MAX_ITEMS = 2_000
"""A list or a mapping of such a file has no more items: twice the rows of a table for 1,000 faces."""


class ConfigError(Exception):
    """A configuration that cannot be read: one line that says what, and where.

    Attributes:
        slip: what is wrong with a text that is no YAML.
    """

    def __init__(self, path: Path, message: str, line: int | None = None, slip: Slip | None = None) -> None:
        self.path = path
        self.line = line
        self.fact = message
        self.slip = slip
        where = shown_path(path) if line is None else f"{shown_path(path)}:{line}"
        super().__init__(f"{where}: {message}")

    @property
    def place(self) -> Place:
        """Where it is wrong; where nobody can read it, its beginning."""
        try:
            source = read_source(self.path, shown_path(self.path))
        except UnreadableSourceError:
            source = Source(shown_path(self.path), "")
        lines = source.line_starts
        start = self.slip.at if self.slip is not None else lines[min(self.line or 1, len(lines)) - 1]
        return Place(source, Span(start, start))


@record
class _File:
    """One file with its tree; what its `loader` makes of a node can be asked for at any time."""

    source: Source
    root: yaml.Node | None
    loader: Any
    _inner: dict[int, dict[Key, tuple[yaml.Node | None, yaml.Node]]] = field(default_factory=dict)
    """The nodes that each mapping or list holds by key: a file is asked for each of its values."""

    def pairs(self, node: yaml.Node | None) -> Iterator[tuple[Key, yaml.Node | None, yaml.Node]]:
        """Yield the key, its node and the node of the value for each entry."""
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                yield self.loader.construct_object(key, deep=True), key, value
        elif isinstance(node, yaml.SequenceNode):
            yield from ((index, None, value) for index, value in enumerate(node.value))

    def follow(self, keys: Keys) -> tuple[int, yaml.Node | None, yaml.Node | None]:
        """Follow keys; return how many lead somewhere, the node of the last such key, and that of its value."""
        name: yaml.Node | None = None
        node = self.root
        for depth, wanted in enumerate(keys):
            result = self._entries(node).get(wanted)
            if result is None:
                return depth, name, node
            name, node = result
        return len(keys), name, node

    def _entries(self, node: yaml.Node | None) -> dict[Key, tuple[yaml.Node | None, yaml.Node]]:
        """Return what a node holds by key; of a key that comes twice the last."""
        if id(node) not in self._inner:
            self._inner[id(node)] = {key: (name, value) for key, name, value in self.pairs(node)}
        return self._inner[id(node)]

    def place(self, node: yaml.Node | None) -> Place:
        if node is None:
            return Place(self.source, Span(0, 0))
        start, end = node.start_mark.index, node.end_mark.index
        return Place(self.source, Span(start, start + len(self.source.text[start:end].rstrip())))


@record
class SettingsFile:
    """A configuration with those that it inherits from.

    Attributes:
        values: what it says, all told.
    """

    values: Mapping[str, Any]
    _files: tuple[_File, ...]

    def value(self, *keys: Key) -> Place:
        """Return where the value of a setting stands; what comes out of the environment stands where that is asked."""
        file, _, node = self._node_at(keys)
        return file.place(node)

    def key(self, *keys: Key) -> Place:
        """Return where the name of a setting stands; what has no name there is named by itself."""
        file, name, node = self._node_at(keys)
        return file.place(node if name is None else name)

    def written(self, *keys: Key) -> str:
        """The name of a setting as its writer has it: YAML reads `no` and `1.10` as something else."""
        _, name, _ = self._node_at(keys)
        return name.value if isinstance(name, yaml.ScalarNode) else str(keys[-1])

    def scalar(self, *keys: Key) -> str:
        """A value as its writer has it, without quotes: YAML reads `4:30` and `1.10` as something else."""
        _, _, node = self._node_at(keys)
        return node.value if isinstance(node, yaml.ScalarNode) else ""

    def repeated(self, *keys: Key) -> Iterator[tuple[Key, Place, Place]]:
        """Yield keys that a mapping has twice, with the earlier and the later place."""
        file, _, node = self._node_at(keys)
        seen: dict[Key, Place] = {}
        for key, name, _ in file.pairs(node):
            # What comes from elsewhere by `<<` is there to be overridden.
            if (
                node is not None
                and name is not None
                and node.start_mark.index <= name.start_mark.index < node.end_mark.index
            ):
                place = file.place(name)
                if key in seen:
                    yield key, seen[key], place
                seen[key] = place

    def _node_at(self, keys: Keys) -> tuple[_File, yaml.Node | None, yaml.Node | None]:
        best: tuple[int, _File, yaml.Node | None, yaml.Node | None] | None = None
        for file in self._files:
            depth, name, node = file.follow(keys)
            if best is None or depth > best[0]:
                best = depth, file, name, node
        assert best is not None
        depth, file, name, node = best
        return file, (name if depth == len(keys) else None), node


def load_settings(path: Path) -> SettingsFile:
    """Read a configuration.

    Raises:
        ConfigError: it is missing, no YAML, or no mapping, or what it inherits from is.
    """
    return _load(path, ())


def load_data(path: Path) -> SettingsFile:
    """Read a file of data, in which YAML's own words are all that there are: nothing else is looked up from it.

    Raises:
        ConfigError: it is missing, no YAML, or no mapping.
    """
    if size_of(path) > MAX_DATA:
        raise ConfigError(path, f"a file of data has at most {MAX_DATA // 1024} KiB")
    return data_of(_source(path), path)


def data_of(source: Source, path: Path) -> SettingsFile:
    """Read the text of a file of data, which may not be written yet.

    Raises:
        ConfigError: it is no YAML, or no mapping.
    """
    file, values = _parsed(source, path, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    seen: set[int] = set()
    nodes = [file.root] if file.root is not None else []
    while nodes:
        node = nodes.pop()
        if id(node) in seen and not isinstance(node, yaml.ScalarNode):
            line = node.start_mark.line + 1
            raise ConfigError(path, "this is used again elsewhere (`&`, `*`); write it out", line)
        seen.add(id(node))
        if isinstance(node, yaml.CollectionNode) and len(node.value) > MAX_ITEMS:
            raise ConfigError(path, f"a list or mapping has at most {MAX_ITEMS} items", node.start_mark.line + 1)
        nodes += [inner for _, name, value in file.pairs(node) for inner in (name, value) if inner is not None]
    return SettingsFile(values, (file,))


def _source(path: Path) -> Source:
    try:
        return read_source(path, shown_path(path))
    except UnreadableSourceError as error:
        raise ConfigError(path, str(error)) from None


def _parsed(source: Source, path: Path, loader_type: Any) -> tuple[_File, dict[str, Any]]:
    try:
        loader = loader_type(source.text)
        root = loader.get_single_node()
        settings = loader.construct_document(root) if root is not None else {}
    except yaml.MarkedYAMLError as error:
        slip = slip_of(error, source.text)
        raise ConfigError(path, f"this is not YAML: {slip.fact}", source.position(slip.at).line, slip) from None
    except (yaml.YAMLError, ValueError) as error:
        raise ConfigError(path, f"this is not YAML: {str(error).partition(chr(10))[0]}") from None
    except RecursionError:
        raise ConfigError(path, "this is not YAML that anybody can read: it goes too deep") from None
    if _NUL.search(source.text):
        scalars = (token for token in yaml.scan(source.text) if isinstance(token, yaml.ScalarToken))
        line = next((scalar.start_mark.line + 1 for scalar in scalars if "\0" in scalar.value), None)
        if line is not None:
            raise ConfigError(path, "no text of a setting can have a NUL in it", line)
    if settings is None:
        settings = {}
    if not isinstance(settings, dict):
        raise ConfigError(path, "this is no configuration: it must be a mapping of settings")
    return _File(source, root, loader), settings


def _load(path: Path, inherited_by: tuple[Path, ...]) -> SettingsFile:
    file, settings = _parsed(_source(path), path, _loader())
    parent = settings.pop("INHERIT", None)
    if parent is None:
        return SettingsFile(settings, (file,))
    line = file.source.position(file.place(file.follow(("INHERIT",))[2]).span.start).line
    parent_path = path.parent / str(parent)
    if Path(workspace.real_path(parent_path)) in (Path(workspace.real_path(other)) for other in (path, *inherited_by)):
        raise ConfigError(path, f"`INHERIT: {parent}` goes round in a circle", line)
    if not workspace.is_file(parent_path):
        raise ConfigError(path, f"`INHERIT: {parent}`: there is no such file", line)
    below = _load(parent_path, (path, *inherited_by))
    return SettingsFile(_merged(dict(below.values), settings), (file, *below._files))


def _merged(below: dict[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    for key, value in above.items():
        old = below.get(key)
        below[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, Mapping) else value
    return below


def _loader() -> type[yaml.SafeLoader]:
    """A loader that reads MkDocs's tags as data."""
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
            if workspace.is_set(str(name)):
                return yaml.safe_load(workspace.setting(str(name)))
        return default

    ConfigLoader.add_multi_constructor("tag:yaml.org,2002:python/", named)
    ConfigLoader.add_constructor("!ENV", environment)
    ConfigLoader.add_multi_constructor("!", lambda loader, suffix, node: value_of(loader, node))
    loader: type[yaml.SafeLoader] = ConfigLoader
    return loader
