"""SECURITY.md, line by line: each of its promises is held by the tests that name it."""

import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.cli import main
from rulebook_core.imports.modules import load_module
from rulebook_rules import includes as including
from tests.dialects.test_frontmatter import LAUGHS
from tests.mkdocs.conftest import run_mkdocs
from tests.patience import PATIENCE
from tests.promises import Promises
from tests.stored import CACHE, contents, spoil

holds = Promises("What is promised")


def test_every_promise_is_held() -> None:
    holds.check()


CONFIG = """\
site_name: A book
docs_dir: docs
theme: {name: mkdocs}
plugins:
  - rulebook:
      volumes: true
      books:
        book: {system: cavea}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a project, with what its pages must not get at beside it."""
    project = tmp_path / "project"
    (project / "docs" / "book").mkdir(parents=True)
    (project / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    (project / "docs" / "index.md").write_text("# Home\n", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("the secret", encoding="utf-8")
    (tmp_path / "secret.adoc").write_text("the secret", encoding="utf-8")
    monkeypatch.chdir(project)
    monkeypatch.delenv("RULEBOOK_DEBUG", raising=False)
    forget()
    yield project
    forget()


def forget() -> None:
    """Let the rules modules of a test be loaded as by a new process."""
    load_module.cache_clear()
    for name in ("own_rules", "own_tables", "ending_rules"):
        sys.modules.pop(name, None)


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, args)
    assert "Traceback" not in result.output
    return result


def told(*args: str) -> list[str]:
    """The rules of the findings of `rulebook check`."""
    output = run("check", "--format", "concise", *args).output
    return re.findall(r"(?:error|warning|info)\[([\w-]+)\]", output)


MODULE = """\
open('ran', 'w').close()
from dataclasses import replace
from rulesmod.cavea import SYSTEM
SYSTEM = replace(SYSTEM, name='own', rulings=())
"""
NAMING = {
    "page.md": "---\nsystem: {name}\n---\n# Page\n",
    "note.md": "---\nsystem: {name}\n---\n# Note\n\n> [!note] A callout\n\n[[index]]\n",
    "pandoc.md": "---\nsystem: {name}\ntitle: T\n---\n\n::: {{.note}}\nText.\n:::\n",
    "page.adoc": "= Page\n:system: {name}\n\nText.\n",
    "matter.adoc": "---\nsystem: {name}\n---\n= Page\n\nText.\n",
    "page.txt": "---\nsystem: {name}\n---\nPage\n====\n\nText.\n",
}


@holds("Pages choose among games")
@pytest.mark.parametrize("page", NAMING)
@pytest.mark.parametrize("alone", [False, True])
def test_a_page_runs_no_module(page: str, alone: bool) -> None:
    write("docs/book/notes.py", MODULE)
    path = write(f"docs/book/{page}", NAMING[page].format(name="docs.book.notes"))
    if alone:
        Path("mkdocs.yml").unlink()
    result = run("check", str(path)) if alone else run("check")
    header_of_asciidoc_only = page == "matter.adoc"
    assert not Path("ran").exists()
    assert header_of_asciidoc_only or result.exit_code != 0
    assert header_of_asciidoc_only or "docs.book.notes" in result.output


@holds("Pages choose among games")
def test_a_page_names_games_that_are_installed_or_that_its_book_names() -> None:
    write("own_rules.py", MODULE)
    write("docs/book/page.md", "---\nsystem: drama\n---\n# Page\n")
    write("docs/other.md", "---\nsystem: own_rules\n---\n# Page\n")
    assert run("check").exit_code != 0
    assert not Path("ran").exists()
    write("mkdocs.yml", CONFIG.replace("{system: cavea}", "{system: cavea}\n        own: {system: own_rules}"))
    Path("docs/own").mkdir()
    write("docs/own/index.md", "# Own\n")
    assert run("check").exit_code == 0
    assert Path("ran").exists()


@holds("Pages choose among games")
def test_the_command_may_name_any_module() -> None:
    write("own_rules.py", MODULE)
    write("page.md", "---\nsystem: own_rules\n---\n# Page\n")
    assert run("check", "page.md", "--system", "own_rules").exit_code == 0
    assert Path("ran").exists()


ENDINGS = {
    "exit": "raise SystemExit(0)",
    "exit-without-code": "import sys; sys.exit()",
    "interrupt": "raise KeyboardInterrupt",
    "generator": "raise GeneratorExit",
    "own": "raise type('Own', (BaseException,), {})('on purpose')",
    "click": "import click; raise click.exceptions.Exit(0)",
}
RULES = """
from dataclasses import replace
from rulesmod.cavea import SYSTEM
from rulesmod.system import Phrase


def looks_like(text):
    {run}


def fingers():
    {rule}
    return {{"fingers": 5}}


PHRASE = Phrase("fingers", ("a hand has {{fingers}} fingers",), fingers)
SYSTEM = replace(SYSTEM, name="ending", notation=replace(SYSTEM.notation, looks_like=looks_like), phrases=(PHRASE,))
"""
WHERE = {
    "loaded": lambda statement: statement,
    "read": lambda statement: RULES.format(run=statement, rule="pass"),
    "asked": lambda statement: RULES.format(run="return False", rule=statement),
}


@holds("Rules end no run well")
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("where", WHERE)
def test_what_rules_raise_ends_no_check_well(ending: str, where: str) -> None:
    write("ending_rules.py", WHERE[where](ENDINGS[ending]))
    write("mkdocs.yml", CONFIG.replace("cavea", "ending_rules"))
    write("docs/book/page.md", "# Hands\n\nA hand has 4 fingers, and `1:d6` to roll.\n")
    for command in (["check"], ["check", "docs/book/page.md"], ["mutate"], ["lock"]):
        forget()
        result = run(*command)
        assert result.exit_code in (1, 2), (command, result.output)
        assert result.output.strip()


@holds("Rules end no run well")
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("where", ["loaded", "read"])
def test_what_rules_raise_ends_no_build_well(ending: str, where: str) -> None:
    write("ending_rules.py", WHERE[where](ENDINGS[ending]))
    write("mkdocs.yml", CONFIG.replace("cavea", "ending_rules"))
    write("docs/book/page.md", "# Hands\n\nA hand has 4 fingers, and `1:d6` to roll.\n")
    result = run_mkdocs(Path("mkdocs.yml").absolute(), "build")
    assert result.returncode != 0, result.stdout
    assert "Traceback" not in result.stdout
    assert not Path("site/book/page/index.html").exists()


@holds("Rules end no run well")
def test_who_wants_to_stop_can() -> None:
    write("slow_rules.py", "open('ran', 'w').close()\nimport time; time.sleep(600)\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "rulebook.cli", "check", "docs/index.md", "--system", "slow_rules"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    while not Path("ran").exists():
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said.strip()) == (130, "rulebook: stopped")


LEAVING = {
    "page.md": [
        "![x](../../../secret.txt)",
        "[x](../../../secret.txt)",
        "[x][y]\n\n[y]: ../../../secret.txt",
        "![x](/proc/self/environ)",
        "![x](<../../../secret.txt>)",
        "![x](%2e%2e/../../secret.txt)",
        "![x](out.txt)",
        "![x](away/secret.txt)",
        "[x](file:///etc/passwd)",
        '<img src="../../../../secret.txt" alt="x">',
        '<img src="/proc/self/environ" alt="x">',
        '--8<-- "../secret.txt"',
        '--8<-- "docs/../../secret.txt"',
        "--8<--\n/etc/passwd\n--8<--",
    ],
    "note.md": [
        "> [!note] A note\n\n![[../../../secret.txt]]",
        "> [!note] A note\n\n[[../../../secret]]",
        "> [!note] A note\n\n![x](../../../secret.txt)",
        "> [!note] A note\n\n![[out.txt]]",
    ],
    "pandoc.md": [
        "% Title\n\n![x](../../../secret.txt)",
        "% Title\n\n![x](/proc/self/environ)",
        "% Title\n\n[x](../../../secret.txt)",
    ],
    "page.adoc": [
        "include::../../../secret.adoc[]",
        "include::/etc/passwd[]",
        "include::out.adoc[opts=optional]",
        "include::_part.adoc[]",
        "image::../../../secret.txt[]",
        "image::/proc/self/environ[]",
        ":imagesdir: ../../..\n\nimage::secret.txt[]",
        ":imagesdir: /proc/self\n\nimage::environ[]",
        "link:../../../secret.txt[x]",
        "xref:../../../secret.adoc[x]",
    ],
}
PREFIX = {"page.md": "# Page\n\n", "note.md": "# Page\n\n", "page.adoc": "= Page\n\n", "pandoc.md": ""}


def links_out() -> None:
    """What somebody may have put beside the pages."""
    Path("docs/book/out.txt").symlink_to("../../../secret.txt")
    Path("docs/book/out.adoc").symlink_to("../../../secret.adoc")
    Path("docs/book/away").symlink_to("../../..")
    write("docs/book/_part.adoc", "include::../../../secret.adoc[]\n")
    write("mkdocs.yml", CONFIG + "markdown_extensions: [pymdownx.snippets]\n")


@holds("Nothing leaves the folder of the book")
@pytest.mark.parametrize(("page", "text"), [(page, text) for page, texts in LEAVING.items() for text in texts])
def test_what_leads_out_of_the_book_is_no_target(page: str, text: str) -> None:
    links_out()
    write(f"docs/book/{page}", f"{PREFIX[page]}{text}\n")
    # What is no way out by its name is no note of the vault either.
    expected = "unresolved-embed" if "[[out.txt" in text else "unknown-target"
    assert expected in told(f"docs/book/{page}")
    assert "the secret" not in run("check", "--format", "json", f"docs/book/{page}").output


@holds("Nothing leaves the folder of the book")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "# A\n\n![x](../secret.txt)\n"),
        ("a.md", "# A\n\n[x](../secret.adoc)\n"),
        ("a.md", "# A\n\n![x](link.txt)\n"),
        ("a.adoc", "= A\n\ninclude::../secret.adoc[]\n"),
    ],
)
def test_a_file_by_itself_stays_in_its_folder(name: str, text: str) -> None:
    Path("mkdocs.yml").unlink()
    Path("link.txt").symlink_to("../secret.txt")
    write(name, text)
    assert told(name) == ["unknown-target"]
    assert told(".") == ["unknown-target"]


