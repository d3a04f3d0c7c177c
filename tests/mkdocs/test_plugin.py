"""The MkDocs plugin: a right book is built and shows itself, a wrong one is not published."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from rulebook.cli import main
from rulebook.loading import page_loader as gathering
from rulebook.stored import live
from rulebook_core.source import Source
from rulebook_markdown import bundle_files
from rulebook_mkdocs import RulebookPlugin
from rulebook_proof.analysis import look_at
from rulebook_rules.book import Look, Page
from rulebook_rules.rules import running as checks
from rulebook_syntax import dialects
from rulebook_syntax.document import Document
from tests.begun import as_begun
from tests.faults import Fault, run
from tests.small_book import CONFIG, EXPRESSIONS, HEALTH
from tests.stored import spoil

Book = Callable[..., Path]
Run = Callable[..., "subprocess.CompletedProcess[str]"]

WRONG = HEALTH.replace(">9</td>", ">8</td>")


def page(config: Path, url: str) -> str:
    return (config.parent / "site" / url / "index.html").read_text(encoding="utf-8")


def test_a_right_book_is_built(book: Book, mkdocs: Run) -> None:
    config = book()
    done = mkdocs(config, "build", "--strict")
    assert done.returncode == 0, done.stdout
    html = page(config, "cavea/health")
    assert html.count("<rulebook-dice>") == EXPRESSIONS
    assert 'id="rulebook-odds-1"' in html
    assert 'data-rulebook="notations"' in html
    assert '<span class="rulebook-right"' in html
    assert 'href="../../assets/rulebook/rulebook.' in html
    assert "defer" in html[html.index("assets/rulebook/rulebook.") :].partition(">")[0] + html
    assert not any(character >= "\U000f0000" for character in html)


def test_the_script_is_one_classic_deferred_file(book: Book, mkdocs: Run) -> None:
    config = book()
    mkdocs(config, "build", "--quiet")
    html = page(config, "cavea/health")
    tags = [tag for tag in html.split("<script")[1:] if "assets/rulebook/rulebook." in tag.partition(">")[0]]
    assert len(tags) == 1
    assert "defer" in tags[0].partition(">")[0]
    assert "module" not in tags[0].partition(">")[0]
    files = sorted(path.suffix for path in (config.parent / "site/assets/rulebook").glob("rulebook.*"))
    assert files == [".css", ".js"]


@pytest.mark.parametrize("flags", [(), ("-q",), ("-v",), ("--strict",), ("-q", "--strict"), ("--dirty",)])
def test_a_wrong_book_is_not_published(book: Book, mkdocs: Run, flags: tuple[str, ...]) -> None:
    config = book({"cavea/health.md": WRONG})
    done = mkdocs(config, "build", *flags)
    assert done.returncode == 1
    line = WRONG[: WRONG.index(">8</td>")].count("\n") + 1
    assert f"docs/cavea/health.md:{line}:" in done.stdout
    assert "no site is built" in done.stdout
    assert "Traceback" not in done.stdout
    assert not (config.parent / "site" / "index.html").exists()


def test_a_page_that_reading_fails_on_is_told_and_not_published(
    book: Book, mkdocs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(index: checks.BookIndex) -> Iterator[checks.Finding]:
        yield from (finding for page in index.reported if page.document.headings[0].id == "poison" for finding in 1 / 0)

    monkeypatch.setattr(checks, "CHECKS", (*checks.CHECKS, check))
    config = book({"cavea/poison.md": "# Poison\n\nText.\n", "cavea/link.md": "# Link\n\n[gone](#away)\n"})
    done = mkdocs(config, "build")
    assert done.returncode == 1
    assert "docs/cavea/poison.md:1:1: unread-page: this page could not be read" in done.stdout
    assert "docs/cavea/link.md:3:9: unknown-anchor" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize(
    ("system", "said"),
    [
        pytest.param("nonsense", "nonsense", id="unknown-system"),
        pytest.param("[1, 2]", "system", id="not-a-name"),
    ],
)
def test_a_wrong_configuration_is_one_clear_line(book: Book, mkdocs: Run, system: str, said: str) -> None:
    config = book(config=CONFIG.replace("system: cavea", f"system: {system}"))
    done = mkdocs(config, "build")
    assert done.returncode == 1
    assert said in done.stdout
    assert "Traceback" not in done.stdout


NO_GAME = CONFIG.replace("{system: cavea, dialect: markdown}", "{}")
PLAIN = CONFIG.replace("system: cavea", "system: plain")
HOME = "# Home\n\nSee [the table][worth] of it.\n\nIt is 1 + 1 = 3.\n\n[rules]: cavea/health.md\n"
ERROR = {"index.md": HOME, "cavea/health.md": "# Health\n"}


def told(config: str, value: str) -> str:
    return config.replace("      books:", f"      strict: {value}\n      books:")


@pytest.mark.parametrize(
    ("config", "stops"),
    [
        pytest.param(CONFIG, True, id="game"),
        pytest.param(told(CONFIG, "true"), True, id="game-strict"),
        pytest.param(told(CONFIG, "false"), False, id="game-lenient"),
        pytest.param(NO_GAME, False, id="no-game"),
        pytest.param(told(NO_GAME, "true"), True, id="no-game-strict"),
        pytest.param(PLAIN, False, id="plain"),
        pytest.param(PLAIN.replace("plain", "none"), False, id="none"),
        pytest.param("site_name: X\nplugins: [rulebook]\nnav: [index.md, gone.md]\n", False, id="no-book"),
    ],
)
def test_errors_stop_a_build_where_there_is_a_game_or_the_writer_says_so(
    book: Book, mkdocs: Run, config: str, stops: bool
) -> None:
    path = book(ERROR, config=config)
    done = mkdocs(path, "build")
    assert done.returncode == int(stops), done.stdout
    level = "ERROR" if stops else "WARNING"
    assert re.search(rf"{level} +-  rulebook: docs/index.md:3:\d+: unknown-reference: ", done.stdout), done.stdout
    assert ("no site is built" in done.stdout) == stops
    assert (path.parent / "site" / "index.html").exists() != stops
    assert mkdocs(path, "build", "--strict").returncode == 1


@pytest.mark.parametrize(("config", "stops"), [(told(CONFIG, "false"), False), (NO_GAME, False), (CONFIG, True)])
def test_front_matter_that_is_no_yaml_stops_where_errors_do(book: Book, mkdocs: Run, config: str, stops: bool) -> None:
    path = book({"index.md": "---\ntitle: a: b\n---\n# Home\n\nRoll 2d6.\n", "cavea/health.md": ""}, config=config)
    for text in ("# Health\n", "# Health\n\nAnother text: all else is known from before.\n"):
        (path.parent / "docs" / "cavea" / "health.md").write_text(text, encoding="utf-8")
        done = mkdocs(path, "build")
        assert done.returncode == int(stops), done.stdout
        assert "rulebook: docs/index.md:2:9: invalid-setting: this front matter is not YAML" in done.stdout
        assert (path.parent / "site" / "index.html").exists() != stops


def test_a_build_stops_only_at_what_is_not_in_the_baseline(
    book: Book, mkdocs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = book(ERROR)
    monkeypatch.chdir(path.parent)
    assert CliRunner().invoke(main, ["baseline"]).output == "3 findings recorded in rulebook.baseline\n"
    done = mkdocs(path, "build", "--strict")
    assert (done.returncode, "rulebook: docs" in done.stdout) == (0, False), done.stdout
    home = path.parent / "docs" / "index.md"
    home.write_text(f"{home.read_text(encoding='utf-8')}\nIt is 2 + 2 = 5, and [more][gone].\n", encoding="utf-8")
    done = mkdocs(path, "build")
    assert done.returncode == 1
    assert re.findall(r"rulebook: (docs/index.md:\d+):", done.stdout) == ["docs/index.md:9"] * 2


def test_a_strict_build_stops_at_an_error_without_a_word_from_mkdocs(book: Book, mkdocs: Run) -> None:
    path = book(ERROR, config=NO_GAME)
    for flags in (("-q",), ("-v",)):
        done = mkdocs(path, "build", "--strict", *flags)
        assert done.returncode == 1
        assert "no site is built" in done.stdout


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(told(NO_GAME, "maybe"), id="value"),
        pytest.param(NO_GAME.replace("      books", "      bokks: 1\n      books"), id="option"),
        pytest.param(told(CONFIG, "false").replace("system: cavea", "system: caeva"), id="game"),
        pytest.param(NO_GAME + "}\n", id="no-yaml"),
    ],
)
def test_faults_of_the_settings_always_stop_a_build(book: Book, mkdocs: Run, wrong: str) -> None:
    config = book({"index.md": "# Home\n"}, config=wrong)
    done = mkdocs(config, "build")
    assert done.returncode == 1, done.stdout
    assert not (config.parent / "site").exists()


def test_what_leads_out_of_the_book_always_stops_a_build(book: Book, mkdocs: Run) -> None:
    config = book(config=NO_GAME)
    (config.parent.parent / "secret.md").write_text("# Secret\n", encoding="utf-8")
    (config.parent / "docs/secret.md").symlink_to(config.parent.parent / "secret.md")
    done = mkdocs(config, "build")
    assert done.returncode == 1
    assert "unreadable-source" in done.stdout


def test_readers_are_shown_no_wrong_claim(book: Book, mkdocs: Run) -> None:
    config = book({"cavea/health.md": WRONG}, config=told(CONFIG, "false"))
    done = mkdocs(config, "build")
    assert done.returncode == 0, done.stdout
    assert "WARNING -  rulebook: docs/cavea/health.md" in done.stdout
    html = page(config, "cavea/health")
    assert "rulebook-right" in html
    for shown in ("rulebook-wrong", "rulebook-fault", "wrong: the rules"):
        assert shown not in html
    assert not re.search(r'class="rulebook-right"[^>]*>8</span></td>', html)


def test_what_is_no_error_by_the_settings_stops_nothing(book: Book, mkdocs: Run) -> None:
    config = book(
        {"cavea/health.md": WRONG},
        config=CONFIG.replace(
            "      books:", "      findings: {table-mismatch: warning, wrong-step: off}\n      books:"
        ),
    )
    done = mkdocs(config, "build")
    assert done.returncode == 0, done.stdout
    assert "table-mismatch" in done.stdout
    assert "wrong-step" not in done.stdout
    assert mkdocs(config, "build", "--strict").returncode == 1


def test_warnings_stop_a_strict_build_only(book: Book, mkdocs: Run) -> None:
    config = book({"cavea/jump.md": "# One\n\nText.\n\n### Three\n\nText.\n"})
    relaxed = mkdocs(config, "build")
    assert relaxed.returncode == 0, relaxed.stdout
    assert "docs/cavea/jump.md:5:" in relaxed.stdout
    assert mkdocs(config, "build", "--strict").returncode == 1


def test_a_first_line_with_a_colon_is_text(book: Book, mkdocs: Run) -> None:
    config = book({"cavea/stage.md": "Cavea: A Book of Stages\n\nCurtains: red\n\n# One\n\nText.\n"})
    mkdocs(config, "build", "--quiet")
    html = page(config, "cavea/stage")
    assert "<p>Cavea: A Book of Stages</p>" in html
    assert "<p>Curtains: red</p>" in html


def test_metadata_without_fences_is_metadata_as_on_any_other_page(book: Book, mkdocs: Run) -> None:
    config = book({"cavea/fire.md": "name: Fire\nclasses: sorcerer\n         wizard\n\n# Fire\n\nText.\n"})
    mkdocs(config, "build", "--quiet")
    html = page(config, "cavea/fire")
    assert "sorcerer" not in html
    assert "<p>Text.</p>" in html


def test_front_matter_still_works(book: Book, mkdocs: Run) -> None:
    config = book({"cavea/stage.md": "---\ntitle: The stage\n---\n\nCurtains: red `2:d6`\n"})
    mkdocs(config, "build", "--quiet")
    html = page(config, "cavea/stage")
    assert "<title>The stage - A small book</title>" in html
    assert "<p>Curtains: red <code><rulebook-dice>" in html
    assert "title: The stage" not in html


@pytest.mark.parametrize("ends", ["\r\n", "\r"], ids=["crlf", "cr"])
def test_line_ends_of_other_systems(book: Book, mkdocs: Run, ends: str) -> None:
    config = book({"cavea/health.md": HEALTH.replace("\n", ends)})
    done = mkdocs(config, "build", "--quiet")
    assert done.returncode == 0, done.stdout
    assert page(config, "cavea/health").count("<rulebook-dice>") == EXPRESSIONS


def test_titles_search_and_contents_have_no_trace_of_marks(book: Book, mkdocs: Run) -> None:
    config = book({"cavea/titled.md": "# Rolling `2:d6` {#rolling}\n\n## Then `3:d8`\n\nText `4:d10`.\n"})
    done = mkdocs(config, "build", "--quiet")
    assert done.returncode == 0, done.stdout
    html = page(config, "cavea/titled")
    assert "<title>Rolling 2:d6 - A small book</title>" in html
    assert 'id="then-3d8"' in html
    index = (config.parent / "site/search/search_index.json").read_text(encoding="utf-8")
    entries = {entry["location"]: entry for entry in json.loads(index)["docs"]}
    assert entries["cavea/titled/#then-3d8"]["title"].startswith("Then <code>3:d8</code> <small>")
    assert entries["cavea/titled/#then-3d8"]["text"] == "<p>Text <code>4:d10</code>.</p>"
    assert not any(character >= "\U000f0000" for character in index + html)


@pytest.mark.parametrize(("priority", "is_known"), [(0, True), (-200, False)])
def test_a_page_that_another_plugin_changes_is_marked_or_says_so(
    book: Book, mkdocs: Run, priority: int, is_known: bool
) -> None:
    config = book(config=f"{CONFIG}hooks: [hook.py]\n")
    (config.parent / "hook.py").write_text(
        f"from mkdocs.plugins import event_priority\n\n\n@event_priority({priority})\n"
        "def on_page_markdown(markdown, **_):\n    return markdown + '\\n\\nPrinted on `1:d6`.\\n'\n"
    )
    done = mkdocs(config, "build")
    assert done.returncode == 0, done.stdout
    html = (config.parent / "site/cavea/health/index.html").read_text(encoding="utf-8")
    assert html.count("<rulebook-dice>") == (EXPRESSIONS + 1 if is_known else 0)
    assert ("cavea/health.md: its dice and checked numbers are not shown" in done.stdout) is not is_known


def test_only_what_changed_is_read_again(book: Book) -> None:
    path = book({"cavea/other.md": "# Other\n\nText.\n"})
    plugin = RulebookPlugin()
    plugin.on_startup(command="serve", dirty=False)
    config = load_config(str(path))
    plugin.on_pre_build(config=config)
    before = {page.uri: page.document for page in plugin.book.pages}
    (path.parent / "docs/cavea/other.md").write_text("# Other\n\nMore text.\n", encoding="utf-8")
    plugin.on_pre_build(config=config)
    after = {page.uri: page.document for page in plugin.book.pages}
    assert {uri for uri in after if after[uri] is not before[uri]} == {"cavea/other.md"}


def test_script_and_style_are_small() -> None:
    sizes = [len(gzip.compress(file.content, 9)) for file in bundle_files()]
    script, style, dice, sheets, drawer, history, cards, lists, switches, catalogue, encounter, cite, start = sizes
    assert script + style <= 9.5 * 1024, "before the first roll"
    assert script + style + dice <= 36 * 1024
    assert sheets <= 6.75 * 1024
    assert cite <= 1024
    assert start <= 1024
    assert drawer <= 2.5 * 1024
    assert history <= 3 * 1024
    assert cards <= 2 * 1024
    assert lists <= 1024
    assert switches <= 1.5 * 1024
    assert catalogue <= 1.5 * 1024
    assert encounter <= 3.25 * 1024


@pytest.mark.parametrize(
    "nav", ["", "[index.md, cavea/health.md]", "[index.md, cavea/health.md, {Proof: verified.md}]"]
)
def test_readers_are_told_what_is_verified(book: Book, mkdocs: Run, nav: str) -> None:
    config = book(config=f"{CONFIG}validation: {{omitted_files: warn}}\n" + (f"nav: {nav}\n" if nav else ""))
    done = mkdocs(config, "build", "--strict")
    assert done.returncode == 0, done.stdout
    page = (config.parent / "site" / "verified" / "index.html").read_text(encoding="utf-8")
    assert '<a href="../cavea/health/">Health</a>' in page
    home = (config.parent / "site" / "index.html").read_text(encoding="utf-8")
    assert ('href="verified/"' in home) == (not nav or "Proof" in nav)


def test_a_page_of_the_writer_stays(book: Book, mkdocs: Run) -> None:
    config = book({"verified.md": "# Mine\n"})
    assert mkdocs(config, "build").returncode == 0
    assert "Mine" in (config.parent / "site" / "verified" / "index.html").read_text(encoding="utf-8")


def test_a_missing_bundle_names_its_remedy(book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulebook_markdown.files.BUNDLE", tmp_path)
    with pytest.raises(Abort, match=r"lacks rulebook\.js: install it again with `pip install"):
        RulebookPlugin().on_config(load_config(str(book())))


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Writer", "-c", "user.email=writer@example.org")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def test_what_changed_since_a_revision_is_a_page(book: Book, mkdocs: Run) -> None:
    since = CONFIG.replace("      books:", "      changes_since: first\n      books:")
    config = book(config=since)
    git(config.parent, "init", "-q")
    git(config.parent, "add", ".")
    git(config.parent, "commit", "-q", "-m", "The book")
    git(config.parent, "tag", "first")
    book({"cavea/health.md": HEALTH.replace("`3:d8`", "`4:d8`").replace("`1:d8/2:d8`", "`2:d8/2:d8`")}, config=since)
    done = mkdocs(config, "build", "--strict")
    assert done.returncode == 0, done.stdout
    html = page(config, "changes")
    assert "3:d8" in html
    assert "4:d8" in html


def test_a_revision_that_is_not_there_is_a_warning(book: Book, mkdocs: Run) -> None:
    config = book(config=CONFIG.replace("      books:", "      changes_since: v9\n      books:"))
    done = mkdocs(config, "build")
    assert done.returncode == 0, done.stdout
    assert "no page of changes since `v9`: this folder is in no git repository" in done.stdout


ROLLED = re.compile(r"<button[^>]*>([^<]*)</button></rulebook-dice>")


def test_a_build_after_another_one_says_and_makes_what_a_first_one_does(
    book: Book, mkdocs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = {"a.md": "# A\n\nSee [b](b.md#b).\n", "b.md": "# B\n\nRoll 2d6.\n", "c.md": "# C\n\nSee [a](a.md).\n"}
    config = book({**links, "cavea/health.md": "# Health\n"}, config=NO_GAME)
    folder, cache = config.parent, config.parent / ".rulebook-cache"
    log = folder.parent / "read"

    def read_and_tell(source: Source, *args: object) -> Document:
        with log.open("a") as file:
            file.write(f"{Path(source.path).stem} ")
        return dialects.read(source, *args)  # type: ignore[arg-type]

    def built() -> tuple[list[str], str, dict[str, str]]:
        log.write_text("")
        done = mkdocs(config, "build")
        pages = {str(path): path.read_text(encoding="utf-8") for path in (folder / "site").rglob("*.html")}
        # A page that shows others something new is read once more, with all of them.
        return sorted({*log.read_text().split()}), done.stdout.partition("Documentation built")[0], pages

    mkdocs(config, "--version")  # What warms all that are forked is not to be told.
    as_begun(monkeypatch)
    monkeypatch.setattr(gathering, "read", read_and_tell)
    assert built()[0] == ["a", "b", "c", "health", "index"]
    (folder / "docs/a.md").write_text(links["a.md"].replace("#b", "#d"), encoding="utf-8")
    read, *again = built()
    assert read == ["a", "b", "health"]  # The second has dice, the third is a book's.
    assert "there is no id `d`" in again[0]
    shutil.rmtree(cache)
    assert built()[1:] == tuple(again)
    (folder / "docs/b.md").write_text("# D\n\nRoll 3d6.\n", encoding="utf-8")
    read, *again = built()
    assert (read, "there is no id `d`" in again[0]) == (["a", "b", "c", "health", "index"], False)
    assert built() == (["health"], *again)  # What has dice is shown as it was; a book's page is asked for its parts.
    assert ROLLED.findall(again[1][str(folder / "site/b/index.html")]) == ["3d6"]
    spoil(cache, lambda content: content[:-9], b'"at":')
    assert built() == (["b", "health"], *again)


@pytest.mark.parametrize("options", [(), ("--format", "json"), ("-f", "mkdocs.yml")], ids=str)
def test_a_build_takes_over_what_a_check_has_stored(
    options: tuple[str, ...], book: Book, mkdocs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = {"a.md": "# A\n\nSee [b](b.md#d).\n", "b.md": "# B\n\nRoll 2d6.\n", "c.md": "# C\n\nSee [a](a.md).\n"}
    config = book({**links, "cavea/health.md": "# Health\n"}, config=NO_GAME)
    log = config.parent.parent / "read"

    def read_and_tell(source: Source, *args: object) -> Document:
        with log.open("a") as file:
            file.write(f"{Path(source.path).stem} ")
        return dialects.read(source, *args)  # type: ignore[arg-type]

    mkdocs(config, "--version")  # What warms all that are forked is not to be told.
    as_begun(monkeypatch)
    monkeypatch.setattr(gathering, "read", read_and_tell)
    assert run(("rulebook", "check", *options), config.parent, Fault()).code == 1
    log.write_text("")
    told = mkdocs(config, "build").stdout
    assert sorted(log.read_text().split()) == ["b", "health"]
    assert "there is no id `d`" in told
    log.write_text("")
    assert run(("rulebook", "check", "--format", "concise"), config.parent, Fault()).code == 1
    assert log.read_text() == ""  # So does a check what a build has stored.


def test_a_build_after_a_check_checks_no_page_again_and_makes_the_same(
    book: Book, mkdocs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {"a.md": "# A\n\nRoll 2d6. It fails with 17 % (1 in 6).\n", "b.md": "# B\n\nRoll 2d6 or `4d6kh3`.\n"}
    config = book(pages, config=NO_GAME)
    folder, log = config.parent, config.parent.parent / "looks"
    log.write_text("")

    def look_and_tell(page: Page) -> Look:
        with log.open("a") as file:
            file.write(f"{page.uri} ")
        return look_at(page)

    def built() -> dict[str, str]:
        log.write_text("")
        assert mkdocs(config, "build").returncode == 0
        return {str(path): path.read_text(encoding="utf-8") for path in (folder / "site").rglob("*.html")}

    mkdocs(config, "--version")
    as_begun(monkeypatch)
    monkeypatch.setattr(live, "look_at", look_and_tell)
    cold = built()
    assert log.read_text().split()[:2] == ["a.md", "b.md"]
    shutil.rmtree(folder / ".rulebook-cache")
    assert run(("rulebook", "check"), folder, Fault()).code == 0
    assert built() == cold
    assert log.read_text() == ""
    assert "17 %" in cold[str(folder / "site/a/index.html")]


def test_a_build_after_another_one_shows_what_hooks_make_of_pages_by_then(
    book: Book, mkdocs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = book({"a.md": "# A\n\nRoll 2d6 or MORE.\n"}, config=NO_GAME + "hooks: [hook.py]\n")
    folder, beside = config.parent, config.parent.parent / "beside"
    hook = f"def on_page_markdown(text, **_):\n    return text.replace('MORE', open({str(beside)!r}).read())\n"
    (folder / "hook.py").write_text(hook, encoding="utf-8")

    def shown(more: str) -> list[str]:
        beside.write_text(more, encoding="utf-8")
        assert mkdocs(config, "build").returncode == 0
        return ROLLED.findall((folder / "site/a/index.html").read_text(encoding="utf-8"))

    mkdocs(config, "--version")
    as_begun(monkeypatch)
    for more in ("3d6", "3d6", "4d6", "MORE", "3d6"):
        assert shown(more) == (["2d6"] if more == "MORE" else ["2d6", more])
