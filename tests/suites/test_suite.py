"""The reader of suites: what does not come and what comes besides are both told, in the words of a suite."""

from pathlib import Path

import pytest

from tests.suites.suite import Section, sections_of

SUITE = """\
# A suite

## One text

```markdown system=none,plain
# Sums

Roll the dice: 2 + 2 = 5.
```

- 3:24 wrong-sum `5`: this comes to 4

## Lines

```markdown each below="Some dice"
1 + 1 = 2
2 + 2 = 5
```

- 2:9 wrong-sum `5`

## Two pages

```markdown path=a.md
# A

See [the other](b.md#nowhere).
```

```markdown path=b.md
# B
```

- a.md:3:22 unknown-anchor `nowhere`
"""


def sections(folder: Path, text: str = SUITE) -> list[Section]:
    path = folder / "suite.md"
    path.write_text(text, encoding="utf-8")
    return sections_of(path)


def test_a_suite_that_is_right_has_no_differences(tmp_path: Path) -> None:
    found = sections(tmp_path)
    assert [section.name for section in found] == [f"suite: {name}" for name in ("One text", "Lines", "Two pages")]
    assert [[*section.differences()] for section in found] == [[], [], []]


@pytest.mark.parametrize(
    ("old", "new", "games"),
    [
        ("- 3:24", "- 3:25", 2),
        ("this comes to 4", "this comes to 5", 2),
        ("3:24 wrong-sum `5`", "3:24 wrong-sum `2`", 2),
        ("3:24 wrong-sum", "3:24 wrong-value", 2),
        ("this comes to 4", "this comes to 4\n    - also `nothing`", 2),
        ("- 2:9 ", "- 1:9 ", 1),
        ("a.md:3:22", "b.md:3:22", 1),
    ],
)
def test_a_finding_that_is_another_one_is_told_on_both_sides(old: str, new: str, games: int, tmp_path: Path) -> None:
    differences = [line for section in sections(tmp_path, SUITE.replace(old, new)) for line in section.differences()]
    assert [line.split(": ", 2)[1] for line in differences] == ["does not come", "comes"] * games


def test_a_finding_that_nobody_expects_is_told_as_a_suite_would_have_it(tmp_path: Path) -> None:
    (section, *_) = sections(tmp_path, SUITE.replace("- 3:24 wrong-sum `5`: this comes to 4\n", ""))
    assert [*section.differences()] == [
        f"{system}: comes: - 3:24 wrong-sum `5`: this comes to 4, the text says 5\n    - also `2 + 2`: this comes to 4"
        for system in (None, "plain")
    ]


@pytest.mark.parametrize("line", ["- Wrong sum", "- `5`", "- wrong-sum 5"])
def test_a_line_that_tells_no_finding_is_refused(line: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="no finding is told"):
        sections(tmp_path, f"{SUITE}{line}\n")


def test_a_word_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="says what nobody knows"):
        sections(tmp_path, SUITE.replace("each below", "every below"))
