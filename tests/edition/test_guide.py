"""The guide's reference pages are those of this software, and the samples in it are what they claim to be."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from rulebook.cli import main
from rulebook_syntax.dialects import dialects
from tests.checking import check_text
from tests.edition.interface import MODULES, exported
from tests.edition.reference import PAGES
from tests.edition.test_edition import GUIDE
from tests.shares import whole

RULES = Path(__file__).parents[2] / "rulesmod"
GAMES_OF_OURS = {"cavea", "drama", "dry_cereal", "masque", "sda", "dice"}
GAMES = {"markdown": "cavea", "obsidian": "drama", "pandoc": "dry-cereal", "asciidoc": "sda", "prose": "masque"}


@pytest.mark.parametrize("name", PAGES)
def test_a_reference_page_is_as_the_software_is(name: str) -> None:
    written = (GUIDE / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), "run: .venv/bin/python -m tests.edition.reference docs/guide"


def imported(code: str) -> set[tuple[str, str]]:
    """The modules that a game imports from, each with a name."""
    found = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ImportFrom) and node.module]
    return {(str(node.module), alias.name) for node in found for alias in node.names}


def test_whatever_games_import_is_in_the_reference() -> None:
    """The example of the guide, and our own games as far as they need what is theirs."""
    known = {(name, own) for name in MODULES for own, _ in exported(import_module(name))}
    examples = re.findall(
        r"^```python\n(.*?)^```", (GUIDE / "own-module.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    asked = {pair for code in examples if "import" in code for pair in imported(code)}
    asked |= {pair for path in RULES.glob("*/phrases.py") for pair in imported(path.read_text(encoding="utf-8"))}
    asked |= {pair for path in RULES.glob("*/__init__.py") for pair in imported(path.read_text(encoding="utf-8"))}
    of_tools = {pair for pair in asked if pair[0].startswith("rulesmod") and pair[0].split(".")[1] not in GAMES_OF_OURS}
    documented = {name for _, name in known} | {"NOTATION", "SYSTEM", "phrase", "Reading", "Inputs"}
    assert len(of_tools) >= 10
    assert {pair for pair in of_tools if pair[1] not in documented} == set()


def samples() -> dict[str, str]:
    text = (GUIDE / "dialects.md").read_text(encoding="utf-8")
    fences = dict(re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    return {name: fence for name, fence in fences.items() if name != "console"}


def test_every_dialect_has_a_sample() -> None:
    assert samples().keys() == set(dialects())


@pytest.mark.parametrize("dialect", GAMES)
def test_a_sample_of_a_dialect_has_nothing_wrong_in_it(dialect: str) -> None:
    report = check_text(samples()[dialect], system=GAMES[dialect], dialect=dialect)
    assert [finding.message for finding in report.findings] == []
    (analysis,) = report.analyses.values()
    assert len(analysis.document.headings) >= 2 or dialect == "pandoc"


def test_a_live_example_is_what_it_shows() -> None:
    text = (GUIDE / "live.md").read_text(encoding="utf-8")
    samples = list(re.finditer(r"^```markdown\n(.*?)^```\n\n", text, re.MULTILINE | re.DOTALL))
    assert len(samples) >= 9
    for sample in samples:
        assert text[sample.end() :].startswith(sample[1])


def shell(commands: str, folder: Path, origin: Path) -> subprocess.CompletedProcess[str]:
    """Run commands of the guide as they stand; what they install is here already, and GitHub is a folder."""
    here = Path(sys.executable).parent
    local = re.sub(r"^(python3 -m venv|\.venv/bin/pip) .*\n", "", commands, flags=re.MULTILINE)
    local = local.replace("https://github.com/NAME/my-game.git", str(origin)).replace(".venv/bin/", f"{here}/")
    author = {f"GIT_{who}_{what}": "a@b.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    paths = {"PATH": f"{here}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        ["sh", "-e", "-c", local],
        cwd=folder,
        env={**os.environ, **author, **paths, "NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@whole
def test_the_walk_to_github_can_be_gone(tmp_path: Path) -> None:
    """Each file and command of the page, in their order, and what the workflow runs before and after the slip."""
    origin = tmp_path / "origin.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(origin)], check=True)
    text = (GUIDE / "github.md").read_text(encoding="utf-8")
    folder = tmp_path
    parts = re.findall(r"(?:^Save this as `(\S+)`:\n\n)?^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    refused = None
    for name, language, content in parts:
        if name:
            Path(folder, name).write_text(content, encoding="utf-8")
            continue
        assert language == "sh"
        if "switch -c" in content:
            refused = checked_by_the_workflow(folder, origin)
        done = shell(content, folder, origin)
        assert done.returncode == 0, done.stdout
        folder = tmp_path / "my-game"
    assert refused == []
    assert "docs/index.md,line=9" in "".join(checked_by_the_workflow(folder, origin))
    kept = subprocess.run(["git", "ls-files"], cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    assert "docs/rules.yml" in kept
    assert not [path for path in kept if path.startswith(("site/", ".venv/"))]


def checked_by_the_workflow(folder: Path, origin: Path) -> list[str]:
    """What the commands of the workflow print where they fail; those that install are left out."""
    workflow = yaml.safe_load(Path(folder, ".github/workflows/rulebook.yml").read_text(encoding="utf-8"))
    steps = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "run" in step]
    done = [shell(step, folder, origin) for step in steps if not step.startswith("pip ")]
    assert len(done) >= 2
    return [result.stdout for result in done if result.returncode]


SAID = "The Eel fork's Bite of 5 is known, and an eel fork costs 15 bits.\n"
"""What contradicts the table of the page on stat blocks, in two values."""


@pytest.mark.parametrize("way", ["a comment", "a line of rules.yml", "a table in rules.yml"])
def test_each_way_to_say_what_is_right_is_compared_with(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (GUIDE / "stat-blocks.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^```markdown\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    declared, tools = re.findall(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    plain = f"## Weapons {{#weapons}}\n\n{table.partition('-->')[2].lstrip()}".replace(" (bits)", "")
    page, rules = {
        "a comment": (table, ""),
        "a line of rules.yml": (plain, declared),
        "a table in rules.yml": ("", tools),
    }[way]
    monkeypatch.chdir(tmp_path)
    Path("gear.md").write_text(f"# Gear\n\n{page}\n{SAID}", encoding="utf-8")
    if rules:
        Path("rules.yml").write_text(f"game: Lanterns\n{rules}", encoding="utf-8")
    done = CliRunner().invoke(main, ["check", "gear.md", "--format", "concise"])
    assert re.findall(r"the (Bite|Price) of Eel fork is `(\d+)`", done.output) == [("Bite", "4"), ("Price", "14")]


def test_the_phrase_of_worked_examples_is_that_of_the_first_check() -> None:
    phrase, rules = (
        re.findall(r"^```yaml\n(.*?)^```$", (GUIDE / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)[-1]
        for name in ("worked-examples.md", "first-check.md")
    )
    assert phrase in rules


def test_the_colours_that_a_writer_may_change_are_those_of_the_style_sheet() -> None:
    style = (GUIDE.parents[1] / "plugins/rulebook_markdown/assets/rulebook.css").read_text(encoding="utf-8")
    named = re.findall(r"--rulebook-[\w-]+", (GUIDE / "settings.md").read_text(encoding="utf-8"))
    assert set(named) == set(re.findall(r"^  (--rulebook-[\w-]+):", style, re.MULTILINE))


GENERATED = {*PAGES, "benchmarks.md"}
MAX_WORDS = 12_000
MAX_WORDS_A_SENTENCE = 15
"""On average, as a writer who does not program reads it."""


def prose(path: Path) -> str:
    """The text of a page without its code blocks and comments."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)


