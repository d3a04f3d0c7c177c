"""A record that is cut, merged or changed by hand says so, and `rulebook lock` writes it anew."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main
from tests.small_book import CONFIG, HEALTH

RECORDS = ("rulebook.lock", "rulebook.outline")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs" / "cavea").mkdir(parents=True)
    (tmp_path / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "docs" / "cavea" / "health.md").write_text(HEALTH, encoding="utf-8")
    assert run("lock").exit_code == 0
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda text: "", "it is empty"),
        (lambda text: "\n", "it is empty"),
        (lambda text: "".join(lines(text)[:-1]), "its last line is missing"),
        (lambda text: "".join(lines(text)[:4]), "its last line is missing"),
        (lambda text: text[:-5], "its last line is missing"),
        (lambda text: "".join([*lines(text)[:2], *lines(text)[3:]]), "it was merged, cut or changed by hand"),
        (lambda text: text + lines(text)[2], "its last line is missing"),
        (lambda text: text + "nonsense\n", "its last line is missing"),
        (lambda text: f"<<<<<<< ours\n{text}=======\n{text}>>>>>>> theirs\n", "it has the marks of a merge"),
    ],
)
def test_a_record_that_is_not_whole_says_so_once(name: str, spoil: Callable[[str], str], reason: str) -> None:
    path = Path(name)
    whole = path.read_text(encoding="utf-8")
    path.write_text(spoil(whole), encoding="utf-8")
    result = run("check", "--format", "concise")
    assert result.exit_code == 2
    found = [line for line in result.output.splitlines() if "unreadable-source" in line]
    assert len(found) == 1
    assert f"cannot read `{name}`: {reason}" in found[0]
    assert "run `rulebook lock`" in found[0]
    assert run("lock").exit_code == 0
    assert path.read_text(encoding="utf-8") == whole
    assert run("check").exit_code == 0


@pytest.mark.parametrize("name", RECORDS)
def test_the_line_ends_of_another_system_are_no_change(name: str) -> None:
    path = Path(name)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert run("check").exit_code == 0


def test_a_record_that_leads_out_of_the_folder_is_not_written(tmp_path_factory: pytest.TempPathFactory) -> None:
    victim = tmp_path_factory.mktemp("elsewhere") / "victim"
    victim.write_text("mine", encoding="utf-8")
    Path("rulebook.lock").unlink()
    Path("rulebook.lock").symlink_to(victim)
    result = run("lock")
    assert result.exit_code == 2
    assert "leads out of" in result.output
    assert victim.read_text(encoding="utf-8") == "mine"
