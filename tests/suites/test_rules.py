"""Rules as folders: each has its code, its page, and examples of what is found and what is not."""

import ast
import re
from pathlib import Path

import pytest

import rulebook_rules
from rulebook_core.findings import Rule
from rulebook_rules.catalogue import load_rules
from rulebook_rules.rules import folders, rule_modules
from tests.suites.suite import sections_of

MAX_LINES = 150
PLUGINS = Path(rulebook_rules.__file__).parent.parent
KINDS = ("Invalid: ", "Valid: ", "Silent because ")


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_a_rule_is_one_folder(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} - {"__pycache__", "words.toml"} == {"rule.py", "rule.md"}
    code = (folder / "rule.py").read_text(encoding="utf-8")
    assert code.count("\n") <= MAX_LINES
    imported = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ImportFrom)]
    assert not any((node.module or "").startswith("rulebook_rules.rules.") for node in imported), (
        "a rule imports a rule"
    )


@pytest.mark.parametrize("rule", load_rules().values(), ids=lambda rule: rule.name)
def test_a_rule_shows_what_it_finds_and_what_not(rule: Rule) -> None:
    name = rule.name
    assert rule.page.parent.name == name.replace("-", "_")
    assert not rule.text, "its documentation is its page"
    page = rule.page.read_text(encoding="utf-8")
    assert page.startswith(f"# `{name}`\n\n")
    assert rule.summary.endswith(".")
    assert "##" not in rule.documentation
    sections = sections_of(rule.page)
    titles = [section.name.partition(": ")[2] for section in sections]
    assert titles == re.findall(rf"(?m)^## ((?:{'|'.join(KINDS)}).*)$", page)
    assert {kind for kind in KINDS for title in titles if title.startswith(kind)} == {*KINDS}
    for title, section in zip(titles, sections, strict=True):
        assert title.startswith(KINDS)
        found = {expected.rule for expected in section.expected}
        assert (name in found) is title.startswith(KINDS[0]), title


def test_every_rule_of_a_folder_is_run() -> None:
    assert len(rule_modules()) == len(folders())
    for module in rule_modules():
        assert hasattr(module, "check_page") or hasattr(module, "check_book")


def test_every_page_is_that_of_a_rule() -> None:
    pages = set(PLUGINS.glob("*/rules/*/rule.md"))
    assert pages == {rule.page for rule in load_rules().values()}