@holds("Nothing leaves the folder of the book")
def test_what_lies_in_the_folder_that_was_asked_for_is_there() -> None:
    Path("mkdocs.yml").unlink()
    write("attributes.adoc", ":size: 4\n")
    write("chapters/a.adoc", "= A\n\ninclude::../attributes.adoc[]\n\nimage::../map.png[Map]\n")
    write("map.png", "")
    assert told(".") == []


@holds("Nothing leaves the folder of the book")
def test_a_page_is_no_link_to_what_is_no_page() -> None:
    Path("docs/book/page.md").symlink_to("../../../secret.txt")
    Path("docs/book/config.md").symlink_to("../../mkdocs.yml")
    write("README.md", "# Read me\n")
    Path("docs/book/readme.md").symlink_to("../../README.md")
    write("docs/book/links.md", "# Links\n\n[a](page.md), [b](config.md) and [c](readme.md).\n")
    assert sorted(told()) == ["unknown-target", "unknown-target", "unreadable-source", "unreadable-source"]


STARS = (
    '{% include "/etc/**/*" %}',
    '{% include "/usr/**/*" %}',
    '{% include "/**/*" %}',
    '{% include-markdown "../../../*" %}',
    '{% include "./../../../**/*.txt" %}',
    '{% include "away/**/*.txt" %}',
    '{% include "book/away/*.txt" %}',
    '{% include "*/../../../*.txt" %}',
    '{% include "**/*/../../../../secret.txt" %}',
    '{% include "/etc/passwd" %}',
    '{% include "/proc/self/environ*" %}',
    "{{ read_csv('/etc/passwd') }}",
    "{{ read_csv('../../../secret.txt') }}",
    "{{ read_table('book/away/secret.txt') }}",
    "{{ read_raw('docs/../../secret.txt') }}",
)
TAKING = """\
plugins:
  - include-markdown
  - macros: {include_yaml: [/etc/passwd, ../secret.txt, far: ../../secret.txt]}
  - table-reader: {data_path: ..}
  - rulebook: {books: {book: {system: cavea}}}
markdown_extensions: [pymdownx.snippets]
"""
WATCH = Path(__file__).parent / "reading" / "open_watch.py"


