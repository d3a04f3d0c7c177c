"""The layers of packages, and what importing the library costs."""

import ast
import subprocess
import sys
from collections.abc import Iterator, Set
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

from rulebook_core.system.parts import packages
from rulebook_rules.catalogue import load_rules
from rulebook_syntax.dialects import dialects
from tests.io_places import io_places, places_in
from tests.style import limits, messages
from tests.style.names import faults_in
from tests.systems import nodes, parsed

ROOT = Path(__file__).parent.parent
PACKAGES = tuple(sorted(packages()))
FOLDERS = {"rulesmod": ROOT / "rulesmod", **{name: ROOT / "plugins" / name for name in PACKAGES}}
LAYERS = {
    "rulesmod": set(),
    "rulebook_core": {"rulesmod", "click", "pathspec"},
    "rulebook_text": {"rulebook_core"},
    "rulebook_syntax": {"rulebook_text", "yaml"},
    "rulebook_rules": {"rulebook_syntax"},
    "rulebook_proof": {"rulebook_rules"},
    "rulebook": {"rulebook_proof"},
    "rulebook_render": {"rulebook"},
    "rulebook_markdown": {"rulebook_render", "markdown"},
    "rulebook_mkdocs": {"rulebook_markdown", "rulebook_start", "mkdocs", "jinja2", "markupsafe"},
    "rulebook_pytest": {"rulebook", "pytest"},
    "rulebook_start": {"rulebook"},
    "rulebook_asciidoc": {"rulebook_syntax", "quickjs"},
    "rulebook_pandoc": {"rulebook_syntax"},
    "rulebook_prose": {"rulebook_syntax"},
    "rulebook_formats": {"rulebook_render", "typst", "pypdf", "fontTools"},
    "rulebook_lsp": {"rulebook_render", "pygls", "lsprotocol"},
    "rulebook_export": {"rulebook", "yaml", "pypandoc"},
    "rulebook_games": {"rulebook_rules"},
    "rulebook_translations": {"rulebook", "babel"},
}
"""What each package may import besides itself and Python's own modules; what these import, it may as well."""
PARTS = (
    "rulebook_asciidoc",
    "rulebook_export",
    "rulebook_formats",
    "rulebook_games",
    "rulebook_lsp",
    "rulebook_pandoc",
    "rulebook_prose",
    "rulebook_translations",
)
"""Optional packages, which register by entry points."""
SYSTEMS = {"cavea", "drama", "dry_cereal", "sda", "masque"}


def modules(package: str) -> list[Path]:
    return sorted(FOLDERS[package].rglob("*.py"))


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
    return names | {module for module, _ in late_calls(path)}


@cache
def late_calls(path: Path) -> Set[tuple[str, str]]:
    """The modules, and what of them, that a module loads when it first calls something; see `late`."""
    calls = (node for node in nodes(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    return {
        (ast.literal_eval(call.args[0]), ast.literal_eval(call.args[1]))
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "late"
    }


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


@cache
def run_imports(path: Path) -> Set[str]:
    """Dotted names that a module imports when it runs, at any depth."""
    reader = _Imports()
    reader.visit(parsed(path))
    return reader.names | {f"{module}.{name.partition('.')[0]}" for module, name in late_calls(path)}


def reached(package: str) -> set[str]:
    """Return all that a package may import: what its layer names, and what these reach."""
    names: set[str] = set()
    for name in LAYERS[package]:
        names |= {name} | (reached(name) if name in LAYERS else set())
    return names


def test_every_package_has_a_layer() -> None:
    assert {path.parent.name for path in (ROOT / "plugins").glob("*/__init__.py")} | {"rulesmod"} == LAYERS.keys()


@pytest.mark.parametrize("package", FOLDERS)
def test_a_package_imports_only_what_its_layer_reaches(package: str) -> None:
    allowed = {package} | reached(package)
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules(package)
        for name in run_imports(path)
        if name.partition(".")[0] not in allowed | set(sys.stdlib_module_names)
    }
    assert not strangers


def test_no_part_is_known_by_name() -> None:
    """Entry points name the parts, so nothing else does: no import, and no string that an import could be made of."""
    named = {
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}"
        for package in {"rulesmod", *PACKAGES} - {*PARTS}
        for path in modules(package)
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(PARTS)
    }
    assert named == set()


@pytest.mark.parametrize("package", FOLDERS)
def test_few_modules_lie_flat_in_a_package(package: str) -> None:
    flat = [path.name for path in FOLDERS[package].glob("*.py") if path.name not in ("__init__.py", "__main__.py")]
    assert len(flat) <= 8


def test_the_toolchain_sees_games_only_through_the_protocol() -> None:
    inner = {
        f"{path.relative_to(ROOT)}: {name}"
        for package in PACKAGES
        for path in modules(package)
        for name in imports(path)
        if name.startswith("rulesmod.") and name.split(".")[1] in SYSTEMS
    }
    assert not inner


