"""The words of the languages are data: each field is described, and five languages fill it or say that they lack it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook_text import words
from rulebook_text.words import COMPLETE, LANGUAGES, cue
from rulebook_text.words.fields import fields, fields_of, tables_of
from rulebook_text.words.language import Language

FOLDER = Path(words.__path__[0])


def test_each_file_is_a_language() -> None:
    assert [language.code for language in LANGUAGES] == sorted(
        path.stem for path in FOLDER.glob("*.toml") if path.stem != "fields"
    )


def test_each_field_has_one_description() -> None:
    names = [name for group in tables_of("fields").values() for name in flat(group)]
    assert len(names) == len(set(names))
    assert all(len(text) > 3 for text in fields().values())
    known = {name.removesuffix("_") for name in Language._fields} - {"code", "cues"}
    assert known <= {name.partition(".")[0] for name in fields()}


def flat(group: dict[str, object]) -> Iterator[str]:
    for name, value in group.items():
        yield from (f"{name}.{part}" for part in value) if isinstance(value, dict) else [name]


@pytest.mark.parametrize("code", COMPLETE)
def test_five_languages_have_each_field_or_declare_that_they_lack_it(code: str) -> None:
    present, absent = fields_of(code)
    assert present.isdisjoint(absent)
    assert fields().keys() - present == absent


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_language_has_no_field_that_nothing_describes(language: Language) -> None:
    present, absent = fields_of(language.code)
    assert present | absent <= fields().keys()


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_field_is_a_pattern_that_captures_nothing(language: Language) -> None:
    values = [value for name, value in language._asdict().items() if isinstance(value, str) and name != "code"]
    tables = [
        getattr(language, name) for name in ("chances", "rolling", "signs", "times", "rounded", "rows", "choosing")
    ]
    cues = map(cue, language.cues)
    for pattern in (*values, *(text for table in tables for text in table.values()), *cues):
        assert re.compile(pattern).groups == 0
        assert not re.search(r"\|\||^\||\|$", pattern), pattern


def test_each_field_of_a_table_is_asked_for() -> None:
    """A field that no module reads is deleted."""
    code = "".join(path.read_text(encoding="utf-8") for path in FOLDER.parents[1].glob("rulebook*/**/*.py"))
    tables = {name.partition(".")[0] for name in fields()}
    assert [name for name in tables if not re.search(rf"\b{name}_?\b", code)] == []
    cues = {name for language in LANGUAGES for name in language.cues}
    assert [name for name in cues if not re.search(rf"""['"]{re.escape(name)}['"]""", code)] == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("??.toml")), ids=lambda path: path.stem)
def test_a_file_is_read_as_toml_is(path: Path) -> None:
    tables = tables_of(path.stem)
    expected = [("", name, value) for name, value in tables.items() if isinstance(value, str)]
    expected += [(t, name, text) for t, part in tables.items() if isinstance(part, dict) for name, text in part.items()]

    def plain(text: str) -> str:
        return re.sub(r"\s+\|\s+", "|", text.strip()).replace("(?:", "(")

    assert [(*place, plain(text)) for *place, text in words._values(path.stem)] == [
        (*place, plain(text)) for *place, text in expected
    ]
