"""What is no YAML, in plain words and at its place, whichever reader of YAML gives up on it."""

from __future__ import annotations

import pytest
import yaml

from rulebook_rules.settings.notyaml import slip_of

SLIPS = {
    "a line too far in": (
        "a:\n  b: 1\n    c: 2\n",
        "3:5 this line is indented, and the one above has a value already | begin both at the same place",
    ),
    "a line not far enough in": (
        "a:\n  b:\n    is: 1\n   c: 2\n",
        "4:4 this line begins below no other one | indent it exactly as those that it belongs to",
    ),
    "an item among names": (
        "a:\n  b: 1\n  - c\n",
        "3:3 this line begins below no other one | indent it exactly as those that it belongs to",
    ),
    "a quotation mark too few": (
        'a:\n  b: "{n}d6\n',
        '2:6 this quotation mark is never closed | write `"` where the text ends',
    ),
    "another quotation mark": (
        "a: 'b\nc: 1\n",
        "1:4 this quotation mark is never closed | write `'` where the text ends",
    ),
    "a text that begins with a brace": (
        "a:\n  b: {n}d6\n",
        "2:9 a text in quotes or in braces ends before this | put all of it into quotes",
    ),
    "a brace that is never closed": ("a: {b: 1\nc: 2\n", "1:4 this is never closed by a `}` | write `}` where it ends"),
    "a bracket that is never closed": ("a: [1\nc: 2\n", "1:4 this is never closed by a `]` | write `]` where it ends"),
    "a comma too few": (
        "a: {b: x c: y}\n",
        "1:11 a comma or a `}` is missing before this | write `,` between two entries, or `}`",
    ),
    "a tab": ("a:\n\tb: 1\n", "2:1 a tab is in front of this line | indent it with spaces"),
    "a tab below spaces": ("a:\n  b: 1\n\tc: 2\n", "3:1 a tab is in front of this line | indent it with spaces"),
    "another blank": (
        "a:\n\u00a0\u00a0b: 1\n  c: 2\n",
        "2:1 a blank that is no space is in front of this line | indent it with spaces",
    ),
    "a colon too few": (
        "game Deep\na: 1\n",
        "1:1 `game Deep` has no colon with a blank behind it | write `name: value`",
    ),
    "no blank behind a colon": (
        "a:\n  b:1..6\n  c: 2\n",
        "2:3 `b:1..6` has no colon with a blank behind it | write `b: 1..6`",
    ),
    "a name by itself": ("a:\n- b\nc\n", "3:1 `c` has no colon with a blank behind it | write `name: value`"),
    "a colon too many": (
        "a: step: {n}\n",
        "1:8 a second colon is in this line | put what is behind the first one into quotes",
    ),
    "a sign of YAML": ("a: @x\n", "1:4 a text cannot begin with `@` | put all of it into quotes"),
}


@pytest.mark.parametrize("loader", [yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)], ids=["own", "C"])
@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_told_at_its_place_with_what_to_do(name: str, loader: type[yaml.SafeLoader]) -> None:
    text, told = SLIPS[name]
    with pytest.raises(yaml.MarkedYAMLError) as caught:
        yaml.load(text, loader)
    slip = slip_of(caught.value, text)
    line = text.count("\n", 0, slip.at) + 1
    column = slip.at - text.rfind("\n", 0, slip.at)
    assert f"{line}:{column} {slip.fact} | {slip.remedy}" == told


def test_what_is_no_slip_of_these_keeps_the_words_of_the_reader() -> None:
    with pytest.raises(yaml.MarkedYAMLError) as caught:
        yaml.safe_load('a: "\\d"\n')
    assert "unknown escape character" in slip_of(caught.value, 'a: "\\d"\n').fact