def test_no_game_knows_another() -> None:
    for system in SYSTEMS:
        for path in (ROOT / "rulesmod" / system).glob("*.py"):
            parts = [name.split(".") for name in imports(path)]
            others = {part[1] for part in parts if part[0] == "rulesmod" and len(part) > 1} & SYSTEMS - {system}
            assert not others, path


def dotted(path: Path, package: str) -> str:
    parts = path.relative_to(FOLDERS[package].parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("package", FOLDERS)
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


@pytest.mark.parametrize("house", [*PACKAGES, "rulebook_rules.claims"])
def test_the_rooms_of_a_package_import_each_other_without_circles(house: str) -> None:
    """A room is a package of a package, or a module beside them."""
    folder = (ROOT / "plugins").joinpath(*house.split("."))
    graph: dict[str, set[str]] = {}
    for path in folder.rglob("*.py"):
        room = path.relative_to(folder).with_suffix("").parts[0]
        inner = {name.removeprefix(f"{house}.") for name in run_imports(path) if name.startswith(f"{house}.")}
        graph.setdefault(room, set()).update({name.partition(".")[0] for name in inner} - {room})
    TopologicalSorter(graph).prepare()  # It raises CycleError, which names the rooms.


def test_a_reader_of_claims_knows_no_other_reader_and_no_room_above() -> None:
    above = ("account", "agreement", "causes", "reading", "readers", "proof", "learning", "language")
    strangers = {
        f"{path.relative_to(ROOT)}: {name}"
        for room in ("readers", "structures")
        for path in (FOLDERS["rulebook_rules"] / "claims" / room).rglob("*.py")
        for name in imports(path)
        if name.startswith("rulebook_rules.claims.") and name.split(".")[2] in above
    }
    assert not strangers


def test_nothing_outside_the_dialects_asks_for_one_by_name() -> None:
    """Formats of reports are called `markdown` as well, but nobody compares with that."""
    named = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for package in PACKAGES
        for path in modules(package)
        if not ({"dialects", *PARTS} & {*path.parts})
        for node in nodes(path)
        if isinstance(node, ast.Constant) and node.value in dialects()
    }
    formats = ("commands/comparing.py", "reports/sarif.py")
    assert {place for place in named if not place.rpartition(":")[0].endswith(formats)} == set()


@pytest.mark.parametrize("room", ["rulebook_rules/claims", "rulebook_text/lexing"])
def test_a_module_is_read_in_a_sitting(room: str) -> None:
    paths = (ROOT / "plugins" / room).rglob("*.py")
    lengths = {path.relative_to(ROOT): lines_of_code(path) for path in paths}
    assert {name: length for name, length in lengths.items() if length > 300} == {}


def lines_of_code(path: Path) -> int:
    """Count the lines of a module without its imports."""
    imported = [node for node in parsed(path).body if isinstance(node, ast.Import | ast.ImportFrom)]
    lines = len(path.read_text(encoding="utf-8").splitlines())
    return lines - sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in imported)


def test_nothing_is_called_with_more_than_six_positional_arguments() -> None:
    """Some functions of games take as many wordings or lines as there are, and each of these is like the others."""
    variadic = {"phrase", "in_words", "note"}
    long = set()
    for path in (path for package in FOLDERS for path in modules(package)):
        for node in nodes(path):
            if isinstance(node, ast.Call) and len(node.args) > 6:
                name = ast.unparse(node.func).rpartition(".")[2]
                if name not in variadic:
                    long.add(f"{path.relative_to(ROOT)}:{node.lineno}: {name}")
    assert long == set()


def test_nothing_patches_python_or_reads_files_behind_names() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in (path for package in PACKAGES for path in modules(package))
        for node in nodes(path)
        if (isinstance(node, ast.FunctionDef) and node.name == "__getattr__" and path.stem != "lazy_regex")
        or (isinstance(node, ast.Attribute) and node.attr in ("addaudithook", "setprofile", "settrace"))
        or (isinstance(node, ast.Assign) and any(map(_is_of_python, node.targets)))
        or (isinstance(node, ast.Call) and ast.unparse(node.func) == "setattr" and _is_of_python(node.args[0]))
    }
    assert found == set()


def _is_of_python(target: ast.expr) -> bool:
    """Return whether something is set in a module of Python's own."""
    while isinstance(target, ast.Attribute) and not isinstance(target.value, ast.Name):
        target = target.value
    is_setting = isinstance(target, ast.Attribute) and target.attr in ("dont_write_bytecode", "unraisablehook")
    name = target.value.id if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) else ""
    return (name or ast.unparse(target)) in ("os", "io", "builtins", "sys", "posixpath", "time") and not is_setting