def words(text: str) -> int:
    return sum(any(map(str.isalnum, word)) for word in text.split())


def test_the_guide_is_short() -> None:
    assert sum(words(prose(path)) for path in GUIDE.glob("*.md") if path.name not in GENERATED) <= MAX_WORDS


def test_sentences_of_the_guide_are_short() -> None:
    """Tables, lists and headings are left out: they are no sentences."""
    paragraphs = [
        paragraph
        for path in GUIDE.glob("*.md")
        if path.name not in GENERATED
        for paragraph in re.split(r"\n\n+", prose(path))
        if re.match(r"[A-Z`\[]", paragraph) and paragraph.rstrip().endswith(".")
    ]
    sentences = [one for paragraph in paragraphs for one in re.split(r"(?<=[.!?])\s+(?=[A-Z`\[])", paragraph)]
    assert len(sentences) > 300
    assert sum(map(words, sentences)) / len(sentences) <= MAX_WORDS_A_SENTENCE


def pages_of(entries: object) -> list[str]:
    """The pages of a navigation, in order."""
    if isinstance(entries, str):
        return [entries]
    values = entries.values() if isinstance(entries, dict) else entries if isinstance(entries, list) else []
    return [page for entry in values for page in pages_of(entry)]


def test_every_page_is_in_the_navigation_but_for_the_modules() -> None:
    lines = (GUIDE.parents[1] / "mkdocs.yml").read_text(encoding="utf-8")
    listed = pages_of(yaml.safe_load(lines[lines.index("\nnav:") :])["nav"])
    ours = [page.removeprefix("guide/") for page in listed if page.startswith("guide/")]
    assert {path.name for path in GUIDE.glob("*.md")} - set(ours) == {"interface.md"}
    assert "](interface.md" in (GUIDE / "own-module.md").read_text(encoding="utf-8")
    assert ours[:3] == ["index.md", "first-check.md", "live.md"]
