"""What hooks make of pages, and pages that they make, are held against the rules when a site is built."""

import json
from importlib.metadata import EntryPoint

import pytest
from click.testing import CliRunner
from mkdocs.config.defaults import MkDocsConfig

from rulebook.cli import main
from tests.mkdocs.conftest import Book, run_mkdocs
from tests.small_book import CONFIG

HOOK = """\
from mkdocs.structure.files import File


def on_files(files, config):
    text = "# Made\\n\\nThe chance is 1 in 6 (MADE %).\\n"
    files.append(File.generated(config, "cavea/made.md", content=text))
    files.append(File.generated(config, "beside.md", content=text))
    return files


def on_page_markdown(markdown, page, config, files):
    return markdown.replace("SIX", "CHANGED")
"""
PAGE = "# Odds\n\nThe chance is 1 in 6 (SIX %). The chance is 1 in 4 (25 %).\n"


@pytest.mark.parametrize(
    ("made", "changed", "told"),
    [
        ("17", "17", ""),
        ("26", "17", "cavea/made.md (as it is made):3:23: wrong-value"),
        ("17", "26", "docs/cavea/odds.md (as it is made):3:23: wrong-value"),
    ],
)
def test_what_hooks_make_is_checked_when_the_site_is_built(book: Book, made: str, changed: str, told: str) -> None:
    config = book({"cavea/odds.md": PAGE}, config=CONFIG + "hooks: [hook.py]\n")
    hook = HOOK.replace("MADE", made).replace("CHANGED", changed)
    (config.parent / "hook.py").write_text(hook, encoding="utf-8")
    result = run_mkdocs(config, "build")
    assert result.returncode == bool(told), result.stdout
    assert told in result.stdout
    assert ("wrong-value" in result.stdout) is bool(told)
    assert (config.parent / "site" / "cavea" / "odds").exists() is not bool(told)


HOOKS = {"brings": "on_page_markdown", "lists": "on_nav", "makes": "on_files"}


def test_what_only_a_build_shows_is_counted(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    config = book({"cavea/odds.md": "# Odds\n\n{{ chance }}\n"}, config=CONFIG + "hooks: [hook.py]\n")
    text = config.read_text(encoding="utf-8")
    names = "".join(f"  - {name}\n" for name in ("macros", "stranger", *HOOKS))
    config.write_text(text.replace("plugins:\n", f"plugins:\n{names}"), encoding="utf-8")
    (config.parent / "hook.py").write_text(HOOK, encoding="utf-8")
    installed = config.parent / "installed"
    (installed / "beside-1.dist-info").mkdir(parents=True)
    for name, hook in HOOKS.items():
        (installed / f"{name}.py").write_text(f"class One:\n    def {hook}(self): ...\n", encoding="utf-8")
    points = "".join(f"{name} = {name}:One\n" for name in HOOKS)
    (installed / "beside-1.dist-info/entry_points.txt").write_text(f"[mkdocs.plugins]\n{points}", encoding="utf-8")
    (installed / "beside-1.dist-info/METADATA").write_text("Name: beside\nVersion: 1\n", encoding="utf-8")
    monkeypatch.syspath_prepend(installed)
    monkeypatch.chdir(config.parent)
    found = CliRunner().invoke(main, ["check", "--format", "json"])
    assert json.loads(found.output)["summary"]["not_looked_at"]["made_by"] == [
        "hook.py",
        "macros",
        "stranger",
        "brings",
        "makes",
    ]
    assert (
        CliRunner()
        .invoke(main, ["check"])
        .output.endswith("`brings` and `makes` make; the build will check more of 1 page\n")
    )


TAKING = {
    "cavea/taking.md": '# Taking\n\n--8<-- "part.md"\n\n!!! note\n    --8<-- "part.md"\n\nBehind: `2:d8`.\n',
    "cavea/parts/part.md": "The chance is 1 in 4 (25 %), with `1:d6/1:d8`.\n",
    "sda/taking.adoc": "= Taking\n\ninclude::_part.adoc[leveloffset=+1]\n\n== Behind\n\nRoll `2d8`.\n",
    "sda/_part.adoc": "= Part\n\n* a\n+\ninclude::_inner.adoc[lines=2..3]\n",
    "sda/_inner.adoc": "Not taken: `3d4`.\nThe chance is 1 in 4 (25 %),\nwith `4d6`.\n",
}
MAKING = """\
from mkdocs.structure.files import File


def on_files(files, config):
    files.append(File.generated(config, "beside.md", content="# Made\\n\\nIt is 1 in 6 (MADE %). Roll 2d6.\\n"))
    return files


def on_page_markdown(markdown, page, config, files):
    return markdown.replace("SIX", "17")
"""


@pytest.mark.parametrize("made", ["17", "26"])
def test_what_others_bring_into_pages_is_marked_as_they_are(book: Book, made: str) -> None:
    config = CONFIG.replace("cavea: {", "sda: {system: sda}\n        cavea: {")
    config = config.replace("[attr_list,", "[admonition, pymdownx.snippets: {base_path: docs/cavea/parts}, attr_list,")
    path = book({"cavea/odds.md": PAGE, **TAKING}, config=config + "hooks: [hook.py]\nexclude_docs: parts/\n")
    (path.parent / "hook.py").write_text(MAKING.replace("MADE", made), encoding="utf-8")
    result = run_mkdocs(path, "build")
    if made == "26":
        assert "beside.md (as it is made):3:15: wrong-value" in result.stdout
        assert result.returncode == 1
        return
    assert result.returncode == 0, result.stdout
    for uri, marks, dice in (
        ("cavea/taking", 4, 3),
        ("cavea/odds", 4, 0),
        ("sda/taking", 2, 2),
        ("beside", 2, 1),
    ):
        html = (path.parent / "site" / uri / "index.html").read_text(encoding="utf-8")
        assert (html.count('class="rulebook-right"'), html.count("<rulebook-dice>")) == (marks, dice), uri


FILLING = """\
from mkdocs.plugins import BasePlugin


class One(BasePlugin):
    def on_page_markdown(self, markdown, page, config, files):
        return markdown.replace("{{ dice }}", "2:d8").replace("{{ chance }}", "17")
"""


@pytest.mark.parametrize("before", ["  - search\n", "markdown_extensions"])
def test_values_are_marked_whoever_fills_them_in_first(
    book: Book, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    page = PAGE.replace("SIX", "{{ chance }}") + "\nRoll `{{ dice }}`.\n"
    config = CONFIG.replace(before, f"  - markdownextradata\n{before}") + 'extra: {chance: 17, dice: "2:d8"}\n'
    path = book({"cavea/odds.md": page}, config=config)
    installed = path.parent / "installed"
    installed.mkdir()
    (installed / "filling.py").write_text(FILLING, encoding="utf-8")
    point = EntryPoint("markdownextradata", "filling:One", "mkdocs.plugins")
    monkeypatch.setitem(MkDocsConfig.plugins.installed_plugins, point.name, point)  # type: ignore[attr-defined]
    monkeypatch.syspath_prepend(installed)
    result = run_mkdocs(path, "build")
    assert result.returncode == 0, result.stdout
    html = (path.parent / "site/cavea/odds/index.html").read_text(encoding="utf-8")
    assert (html.count('class="rulebook-right"'), html.count("<rulebook-dice>")) == (4, 1)
    assert "{{" not in html.partition("<article")[2].partition("</article")[0]
