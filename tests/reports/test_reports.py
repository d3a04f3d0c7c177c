"""What each report makes of the same findings."""

import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from rulebook.loading.reading import read_paths
from rulebook.reports import renderer
from rulebook_core.findings import Details, Edit, Finding, Place, Remedy, Severity
from rulebook_core.source import Source, Span
from rulebook_proof.analysis import Report, analyse
from rulebook_rules.systems import load_system

TEXT = "# Dodge\r\n\r\n\tTwo *d6*s at 5 each.\r\nÄpfel 漢字 wiegen 7 €."
SOURCE = Source("docs/dodge.md", TEXT)


def place(text: str, message: str = "") -> Place:
    start = TEXT.index(text)
    return Place(SOURCE, Span(start, start + len(text)), message)


def report(*findings: Finding) -> Report:
    return Report(findings, {}, 2)


def finding(at: Place, **details: object) -> Finding:
    return Finding("wrong-step", Severity.ERROR, at, Details("the rules give 9, the text says `5`", **details))  # type: ignore[arg-type]


FIX = finding(
    place("5", "this die"),
    notes=("the rules: Hit Table, d6 = 9",),
    related=(place("d6", "the dice"),),
    remedies=(Remedy("write `9`", (Edit(place("5"), "9"),)), Remedy("take other dice")),
)


def test_full_shows_the_text_every_place_and_each_remedy() -> None:
    assert renderer("full")(report(FIX)).splitlines() == [
        "error[wrong-step]: the rules give 9, the text says `5`",
        " --> docs/dodge.md:3:15",
        " |",
        "3|     Two *d6*s at 5 each.",
        " |                  ^ this die",
        " |          -- the dice",
        " = the rules: Hit Table, d6 = 9",
        " = help: write `9`",
        " =   or: take other dice",
        "",
        "1 error in 2 files",
    ]


def test_places_of_one_line_are_marked_in_one_frame() -> None:
    places = (place("Two", "so many"), place("each"), place("7 €", "a price"), place("at"))
    lines = renderer("full")(report(finding(place("d6"), related=places))).splitlines()
    assert lines[1:] == [
        " --> docs/dodge.md:3:7",
        " |",
        "3|     Two *d6*s at 5 each.",
        " |          ^^        ----",
        " |     --- so many",
        " |               --",
        " ::: docs/dodge.md:4:17",
        " |",
        "4| Äpfel 漢字 wiegen 7 €.",
        " |                   --- a price",
        "",
        "1 error in 2 files",
    ]


def test_places_of_a_long_line_share_a_window_where_they_are_near() -> None:
    text = "x" * 5000 + "ONE" + "-" * 20 + "TWO" + "y" * 5000 + "THREE"
    source = Source("long.txt", text)
    spans = [Span(text.index(word), text.index(word) + len(word)) for word in ("ONE", "TWO", "THREE")]
    first, *others = (Place(source, span) for span in spans)
    out = renderer("full")(report(finding(first, related=tuple(others)))).splitlines()
    assert [line.strip() for line in out if line.startswith((" :::", " -->"))] == [
        "--> long.txt:1:5001",
        "::: long.txt:1:10027",
    ]
    assert out[4].index("^^^") == out[3].index("ONE")
    assert out[4].index("---") == out[3].index("TWO")


def test_carets_stand_under_wide_characters() -> None:
    lines = renderer("full")(report(finding(place("7")))).splitlines()
    assert lines[3:5] == ["4| Äpfel 漢字 wiegen 7 €.", " |" + " " * 19 + "^"]


def test_a_long_line_is_shown_as_a_window_around_its_place() -> None:
    text = "x" * 5000 + "NEEDLE" + "y" * 5000
    source = Source("long.txt", text)
    out = renderer("full")(report(finding(Place(source, Span(5000, 5006)))))
    line, marks = out.splitlines()[3:5]
    assert len(line) < 140
    assert line.index("NEEDLE") == marks.index("^^^^^^")


def test_a_place_at_the_very_end_and_an_empty_file() -> None:
    for text in ("", "a", "a\n"):
        out = renderer("full")(report(finding(Place(Source("x.md", text), Span(len(text), len(text))))))
        assert "^" in out


def told(rule: str, severity: Severity, fact: str = "a fact") -> Finding:
    return Finding(rule, severity, place("5"), Details(fact))


def test_full_shows_the_worst_first_and_of_much_counts_the_notes() -> None:
    note, warning = told("heading-jump", Severity.INFO), told("doubled-word", Severity.WARNING)
    words = [
        "error[wrong-step]: the rules give 9, the text says `5`",
        "warning[doubled-word]: a fact",
        "info[heading-jump]: a fact",
    ]
    few = renderer("full")(report(note, warning, FIX)).splitlines()
    assert [line for line in few if line in words] == words
    much = renderer("full")(report(note, warning, FIX, *[note] * 18)).splitlines()
    assert [line for line in much if line in words] == words[:2]
    assert much[-2:] == [
        "notes: 19 heading-jump; `rulebook check --format concise` lists them",
        "1 error, 1 warning and 19 notes in 2 files",
    ]


