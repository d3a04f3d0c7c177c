"""`rulebook new`: a book that checks, from nothing and beside whatever is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from rulebook.cli import main
from rulebook.loading.reading import read_book
from rulebook.scaffold.book import CI
from rulebook.scaffold.config import NoPlaceError, with_book, with_plugin
from rulebook_proof.analysis import analyse
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from tests.mkdocs.conftest import run_mkdocs


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_from_nothing_to_a_found_mistake_and_a_die_that_rolls() -> None:
    done = run("new", "the-last-lamp")
    assert done.exit_code == 0, done.output
    assert "made the-last-lamp/docs/rules.yml" in done.output
    checked = ("check", "-f", "the-last-lamp/mkdocs.yml")
    clean = run(*checked)
    assert clean.exit_code == 0
    assert clean.output.startswith("no findings in 1 file; 16 checked, 0 wrong")
    page = Path("the-last-lamp/docs/index.md")
    right = page.read_text(encoding="utf-8")
    page.write_text(right.replace("Grit is 8", "Grit is 9"), encoding="utf-8")
    wrong = run(*checked)
    assert wrong.exit_code == 1
    assert "the rules give 8, the text says `9`" in wrong.output
    page.write_text(right, encoding="utf-8")
    built = run_mkdocs(Path("the-last-lamp/mkdocs.yml").absolute(), "build", "--strict")
    assert built.returncode == 0, built.stdout
    html = Path("the-last-lamp/site/index.html").read_text(encoding="utf-8")
    assert 'data-system="the-last-lamp"' in html
    assert ">3d6</button>" in html
    assert "<title>The last lamp</title>" in html


def test_what_it_makes_is_guarded_to_the_last_number() -> None:
    run("new", "game")
    done = run("mutate", "-f", "game/mkdocs.yml")
    assert "0 of them can be changed unseen; score 100.0 %" in done.output


@pytest.mark.parametrize("title", ['Rook\'s #1: a "game"', "yes", "- 火", "{x}", "C:\\games"])
def test_any_title_is_a_title(title: str) -> None:
    assert run("new", "--title", title).exit_code == 0
    assert yaml.safe_load(Path("mkdocs.yml").read_text(encoding="utf-8"))["site_name"] == title
    book = read_book(load_config(Path("mkdocs.yml")), find_system=load_system)
    assert not analyse(book).findings
    assert [system.title for system in book.systems] == [title]


def test_nothing_that_is_there_is_lost() -> None:
    write("docs/index.md", "# Mine\n\nRoll 2d6.\n")
    write(".gitignore", "mine\n")
    done = run("new")
    assert done.output.splitlines()[:2] == ["made mkdocs.yml", "made docs/rules.yml"]
    assert Path("docs/index.md").read_text(encoding="utf-8") == "# Mine\n\nRoll 2d6.\n"
    assert Path(".gitignore").read_text(encoding="utf-8") == "mine\n"
    assert run("check").exit_code == 0
    again = run("new")
    assert (again.exit_code, again.output.count("\n")) == (2, 1)


def test_pages_that_lie_in_one_folder_are_found() -> None:
    write("chapters/one/a.adoc", "= One\n")
    write("README.md", "# Readme\n")
    assert run("new").exit_code == 0
    assert load_config(Path("mkdocs.yml")).docs_dir.name == "chapters"
    assert run("check").exit_code == 0


def test_a_page_that_has_been_checked_becomes_a_site() -> None:
    """As the guide's first walk leaves it: a page and its rules in one folder."""
    write("inn.md", "# The inn\n\nIts Price is 12.\n")
    write("rules.yml", "game: The Drowned Bell\nvalues: {Price: 1..20}\n")
    assert "move those of `.` and `rules.yml` into `docs`" in run("new").output
    Path("docs").mkdir()
    Path("inn.md").rename("docs/inn.md")
    assert "move `rules.yml` into `docs`" in run("new").output
    Path("rules.yml").rename("docs/rules.yml")
    assert run("new").exit_code == 0
    assert "values: {Price" in Path("docs/rules.yml").read_text(encoding="utf-8")
    assert Path("docs/index.md").read_text(encoding="utf-8") == "# The Drowned Bell\n\n- [Inn](<inn.md>)\n"
    assert Path("mkdocs.yml").read_text(encoding="utf-8").startswith("site_name: The Drowned Bell\n")
    assert run("check").exit_code == 0
    done = run_mkdocs(Path("mkdocs.yml").absolute(), "build", "--strict")
    assert done.returncode == 0, done.stdout
    assert 'href="inn/"' in Path("site/index.html").read_text(encoding="utf-8")


