"""The changes of the net: made again wherever their words still stand, and all told in a line."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.net.edits import Edit, edits_of
from tests.net.net import difference_of, read_record, write_record

TEXT = """\
# Prices {#prices}

A lamp costs 4 coins, and **three** Wicks cost half of that. Roll `2:d6/+1`, or 2d8 at most.

| Die | Price |
| --- | --- |
| d4 | 12 |
| d6 | 9 |

See [the prices](#prices).
"""


def test_changes_of_every_kind_are_made_where_they_say() -> None:
    edits = edits_of({"a.md": TEXT}, 1000)
    kinds = {"number", "form", "word", "die", "name", "sign", "anchor", "order", "loss", "opposite"}
    assert {edit.kind for edit in edits} == kinds
    for edit in edits:
        changed = edit.apply(TEXT)
        assert changed not in (None, TEXT)
        assert Edit.parse("a.md", str(edit)) == edit
        assert "\n" not in str(edit)


@given(st.integers(0, 40), st.sampled_from(["\n\nAnother paragraph.\n\n", "\n- an item\n"]))
def test_what_is_written_elsewhere_changes_no_change(count: int, other: str) -> None:
    edits = edits_of({"a.md": TEXT}, count)
    assert edits_of({"a.md": TEXT}, count, edits) == edits
    longer = f"{other}{TEXT}{other}"
    for edit in edits:
        assert edit.apply(longer) == f"{other}{edit.apply(TEXT)}{other}"


def test_a_change_whose_words_are_gone_or_stand_twice_is_not_made() -> None:
    edit = Edit("a.md", "number", "costs ", "4", "5", " coins")
    assert edit.apply("A lamp costs 4 coins.") == "A lamp costs 5 coins."
    assert edit.apply("A lamp costs 6 coins.") is None
    assert edit.apply("A lamp costs 4 coins. A wick costs 4 coins.") is None


def test_a_record_is_read_as_it_was_written_and_both_sides_of_a_difference_are_told(tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    record = {"a.md: number 1⟦2⇒3⟧4": ["- one", "+ two"], "b.md": []}
    write_record(path, "A record", record)
    assert read_record(path) == record
    assert [*difference_of(record, record)] == []
    other = {"a.md: number 1⟦2⇒3⟧4": ["- one", "+ three"], "c.md": []}
    assert [*difference_of(record, other)] == [
        "a.md: number 1⟦2⇒3⟧4",
        "    before: + two",
        "    after : + three",
        "no longer there: b.md",
        "new: c.md",
    ]