def test_full_shows_the_first_of_very_many_warnings_of_a_kind() -> None:
    warnings = [told("doubled-word", Severity.WARNING, f"fact {number}") for number in range(60)]
    lines = renderer("full")(report(*warnings, told("run-on-list", Severity.WARNING), FIX)).splitlines()
    assert [line for line in lines if "[doubled-word]" in line] == [
        f"warning[doubled-word]: fact {number}" for number in range(20)
    ]
    assert lines.count("warning[run-on-list]: a fact") == 1
    assert "further warnings: 40 doubled-word; `rulebook check --format concise` lists them" in lines
    assert "1 error and 61 warnings in 2 files" in lines


def test_full_shows_three_of_very_many_warnings_that_say_the_same() -> None:
    same, other = told("unknown-anchor", Severity.WARNING), told("unknown-anchor", Severity.WARNING, "another fact")
    lines = renderer("full")(report(*[same] * 60, other)).splitlines()
    assert lines.count("warning[unknown-anchor]: a fact") == 3
    assert [line.strip() for line in lines if "the same" in line] == ["= 57 more say the same"]
    assert lines.count("warning[unknown-anchor]: another fact") == 1
    assert "further warnings: 57 unknown-anchor; `rulebook check --format concise` lists them" in lines
    assert not any("the same" in line for line in renderer("full")(report(*[same] * 9)).splitlines())


def test_full_says_how_to_go_on_where_there_is_much() -> None:
    lines = renderer("full")(report(*[FIX] * 21)).splitlines()
    assert lines[-2:] == [
        "21 errors in 2 files",
        "`rulebook explain RULE` says what a rule is for; `findings:` in mkdocs.yml turns one off",
    ]


def test_concise_is_a_line_a_finding() -> None:
    assert renderer("concise")(report(FIX)).splitlines() == [
        "docs/dodge.md:3:15: error[wrong-step] the rules give 9, the text says `5`",
        "1 error in 2 files",
    ]


def test_github_escapes_what_would_end_a_command() -> None:
    source = Source("a,b:c.md", "x\ny")
    odd = Finding("odd", Severity.INFO, Place(source, Span(0, 1)), Details("50 %\nmore"))
    assert renderer("github")(report(odd)).splitlines()[0] == (
        "::notice file=a%2Cb%3Ac.md,line=1,endLine=1,col=1,endColumn=2,title=odd::50 %25%0Amore"
    )


def test_json_keeps_its_schema() -> None:
    data = json.loads(renderer("json")(report(FIX)))
    schema = json.loads(files("rulebook").joinpath("schemas/report.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(data)
    assert data["version"] == 1
    (found,) = data["findings"]
    assert (found["line"], found["column"], found["end_line"], found["end_column"]) == (3, 15, 3, 16)
    assert found["help"] == "write `9`, or take other dice"
    assert found["edits"] == [
        {"path": "docs/dodge.md", "line": 3, "column": 15, "end_line": 3, "end_column": 16, "text": "9"}
    ]


@pytest.mark.parametrize("format_", ["full", "concise", "json", "github"])
def test_a_report_ends_in_a_line_break(format_: str) -> None:
    assert renderer(format_)(report()).endswith("\n")


def test_what_nobody_looked_at_is_counted_also_without_a_game(tmp_path: Path) -> None:
    file = tmp_path / "sums.md"
    file.write_text("# Sums\n\n1 + 1 = 3\n", encoding="utf-8")
    found = analyse(read_paths([file], find_system=load_system))
    assert found.summary()["not_looked_at"] == {
        "stretches": 0,
        "files": [file.as_posix()],
        "made_by": [],
        "unfilled": [],
    }
    assert renderer("concise")(found).endswith(f"; not looked at: the numbers of `{file.as_posix()}`\n")
    file = tmp_path / "sums.adoc"
    hidden = "ifdef::elsewhere[]\nIt is 1 + 1 = 3.\nendif::[]\n"
    file.write_text(f"= Sums\n\nRoll 1d6.\n\n{hidden}", encoding="utf-8")
    found = analyse(read_paths([file], find_system=load_system))
    assert found.summary()["not_looked_at"] == {"stretches": 1, "files": [], "made_by": [], "unfilled": []}
    assert found.summary()["none_read"] == [file.as_posix()]
    assert "; not looked at: 1 stretch of text; no number was read of" in renderer("concise")(found)
    dice = tmp_path / "dice.md"
    dice.write_text("# Dice\n\nRoll 1d6.\n", encoding="utf-8")
    file.write_text(f"= Words\n\nShown.\n\n{hidden.replace('1 + 1 = 3', 'lost')}", encoding="utf-8")
    found = analyse(read_paths([dice, file], find_system=load_system))
    assert found.summary()["not_looked_at"]["stretches"] == 1, "no reader of claims looks at a page without numbers"