def opened_outside(*args: str) -> list[str]:
    """What a run opens outside of the project and the installation."""
    home = Path("home").absolute()
    home.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-P", str(WATCH), *args],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home), "XDG_CONFIG_HOME": str(home)},
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode in (0, 1, 2), done.stderr
    return [line for line in done.stdout.splitlines() if line.startswith("OUTSIDE")]


def hostile_pages() -> None:
    """Pages of each dialect that ask for files elsewhere in each way they know."""
    links_out()
    for page, texts in LEAVING.items():
        stem, _, ending = page.partition(".")
        for number, text in enumerate(texts):
            write(f"docs/book/{stem}{number}.{ending}", f"{PREFIX[page]}Roll 2d6.\n\n{text}\n")
    write("docs/book/away.txt", "Title\n=====\n\nSee ../../../secret.txt and /etc/passwd.\n")


@holds("Nothing outside is opened")
def test_a_check_of_hostile_pages_opens_nothing_outside() -> None:
    hostile_pages()
    for number, text in enumerate(STARS):
        write(f"docs/book/stars{number}.md", f"# Page\n\nRoll 2d6.\n\n{text}\n")
        write(f"docs/book/stars{number}.txt", f"Page\n====\n\nRoll 2d6.\n\n{text}\n")
    write("mkdocs.yml", f"site_name: A book\n{TAKING}")
    assert opened_outside("check") == []
    write(
        "mkdocs.yml",
        f"site_name: A book\nhooks: [../secret.py]\n{TAKING.replace('{inc', '{module_name: ../secret, inc')}",
    )
    write("../secret.py", "env = {}\n")
    assert opened_outside("check") == []
    assert opened_outside("check", "docs") == []
    assert opened_outside("ledger") == []
    pages = sorted(path.as_posix() for path in Path("docs/book").glob("page*.*"))
    assert [line for page in pages[:4] for line in opened_outside("convert", page)] == []


