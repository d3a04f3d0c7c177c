"""An mkdocs.yml with one line more: everything else in it, comments and tags of other plugins too, stays as it was."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

_PLUGIN = "rulebook"
_DEFAULT = f"plugins:\n  - search\n  - {_PLUGIN}\n"
"""MkDocs searches where nothing is said of plugins, and only there."""


class NoPlaceError(Exception):
    """The settings are written in such a way that nobody can say where a line belongs."""


def with_plugin(text: str) -> str:
    """The settings of a site that has our plugin, whose pages are then checked; as they were where it has it.

    Raises:
        NoPlaceError: the plugins are no list.
    """
    if plugin_of(text) is not None:
        return text
    root = _root(text)
    plugins = _value(root, "plugins")
    if root is None or plugins is None:
        return (f"{text.rstrip()}\n\n" if text.strip() else "") + _DEFAULT
    if isinstance(plugins, yaml.SequenceNode):
        return _sound(_with_item(text, plugins, _PLUGIN))
    if isinstance(plugins, yaml.MappingNode):
        return _sound(_with_key(text, plugins, _PLUGIN, "{}"))
    if not plugins.value:
        return _sound(_put(text, plugins.start_mark.index, f" [search, {_PLUGIN}]"))
    raise NoPlaceError


def with_pages(text: str, config: str) -> str:
    """The settings of a site that another tool than MkDocs builds: with our extension, and what its pages load.

    Args:
        text: the settings.
        config: how their file is called.

    Raises:
        NoPlaceError: nobody can say where that belongs.
    """
    folder = "assets/rulebook"
    extension = f"{_PLUGIN}: {{config_file: {config}}}"
    for key, name, item in (
        ("markdown_extensions", _PLUGIN, extension),
        ("extra_css", f"{folder}/rulebook.css", f"{folder}/rulebook.css"),
        ("extra_javascript", f"{folder}/rulebook.js", f"{folder}/rulebook.js"),
    ):
        text = _with_listed(text, key, name, item)
    return text


def _with_listed(text: str, key: str, name: str, item: str) -> str:
    """Settings that have an item in one of their lists, or had it there by its name."""
    root = _root(text)
    items = _value(root, key)
    if items is None:
        return f"{text.rstrip()}\n{key}:\n  - {item}\n"
    if isinstance(items, yaml.MappingNode):
        return text if _value(items, name) is not None else _with_key(text, items, *item.split(": ", 1))
    if not isinstance(items, yaml.SequenceNode):
        raise NoPlaceError
    names = [one.value[0][0].value if isinstance(one, yaml.MappingNode) else one.value for one in items.value]
    return text if name in names else _with_item(text, items, item)


def with_book(text: str, folder: str) -> str:
    """The settings of a site with our plugin, in which a folder of `docs_dir` is a book.

    Raises:
        NoPlaceError: nobody can say where that belongs.
    """
    key = yaml.safe_dump(folder, default_style=None if folder.replace("-", "a").isalnum() else '"').split("\n")[0]
    plugin = plugin_of(text)
    if plugin is None:
        raise NoPlaceError
    name, settings = plugin
    books = _value(settings, "books")
    inner = f"{{{key}: {{}}}}"
    if settings is None:  # A name in a list: it becomes one with settings.
        new = _put(text, name.end_mark.index, f": {{books: {inner}}}")
    elif isinstance(settings, yaml.ScalarNode) and not settings.value:
        new = _put(text, settings.start_mark.index, f" {{books: {inner}}}")
    elif isinstance(settings, yaml.MappingNode) and books is None:
        new = _with_key(text, settings, "books", inner)
    elif isinstance(books, yaml.MappingNode):
        new = text if _value(books, folder) is not None else _with_key(text, books, key, "{}")
    elif isinstance(books, yaml.ScalarNode) and not books.value:
        new = _put(text, books.start_mark.index, f" {inner}")
    else:
        raise NoPlaceError
    return _sound(new)


def plugin_of(text: str) -> tuple[yaml.Node, yaml.Node | None] | None:
    """Return where settings name our plugin, and its own settings if it has any; None where they do not name it.

    Raises:
        NoPlaceError: they are no YAML.
    """
    plugins = _value(_root(text), "plugins")
    if isinstance(plugins, yaml.MappingNode):
        results: Iterator[tuple[yaml.Node, yaml.Node]] = (pair for pair in plugins.value if pair[0].value == _PLUGIN)
        return next(results, None)
    for item in plugins.value if isinstance(plugins, yaml.SequenceNode) else ():
        if isinstance(item, yaml.ScalarNode) and item.value == _PLUGIN:
            return item, None
        if isinstance(item, yaml.MappingNode) and item.value and item.value[0][0].value == _PLUGIN:
            pair: tuple[yaml.Node, yaml.Node] = item.value[0]
            return pair
    return None


def _root(text: str) -> yaml.Node | None:
    try:
        root: yaml.Node | None = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        raise NoPlaceError from None
    if root is not None and not isinstance(root, yaml.MappingNode):
        raise NoPlaceError
    return root


def _value(node: yaml.Node | None, wanted: str) -> yaml.Node | None:
    result = node.value if isinstance(node, yaml.MappingNode) else ()
    return next((value for key, value in result if key.value == wanted), None)


def _with_item(text: str, items: yaml.SequenceNode, item: str) -> str:
    if items.flow_style:
        return _put(text, items.end_mark.index - 1, f", {item}" if items.value else item)
    return _line_behind(text, items.value[-1], f"{' ' * items.start_mark.column}- {item}")


def _with_key(text: str, pairs: yaml.MappingNode, key: str, value: str) -> str:
    if pairs.flow_style:
        return _put(text, pairs.end_mark.index - 1, f", {key}: {value}" if pairs.value else f"{key}: {value}")
    return _line_behind(text, pairs.value[-1][1], f"{' ' * pairs.start_mark.column}{key}: {value}")


def _line_behind(text: str, node: yaml.Node, line: str) -> str:
    """A line below the last one of a node. YAML lets a block end where the next one begins, comments included."""
    while isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if isinstance(node, yaml.MappingNode) else last
    end = text.find("\n", max(node.start_mark.index, node.end_mark.index - 1))
    return f"{text}\n{line}\n" if end < 0 else _put(text, end + 1, f"{line}\n")


def _put(text: str, at: int, more: str) -> str:
    return text[:at] + more + text[at:]


def _sound(text: str) -> str:
    """Changed settings, if they are YAML and name our plugin."""
    if plugin_of(text) is None:
        raise NoPlaceError
    return text
