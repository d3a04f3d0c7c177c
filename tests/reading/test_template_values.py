"""Values of mkdocs.yml and tables of CSV files are checked where pages have them filled in."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulebook.cli import main
from rulebook.loading.reading import read_book
from rulebook_core.findings import Severity
from rulebook_proof.analysis import Report, analyse
from rulebook_rules.checks.generators import Generators
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects.markdown.csv_tables import CsvTable, table_text
from rulebook_syntax.dialects.markdown.template_values import TemplateValues
from tests.patience import PATIENCE

EXTRA = """
extra:
  wrong: 26
  right: 17
  signed: "{{ right }}"
  text: "1 in 6 (26 %)"
  dice: 1d6
  odds: {six: 26, items: 26, deep: [17, {last: 26}]}
"""
PLUGINS = "plugins: [{NAME: SETTINGS}, {rulebook: {books: {book: {system: cavea}}}}]\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.chdir(site)


def report(page: str, plugin: str = "macros", settings: str = "", **files: str) -> Report:
    """The report of a site with one page; `x__y_z` is x/y.z beside its configuration."""
    config = PLUGINS.replace("NAME", plugin).replace("SETTINGS", f"{{{settings}}}") + EXTRA
    written = {"docs/book/a.md": page, "mkdocs.yml": config}
    written |= {name.replace("__", "/").replace("_", "."): text for name, text in files.items()}
    for name, text in written.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return analyse(read_book(load_config(Path("mkdocs.yml")), find_system=load_system))


def told(found: Report) -> list[str]:
    return [
        f"{one.place.source.path}:{one.place.begins} {one.rule} {one.place.source.slice(one.place.span)}"
        for one in found.findings
        if one.severity > Severity.INFO
    ]


def left_to_build(found: Report) -> int:
    """Count the expressions that only a build of the site makes text of."""
    generators = Generators.of(found.book.site)
    return sum(len(generators.unfilled(page.document)) for page in found.book.pages)


def says(expression: str) -> str:
    return f"# A\n\nThe chance is 1 in 6 ({expression} %).\n"


@pytest.mark.parametrize(
    "expression",
    [
        "{{ wrong }}",
        "{{wrong}}",
        "{{ extra.wrong }}",
        "{{ config.extra.wrong }}",
        "{{ odds.six }}",
        "{{ odds['six'] }}",
        "{{ extra.odds.deep[1].last }}",
        "{{ odds['items'] }}",
    ],
)
def test_a_wrong_value_is_told_where_a_page_has_it(expression: str) -> None:
    found = report(says(expression))
    assert told(found) == [f"docs/book/a.md:3:23 wrong-value {expression}"]
    assert left_to_build(found) == 0
    assert [remedy.edits for one in found.findings for remedy in one.details.remedies] == [()]
    assert told(report(says(expression), plugin="search")) == [f"docs/book/a.md:3:23 stray-template {expression}"]


@pytest.mark.parametrize("expression", ["{{ right }}", "{{ odds.deep[0] }}", "{{ extra['right'] }}"])
def test_a_right_value_is_a_claim_that_is_checked(expression: str) -> None:
    found = report(says(expression))
    assert told(found) == []
    assert found.summary()["right"] == 1


@pytest.mark.parametrize(
    "expression",
    [
        "{{ wrong | int }}",
        "{{ wrong + 0 }}",
        "{{ wrong() }}",
        "{{ nowhere }}",
        "{{ odds }}",
        "{{ odds.items }}",
        "{{ odds.deep[9] }}",
        "{{ odds.__class__ }}",
        "{{ signed }}",
        "{{- wrong -}}",
        "{{ 26 }}",
        "{{ [].__class__.__base__ }}",
    ],
)
def test_what_only_a_build_knows_is_counted(expression: str) -> None:
    found = report(says(expression))
    assert told(found) == []
    assert left_to_build(found) == 1
    assert found.made_by == ("macros",)


@pytest.mark.parametrize(
    ("page", "expressions"),
    [
        ("{% set wrong = 17 %}\n\n" + says("{{ wrong }}"), 2),
        ("{% for wrong in [17] %}\n\n" + says("{{ wrong }}") + "\n{% endfor %}\n", 3),
        (says("{% raw %}{{ wrong }}{% endraw %}"), 0),
        (says("{# {{ wrong }} #}"), 0),
        ("---\nrender_macros: false\n---\n" + says("{{ wrong }}"), 0),
        ("---\nignore_macros: true\n---\n" + says("{{ wrong }}"), 0),
        ("---\nwrong: 17\n---\n" + says("{{ wrong }}"), 0),
    ],
)
def test_what_a_page_says_itself_comes_before_its_site(page: str, expressions: int) -> None:
    found = report(page)
    assert told(found) == []
    assert left_to_build(found) == expressions


def test_front_matter_gives_names_values_too() -> None:
    assert told(report("---\nmine: 26\n---\n" + says("{{ mine }}") + says("{{ page.meta.mine }}"))) == [
        "docs/book/a.md:6:23 wrong-value {{ mine }}",
        "docs/book/a.md:9:23 wrong-value {{ page.meta.mine }}",
    ]


def test_settings_say_what_is_filled_in() -> None:
    page = says("{{ wrong }}")
    told_there = ["docs/book/a.md:3:23 wrong-value {{ wrong }}"]
    assert told(report(page, "markdownextradata")) == told_there
    assert told(report(page, settings="render_by_default: false")) == []
    assert told(report("---\nrender_macros: true\n---\n" + page, settings="render_by_default: false")) != []
    assert told(report(page, settings="modules: [elsewhere]")) == []
    assert told(report(page, settings="j2_variable_start_string: '[['")) == []
    assert told(report(page, main_py="def define_env(env):\n    env.variables['other'] = 1\n")) == told_there
    assert told(report(page, main_py="def define_env(env):\n    env.variables['wrong'] = 17\n")) == []


def test_files_of_yaml_give_values_if_they_lie_in_the_project() -> None:
    Path("../out.yml").write_text("far: 26\n", encoding="utf-8")
    settings = "include_yaml: [data/near.yml, ../out.yml, data/bad.yml, {named: data/near.yml}]"
    page = says("{{ near }}") + says("{{ named.near }}") + says("{{ far }}")
    found = report(page, settings=settings, data__near_yml="near: 26\n", data__bad_yml="a: [&a 1, *b\n")
    assert told(found) == [
        "docs/book/a.md:3:23 wrong-value {{ near }}",
        "docs/book/a.md:6:23 wrong-value {{ named.near }}",
    ]
    assert left_to_build(found) == 1


def test_a_value_brings_words_as_well_as_numbers() -> None:
    assert told(report("# A\n\nThe chance is {{ text }}.\n")) == ["docs/book/a.md:3:15 wrong-value {{ text }}"]
    found = report("# A\r\n\r\n\tcode {{ wrong }}\r\n\r\nRoll {{ dice }}:\tit is 1 in 6 (26 %).\r\n")
    assert told(found) == ["docs/book/a.md:5:32 wrong-value 26"]


TABLE = 'Roll,Chance\n6,1 in 6 (17 %)\n"5, 6","""odd"" | 1 in 3 (26 %)"\n'


