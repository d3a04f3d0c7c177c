"""Places in the library that do I/O beside the workspace: what opens, lists, stats, or reads clock or environment."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOM = Path("rulebook_core", "workspace")
"""The only package that may do I/O."""


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


OF_MODULES = {
    "os": _names(
        "stat lstat open scandir listdir walk fwalk readlink access environ environb getenv getcwd getcwdb mkdir "
        "makedirs remove unlink rename renames replace rmdir removedirs link symlink utime chmod truncate mkfifo"
    ),
    "os.path": _names(
        "isfile isdir exists lexists islink ismount realpath samefile getsize getmtime getatime getctime "
        "expanduser expandvars"
    ),
    "time": _names("time time_ns monotonic monotonic_ns perf_counter perf_counter_ns localtime gmtime strftime"),
    "datetime": _names("now today utcnow"),
    "date": _names("today"),
    "Path": _names("cwd home"),
    "io": _names("open open_code FileIO"),
}
MODULES = _names("shutil tempfile glob fileinput linecache sqlite3 dbm shelve")
"""Modules that touch the disk, whatever is called."""
METHODS = _names(
    "is_file is_dir is_symlink is_fifo is_mount exists iterdir rglob glob stat lstat resolve read_text read_bytes "
    "write_text write_bytes mkdir unlink rmdir touch rename samefile expanduser readlink symlink_to hardlink_to"
)
"""Methods of `pathlib.Path`."""


def io_places(plugins: Path) -> Iterator[str]:
    """Yield each place of the library that does I/O outside of the workspace, as `file:line: code`."""
    for path in sorted(plugins.rglob("*.py")):
        name = path.relative_to(plugins)
        if not name.is_relative_to(ROOM):
            for node in places_in(ast.parse(path.read_text(encoding="utf-8"))):
                yield f"{name.as_posix()}:{node.lineno}: {ast.unparse(node)}"


def places_in(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield the nodes of a module that do I/O."""
    for node in ast.walk(tree):
        if (
            (isinstance(node, ast.Attribute) and _is_of_module(node))
            or (isinstance(node, ast.Call) and _is_call(node))
            or (isinstance(node, ast.Import) and any(_names_io(alias.name, "") for alias in node.names))
            or (isinstance(node, ast.ImportFrom) and any(_names_io(node.module or "", one.name) for one in node.names))
        ):
            yield node


def _is_of_module(node: ast.Attribute) -> bool:
    return node.attr in OF_MODULES.get(ast.unparse(node.value), ())


def _is_call(node: ast.Call) -> bool:
    function = node.func
    if isinstance(function, ast.Name):
        return function.id == "open"
    if not isinstance(function, ast.Attribute) or ast.unparse(function.value) == "workspace":
        return False
    if function.attr == "open":  # A method of that name may be of our own, and takes no mode.
        return not node.args or (isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str))
    return function.attr in METHODS


def _names_io(module: str, name: str) -> bool:
    return module.partition(".")[0] in MODULES or name in OF_MODULES.get(module, ())
