"""The arrows between the packages, as the design draws them, and what importing the library costs."""

import ast
import subprocess
import sys
from collections.abc import Set
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from rulebook.catalogue import load_rules
from rulebook.dialects import dialects
from tests.systems import nodes, parsed

ROOT = Path(__file__).parent.parent
PLUGINS = ("rulebook", "rulebook_markdown", "rulebook_mkdocs", "rulebook_pytest", "rulebook_start")
PACKAGES = {"rulesmod": ROOT / "rulesmod", **{name: ROOT / "plugins" / name for name in PLUGINS}}
ALLOWED = {
    "rulesmod": {"rulesmod"},
    "rulebook": {"rulebook", "rulesmod", "click", "yaml", "pathspec", "quickjs", "typst", "pygls", "lsprotocol"},
    "rulebook_markdown": {"rulebook_markdown", "rulebook", "markdown", "click"},
    "rulebook_mkdocs": {"rulebook_mkdocs", "rulebook_markdown", "rulebook", "rulebook_start", "mkdocs", "jinja2"},
    "rulebook_start": {"rulebook_start", "rulebook"},
    "rulebook_pytest": {"rulebook_pytest", "rulebook", "pytest"},
}
SYSTEMS = {"cavea", "drama", "dry_cereal", "sda", "masque"}


def modules(package: str) -> list[Path]:
    return sorted(PACKAGES[package].rglob("*.py"))


@cache
def imports(path: Path) -> Set[str]:
    """Dotted names that a module imports, at any depth."""
    names: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_what_its_arrows_reach(package: str) -> None:
    allowed = ALLOWED[package] | set(sys.stdlib_module_names)
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules(package)
        for name in imports(path)
        if name.partition(".")[0] not in allowed
    }
    assert not strangers


def test_only_the_room_of_the_editor_speaks_its_protocol() -> None:
    """It is an extra, which not everybody installs."""
    rooms = {
        path.relative_to(PACKAGES["rulebook"]).parts[0]
        for path in modules("rulebook")
        if {"pygls", "lsprotocol"} & {name.partition(".")[0] for name in imports(path)}
    }
    assert rooms == {"editor"}


def test_the_toolchain_sees_games_only_through_the_protocol() -> None:
    inner = {
        f"{path.relative_to(ROOT)}: {name}"
        for package in PACKAGES
        if package != "rulesmod"
        for path in modules(package)
        for name in imports(path)
        if name.startswith("rulesmod.") and name.split(".")[1] in SYSTEMS
    }
    assert not inner


def test_lexing_is_the_floor() -> None:
    """What is written is read before anybody knows what it claims: by text alone."""
    outer = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (PACKAGES["rulebook"] / "lexing").rglob("*.py")
        for name in imports(path)
        if name.startswith("rulebook.") and not name.startswith("rulebook.lexing")
    }
    assert not outer


def test_no_game_knows_another() -> None:
    for system in SYSTEMS:
        for path in (ROOT / "rulesmod" / system).glob("*.py"):
            parts = [name.split(".") for name in imports(path)]
            others = {part[1] for part in parts if part[0] == "rulesmod" and len(part) > 1} & SYSTEMS - {system}
            assert not others, path