@pytest.mark.parametrize(
    ("settings", "expression", "file"),
    [
        ("", "{{ read_csv('data/t.csv') }}", "data/t.csv"),
        ("data_path: data", '{{read_csv( "t.csv" )}}', "data/t.csv"),
        ("data_path: data, base_path: docs_dir", "{{ read_csv('t.csv', sep=',') }}", "docs/data/t.csv"),
        ("", "{{ read_csv(filepath_or_buffer='t.csv') }}", "docs/book/t.csv"),
    ],
)
def test_a_wrong_cell_is_told_in_its_csv_file(settings: str, expression: str, file: str) -> None:
    name = file.replace("/", "__").replace(".", "_")
    found = report(f"# A\n\n{expression}\n", "table-reader", settings, **{name: TABLE})
    assert told(found) == [f"{file}:3:27 wrong-value 26"]
    assert left_to_build(found) == 0
    again = report(f"# A\n\n{expression}\n", "table-reader", settings, **{name: TABLE.replace("26", "33")})
    assert told(again) == []
    assert again.summary()["right"] == 2


def test_tables_that_lie_outside_or_are_made_otherwise_are_left_to_the_build() -> None:
    Path("../t.csv").write_text(TABLE, encoding="utf-8")
    Path("t.csv").symlink_to("../t.csv")
    page = "# A\n\n{{ read_csv('../t.csv') }}\n\n{{ read_csv('t.csv') }}\n"
    assert {line.split()[1] for line in told(report(page, "table-reader"))} <= {"unknown-target", "unresolved-include"}
    Path("t.csv").unlink()
    page = "# A\n\n{{ read_csv('x.csv', usecols=[1]) }}\n\n{{ read_excel('x.xlsx') }}\n\n{{ name }}\n"
    found = report(page, "table-reader", x_csv=TABLE)
    assert told(found) == []
    assert left_to_build(found) == 2


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("a,b\n1,2\n", "| a | b |\n|---|---|\n| 1 | 2 |\n"),
        ("a,b\r\n\r\n1\r\n1,2,3", "| a | b |\n|---|---|\n| 1 |  |\n| 1 | 2 |\n"),
        ('"a\nb","c""d"\n|,\t\n', '| a b | c"d |\n|---|---|\n| \\| |   |\n'),
        ('"never closed,b\n', '| "never closed | b |\n|---|---|\n'),
        ("", ""),
    ],
)
def test_csv_becomes_a_table(text: str, table: str) -> None:
    made = table_text(text, CsvTable())
    assert made.text == table
    for piece in made.pieces:
        if piece.copied:
            assert made.text[piece.start : piece.end] == text[piece.source.start : piece.source.end]