@holds("Nothing outside is opened")
def test_a_build_of_hostile_pages_opens_nothing_outside() -> None:
    hostile_pages()
    config = Path("mkdocs.yml").read_text(encoding="utf-8").replace("volumes: true", "strict: false")
    write("mkdocs.yml", config)
    assert opened_outside("mkdocs", "build") == []


@holds("Nothing outside is opened")
def test_a_path_with_stars_is_looked_for_in_few_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(60):
        write(f"docs/deep/{number}/part.md", "Text.\n")
    write("docs/book/page.md", '# Page\n\n{% include "deep/**/*.md" %}\n')
    folder = Path("docs").absolute()
    assert len(including.matching_files(folder / "deep/**/*.md", folder)) == 60
    assert len(including.matching_files(folder / "*/*/*", folder)) == 60
    for limit, most in (("MAX_FOLDERS", 20), ("MAX_FILES", 30)):
        monkeypatch.setattr(including, limit, most)
        assert len(including.matching_files(folder / "deep/**/*.md", folder)) <= most


@holds("Numbers have a limit")
@pytest.mark.parametrize("digits", [101, 309, 4301])
def test_a_number_of_many_digits_ends_no_run(digits: int) -> None:
    """All of it: `tests/test_digits.py`."""
    long = "9" * digits
    write("docs/book/a.md", f"# A\n\nIt is {long} + ٣ = {long}, or {long} in ٣ ({long} %).\n")
    write("docs/book/b.txt", f"---\nsystem: masque\n---\nB\n=\n\nGoblin: Build {long} Cast 2d4 @2.\n")
    write("docs/book/c.md", f"---\nsystem: drama\n---\n# C\n\n{long} Moments and ٣ Risk dice.\n")
    result = run("check")
    assert result.exit_code in (0, 1)
    assert "fault of rulebook" not in result.output