def dotted(path: Path, package: str) -> str:
    parts = path.relative_to(PACKAGES[package].parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_import_each_other_without_circles(package: str) -> None:
    """Imports for type checking alone do not count: they are never run."""
    trees = {dotted(path, package): parsed(path) for path in modules(package)}
    graph: dict[str, set[str]] = {name: set() for name in trees}
    for name, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module:
                # `from package import module` is about the module.
                named = {f"{node.module}.{alias.name}" for alias in node.names}
                graph[name] |= (named & trees.keys()) | ({node.module} if named - trees.keys() else set())
    state: dict[str, int] = {}

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert state.get(name) != 1, f"a circle: {' -> '.join((*trail, name))}"
        if name in graph and name not in state:
            state[name] = 1
            for other in sorted(graph[name] & graph.keys() - {name}):
                visit(other, (*trail, name))
            state[name] = 2

    for name in graph:
        visit(name, ())


class _Imports(ast.NodeVisitor):
    """The modules that a module imports, in functions as well; those for type checking alone are never run."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_If(self, node: ast.If) -> None:
        is_for_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in node.orelse if is_for_types else ast.iter_child_nodes(node):
            self.visit(inner)

    def visit_Import(self, node: ast.Import) -> None:
        self.names |= {alias.name for alias in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.names |= {f"{node.module}.{alias.name}" for alias in node.names}


@pytest.mark.parametrize("house", ["rulebook", "rulebook.claims"])
def test_the_rooms_of_the_library_import_each_other_without_circles(house: str) -> None:
    """A room is a package of the library or of its claims, or a module beside them."""
    folder = PACKAGES["rulebook"].joinpath(*house.split(".")[1:])
    graph: dict[str, set[str]] = {}
    for path in folder.rglob("*.py"):
        room = path.relative_to(folder).with_suffix("").parts[0]
        reader = _Imports()
        reader.visit(parsed(path))
        inner = {name.removeprefix(f"{house}.") for name in reader.names if name.startswith(f"{house}.")}
        graph.setdefault(room, set()).update({name.partition(".")[0] for name in inner} - {room})
    TopologicalSorter(graph).prepare()  # It raises CycleError, which names the rooms.


def test_a_reader_of_claims_knows_no_other_reader_and_no_room_above() -> None:
    above = ("account", "agreement", "causes", "reading", "readers", "proof", "learning", "language")
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for room in ("readers", "structures")
        for path in (PACKAGES["rulebook"] / "claims" / room).rglob("*.py")
        for name in imports(path)
        if name.startswith("rulebook.claims.") and name.split(".")[2] in above
    }
    assert not strangers


def test_nothing_outside_the_dialects_asks_for_one_by_name() -> None:
    """Formats of reports are called `markdown` as well, but nobody compares with that."""
    named = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for package in PLUGINS
        for path in modules(package)
        if "dialects" not in path.parts
        for node in nodes(path)
        if isinstance(node, ast.Constant) and node.value in dialects()
    }
    formats = ("commands/comparing.py", "reports/sarif.py")
    assert {place for place in named if not place.rpartition(":")[0].endswith(formats)} == set()


@pytest.mark.parametrize("room", ["claims", "lexing"])
def test_a_module_is_read_in_a_sitting(room: str) -> None:
    paths = (PACKAGES["rulebook"] / room).rglob("*.py")
    lengths = {path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    assert {name: length for name, length in lengths.items() if length > 300} == {}


def test_nothing_is_called_with_more_than_six_positional_arguments() -> None:
    """Some functions of games take as many wordings or lines as there are, and each of these is like the others."""
    variadic = {"phrase", "note"}
    long = set()
    for path in (path for package in PACKAGES for path in modules(package)):
        for node in nodes(path):
            if isinstance(node, ast.Call) and len(node.args) > 6:
                name = ast.unparse(node.func).rpartition(".")[2]
                if name not in variadic:
                    long.add(f"{path.relative_to(ROOT)}:{node.lineno}: {name}")
    assert long == set()


def test_no_rule_of_findings_is_asked_for_by_name() -> None:
    """What a finding means to others, its role says; kinds of claims may be called as a rule is."""
    rules = load_rules()
    named = set()
    for path in (path for package in PLUGINS for path in modules(package)):
        found = nodes(path)
        calls = (node for node in found if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
        kinds = {arg for call in calls if call.func.id == "Kind" for arg in call.args}  # type: ignore[attr-defined]
        strings = (node for node in found if isinstance(node, ast.Constant) and node not in kinds)
        named |= {f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}" for node in strings if node.value in rules}
    assert named == set()


def test_importing_the_library_loads_neither_mkdocs_nor_markdown() -> None:
    code = (
        "import sys, rulebook, rulebook.cli, rulebook.analysis, rulebook.claims.reading, rulebook.reading\n"
        "print(sorted({'mkdocs', 'markdown', 'jinja2', 'pymdownx'} & {name.partition('.')[0] for name in sys.modules}))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("begun", "rooms"),
    [
        (
            "rulebook_mkdocs.plugin",
            ("rulebook.claims.readers", "rulebook.dialects.prose", "rulebook.volumes.epub", "rulebook.volumes.pdf"),
        ),
        (
            "rulebook.claims.reading",
            ("rulebook.entries", "rulebook.claims.readers.quantities", "rulebook.claims.readers.contradictions"),
        ),
        ("rulebook.analysis", ("rulebook.claims.readers", "rulebook.dialects.obsidian.blocks")),
    ],
)
def test_what_begins_loads_only_what_it_asks_for(begun: str, rooms: tuple[str, ...]) -> None:
    """Every build waits for readers of claims, of bare prose, and what makes books; every check for those of games."""
    code = f"import sys, {begun}\nprint([name for name in sys.modules if name.startswith({rooms})])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_a_build_loads_what_reads_pages_only_for_pages_that_it_reads() -> None:
    loaded = (
        "import sys, rulebook_mkdocs; from rulebook.dialects import extensions_of; extensions_of('markdown')\n"
        "sys.exit(not sys.modules.keys().isdisjoint({'rulebook.dialects.markdown.reading', 'rulesmod.dice.odds'}))"
    )
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", loaded], check=False).returncode == 0
