"""The command line: what it prints, and with which exit code it ends."""

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main
from rulebook_core.source import MAX_SOURCE_BYTES

GOOD = "# Dodge\n\nA pool of `1:d20` is a single d20.\n"
BAD = "# Dodge\n\nA pool of `1:d20` is a single d12.\n\n[gone](#away)\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, args)
    assert "Traceback" not in result.output
    return result


def schema(name: str) -> object:
    return json.loads(files("rulebook").joinpath(f"schemas/{name}.schema.json").read_text(encoding="utf-8"))


def test_a_right_text_ends_with_0(folder: Path) -> None:
    (folder / "a.md").write_text(GOOD)
    result = run("check", "a.md", "--system", "cavea")
    assert (result.exit_code, result.output) == (
        0,
        "no findings in 1 file; 1 checked, 0 wrong, 0 undecided, 0 lost\n",
    )


def test_a_wrong_text_ends_with_1_and_shows_where(folder: Path) -> None:
    (folder / "a.md").write_text(BAD)
    result = run("check", "a.md", "--system", "cavea", "--format", "concise")
    assert result.exit_code == 1
    assert "a.md:3:12: error[notation-mismatch]" in result.output
    assert "a.md:5:9: error[unknown-anchor]" in result.output


@pytest.mark.parametrize(("fail_on", "code"), [("error", 0), ("warning", 0), ("info", 1)])
def test_the_fail_level_decides(folder: Path, fail_on: str, code: int) -> None:
    (folder / "a.md").write_text("# A\n\nText.\n\n[unused]: #a\n")
    assert run("check", "a.md", "--fail-on", fail_on).exit_code == code


def test_json_keeps_its_schema_and_names_every_claim(folder: Path) -> None:
    (folder / "a.md").write_text(BAD)
    result = run("check", "a.md", "--system", "cavea", "--format", "json")
    data = json.loads(result.output)
    jsonschema.Draft202012Validator(schema("report")).validate(data)  # type: ignore[arg-type]
    assert [claim["verdict"] for claim in data["claims"]] == ["wrong"]
    assert data["summary"]["wrong"] == 1


def test_what_cannot_be_read_is_a_line_each_and_the_rest_is_checked(folder: Path) -> None:
    (folder / "binary.md").write_bytes(b"a\0b")
    (folder / "huge.md").write_bytes(b"x" * (MAX_SOURCE_BYTES + 1))
    (folder / "latin.md").write_bytes(b"caf\xe9")
    (folder / "empty.md").write_bytes(b"")
    (folder / "bad.md").write_text("[gone](#away)\n")
    names = ("binary.md", "huge.md", "latin.md", "missing.md", "empty.md", "bad.md")
    result = run("check", *names, "--format", "concise")
    assert result.exit_code == 2
    lines = result.output.splitlines()
    assert sum("unreadable-source" in line for line in lines) == 4
    assert any(line.startswith("bad.md:1:9: warning[unknown-anchor]") for line in lines)
    assert len(lines) == 6


