"""Front matter says little, and reading it costs little, whatever stands in it."""

import subprocess
import sys
from datetime import date

import pytest
import yaml

from rulebook_syntax.dialects.frontmatter import MAX_CHARACTERS, MAX_DEPTH, MAX_DIGITS, read_yaml
from tests.patience import PATIENCE
from tests.shares import whole

LAUGHS = "a: &a [x, x]\n" + "".join(f"{y}: &{y} [*{x}, *{x}]\n" for x, y in zip("abcdefgh", "bcdefghi", strict=True))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (LAUGHS, "an alias"),
        ("a: &a [x]\nb: *a\n", "an alias"),
        ("<<: *a\n", "an alias"),
        ("a: *a\n", "an alias"),
        (f"a: &a {'x' * 1000}\nb: [" + "*a, " * 70 + "]", "an alias"),
        ("a: " + "[" * (MAX_DEPTH + 1), "nested too deeply"),
        ("a: " + "{" * 50_000, "nested too deeply"),
        ("? " * 30_000, "nested too deeply"),
        ("\n".join(" " * depth + "a:" for depth in range(MAX_DEPTH + 2)), "nested too deeply"),
        ("a" * (MAX_CHARACTERS + 1), "longer than 64 KiB"),
        ("a: 0x" + "f" * MAX_DIGITS, "a number is too long"),
        ("a: " + ":".join(["59"] * MAX_DIGITS), "a number is too long"),
        ("a: !!int", "not of the kind that its tag says"),
        ("a: !!bool x", "not of the kind that its tag says"),
        ("a: !!timestamp x", "not of the kind that its tag says"),
        ("a: !!python/object/apply:os.getcwd []", "could not determine a constructor"),
    ],
)
def test_what_is_more_than_a_page_may_say(text: str, says: str) -> None:
    with pytest.raises(yaml.YAMLError, match=says):
        read_yaml(text)


def test_what_a_page_says() -> None:
    said = {"title": "A *bold* & [square] name", "aliases": ["a", "b"], "n": 3}
    assert read_yaml(yaml.safe_dump(said)) == said
    assert read_yaml("date: &a1 2020-01-02\nmade: *a1\n") == dict.fromkeys(("date", "made"), date(2020, 1, 2))
    assert read_yaml("a: " + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1)) is not None


@whole
def test_no_front_matter_ends_the_process() -> None:
    """In a process of its own: what goes wrong in the library of C takes everything with it."""
    code = (
        "from rulebook_syntax.dialects import read\nfrom rulebook_core.source import Source\n"
        "for dialect in ('markdown', 'obsidian', 'pandoc', 'prose', 'asciidoc'):\n"
        "    for sign in ('[', '{', '? ', '- '):\n"
        "        read(Source('x.md', '---\\na: ' + sign * 50_000 + '\\n---\\n# T\\n'), dialect)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (result.returncode, result.stderr) == (0, "")
