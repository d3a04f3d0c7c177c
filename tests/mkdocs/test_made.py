"""What hooks make of pages, and pages that they make, are held against the rules when a site is built."""

import json

import pytest
from click.testing import CliRunner

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


def test_what_only_a_build_shows_is_counted(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    config = book({"cavea/odds.md": "# Odds\n\n{{ chance }}\n"}, config=CONFIG + "hooks: [hook.py]\n")
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("plugins:\n", "plugins:\n  - macros\n"), encoding="utf-8")
    (config.parent / "hook.py").write_text(HOOK, encoding="utf-8")
    monkeypatch.chdir(config.parent)
    found = CliRunner().invoke(main, ["check", "--format", "json"])
    assert json.loads(found.output)["summary"]["not_looked_at"]["made_by"] == ["hook.py", "macros"]
    assert CliRunner().invoke(main, ["check"]).output.endswith("what `hook.py` and `macros` make\n")