def test_text_that_is_merely_odd_is_fine(folder: Path) -> None:
    for index, data in enumerate((b"", b"\n", b"no heading", b"a\r\nb\nc\rd", b"\xef\xbb\xbf# A\n\nText")):
        (folder / f"{index}.md").write_bytes(data)
    assert run("check", ".").exit_code == 0


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--system", "nosuch"], "no system `nosuch`"),
        (["--dialect", "nosuch"], "no dialect `nosuch`"),
        (["--system", "brokenrules"], "ValueError: oops"),
        (["--system", "emptyrules"], "is not a `System`"),
        (["--format", "nosuch"], "nosuch"),
        (["-f", "nosuch.yml"], "nosuch.yml"),
    ],
)
def test_a_usage_error_is_one_line_and_2(folder: Path, args: list[str], says: str) -> None:
    (folder / "a.md").write_text(GOOD)
    (folder / "brokenrules.py").write_text("raise ValueError('oops')\n")
    (folder / "emptyrules.py").write_text("")
    # In a process of its own: loading modules from a folder changes the process.
    result = subprocess.run(
        [sys.executable, "-m", "rulebook.cli", "check", "a.md", *args], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("command", ["check", "baseline"])
def test_without_a_configuration_a_command_says_what_to_do(folder: Path, command: str) -> None:
    result = run(command)
    assert result.exit_code == 2
    assert "there is no mkdocs.yml here: `rulebook new` writes one" in result.output


def test_a_broken_configuration_names_its_line(folder: Path) -> None:
    (folder / "mkdocs.yml").write_text("site_name: x\nplugins: [\n")
    result = run("check")
    assert result.exit_code == 2
    assert result.output.startswith("rulebook: mkdocs.yml:3: ")
    assert len(result.output.splitlines()) == 1


def test_a_broken_configuration_does_not_keep_a_file_from_being_checked(folder: Path) -> None:
    (folder / "mkdocs.yml").write_text("site_name: x\nplugins: [\n")
    (folder / "docs").mkdir()
    (folder / "docs/a.md").write_text("[gone](#away)\n")
    result = run("check", "docs/a.md", "--format", "concise")
    assert result.exit_code == 2
    assert "docs/a.md:1:9: warning[unknown-anchor]" in result.output


def test_a_fault_of_our_own_is_a_line_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a.md").write_text(GOOD)

    def fail(book: object, **options: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.delenv("RULEBOOK_DEBUG", raising=False)
    monkeypatch.setattr("rulebook_core.imports.modules.brought", set())
    monkeypatch.setattr("rulebook.commands.books.analyse", fail)
    result = run("check", "a.md")
    assert result.exit_code == 2
    assert "fault of rulebook itself (RuntimeError: on purpose)" in result.output


def test_a_rule_explains_itself_and_a_near_miss_is_helped() -> None:
    assert run("explain", "unknown-anchor").output.startswith("unknown-anchor (error)\n\n")
    result = run("explain", "unknown-ancor")
    assert result.exit_code == 2
    assert "`unknown-anchor`" in result.output


def test_every_rule_has_a_documentation_of_its_own() -> None:
    from rulebook_rules.catalogue import load_rules

    rules = load_rules()
    assert len(rules) > 20
    for rule in rules.values():
        assert rule.summary.endswith("."), rule.name
        assert run("explain", rule.name).exit_code == 0


def test_the_outline_has_ids_levels_and_places(folder: Path) -> None:
    (folder / "a.md").write_text("# One\n\n## Two {#second}\n\nText.\n\n# Three\n")
    assert run("outline", "a.md").output == "    1  One  #one\n    3    Two  #second\n    7  Three  #three\n"
    data = json.loads(run("outline", "a.md", "--json").output)
    jsonschema.Draft202012Validator(schema("outline")).validate(data)  # type: ignore[arg-type]
    assert data[0]["children"][0]["id"] == "second"
    assert (data[0]["end_line"], data[0]["end_column"]) == (7, 1)


def test_odds_against_and_at_least_are_one_question_each() -> None:
    result = run("odds", "cavea", "1:d4", "--at-least", "1", "--against", "1:d6")
    assert result.exit_code == 2


def test_a_closed_pipe_is_no_error_to_talk_about(folder: Path) -> None:
    (folder / "a.md").write_text("[gone](#away)\n" * 5000)
    code = "import sys; from rulebook.cli import main; main(sys.argv[1:])"
    with subprocess.Popen(
        [sys.executable, "-c", code, "check", "a.md"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


RULES = '''"""A game that is brought along."""

from dataclasses import replace

from rulesmod.cavea.notation import NOTATION
from rulesmod.system import Phrase, System


def rule():
    return {answer}


def fail(text):
    raise RuntimeError("on purpose")


PHRASE = Phrase("rule", ("a hand has {{fingers}} fingers",), rule)
SYSTEM = System("broken", "Broken", replace(NOTATION, {notation}), phrases=(PHRASE,))
'''


@pytest.mark.parametrize(
    ("answer", "notation", "code", "message"),
    [
        ("5", "", 1, "`rule` failed here: it answers `5`"),
        ("{'toes': 5}", "", 1, "`rule` failed here: it answers `toes`, which is a blank of no wording"),
        ("{'fingers': 5", "", 2, "fails to import: SyntaxError"),
        ("{'fingers': 5}", "looks_like=fail", 2, "fails: RuntimeError: on purpose"),
    ],
)
def test_faulty_rules_are_told_from_our_own_faults(
    folder: Path, monkeypatch: pytest.MonkeyPatch, answer: str, notation: str, code: int, message: str
) -> None:
    monkeypatch.delenv("RULEBOOK_DEBUG", raising=False)
    name = f"broken_rules_{len(message)}"
    (folder / f"{name}.py").write_text(RULES.format(answer=answer, notation=notation))
    (folder / "a.md").write_text("# Hands\n\nA hand has 5 fingers, and `1:d6` to roll.\n")
    result = run("check", "a.md", "--system", name)
    assert message in result.output
    assert result.exit_code == code
    assert "fault of rulebook" not in result.output


def test_the_language_server_says_in_a_line_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls", None)
    result = CliRunner().invoke(main, ["lsp"])
    assert result.exit_code == 2
    line = "rulebook: the language server is not installed; it comes with `pip install 'mkdocs-rulebook[lsp]'`\n"
    assert result.output == line