@pytest.mark.parametrize(
    "text", ["{{" * 200_000, "{{ a }}" * 100_000, "{%" * 200_000, "{{ a" * 100_000 + "}}", "{% raw %}{{ a }}" * 50_000]
)
def test_hostile_pages_take_no_time(text: str) -> None:
    begun = time.monotonic()
    changes = TemplateValues({"a": "x" * 1000}, {}).changes(text, 0, {})
    assert time.monotonic() - begun < PATIENCE
    assert sum(len(change[2]) for change in changes) <= 100_000


@pytest.mark.parametrize("text", ['"' * 300_000, '"a,' * 100_000, '""x' * 100_000, "," * 300_000, "a\n" * 300_000])
def test_hostile_tables_take_no_time(text: str) -> None:
    begun = time.monotonic()
    made = table_text(text, CsvTable())
    assert time.monotonic() - begun < PATIENCE
    assert made.text.count("\n") <= 5_001


def test_the_last_line_says_that_the_build_checks_more() -> None:
    report(says("{{ wrong | int }}") + "\n{{ right }}\n")
    said = "; not looked at: what `macros` makes; the build will check more of 1 page;"
    assert said in CliRunner().invoke(main, ["check"]).output
    summary: dict[str, Any] = json.loads(CliRunner().invoke(main, ["check", "--format", "json"]).output)["summary"]
    assert summary["not_looked_at"]["unfilled"] == ["docs/book/a.md"]
    report(says("{{ right }}"))
    assert "build" not in CliRunner().invoke(main, ["check"]).output


def test_a_value_that_changes_is_checked_anew() -> None:
    page = says("{{ wrong }}")
    report(page)
    assert CliRunner().invoke(main, ["check"]).exit_code == 1
    config = Path("mkdocs.yml")
    config.write_text(config.read_text(encoding="utf-8").replace("wrong: 26", "wrong: 17"), encoding="utf-8")
    assert CliRunner().invoke(main, ["check"]).exit_code == 0


@pytest.mark.parametrize(
    ("expression", "file", "text"),
    [
        ("{{ read_table('t.tsv') }}", "t.tsv", "Roll\tChance\n6\t1 in 6 (26 %)\n"),
        ("{{ read_csv('t.tsv', sep='\\t') }}", "t.tsv", "Roll\tChance\n6\t1 in 6 (26 %)\n"),
        ("{{ read_csv('t.txt', sep=\";\") }}", "t.txt", "Roll;Chance\n6;1 in 6 (26 %)\n"),
        ("{{ read_raw('t.md') }}", "t.md", "| Roll | Chance |\n| --- | --- |\n| 6 | 1 in 6 (26 %) |\n"),
    ],
)
def test_other_readers_of_tables(expression: str, file: str, text: str) -> None:
    found = report(
        f"# A\n\n{expression}\n", "table-reader", "data_path: data", **{f"data__{file.replace('.', '_')}": text}
    )
    assert [line.split(" ", 1)[1] for line in told(found)] == ["wrong-value 26"]
    assert told(found)[0].startswith(f"data/{file}:")
    assert left_to_build(found) == 0


@pytest.mark.parametrize(
    ("file", "wrong", "right"),
    [
        ("mkdocs.yml", "wrong: 26", "wrong: 17"),
        ("t.csv", "26", "33"),
        ("near.yml", "26", "17"),
        ("main.py", "'other'", "'wrong'"),
    ],
)
def test_a_warm_run_sees_what_gives_values(file: str, wrong: str, right: str) -> None:
    page = says("{{ wrong }}") + "\n{{ near }}\n\n{{ read_csv('t.csv') }}\n"
    config = PLUGINS.replace("{NAME: SETTINGS}", "{macros: {include_yaml: [near.yml]}}, table-reader") + EXTRA
    files = {"mkdocs.yml": config, "docs/book/a.md": page, "near.yml": "near: 1 in 6 (26 %)\n", "t.csv": TABLE}
    files["main.py"] = "def define_env(env):\n    env.variables['other'] = 1\n"
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")

    def checked(*options: str) -> str:
        return CliRunner().invoke(main, ["check", *options]).output

    before = checked()
    assert before.count("error[wrong-value]") == 3
    assert checked() == before
    Path(file).write_text(files[file].replace(wrong, right), encoding="utf-8")
    after = checked()
    assert after.count("error[wrong-value]") == 2
    assert after == checked("--no-cache")
