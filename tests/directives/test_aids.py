"""`sheet: NAME`: a character aid stands where a writer puts it, or the writer is told why not."""

from __future__ import annotations

from pathlib import Path

import markdown
import pytest

from tests.checking import check_text, serious, shown
from tests.small_book import CONFIG


def found(text: str, system: str | None = "cavea") -> list[str]:
    findings = serious(check_text("# Title\n\n" + text, system=system))
    return [f"{shown(finding).partition(' ')[0]} {finding.rule}: {finding.message}" for finding in findings]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<!-- sheet: character -->\n", id="at-the-end"),
        pytest.param("Here it is:\n\n<!-- sheet: character -->\n\nThere it was.\n", id="between-paragraphs"),
        pytest.param("Text.\n\n## All of it\n\n<!-- sheet: character -->\n\n## More\n\nText.\n", id="all-of-a-section"),
        pytest.param("Text. <!-- a sheet: of paper -->\n", id="for-people"),
        pytest.param("Text. <!-- sheet: see below, please -->\n", id="for-people-with-a-colon"),
    ],
)
def test_nothing_is_wrong(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<!-- sheet: charakter -->\n", "3:1 dangling-directive: the game has no sheet `charakter`"),
        ("<!-- shet: character -->\n", "3:1 dangling-directive: `shet:` is misspelt"),
        ("Text <!-- sheet: character -->\n", "3:6 dangling-directive: a sheet has no room within a text"),
        ("Text\n<!-- sheet: character -->\n", "4:1 dangling-directive: a sheet has no room within a text"),
        ("<!-- sheet: character -->\nText\n", "3:1 dangling-directive: a sheet has no room within a text"),
        ("- Item\n\n    <!-- sheet: character -->\n", "5:5 dangling-directive: a sheet has no room within a text"),
        (
            "<!-- sheet: character -->\n\n<!-- sheet: character -->\n",
            "5:1 dangling-directive: `character` is on this page already",
        ),
    ],
)
def test_what_does_nothing_is_told(text: str, said: str) -> None:
    assert found(text) == [said]


def test_a_page_without_a_game_has_no_sheet() -> None:
    assert found("<!-- sheet: character -->\n", system=None) == [
        "3:1 dangling-directive: this page states the rules of no game, so there is no sheet for it"
    ]


def test_it_takes_the_place_of_its_comment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# A hero\n\nBefore.\n\n<!-- sheet: character -->\n\nAfter, with `2:d6`.\n"
    (tmp_path / "docs" / "cavea").mkdir(parents=True)
    (tmp_path / "docs" / "cavea" / "hero.md").write_text(text, encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    html = markdown.markdown(
        text,
        extensions=["tables", "toc", "rulebook"],
        extension_configs={"rulebook": {"config_file": str(tmp_path / "mkdocs.yml")}},
    )
    before, form = html.split('<form class="rulebook-sheet"')
    assert before.endswith("<p>Before.</p>\n")
    assert form.partition("</form>")[2].startswith("\n<p>After, with <code><rulebook-dice>")
    assert 'name="attributes.mSt.pool"' in form
    assert "sheet: character" not in html
    assert html.count('data-rulebook="notations"') == 1