@holds("Only rules modules are imported")
def test_what_lies_among_the_pages_is_no_module() -> None:
    """Each name of an optional package, and the command without extras: `tests/reading/test_siblings.py`."""
    before = [*sys.path]
    write("docs/quickjs.py", "open('ran', 'w').close()\n")
    write("quickjs.py", "open('ran', 'w').close()\n")
    write("own_rules.py", "import own_tables\n" + MODULE.replace("open('ran', 'w').close()", ""))
    write("own_tables.py", "open('tables', 'w').close()\n")
    write("docs/book/page.adoc", "= Page\n")
    write("mkdocs.yml", CONFIG.replace("cavea", "own_rules"))
    run("check")
    assert sys.path == before
    assert Path("tables").exists()
    assert not Path("ran").exists()


@holds("Nothing else is published")
def test_a_volume_takes_images_of_the_site_alone() -> None:
    from mkdocs.config import load_config

    from rulebook_formats.formats import EPUB
    from rulebook_mkdocs.output.volumes import Volumes
    from rulebook_render.publishing.formats import Chapter
    from rulebook_rules.config import BookFolder

    config = load_config("mkdocs.yml")
    write("site/book/image.png", "an image")
    Path("site/book/out.png").symlink_to("../../../secret.txt")
    sources = ("image.png", "/proc/self/environ", "../../../secret.txt", "out.png", "%2e%2e/../../secret.txt", "//a/b")
    images = "".join(f'<img src="{source}" alt="x"><video src="{source}"></video>' for source in sources)
    volumes = Volumes()
    volumes._chapters["book/page.md"] = Chapter("book/page.html", "Page", images)
    volumes.bind(BookFolder("book"), config, (EPUB,))
    with zipfile.ZipFile("site/book/book.epub") as archive:
        names = [name for name in archive.namelist() if "images/" in name]
        assert [archive.read(name) for name in names] == [b"an image"]


@holds("Nothing else is published")
def test_a_link_out_of_the_docs_folder_is_not_published() -> None:
    Path("docs/book/out.pdf").symlink_to("../../../secret.txt")
    Path("docs/away").symlink_to("../..")
    write("docs/book/kept.png", "kept")
    write("docs/book/page.md", "# Page\n")
    write("mkdocs.yml", CONFIG + "exclude_docs: away/project/\n")
    result = run_mkdocs(Path("mkdocs.yml").absolute(), "build")
    assert result.returncode == 0, result.stdout
    assert Path("site/book/kept.png").exists()
    assert "out.pdf is not published" in result.stdout
    assert not [path for path in Path("site").rglob("*") if path.is_file() and b"the secret" in path.read_bytes()]


@holds("Nothing else is published")
def test_a_folder_that_leads_round_is_gone_through_once() -> None:
    from rulebook_rules.config import load_config

    Path("docs/book/round").symlink_to("..")
    assert list(load_config(Path("mkdocs.yml")).files()) == ["index.md"]