def test_results_of_earlier_runs_lie_in_one_store() -> None:
    """One module opens the database, one stores in it, and no other way to keep an object is used."""
    keepers = {"sqlite3", "shelve", "dbm", "marshal", "pickle", "joblib"}
    users = {
        (path.relative_to(ROOT / "plugins").as_posix(), name.partition(".")[0])
        for path in (path for package in PACKAGES for path in modules(package))
        for name in imports(path)
        if name.partition(".")[0] in keepers or name == "rulebook_core.workspace.database"
    }
    assert users == {
        ("rulebook_core/workspace/database.py", "sqlite3"),
        ("rulebook_core/store/entries.py", "rulebook_core"),
        ("rulebook_core/store/parallel.py", "pickle"),  # Between processes of one run.
    }


@pytest.mark.parametrize(
    "code", ["SHORTEST = 5", "_REACH = 2 * 60", "SIZE: int = 7\n'A longer one is no name.'", "MOST_ROWS = -1"]
)
def test_a_limit_is_called_one(code: str) -> None:
    assert len(limits.faults_in(code, "module.py")) == 1


@pytest.mark.parametrize("code", ["MAX_ROWS = 5", "_MIN_WORDS = 2", "FACES = 6", "def at(LONGEST=5): ..."])
def test_another_number_is_no_limit(code: str) -> None:
    assert limits.faults_in(code, "module.py") == []


@pytest.mark.parametrize("code", ["say('nobody asks for this word')", "say(f'`{word}` stands twice here')"])
def test_an_idiom_in_a_message_is_seen(code: str) -> None:
    assert len(messages.faults_in(code, "module.py")) == 1


@pytest.mark.parametrize("code", ["'''Whoever reads this may.'''", "say('stands in')", r"say(r'nobody asks \b')"])
def test_what_is_no_message_may_say_anything(code: str) -> None:
    assert messages.faults_in(code, "module.py") == []


def test_only_the_workspace_does_io() -> None:
    places = list(io_places(ROOT / "plugins"))
    assert places == []


@pytest.mark.parametrize(
    "code",
    [
        "open('a')",
        "path.open('rb')",
        "os.stat(path)",
        "os.path.isfile(path)",
        "os.environ['A']",
        "Path.cwd()",
        "path.read_text()",
        "folder.iterdir()",
        "time.time()",
        "datetime.now(UTC)",
        "import tempfile",
        "from os import scandir",
        "from os.path import realpath",
    ],
)
def test_io_beside_the_workspace_is_seen(code: str) -> None:
    assert list(places_in(ast.parse(code)))


@pytest.mark.parametrize(
    "code", ["found = 1", "def told_at(): ...", "a.held = 1", "lambda kept: kept", "MAX_ASKED = 3"]
)
def test_a_participle_is_no_name_for_data(code: str) -> None:
    assert len(faults_in(code, "module.py")) == 1


@pytest.mark.parametrize("code", ["is_kept = True", "def are_held_once(): ...", "founded = 1", "findings = a.found"])
def test_a_predicate_may_have_a_participle(code: str) -> None:
    assert faults_in(code, "module.py") == []


@pytest.mark.parametrize("code", ["workspace.is_file(path)", "os.path.join(a, b)", "pairs.open(tag)", "page.home"])
def test_what_does_no_io_is_none(code: str) -> None:
    assert not list(places_in(ast.parse(code)))


