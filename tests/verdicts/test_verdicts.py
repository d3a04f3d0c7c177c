"""The command that draws findings to be judged, and keeps what was judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verdicts.verdicts import Found, MarkError, Record, check, draw, sheet_of, summary_of, verdicts_in


def found(rule: str, number: int, *, path: str = "rules.md", line: int = 1) -> Found:
    quote = (str(number), f"roll {number} dice")
    return Found(rule, "warning", "book", path, line, "a fact", quote, "      | text")


FINDS = [*(found("table-gap", number) for number in range(50)), *(found("wrong-sum", number) for number in range(5))]


def marked(sheet: str, mark: str) -> str:
    return "\n".join(mark + line[1:] if line.startswith("? ") else line for line in sheet.split("\n"))


def test_of_each_rule_so_many_are_drawn_or_all_and_a_seed_draws_the_same(tmp_path: Path) -> None:
    record = Record(tmp_path / "record")
    drawn = draw(FINDS, record, seed=1, each=30, whole=0)
    assert [one.rule for one in drawn] == ["table-gap"] * 30 + ["wrong-sum"] * 5
    assert draw(reversed(FINDS), record, seed=1, each=30, whole=0) == drawn
    assert draw(FINDS, record, seed=2, each=30, whole=0) != drawn
    assert len(draw(FINDS, record, seed=1, each=30, whole=40)) == 40


def test_what_was_judged_stays_judged_wherever_it_has_moved(tmp_path: Path) -> None:
    record = Record(tmp_path / "record")
    first = draw(FINDS, record, seed=1, each=30, whole=0)
    assert record.add(verdicts_in(marked(sheet_of(first), "+"))) == 35
    moved = [found(one.rule, int(one.quote[0]), line=99) for one in FINDS]
    kept = Record(tmp_path / "record")
    assert draw(moved, kept, seed=7, each=30, whole=0) == []
    assert len(draw(moved, kept, seed=7, each=31, whole=0)) == 1
    with pytest.raises(MarkError):
        kept.add(verdicts_in(marked(sheet_of(first[:1]), "-")))


def test_no_word_of_a_book_is_kept(tmp_path: Path) -> None:
    record = Record(tmp_path / "record")
    record.add(verdicts_in(marked(sheet_of(FINDS[:2]), "+")))
    kept = (tmp_path / "record").read_text()
    assert "dice" not in kept
    assert "rules.md" not in kept


def test_what_is_doubtful_counts_as_false_and_what_is_not_marked_not_at_all() -> None:
    sheet = sheet_of(FINDS[:3])
    assert verdicts_in(sheet) == {}
    assert {is_true for _, is_true in verdicts_in(marked(sheet, "~")).values()} == {False}
    with pytest.raises(MarkError):
        verdicts_in(marked(sheet, "+") + marked(sheet, "-"))


def test_a_summary_tells_what_is_still_found_from_what_was_judged_ever(tmp_path: Path) -> None:
    record = Record(tmp_path / "record")
    record.add(verdicts_in(marked(sheet_of(FINDS[:20]), "-") + marked(sheet_of(FINDS[20:]), "+")))
    lines = {line.split("  ")[0]: line.split() for line in summary_of(FINDS[20:], record).splitlines()}
    assert lines["table-gap"] == ["table-gap", "30", "30", "of", "50", "30", "of", "30"]
    assert lines["wrong-sum"] == ["wrong-sum", "5", "5", "of", "5", "5", "of", "5", "numbers"], (
        "judged with its kin: it finds little"
    )
    assert lines["all"] == ["all", "35", "35", "of", "55", "35", "of", "35"]


def test_a_book_is_checked_as_its_writer_would(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Falling\n\nRoll 2d6 + 1 = 3d6 dice, see [the table](#gone).\n", encoding="utf-8")
    told, crash = check(tmp_path)
    assert crash == ""
    assert [(one.rule, one.path, one.line, one.quote[0]) for one in told] == [("unknown-anchor", "a.md", 3, "gone")]