@holds("No page allows it")
@pytest.mark.parametrize(
    ("page", "rule"),
    [
        ("# A\n\n<!-- rulebook: allow unknown-target, x -->\n![x](../../../secret.txt)\n", "unknown-target"),
        ("# A\n\n![x](../../../secret.txt) <!-- rulebook: allow unknown-target, x -->\n", "unknown-target"),
        (
            "# A\n\n<!-- rulebook: allow dangling-directive, x -->\n<!-- rulebook: formerly ../../../x.md# -->\n",
            "dangling-directive",
        ),
    ],
)
def test_no_comment_allows_what_is_not_safe(page: str, rule: str) -> None:
    write("docs/book/page.md", page)
    result = run("check", "--format", "concise")
    assert f"error[{rule}]" in result.output
    assert result.exit_code == 1


@holds("No page allows it")
@pytest.mark.parametrize("rule", ["unreadable-source", "invalid-setting"])
def test_no_comment_allows_a_page_that_names_a_module(rule: str) -> None:
    write("docs/book/page.adoc", f":system: docs.book.notes // rulebook: allow {rule}, x\n= Page\n\nText.\n")
    write("docs/book/page.md", f"---\nsystem: docs.x # <!-- rulebook: allow {rule}, x -->\n---\nText.\n")
    assert run("check").exit_code != 0


@holds("The site is written in its folder")
@pytest.mark.parametrize("old", ["../../../x.md#", "../../x.md#id", "/srv/x.md#", "../../..#", "..#", "./../../../x#"])
def test_an_old_page_is_made_in_the_site_alone(tmp_path: Path, old: str) -> None:
    write("docs/book/page.md", f"# Page\n\n<!-- rulebook: formerly {old} -->\n\nText.\n")
    before = sorted(path for path in tmp_path.rglob("*") if not {"site", ".rulebook-cache"} & {*path.parts})
    result = run_mkdocs(Path("mkdocs.yml").absolute(), "build")
    assert result.returncode != 0
    assert sorted(path for path in tmp_path.rglob("*") if not {"site", ".rulebook-cache"} & {*path.parts}) == before


@holds("The site is written in its folder")
@pytest.mark.parametrize("uri", ["../x.md", "../../x.json", "a/../../../x.md", "link/x.json", "x" * 300])
def test_no_file_of_ours_is_written_elsewhere(uri: str) -> None:
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort

    from rulebook_mkdocs.files import HeldFile

    config = load_config("mkdocs.yml")
    Path("site").mkdir()
    Path("site/link").symlink_to("../docs")
    file = HeldFile(uri, None, config.site_dir, False)
    file.content_string = "x"
    with pytest.raises(Abort, match=r"leads out of|too long"):
        file.copy_file()
    assert not Path("docs/x.json").exists()


@holds("The site is written in its folder")
def test_a_book_beside_the_docs_folder_is_not_written() -> None:
    from mkdocs.config import load_config

    from rulebook_core.store.files import OutsideError
    from rulebook_formats.formats import EPUB
    from rulebook_mkdocs.output.volumes import Volumes
    from rulebook_render.publishing.formats import Chapter
    from rulebook_rules.config import BookFolder

    Path("site").mkdir()
    volumes = Volumes()
    volumes._chapters["../out/page.md"] = Chapter("page.html", "Page", "")
    Path("out").mkdir()
    with pytest.raises(OutsideError, match="leads out of"):
        volumes.bind(BookFolder("../out"), load_config("mkdocs.yml"), (EPUB,))
    assert not list(Path("out").iterdir())


GAME = "game: L\n"
OPEN = "... {a} " * 6
MANY_CELLS = "".join(f"  t{n}: {{columns: [A, B], rows: 1..1000, cells: {{B: A}}}}\n" for n in range(11))

ODDS, FAR = "chance(90d20 >= 500 + A)", "chance({A}d100 >= 50 * A)"
"""Chances of which a file may have a few hundred, and some that are too much each."""