def test_no_rule_of_findings_is_asked_for_by_name() -> None:
    """What a finding means to others, its role says; kinds of claims may be called as a rule is."""
    rules = load_rules()
    named = set()
    for path in (path for package in PACKAGES for path in modules(package)):
        found = nodes(path)
        calls = (node for node in found if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
        kinds = {arg for call in calls if call.func.id == "Kind" for arg in call.args}  # type: ignore[attr-defined]
        strings = (node for node in found if isinstance(node, ast.Constant) and node not in kinds)
        named |= {f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}" for node in strings if node.value in rules}
    assert named == set()


def test_importing_the_library_loads_neither_mkdocs_nor_markdown() -> None:
    code = (
        "import sys, rulebook.cli, rulebook_proof.analysis, rulebook_rules.claims.reading, rulebook.loading.reading\n"
        "print(sorted({'mkdocs', 'markdown', 'jinja2', 'pymdownx'} & {name.partition('.')[0] for name in sys.modules}))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("begun", "rooms"),
    [
        (
            "rulebook_mkdocs.plugin",
            ("rulebook_rules.claims.readers", "rulebook_prose.reader", "rulebook_formats"),
        ),
        (
            "rulebook_rules.claims.reading",
            (
                "rulebook_text.entries",
                "rulebook_rules.claims.readers.quantities",
            ),
        ),
        ("rulebook_proof.analysis", ("rulebook_rules.claims.readers", "rulebook_syntax.dialects.obsidian.blocks")),
    ],
)
def test_what_begins_loads_only_what_it_asks_for(begun: str, rooms: tuple[str, ...]) -> None:
    """Every build waits for readers of claims, of bare prose, and what makes books; every check for those of games."""
    code = f"import sys, {begun}\nprint([name for name in sys.modules if name.startswith({rooms})])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_a_build_loads_what_reads_pages_only_for_pages_that_it_reads() -> None:
    loaded = (
        "import sys, rulebook_mkdocs; from rulebook_syntax.dialects import extensions_of; extensions_of('markdown')\n"
        "late = {'rulebook_syntax.dialects.markdown.reading', 'rulesmod.dice.odds'}\n"
        "sys.exit(not sys.modules.keys().isdisjoint(late))"
    )
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", loaded], check=False).returncode == 0


STARTS = {
    "rulebook": "import rulebook.cli",
    "rulebook check page.md": "from rulebook.cli import main; main(['check', 'page.md', '--no-cache'])",
    "rulebook check rows.md": "from rulebook.cli import main; main(['check', 'rows.md', '--no-cache'])",
    "rulebook check, recalled": "from rulebook.cli import main; main(['check'])",
    "mkdocs": "import rulebook_mkdocs.plugin",
    "pytest": "import rulebook_pytest",
    "rulebook lsp": "import rulebook_lsp.command",
}
LATE = {
    "rulebook_export.incoming.pandoc": "the Pandoc of an extra may not be installed",
    "rulebook.__main__": "Ctrl-C is caught before anything is imported",
    "rulebook_start": "another package may be called `rulebook`",
    "rulebook_core.system.machine": "each system has a module for locks that others lack",
    "rulebook_formats.pdf": "typst is optional",
    "rulebook_formats.typesetting.compiling": "typst is optional",
    "rulebook_formats.typesetting.faces": "fontTools is optional, and only a look with its own font needs it",
    "rulebook_formats.typesetting.paper": "pypdf is optional",
    "rulebook_translations.catalogue": "Babel is optional",
    "rulesmod.masque.entries": "only published pages show odds",
}
"""Modules that import within functions; all others name at their head what they load later (see `late`)."""


@pytest.fixture(scope="module")
def loaded_by_starts(tmp_path_factory: pytest.TempPathFactory) -> list[Set[str]]:
    """The modules that each way to start the tools has loaded at its end."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "docs").mkdir()
    (folder / "mkdocs.yml").write_text("site_name: S\n", encoding="utf-8")
    page = "# Rest\n\nYou roll 7 (2d6), 17 % on a d6.\n\n| d6 | Day |\n|--|--|\n| 1-3 | Dry |\n| 4-6 | Wet |\n"
    for path in (folder / "page.md", folder / "docs" / "index.md"):
        path.write_text(page, encoding="utf-8")
    (folder / "rows.md").write_text(page.replace("You roll 7 (2d6), 17 % on a d6.", "Roll once a day."), "utf-8")
    after = "import atexit, sys; atexit.register(lambda: print('loaded', *sys.modules))"
    starts = (STARTS["rulebook check, recalled"], *STARTS.values())  # The first one has nothing to recall.
    runs = [
        subprocess.run(
            (sys.executable, "-c", f"{after}\n{code}"), cwd=folder, capture_output=True, text=True, check=True
        )
        for code in starts
    ]
    return [set(run.stdout.rpartition("loaded ")[2].split()) for run in runs[1:]]


def late_imports(path: Path) -> Iterator[str]:
    """Yield the modules that a module imports within functions."""
    functions = (node for node in ast.walk(parsed(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    for node in (inner for function in functions for inner in ast.walk(function)):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def named_modules() -> Iterator[tuple[str, Path]]:
    """Yield each module of the library with its path."""
    for package, folder in FOLDERS.items():
        for path in modules(package):
            parts = (package, *path.relative_to(folder).with_suffix("").parts)
            yield ".".join(parts).removesuffix(".__init__"), path


def test_no_module_imports_within_functions() -> None:
    assert {name for name, path in named_modules() if any(late_imports(path))} == LATE.keys()


def test_what_is_loaded_late_is_there_and_makes_a_start_quicker(loaded_by_starts: list[Set[str]]) -> None:
    idle = []
    for name, path in named_modules():
        for late, what in late_calls(path):
            if late.partition(".")[0] != "rulebook_lsp":  # It may not be installed.
                assert callable(attrgetter(what)(import_module(late)))
            if not any(name in loaded and late not in loaded for loaded in loaded_by_starts):
                idle.append(f"{name} loads {late} late, and may as well import it at its head")
    assert idle == [], "\n".join(idle)
