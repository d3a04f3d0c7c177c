"""Settings that cannot be followed: an error each, where it is written, with the name that was probably meant."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from textwrap import dedent, indent

import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main
from rulebook.loading.reading import read_book
from rulebook_core.findings import Finding
from rulebook_rules.config import load_config
from rulebook_rules.settings.kinds import kinds_of
from rulebook_rules.settings.looks import LookOptions
from rulebook_rules.settings.options import BookOptions, PaperOptions, PluginOptions
from rulebook_rules.systems import load_system

GOOD = "# Dodge\n\nA pool of `1:d20` is a single d20.\n"
DIRECTIVE = '<!-- check: pool_health_points("1:d20") -->'
GAMES = (
    "`board-game`, `cavea`, `drama`, `dry-cereal`, `heroic-d20`, `masque`, `moves-2d6`, `old-school`, `percentile`, "
    "`plain`, `plus-minus`, `sda`, `skirmish`, `success-pool`"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, args)
    assert "Traceback" not in result.output
    return result


def write(config: str, *, name: str = "mkdocs.yml", **pages: str) -> Path:
    """A site in the current folder; the keys of `pages` are paths within docs, with `__` for `/`."""
    for page, text in ({"index": "# Home\n", "game__dodge": GOOD} | pages).items():
        path = Path("docs", page.replace("__", "/") + ("" if "." in page else ".md"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    Path(name).write_text(dedent(config), encoding="utf-8")
    return Path(name)


def plugin(options: str) -> str:
    """A configuration with options of the plugin: they begin in line 3, column 7."""
    return "site_name: X\nplugins: [search, rulebook: {\n" + indent(options, "      ") + "\n  }]\n"


def lines(rule: str = "invalid-setting") -> list[str]:
    """`path:line:column: message (help)` of each finding; nothing but this rule finds one."""
    data = json.loads(run("check", "--format", "json").output)
    assert {finding["rule"] for finding in data["findings"]} <= {rule}
    assert {finding["severity"] for finding in data["findings"]} <= {"error"}
    return [
        f"{f['path']}:{f['line']}:{f['column']}: {f['message']}" + (f" ({f['help']})" if f["help"] else "")
        for f in data["findings"]
    ]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param("bokks: {}", ["3:7: `bokks` is no option of the rulebook plugin (write `books`)"], id="key"),
        pytest.param(
            'books: {".": {systm: cavea}}', ["3:21: `systm` is no option of a book (write `system`)"], id="key-of-book"
        ),
        pytest.param(
            "books: {game: {sistema: x}}",
            ["3:22: `sistema` is no option of a book (write `system`)"],
            id="key-further-away",
        ),
        pytest.param(
            "books: {game: {zzz: x}}",
            [
                "3:22: `zzz` is no option of a book (the options are `system`, `dialect`, `version`, `author`, "
                "`line`, `cover`, `colour`, `paper`, `look`, `findings`)"
            ],
            id="key-near-none",
        ),
        pytest.param(
            "books: {game: {system: embr}, game2: {}}",
            [
                f"3:30: there is no system `embr` (known: {GAMES}; or a module's dotted name)",
                "3:37: there is no folder `game2` in `docs` (write `game`)",
            ],
            id="system-and-folder",
        ),
        pytest.param(
            "books: {game: {dialect: pandok}}",
            [
                "3:31: `dialect` must be one of `asciidoc`, `markdown`, `obsidian`, `pandoc`, `prose`, not `pandok` "
                "(write `pandoc`)"
            ],
            id="dialect",
        ),
        pytest.param(
            "books: {game: {version: 1.10}}",
            ["3:31: `version` must be text, not `1.10` (put `1.10` into quotes)"],
            id="version",
        ),
        pytest.param(
            "books: {game: {system: no}}",
            ["3:30: `system` must be the name of a game, not `no` (put `no` into quotes)"],
            id="no-is-false",
        ),
        pytest.param(
            "books: [game]", ["3:14: `books` must be a mapping of folders to options, not `[game]`"], id="list"
        ),
        pytest.param(
            "books: {game: cavea}",
            [
                "3:21: `game` must be a mapping of options (`system`, `dialect`, `version`, `author`, `line`, "
                "`cover`, `colour`, `paper`, `look`, `findings`), not `cavea`"
            ],
            id="name-for-options",
        ),
        pytest.param(
            "books: {game: {look: parchmant}}",
            [
                "3:28: `look` must be one of `parchment`, `ink`, `neon`, `plain`, not `parchmant` "
                "(write `parchment`)"
            ],
            id="look",
        ),
        pytest.param(
            "books: {game: {look: {base: ink, accent: red, tables: band}}}",
            [
                "3:48: `accent` must be a colour such as `#8a1c3c`, not `red`",
                "3:61: `tables` must be one of `lines`, `grid`, `bands`, `open`, not `band` (write `bands`)",
            ],
            id="own-look",
        ),
        pytest.param(
            "books: {game: }",
            [
                "3:15: `game` must be a mapping of options (`system`, `dialect`, `version`, `author`, `line`, `cover`, "
                "`colour`, `paper`, `look`, `findings`), "
                "and has no value"
            ],
            id="nothing",
        ),
        pytest.param("books: {../x: {}}", ["3:15: `../x` lies outside of `docs`"], id="outside"),
        pytest.param(
            "books: {game: {}, ./game/: {}}",
            ["3:25: `./game/` is set already, in other words (keep one)"],
            id="same-folder",
        ),
        pytest.param(
            "books: {game: {}, game: {system: cavea}}",
            ["3:25: `game` is set twice, and only the last one counts (keep one)"],
            id="same-key",
        ),
        pytest.param(
            "books: {game: {colour: red}}",
            ["3:30: `colour` must be a colour such as `#8a1c3c`, not `red`"],
            id="colour",
        ),
        pytest.param(
            "volumes: 'true'\n", ["3:16: `volumes` must be true or false, not `'true'` (write `true`)"], id="flag"
        ),
        pytest.param(
            "changes_since: 3", ["3:22: `changes_since` must be a revision of git, not `3` (put `3` into quotes)"],
            id="revision",
        ),
        pytest.param(
            "split_level: {game/doge.md: 2}",
            ["3:21: there is no file `game/doge.md` in `docs` (write `game/dodge.md`)"],
            id="source",
        ),
        pytest.param(
            "split_level: {game/dodge.md: two}",
            ["3:36: `game/dodge.md` must be a number from 1 to 6, not `two`"],
            id="level",
        ),
        pytest.param(
            "bokks: {}, volums: true",
            [
                "3:7: `bokks` is no option of the rulebook plugin (write `books`)",
                "3:18: `volums` is no option of the rulebook plugin (write `volumes`)",
            ],
            id="all-of-them",
        ),
        pytest.param(
            "findings: [heading-jump]",
            ["3:17: `findings` must be a mapping of findings to `off`, `info`, `warning` or `error`, "
             "not `[heading-jump]`"],
            id="findings",
        ),
        pytest.param(
            "findings: {heading-jmp: off}",
            ["3:18: there is no finding `heading-jmp` (write `heading-jump`)"],
            id="finding",
        ),
        pytest.param(
            "books: {game: {findings: {3: off}}}", ["3:33: there is no finding `3`"], id="no-name-of-a-finding"
        ),
        pytest.param(
            "findings: {table-gap: warn, heading-jump: no-more, wrong-sum: eror}",
            ["3:29: `table-gap` must be one of `off`, `info`, `warning`, `error`, not `warn`",
             "3:49: `heading-jump` must be one of `off`, `info`, `warning`, `error`, not `no-more`",
             "3:69: `wrong-sum` must be one of `off`, `info`, `warning`, `error`, not `eror` (write `error`)"],
            id="severity",
        ),
        pytest.param(
            "findings: {invalid-setting: off, unreadable-source: info}",
            ["3:18: no setting can change `invalid-setting` (remove it)",
             "3:40: no setting can change `unreadable-source` (remove it)"],
            id="final",
        ),
        pytest.param("findings: {heading-jump: off, table-gap: 'off'}", [], id="off"),
        pytest.param("enabled: true, books: {game: {system: cavea, dialect: markdown, version: '1'}}", [], id="right"),
        pytest.param('books: {"": {system: cavea}}', [], id="all-of-docs"),
        pytest.param('books: {".": {system: cavea}}', [], id="all-of-docs-by-a-dot"),
        pytest.param("books: {game: {system: none}}", [], id="no-game"),
        pytest.param("books: {game: {system: }}", [], id="unset"),
        pytest.param("books: {game/dodge.md: {system: cavea}}", [], id="one-source"),
    ],
)  # fmt: skip
def test_each_fault_is_an_error_where_it_is_written(folder: Path, options: str, expected: list[str]) -> None:
    write(plugin(options))
    found = lines()
    assert found == [f"mkdocs.yml:{line}" for line in expected]
    assert run("check").exit_code == int(bool(expected))


def test_keys_of_others_are_left_alone(folder: Path) -> None:
    write("site_name: X\nbokks: 1\nthemme: x\nplugins: [search: {systm: 1}, rulebooks: {a: 1}]\nextra: {books: 1}\n")
    assert lines() == []


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ("plugins: 3\n", "1:10: `plugins` must be a list, not `3`"),
        ("docs_dir: [docs]\n", "1:11: `docs_dir` must be text, not `[docs]`"),
        ("docs_dir: dcs\n", "1:11: the docs_dir `dcs` is not a folder (make it, and put your pages into it)"),
        ("hooks: x.py\n", "1:8: `hooks` must be a list of Python files, not `x.py`"),
        (
            "markdown_extensions:\n  - {a: 1, b: 2}\n",
            "2:5: an entry of `markdown_extensions` must be a name, or a name with its settings, not `{a: 1, b: 2}`",
        ),
        ("plugins: [rulebook: x]\n", "1:21: the settings of `rulebook` in `plugins` must be a mapping"),
        ("plugins: [rulebok: {books: {game: {}}}]\n", "1:11: there is no plugin `rulebok` (write `rulebook`)"),
    ],
)
def test_what_mkdocs_reads_too_is_told_with_its_place(folder: Path, config: str, expected: str) -> None:
    write(config)
    assert lines() == [f"mkdocs.yml:{expected}"]


def test_places_are_right_in_files_of_other_systems(folder: Path) -> None:
    write("")
    text = '\N{BYTE ORDER MARK}# \N{GAME DIE}\r\nplugins:\r\n  - rulebook:\r\n      "bokks": {}\r\n'
    Path("mkdocs.yml").write_bytes(text.encode())
    assert lines() == ["mkdocs.yml:4:7: `bokks` is no option of the rulebook plugin (write `books`)"]


def test_a_fault_stands_in_the_file_that_has_it(folder: Path) -> None:
    write("INHERIT: base.yml\nplugins:\n  rulebook:\n    volums: true\n")
    Path("base.yml").write_text("plugins:\n  rulebook:\n    bokks: {}\n    offline: &on\n      - 1\n", encoding="utf-8")
    assert lines() == [
        "base.yml:3:5: `bokks` is no option of the rulebook plugin (write `books`)",
        "base.yml:4:14: `offline` must be true or false, not `&on - 1`",
        "mkdocs.yml:4:5: `volums` is no option of the rulebook plugin (write `volumes`)",
    ]


def test_what_the_environment_says_is_told_where_it_is_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEBOOK_TEST_BOOKS", "{game: {systm: x}}")
    write(plugin("books: !ENV [RULEBOOK_TEST_BOOKS, {}]"))
    assert lines() == ["mkdocs.yml:3:14: `systm` is no option of a book (write `system`)"]


def test_merged_and_shared_parts_of_yaml_are_followed(folder: Path) -> None:
    write(
        "x: &book {systm: cavea}\ny: &more {system: cavea}\nplugins:\n  - rulebook:\n      books:\n"
        "        game: *book\n        .: {<<: *more, system: cavea}\n"
    )
    assert lines() == ["mkdocs.yml:1:11: `systm` is no option of a book (write `system`)"]


@pytest.mark.parametrize("text", ["a: [1\nb: 2\n", "[" * 5000, "a: *b\n", "- 1\n", "INHERIT: gone.yml\n"])
def test_yaml_that_cannot_be_read_ends_with_2(folder: Path, text: str) -> None:
    write(text)
    result = run("check")
    assert result.exit_code == 2
    assert result.output.startswith("rulebook: mkdocs.yml:")
    assert len(result.output.splitlines()) == 1


# --- one fault is one finding --------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        "bokks: {game: {system: cavea}}",
        "books: {game: {systm: cavea}}",
        "books: {game: {system: caeva}}",
        "books: {game: {system: broken_rules}}",
        "books: {game: {system: cavea, dialect: markdwon}}",
        "books: {gaem: {system: cavea}}",
    ],
)
def test_nothing_follows_from_a_wrong_setting(folder: Path, options: str) -> None:
    """Not the claims that nobody can recognise, not the comments that nobody can follow, not the links."""
    Path("broken_rules.py").write_text("raise ValueError('oops')\n", encoding="utf-8")
    pages = {f"game__page{number}": f"# Page {number}\n\n{GOOD[9:]}" for number in range(3)}
    pages["game__aid"] = f"# Aid\n\nIt has 1 Health Point. {DIRECTIVE}\n\n<!-- rulebook: allow wrong-value, so -->\nX\n"
    write(plugin("books: {game: {system: cavea}}"), **pages, index="# Home\n\n[a](game/dodge.md#dodge)\n")
    assert run("lock").exit_code == 0
    recorded = Path("rulebook.lock").read_bytes(), Path("rulebook.outline").read_bytes()
    write(plugin(options), **pages)
    found = lines()
    assert len(found) == 1
    assert found[0].startswith("mkdocs.yml:3:")
    result = run("lock", "--forget")
    assert result.exit_code == 1
    assert found[0].partition(" (")[0].partition(": ")[2] in result.output
    assert (Path("rulebook.lock").read_bytes(), Path("rulebook.outline").read_bytes()) == recorded


def test_the_other_books_are_checked_all_the_same(folder: Path) -> None:
    write(
        plugin("books: {game: {system: embr}, other: {system: cavea}}"),
        other__a="# A\n\nA pool of `1:d20` is a single d12. [x](../game/dodge.md#what-nobody-knows)\n",
    )
    data = json.loads(run("check", "--format", "json").output)
    assert [f["rule"] for f in data["findings"]] == ["notation-mismatch", "invalid-setting"]
    assert data["summary"]["unsettled"] == ["docs/game/dodge.md"]


def test_a_system_that_is_named_on_many_pages_is_told_once(folder: Path) -> None:
    pages = {f"p{number}": f"---\nsystem: embr\n---\n\n{GOOD}" for number in range(12)}
    write("site_name: X\n", **pages)
    assert lines() == []  # Whoever has set nothing of ours may mean a game of their own.
    write(plugin(""), **pages)
    assert len(lines()) == 1
    finding = json.loads(run("check", "--format", "json").output)["findings"][0]
    assert (finding["path"], finding["line"], finding["column"]) == ("docs/p0.md", 2, 9)
    assert [place["path"] for place in finding["related"]][:2] == ["docs/p1.md", "docs/p10.md"]


def test_a_rules_module_that_is_gone_takes_no_claims_along(folder: Path) -> None:
    write(plugin("books: {game: {system: cavea}}"))
    assert run("lock").exit_code == 0
    recorded = Path("rulebook.lock").read_bytes()
    write("site_name: X\n")
    result = run("lock")
    assert result.exit_code == 1
    assert "lost-claim" in result.output
    assert "docs/game/dodge.md:3:" in result.output
    assert Path("rulebook.lock").read_bytes() == recorded
    assert run("lock", "--forget").exit_code == 0
    assert Path("rulebook.lock").read_bytes() != recorded


# --- front matter --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "text", "expected"),
    [
        (
            "a.md",
            "---\nsystem: caeva\n---\n# A\n",
            "2:9: a page names a game that is {known}, not `caeva` (write `cavea`)",
        ),
        (
            "a.md",
            "---\ntitle: a: b\n---\n# A\n",
            "2:9: this front matter is not YAML: a second colon is in this line "
            "(put what is behind the first one into quotes)",
        ),
        ("a.md", "---\nsystem: [cavea]\n---\n# A\n", "2:9: `system` must be the name of a game, not `['cavea']`"),
        ("a.md", "---\nsystem: cavea\n# A\n\nText.\n", "1:1: this front matter has no end (end it by a line `---`)"),
        (
            "a.md",
            "---\r\nx: 1\r\nsystem: caeva\r\n---\r\n",
            "3:9: a page names a game that is {known}, not `caeva` (write `cavea`)",
        ),
        (
            "game/a.adoc",
            "= A\n:system: caeva\n\nText.\n",
            "2:10: a page names a game that is {known}, not `caeva` (write `cavea`)",
        ),
        (
            "game/a.txt",
            "---\nsystem: caeva\n---\nText.\n",
            "2:9: a page names a game that is {known}, not `caeva` (write `cavea`)",
        ),
    ],
)
def test_front_matter_that_cannot_be_followed(folder: Path, page: str, text: str, expected: str) -> None:
    write(plugin("books: {game: {}}"))
    Path("docs", page).write_bytes(text.encode())
    known = f"installed or that mkdocs.yml names ({GAMES})"
    rest = "allowed in this context (put a value with a colon or another sign of YAML into quotes)"
    assert lines() == [f"docs/{page}:{expected.format(known=known, rest=rest)}"]
    assert run("check", f"docs/{page}").exit_code == 1


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nText: and more: of it.\n\n---\n",
        "---\nA rule: over the page.\n",
        "---\n- a\n- b\n---\n",
        "---\n---\n\n# A\n",
        "---\ntitle: A\nsystm: x\n---\n\n# A\n",
        "----\nsystem: caeva\n----\n",
    ],
)
def test_what_is_no_front_matter_is_left_alone(folder: Path, text: str) -> None:
    write("site_name: X\n", a=text)
    assert [line for line in run("check", "--format", "concise").output.splitlines() if "invalid-setting" in line] == []


# --- navigation ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nav", "expected"),
    [
        ("[index.md, {T: [{D: game/dogde.md}]}]", ["there is no page `game/dogde.md` (write `game/dodge.md`)"]),
        ("[index.md, dodge.md]", ["there is no page `dodge.md` (write `game/dodge.md`)"]),
        ("[index.md, gone.md]", ["there is no page `gone.md` (remove it)"]),
        ("[./index.md, game/, 'https://example.org/a.md', /a.md, '*.md', {V: verified.md}, out.md, game/one.md]", []),
    ],
)
def test_a_page_of_the_navigation_that_is_gone(folder: Path, nav: str, expected: list[str]) -> None:
    options = plugin("books: {game: {system: cavea}}, split_level: {game/dodge.md: 2}")
    write(f"{options}nav: {nav}\nexclude_docs: out.md\n", out="# Out\n", game__dodge=f"{GOOD}\n## One\n\nText.\n")
    found = lines("unknown-page")
    assert [line.partition(": ")[2] for line in found] == expected
    assert all(line.startswith("mkdocs.yml:5:") for line in found)


@pytest.mark.parametrize("maker", ["plugins: [gen-pages]\n", "hooks: [make.py]\n"])
def test_a_page_of_the_navigation_may_be_made_by_others(folder: Path, maker: str) -> None:
    Path("make.py").write_text("def on_files(files, config):\n    File.generated(config, 'made.md')\n")
    write(f"{maker}nav: [index.md, made.md]\n")
    assert lines() == []


def test_one_page_by_itself_is_not_asked_for_the_navigation(folder: Path) -> None:
    write("nav: [index.md, gone.md]\n")
    assert run("check", "docs/index.md").exit_code == 0
    assert run("check", "docs").exit_code == 1


# --- mkdocs.yaml, and what was not read ----------------------------------------------------------


def test_mkdocs_yaml_is_as_good_a_name(folder: Path) -> None:
    write(plugin("bokks: {}"), name="mkdocs.yaml")
    assert [line.partition(" ")[0] for line in lines()] == ["mkdocs.yaml:3:7:"]
    assert "mkdocs.yaml:3:7" in run("check", "docs/index.md").output
    write("site_name: X\n")
    assert lines() == []


def summary(*args: str) -> str:
    return run("check", *args).output.splitlines()[-1]


def test_a_folder_of_which_nothing_was_read_is_named(folder: Path) -> None:
    Path("empty").mkdir()
    Path("texts").mkdir()
    Path("texts/a.txt").write_text("Text.\n")
    assert summary("empty") == "no file was checked; nothing was read of `empty`"
    assert summary("texts") == "no file was checked; nothing was read of `texts`; left out: `texts/a.txt`"
    write(plugin("books: {game: {system: cavea}, later: {}}"))
    Path("docs/later").mkdir()
    assert summary().endswith("; nothing was read of `docs/later`")
    assert summary("docs/later") == "no file was checked; nothing was read of `docs/later`"


def test_a_dialect_that_was_guessed_is_named(folder: Path) -> None:
    pandoc = "% Title\n% Author\n\nText.\n"
    write(plugin("books: {game: {}}"), a=pandoc, b=pandoc, **{"game__c.txt": "Text.\n"})
    assert summary() == (
        "no findings in 5 files; 2 files taken for pandoc by what is in them; 1 file taken for prose by what is in it"
        "; no number was read of `docs/game/dodge.md`"
    )
    data = json.loads(run("check", "--format", "json").output)
    assert data["summary"]["guessed"] == {"pandoc": 2, "prose": 1}
    write(plugin("books: {'': {dialect: markdown}}"))
    assert "taken" not in summary()


def test_files_left_out_are_named(folder: Path) -> None:
    write("site_name: X\nexclude_docs: out.md\n", out="# Out\n", README="# R\n", **{"a.adoc": "= A\n", "b.txt": "B\n"})
    assert summary() == (
        "no findings in 2 files; left out: `docs/README.md`, `docs/a.adoc`, `docs/out.md`"
        "; no number was read of `docs/game/dodge.md`"
    )
    write(plugin("books: {game: {}}"), **{"c.txt": "C\n"})
    assert summary() == "no findings in 3 files; left out: 4 files; no number was read of `docs/game/dodge.md`"


# --- the table -----------------------------------------------------------------------------------


def test_every_option_is_in_the_guide_and_known_to_mkdocs() -> None:
    from rulebook_mkdocs import RulebookPlugin

    guide = Path(__file__).parents[2].joinpath("docs/guide/settings.md").read_text(encoding="utf-8")
    names = [*kinds_of(PluginOptions), *kinds_of(BookOptions), *kinds_of(PaperOptions), *kinds_of(LookOptions)]
    assert names == [line.split("`")[1] for line in guide.splitlines() if line.startswith("| `")]
    assert [name for name, _ in RulebookPlugin.config_scheme] == list(kinds_of(PluginOptions))


def test_the_values_that_count_are_there(folder: Path) -> None:
    path = write(plugin("books: {game: {system: cavea, version: '2'}}, volumes: true, split_level: {game/dodge.md: 2}"))
    options = load_config(path).options
    assert options == PluginOptions(
        books={"game": BookOptions("cavea", None, "2")}, volumes=True, split_level={"game/dodge.md": 2}
    )


def test_a_wrong_setting_has_a_place_in_the_book(folder: Path) -> None:
    book = read_book(load_config(write(plugin("bokks: {}"))), find_system=load_system)
    (finding,) = book.findings
    assert isinstance(finding, Finding)
    assert finding.place.source.slice(finding.place.span) == "bokks"


def test_a_comparison_needs_settings_that_can_be_followed(folder: Path) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=Writer", "-c", "user.email=writer@example.org")
        subprocess.run(["git", *who, *arguments], check=True, capture_output=True)

    write(plugin("books: {game: {systm: cavea}}"))
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "wrong")
    write(plugin("books: {game: {system: cavea}}"))
    result = run("diff", "HEAD")
    assert result.exit_code == 2
    assert "at HEAD: mkdocs.yml:3:22: error[invalid-setting] `systm` is no option of a book" in result.output
    git("commit", "-q", "-a", "-m", "right")
    assert run("diff", "HEAD").exit_code == 0


def test_a_remedy_is_applied_though_the_settings_of_another_book_are_wrong(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)  # There, a remedy that was needed is no success.
    write(plugin("bokks: {}, books: {game: {system: cavea}}"), game__dodge="# Dodge\n\n`1:d20` is a single d12.\n")
    assert run("fix", "docs/game/dodge.md:3", "--yes").exit_code == 0
    assert "`1:d12`" in Path("docs/game/dodge.md").read_text(encoding="utf-8")
    # Line 3 of mkdocs.yml is another one.
    assert "there is no finding at docs/game/dodge.md:3" in run("fix", "docs/game/dodge.md:3", "--yes").output


def test_no_comment_allows_a_wrong_setting(folder: Path) -> None:
    write(plugin("books: {game: {}}"), **{"game__a.adoc": "= A\n// rulebook: allow invalid-setting, so\n:system: x\n"})
    assert run("check").exit_code == 1


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ("exclude_docs: '!'", "`!` is no pattern as in a .gitignore"),
        ('not_in_nav: |\n  a.md\n  !\nnav: [index.md]', "`!` is no pattern as in a .gitignore"),
        ('docs_dir: "\\0"', "mkdocs.yml:2: no text of a setting can have a NUL in it"),
        ("markdown_extensions: [{pymdownx.snippets: {base_path: 5, auto_append: 7}}]", "the file `x` lies outside"),
        ("plugins: [rulebook, {gen-files: {scripts: 7}}, {simple-hooks: {hooks: [1]}}]", ""),
    ],
)  # fmt: skip
def test_a_setting_that_nobody_would_write_is_told_in_a_line(folder: Path, config: str, told: str) -> None:
    write(f"site_name: X\n{config}\n", index='# Home\n\n--8<-- "x"\n')
    Path(".gitignore").write_text("!\n", encoding="utf-8")
    result = run("check")
    assert "fault of rulebook" not in result.output
    assert told in result.output


# --- green only when something was checked --------------------------------------------------------


def test_no_file_is_no_success(folder: Path) -> None:
    write("site_name: X\n")
    Path("empty").mkdir()
    done = run("check", "empty")
    assert (done.exit_code, done.output.startswith("no file was checked")) == (2, True)
    assert run("check").exit_code == 0


def test_warnings_alone_name_the_option_that_fails_them(folder: Path) -> None:
    write(plugin("findings: {heading-jump: warning}"))
    Path("docs/a.md").write_text("# A\n\n### B\n", encoding="utf-8")
    assert "warning" in summary()
    assert "with `--fail-on warning` that fails" in summary()
    Path("docs/a.md").write_text("# A\n\n### B\n\n[x](none.md)\n", encoding="utf-8")
    assert "--fail-on" not in summary()


def test_pages_that_say_less_than_one_expects_are_counted(folder: Path) -> None:
    write(plugin("books: {game: {system: cavea}}"))
    Path("docs/game/out.md").write_text("---\nsystem: none\n---\n# Out\n\nText.\n", encoding="utf-8")
    Path("docs/game/numbers.md").write_text("# Numbers\n\nSome 12 of them came.\n", encoding="utf-8")
    assert "`system: none` leaves the game of its folder in `docs/game/out.md`" in summary()
    found = json.loads(run("check", "--format", "json").output)["summary"]
    assert found["without_game"] == ["docs/game/out.md"]
    assert "docs/game/numbers.md" in found["none_read"]
    assert "docs/game/out.md" not in found["none_read"]
    assert "no number was read of" in summary()


@pytest.mark.parametrize(
    ("settings", "at", "fact"),
    [
        pytest.param("findings: {heading-jump: off}\n", "findings", "is an option of the plugin", id="at-the-root"),
        pytest.param(
            "rolling: all\nplugins: [rulebook]\n", "rolling", "is an option of the plugin", id="another-at-the-root"
        ),
        pytest.param("plugins: [mkdocs-rulebook]\n", "mkdocs-rulebook", "no plugin", id="the-name-of-the-package"),
        pytest.param("plugins: [{mkdocs_rulebook: {strict: true}}]\n", "mkdocs_rulebook", "no plugin", id="an-import"),
        pytest.param("plugins: [{rulebook: {pdf: true}}]\n", "pdf", "`volumes` is not set", id="pdf-alone"),
        pytest.param("plugins: [{rulebook: {volumes: true}}]\n", "volumes", "`books` is not set", id="no-books"),
        pytest.param(
            "plugins: [{rulebook: {books: {game: {cover: none.svg}}}}]\n", "none.svg", "is no file in", id="no-cover"
        ),
        pytest.param(
            "plugins: [{rulebook: {books: {game: {look: {face: own.woff2}}}}}]\n",
            "own.woff2",
            "the font `own.woff2` is no file in",
            id="no-font",
        ),
        pytest.param(
            "plugins: [{rulebook: {books: {game: {look: {ornament: own.svg}}}}}]\n",
            "own.svg",
            "is no file in",
            id="no-ornament",
        ),
    ],
)
def test_settings_that_do_nothing_are_faults(folder: Path, settings: str, at: str, fact: str) -> None:
    write(f"site_name: X\n{settings}")
    [finding] = load_config(Path("mkdocs.yml")).faults
    assert finding.rule == "invalid-setting"
    assert finding.place.source.slice(finding.place.span).strip("'\"") == at
    assert fact in finding.message
    assert run("check").exit_code == 1


@pytest.mark.parametrize(
    "settings",
    [
        "plugins: [{rulebook: {pdf: true, volumes: true, books: {game: {}}}}]\n",
        "plugins: [{rulebook: {books: {game: {cover: game/dodge.md}}}}]\n",
        "plugins: [{rulebook: {books: {game: {cover: made.svg}}}}]\nhooks: [make.py]\n",
        "plugins: [{rulebook: {books: {game: {cover: 'https://example.org/a.svg'}}}}]\n",
        "plugins: [{rulebook: {books: {game: {look: {face: sans, ornament: game/dodge.md}}}}}]\n",
        "strict: true\nplugins: [rulebook]\n",
        "rolling: all\n",
    ],
)
def test_settings_that_do_something_are_none(folder: Path, settings: str) -> None:
    write(f"site_name: X\n{settings}")
    assert load_config(Path("mkdocs.yml")).faults == ()
