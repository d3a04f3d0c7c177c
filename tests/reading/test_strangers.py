"""Books that say nothing of themselves: what belongs together, and how it reads."""

from pathlib import Path

import pytest

from rulebook.analysis import Report, analyse
from rulebook.reading import read_paths
from rulebook.systems import load_system
from tests.checking import shown


def check(*paths: Path) -> Report:
    return analyse(read_paths(paths, find_system=load_system))


def write(root: Path, **texts: str) -> None:
    """`__` in a name stands for `/`, and its last `_` for the point before the ending."""
    for name, text in texts.items():
        path = root / ".".join(name.replace("__", "/").rsplit("_", 1))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_a_vault_is_one_dialect_also_where_a_note_shows_nothing_of_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        Rules__Combat__Rest_md="# Rest\n\n[a](Rules/Combat/Combat.md), [b](Rules/Combat/Combat.md#Rest%20in%20it)",
        Rules__Combat__Combat_md="# Combat\n\n## Rest in it\n\nText",
    )
    assert [finding.rule for finding in check(tmp_path).findings] == ["unknown-target"] * 2
    (tmp_path / ".obsidian").mkdir()
    assert check(tmp_path / "Rules").findings == ()


@pytest.mark.parametrize("asked", ["", "ch", "ch/a.adoc"])
def test_the_book_is_what_was_asked_for(asked: str, tmp_path: Path) -> None:
    write(tmp_path, attributes_adoc=":sides: 6\n", ch__a_adoc="= A\n\ninclude::../attributes.adoc[]\n\nText {sides}\n")
    findings = check(tmp_path / asked).findings
    told = ["3:10 unknown-target '../attributes.adoc'", "5:6 unresolved-attribute '{sides}'"]
    assert [shown(finding) for finding in findings] == (told if asked else [])


def test_addresses_on_pages_that_nobody_says_how_to_publish_may_lead_anywhere(tmp_path: Path) -> None:
    text = "[a](combat/#rest) [b](combat) [c](combat.md?id=rest) <img src='left.png'> [d](combat.md) ![e](left.png)"
    write(tmp_path, rest_md=text)
    assert [shown(finding) for finding in check(tmp_path).findings] == [
        "1:79 unknown-target 'combat.md'",
        "1:95 unknown-target 'left.png'",
    ]
