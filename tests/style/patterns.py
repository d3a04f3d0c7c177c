"""Count the regular expressions, and the words of English in them: `python -m tests.style.patterns`.

Words of a language are data: `plugins/rulebook_text/words`. What is counted is Python outside of them, of modules of
tokens, and of the dialects, whose patterns are of markup. Both numbers may only fall: `--update` writes them down when
they have. `--list` prints each module with its numbers.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from rulesmod.dice.digits import to_int

ROOT = Path(__file__).parents[2]
PLUGINS = ROOT / "plugins"
CEILING = Path(__file__).with_name("patterns.txt")
SYNTAX = (
    "rulebook_syntax/",
    "rulebook_asciidoc/",
    "rulebook_pandoc/",
    "rulebook_prose/",
    "rulebook_text/words/",
    "rulebook_export/content/",
    "rulebook_export/ways/",
    "rulebook_export/incoming/",
)
FORMATS: Mapping[str, str] = {
    "rulebook/loading/reading.py": "names of files of generators",
    "rulebook/commands/terminal.py": "codes of terminals",
    "rulebook_core/": "formats of files and of Python's messages",
    "rulebook_formats/": "formats of books: EPUB, PDF",
    "rulebook_mkdocs/metadata.py": "names of HTML",
    "rulebook_mkdocs/output/shared.py": "names of files",
    "rulebook_render/presentation/anchors.py": "names of HTML",
    "rulebook_render/presentation/proof_badges.py": "names of HTML",
    "rulebook_render/publishing/searching.py": "names of HTML",
    "rulebook_render/presentation/backlinks.py": "our comments",
    "rulebook_render/presentation/inline_dice.py": "code of a plugin of Obsidian",
    "rulebook_render/presentation/randomtables.py": "our HTML",
    "rulebook_render/presentation/rule_definitions.py": "our comments",
    "rulebook_render/presentation/splitting.py": "names of HTML",
    "rulebook_proof/learning/book/proposing.py": "our messages",
    "rulebook_rules/rules/local_address/rule.py": "names of addresses",
    "rulebook_rules/checks/allow.py": "our comments",
    "rulebook_rules/checks/markers.py": "marks of writers, which are the same in all languages",
    "rulebook_rules/rules/__init__.py": "the name of a file",
    "rulebook_rules/rules/todo_marker/rule.py": "marks of writers, which are the same in all languages",
    "rulebook_rules/checks/references.py": "our neighbours' comments, and names of addresses",
    "rulebook_rules/checks/severity_settings.py": "names of HTML",
    "rulebook_rules/claims/readers/directives.py": "our comments",
    "rulebook_rules/facts/findings.py": "our messages",
    "rulebook_rules/published/redirects.py": "our comments",
    "rulebook_rules/checks/generators.py": "markup and settings of generators",
    "rulebook_rules/rulesfile/": "words of `rules.yml`, which are English in every language",
    "rulebook_rules/settings/": "words of settings",
}
"""Modules whose words are of a format, with the reason."""
FUNCTIONS = {"compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"}
DATA = {"cue", "cue_words", "own_words", "get"}
"""Functions that take the name of a field."""
NAMING = {"_number", "format", "late", "partition"}
"""Functions that take the name of a group, a part or a module."""


class Module(NamedTuple):
    path: str
    tree: ast.Module
    values: Mapping[str, list[ast.expr]]
    imports: Mapping[str, tuple[str, str]]


def is_counted(path: str) -> bool:
    return not path.startswith(SYNTAX) and not path.endswith("tokens.py")


def modules() -> dict[str, Module]:
    found = {}
    for file in sorted(PLUGINS.glob("rulebook*/**/*.py")):
        path = file.relative_to(PLUGINS).as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"))
        values: dict[str, list[ast.expr]] = {}
        imports = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        values.setdefault(target.id, []).append(node.value)
            elif isinstance(node, ast.AnnAssign) and node.value is not None and isinstance(node.target, ast.Name):
                values.setdefault(node.target.id, []).append(node.value)
            elif isinstance(node, ast.ImportFrom) and node.module:
                imports.update({name.asname or name.name: (node.module, name.name) for name in node.names})
            elif isinstance(node, ast.FunctionDef):
                returned = (one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value)
                values.setdefault(node.name, []).extend(returned)
        name = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        found[name] = Module(path, tree, values, imports)
    return found


def is_pattern(call: ast.Call) -> bool:
    function = call.func
    if isinstance(function, ast.Name):
        return function.id == "lazily"
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        return False
    return function.value.id == "re" and function.attr in FUNCTIONS


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """Walk a node without what is no part of a pattern: the names of fields and groups, keys, and conditions."""
    skipped: Iterable[ast.AST] = ()
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        skipped = node.args if name in DATA or name in NAMING else ()
    elif isinstance(node, ast.Subscript):
        skipped = [node.slice]
    elif isinstance(node, ast.Dict):
        skipped = [key for key in node.keys if key is not None]
    elif isinstance(node, ast.DictComp):
        skipped = [node.key, *node.generators]
    elif isinstance(node, ast.GeneratorExp) and isinstance(node.elt, ast.Subscript):
        skipped = node.generators
    elif isinstance(node, ast.Compare):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        if child not in skipped:
            yield from parts(child)


class Count:
    """Hold the patterns of each module, and the words in them and in what they are made of."""

    def __init__(self) -> None:
        self._modules = modules()
        self._seen: set[int] = set()
        self._strings: set[int] = set()
        self.patterns: Counter[str] = Counter()
        self.words: dict[str, list[str]] = {}
        for module in self._modules.values():
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Call) and is_pattern(node):
                    self.patterns[module.path] += is_counted(module.path)
                    if node.args:
                        self._look(module, node.args[0])

    def _look(self, module: Module, node: ast.AST) -> None:
        if id(node) in self._seen:
            return
        self._seen.add(id(node))
        for part in parts(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and id(part) not in self._strings:
                self._strings.add(id(part))
                if is_counted(module.path) and not module.path.startswith(tuple(FORMATS)):
                    self.words.setdefault(module.path, []).extend(words_in(part.value))
            elif isinstance(part, ast.Name):
                for value in module.values.get(part.id, ()):
                    self._look(module, value)
                origin, name = module.imports.get(part.id, ("", ""))
                if origin in self._modules:
                    for value in self._modules[origin].values.get(name, ()):
                        self._look(self._modules[origin], value)


def words_in(pattern: str) -> list[str]:
    """Return the words of a pattern: three letters or more, outside of escapes, names of groups and sets of signs.

    >>> words_in(r"(?P<die>dice|die)\\s+[abc]+ rolled")
    ['dice', 'die', 'rolled']
    """
    plain = re.sub(r"\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.|\(\?P[<=]\w+[>)]|\(\?[aiLmsux-]+[:)]", " ", pattern)
    return re.findall(r"[A-Za-z]{3,}", re.sub(r"\[[^\]]*\]", " ", plain))


def ceiling() -> tuple[int, int]:
    patterns, words = (to_int(line.partition(" ")[0]) for line in CEILING.read_text(encoding="utf-8").splitlines())
    return patterns, words


def main(arguments: list[str]) -> int:
    """Compare both numbers with those that were written down."""
    count = Count()
    found = (count.patterns.total(), sum(map(len, count.words.values())))
    if "--list" in arguments:
        for path in sorted({*count.patterns, *count.words}, key=lambda one: -len(count.words.get(one, ()))):
            if count.patterns[path] or count.words.get(path):
                print(f"{count.patterns[path]:4}{len(count.words.get(path, ())):5}  {path}")
    if "--update" in arguments and all(now <= before for now, before in zip(found, ceiling(), strict=True)):
        CEILING.write_text(f"{found[0]} patterns\n{found[1]} words in patterns\n", encoding="utf-8")
    for now, before, name in zip(found, ceiling(), ("patterns", "words in patterns"), strict=True):
        if now > before:
            print(f"{now} {name}, {before} before: put words into plugins/rulebook_text/words")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