def test_pages_that_lie_about_are_nobody_elses_to_move() -> None:
    write("combat.md", "# Combat\n")
    done = run("new")
    assert done.exit_code == 2
    assert "into `docs`" in done.output
    assert not Path("mkdocs.yml").exists()


def test_a_game_begins_in_a_folder_of_a_site() -> None:
    write("mkdocs.yml", "site_name: S\nplugins:\n  - search  # as it was\n")
    write("docs/index.md", "# Home\n")
    write("docs/duel/index.md", "# Duel\n")
    done = run("new", "docs/duel")
    assert done.output.splitlines()[:2] == ["changed mkdocs.yml", "made docs/duel/rules.yml"]
    assert "- search  # as it was\n" in Path("mkdocs.yml").read_text(encoding="utf-8")
    book = read_book(load_config(Path("mkdocs.yml")), find_system=load_system)
    assert [system.title for system in book.systems] == ["Duel"]
    assert run("check").exit_code == 0
    assert run("new", "docs/hunt").exit_code == 0
    assert run("check").output.startswith("no findings in 3 files; 16 checked")


def test_a_folder_beside_the_pages_of_a_site_is_one_of_its_own() -> None:
    write("mkdocs.yml", "site_name: S\n")
    write("docs/index.md", "# Home\n")
    assert run("new", "other").exit_code == 0
    assert Path("other/mkdocs.yml").is_file()
    assert Path("mkdocs.yml").read_text(encoding="utf-8") == "site_name: S\n"


@pytest.mark.parametrize("host", CI)
def test_a_host_runs_what_the_guide_says(host: str) -> None:
    assert run("new", "--ci", host).exit_code == 0
    text = Path(CI[host]).read_text(encoding="utf-8")
    assert yaml.safe_load(text)
    for command in ("pip install -r requirements.txt", "rulebook check", "mkdocs build --strict"):
        assert command in text
    Path(CI[host]).unlink()
    assert run("new", "--ci", host).output.startswith(f"made {CI[host]}\nNext")


SETTINGS = {
    "none": "site_name: S\n",
    "nothing at all": "",
    "no line end": "site_name: S",
    "a list": "plugins:\n  - search\n  - tags:\n      enabled: true  # yes\n\n# What comes next\nextra: {a: 1}\n",
    "a list without indent": "plugins:\n- search\nsite_name: S\n",
    "a list at the end": "plugins:\n  - search",
    "a list in a line": "plugins: [search, tags]\nsite_name: S\n",
    "an empty list": "plugins: []\n",
    "nothing in it": "plugins:\nsite_name: S\n",
    "a mapping": "plugins:\n  search: {}\n  tags:\n    enabled: true\nsite_name: S\n",
    "a mapping in a line": "plugins: {search: {}}\n",
    "words of others": "plugins:\n  - search: {lang: !ENV LANG}\nx: !!python/name:a.b\n",
    "a long text": "plugins:\n  - search:\n      separator: |\n        a\n        b\nsite_name: S\n",
    "with it": "plugins:\n  - rulebook\n",
    "with a line of it": "plugins: [search, rulebook]\n",
    "with settings": "plugins:\n  - rulebook:\n      strict: false\n  - search\n",
    "with books": "plugins:\n  - rulebook:\n      books:\n        a: {}  # b\n        b:\n          dialect: prose\n",
    "with books in a line": "plugins: [{rulebook: {books: {a: {}}}}]\n",
    "with no books": "plugins:\n  - rulebook:\n      books:\n  - search\n",
    "with empty settings": "plugins:\n  - rulebook:\n  - search\n",
    "as a mapping": "plugins:\n  rulebook:\n    strict: true\n",
    "as an empty mapping": "plugins:\n  search:\n  rulebook:\n",
}