@holds("Rules as data run nothing")
@pytest.mark.parametrize(
    ("rules", "fact"),
    [
        ("game: !ENV HOME\n", "could not determine a constructor for the tag '!ENV'"),
        ("game: !!python/name:os.system\n", "could not determine a constructor"),
        (f"{GAME}INHERIT: ../other.yml\n", "`INHERIT` is nothing that the rules of a game can say"),
        (f"{GAME}values: {{A: '__import__(\"os\")'}}\n", "there is no function `__import__`"),
        (f"{GAME}values: {{A: 9 ** 9}}\n", "a number or a name is missing here"),
        (f"{GAME}names: {{a: &a [*a]}}\n", "used again elsewhere"),
        (f"{GAME}phrases: {{p: {{says: '{OPEN}', gives: {{a: 1}}}}}}\n", "leaves not so much open"),
        (f"{GAME}words: [{'a, ' * 100_000}]\n", "a file of data has at most 256 KiB"),
        (f"{GAME}values:\n" + "".join(f"  A{n}: 1\n" for n in range(500)), "more than 400 entries"),
        (f"{GAME}tables: {{t: {{columns: [A, B], rows: 1..1000, cells: {{B: '{ODDS}'}}}}}}\n", "take too long"),
        (f"{GAME}tables: {{t: {{columns: [A, B], rows: 1..90, cells: {{B: '{FAR}'}}}}}}\n", "`59d100` are not known"),
        (f"{GAME}tables:\n{MANY_CELLS}", "all tables together have at most 20,000 cells"),
    ],
)
def test_rules_as_data_run_nothing(rules: str, fact: str) -> None:
    Path("rules.yml").write_text(rules, encoding="utf-8")
    Path("page.md").write_text("# P\n\nBody 3.\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["check", "page.md", "--format", "concise"])
    assert result.exit_code == 1
    assert fact in result.output


@holds("Rules as data run nothing")
def test_rules_that_lead_out_of_their_folder_are_none() -> None:
    Path("book").mkdir()
    Path("rules.yml").write_text("game: L\nvalues: {A: oops oops}\n", encoding="utf-8")
    Path("book/rules.yml").symlink_to("../rules.yml")
    Path("book/page.md").write_text("# P\n", encoding="utf-8")
    assert CliRunner().invoke(main, ["check", "book/page.md"]).exit_code == 0


@holds("Front matter is small")
@pytest.mark.parametrize(
    "matter",
    ["a: &a [x]\nb: *a", "system: " + "[" * 50_000, "system: " + "{" * 50_000, "? " * 20_000, "x: !!int", LAUGHS],
    ids=["alias", "brackets", "braces", "keys", "tag", "laughs"],
)
@pytest.mark.parametrize("page", ["page.md", "page.txt"])
def test_front_matter_says_no_more_than_it_may(matter: str, page: str) -> None:
    write(f"docs/book/{page}", f"---\n{matter}\n---\n\nText\n====\n\nText.\n")
    command = [sys.executable, "-m", "rulebook.cli", "check", "--format", "concise"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert result.returncode in (0, 1, 2), result.returncode
    assert ("invalid-setting" in result.stdout) == (not matter.startswith("?"))
    assert len(result.stdout + result.stderr) < 5_000
    assert "Traceback" not in result.stderr


@holds("Messages are lines")
@pytest.mark.parametrize("format_", ["full", "concise", "github"])
def test_no_text_commands_a_terminal(format_: str) -> None:
    name = "a\x1b[2J\u202e" + "b" * 500
    write("docs/book/page.md", f"# Page\n\n[x](<{name}.md>)\n\n[y](#{name})\n\n`99:{name}`\n")
    Path("docs/book/\x1b[2Jname\n::error::x.md").write_text("# Odd\n", encoding="utf-8")
    output = run("check", "--format", format_).output
    assert "there is no page" in output
    assert "its name is too long, or has signs that cannot be shown" in output
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", output)
    assert not re.search(r"b{200}", output)
    assert "\n::error::x" not in output


@holds("Messages are lines")
@pytest.mark.parametrize(
    "command", ["outline a.md", "ledger", "mutate", "fix docs/book/page.md:3 --yes", "learn docs/book/page.md:5"]
)
def test_no_command_passes_on_what_commands_a_terminal(command: str) -> None:
    odd = "\x1b[2J\x07 \u202e"
    text = f"# Page {odd}\n\nHere {odd} 1 + 1 = 3.\n\nThe {odd} Fish has 4 fins.\n"
    write("docs/book/page.md", text)
    write("a.md", text)
    output = run(*command.split()).output
    assert output.strip()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", output)


@holds("Caches are sealed")
def test_a_cache_that_somebody_else_has_written_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulebook_asciidoc import cache

    write("docs/book/page.adoc", "= Page\n\nA link to <<nowhere>>.\n")
    cache._memory.clear()
    assert told() == ["unknown-anchor"]
    folder, page = Path(CACHE), b'"key":'
    (right,) = contents(folder, page)
    for spoilt in (
        right.replace(b"nowhere", b"_page11"),
        right.partition(b"\n")[2],
        b"",
        b"{}",
        b"[" * 100_000,
        b"\x80\x04.",
        right[: len(right) // 2],
    ):
        spoil(folder, lambda content: content.replace(b"unknown-anchor", b"all is well"))
        spoil(folder, lambda content, spoilt=spoilt: spoilt, page)  # type: ignore[misc]
        cache._memory.clear()
        assert told() == ["unknown-anchor"]
        assert contents(folder, page) == [right]
    monkeypatch.setattr("rulebook_core.store.entries._key", lambda: b"of another user")
    cache._memory.clear()
    assert told() == ["unknown-anchor"]


@holds("Records are whole")
@pytest.mark.parametrize("name", ["rulebook.lock", "rulebook.outline", "rulebook.baseline"])
def test_a_record_that_is_cut_is_an_error(name: str) -> None:
    write("docs/book/page.md", "# Page\n\n## Dice\n\nA pool of `2:d6`, which is two d6s.\n")
    command = "baseline" if name.endswith("baseline") else "lock"
    assert run(command).exit_code == 0
    assert run("check").exit_code == 0
    whole = Path(name).read_text(encoding="utf-8").splitlines(keepends=True)
    for count in range(len(whole)):
        write(name, "".join(whole[:count]))
        result = run("check")
        assert result.exit_code == 2
        assert f"run `rulebook {command}` to write it anew" in result.output


@holds("Files are written whole")
def test_what_fails_to_be_written_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    wrong = "# Page\n\nHere, 1 + 1 = 3.\n" + "Text.\n" * 5_000
    page = write("docs/book/page.md", wrong)
    write("rulebook.lock", "old")
    write("out.md", "old")
    monkeypatch.setattr("os.fsync", full)
    for command in ("fix docs/book/page.md:3 --yes", "lock", "convert docs/book/page.md -o out.md --force"):
        assert run(*command.split()).exit_code == 2
    assert page.read_text(encoding="utf-8") == wrong
    assert Path("rulebook.lock").read_text(encoding="utf-8") == Path("out.md").read_text(encoding="utf-8") == "old"
    assert not list(Path().rglob("*.new"))


@holds("Files are written whole")
def test_every_file_of_ours_is_written_by_one_function() -> None:
    plugins = Path(__file__).parent.parent / "plugins"
    writes = re.compile(r"\.write_(?:text|bytes)\(|\.open\([\"'][wax]|\bopen\([^)]*[\"'][wax]b?[\"']")
    found = [
        path.relative_to(plugins).as_posix()
        for path in plugins.rglob("*.py")
        if writes.search(path.read_text(encoding="utf-8"))
    ]
    assert found == ["rulebook_core/workspace/writing.py"]