def settings(text: str) -> dict[str, object]:
    """What YAML makes of settings, with tags of others as they are written."""

    class Loader(yaml.SafeLoader):
        pass

    Loader.add_multi_constructor("", lambda loader, suffix, node: f"{suffix} {node.value}")
    return dict(yaml.load(text, Loader=Loader) or {})


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_get_a_line_and_stay_as_they_were(name: str) -> None:
    before = SETTINGS[name]
    after = with_book(with_plugin(before), "the duel")
    for line in before.splitlines():
        assert line.rstrip("]}") in after
    had, has = settings(before), settings(after)
    plugins = has.pop("plugins")
    old = had.pop("plugins", None)
    assert had == has
    found = {}
    for item in plugins if isinstance(plugins, list) else [{key: value} for key, value in plugins.items()]:
        found.update({item: None} if isinstance(item, str) else item)
    for item in old if isinstance(old, list) else [{key: value} for key, value in (old or {}).items()]:
        for key, value in ({item: None} if isinstance(item, str) else item).items():
            assert found[key] == value or key == "rulebook"
    assert "the duel" in found["rulebook"]["books"]
    assert ("search" in found) == (old is None or "search" in before)
    assert with_book(with_plugin(after), "the duel") == after


@pytest.mark.parametrize(
    "text", ["plugins: !include x.yml\n", "plugins: 3\n", "- a\n", "a: [\n", "plugins: [search,]\n"]
)
def test_what_nobody_can_add_to_is_told(text: str) -> None:
    write("docs/index.md", "# Home\n")
    path = write("mkdocs.yml", text)
    done = run("new")
    assert (done.exit_code, path.read_text(encoding="utf-8")) == (2, text) or "rulebook" in done.output
    if done.exit_code == 2:
        assert done.output == "rulebook: mkdocs.yml: write `- rulebook` among its `plugins` yourself\n"
        with pytest.raises(NoPlaceError):
            with_plugin(text)


def test_the_guide_shows_what_it_prints() -> None:
    guide = Path(__file__).parents[2] / "docs" / "guide" / "setup.md"
    shown = re.search(r"^```console\n\$ rulebook (new .*)\n((?:.*\n)*?)```", guide.read_text(encoding="utf-8"), re.M)
    assert shown is not None
    assert run(*shown[1].split()).output == shown[2]


def test_zensical_builds_what_is_begun_for_it() -> None:
    done = run("new", "game", "--zensical", "--ci", "gitlab")
    assert done.output.endswith("Next: `rulebook check` there, then `rulebook-zensical serve`, and change a number.\n")
    settings = yaml.safe_load(Path("game/mkdocs.yml").read_text(encoding="utf-8"))
    assert settings["markdown_extensions"][-1] == {"rulebook": {"config_file": "mkdocs.yml"}}
    texts = {name: Path("game", name).read_text(encoding="utf-8") for name in ("requirements.txt", CI["gitlab"])}
    assert texts["requirements.txt"].startswith("mkdocs-rulebook[zensical] @ https://")
    assert yaml.safe_load(texts[CI["gitlab"]])["pages"]["script"][1:] == ["rulebook-zensical build", "mv site public"]
    assert "assets/rulebook/" in Path("game/.gitignore").read_text(encoding="utf-8")
    assert run("check", "-f", "game/mkdocs.yml").exit_code == 0
    assert run("new", "game", "--zensical", "--ci", "gitlab").exit_code == 2
    assert run("new", "other", "--zensical", "--ci", "github").exit_code == 0
    assert "- run: rulebook-zensical build\n" in Path("other", CI["github"]).read_text(encoding="utf-8")


def test_a_site_that_is_there_gets_what_zensical_needs() -> None:
    plugins = 'plugins: [search, rulebook: {books: {".": {system: plain}}}]\n'
    write("mkdocs.yml", f"site_name: Mine\n{plugins}# Mine as well.\nmarkdown_extensions: [tables]\n")
    write("docs/index.md", "# Mine\n\nRoll 2d6.\n")
    assert run("new", "--zensical").output.startswith("changed mkdocs.yml\n")
    text = Path("mkdocs.yml").read_text(encoding="utf-8")
    assert "# Mine as well.\nmarkdown_extensions: [tables, rulebook: {config_file: mkdocs.yml}]\n" in text
    # MkDocs builds it from the same settings, with one script and one style of ours.
    built = run_mkdocs(Path("mkdocs.yml").absolute(), "build", "--strict")
    assert built.returncode == 0, built.stdout
    html = Path("site/index.html").read_text(encoding="utf-8")
    assert len(re.findall(r"<(?:script|link)[^>]* (?:src|href)=\"assets/rulebook/rulebook\.[^>]*>", html)) == 2
    assert html.count(">2d6</button>") == 1
    write("mkdocs.yml", "plugins: [rulebook]\nextra_css: mine.css\n")
    refused = run("new", "--zensical")
    assert (refused.exit_code, refused.output.count("\n")) == (2, 1)
