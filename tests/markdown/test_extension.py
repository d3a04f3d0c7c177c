"""The extension in Python-Markdown alone: no MkDocs, the book read by its configuration."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import markdown
import pytest

from rulebook_markdown import extension
from rulebook_render.presentation.addresses import page_url, relative_url
from tests.small_book import CONFIG, EXPRESSIONS, HEALTH, POOLS

EXTENSIONS = ["attr_list", "md_in_html", "tables", "toc", "rulebook"]


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "docs" / "cavea"
    folder.mkdir(parents=True)
    (folder / "health.md").write_text(HEALTH, encoding="utf-8")
    (folder / "other.md").write_text("---\ntitle: Other\n---\n# Other\n\nA d6 is worth 9 Health Points: `1:d6`.\n")
    path = tmp_path / "mkdocs.yml"
    path.write_text(CONFIG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return path


def render(text: str, config: Path) -> str:
    return markdown.markdown(text, extensions=EXTENSIONS, extension_configs={"rulebook": {"config_file": str(config)}})


def test_a_page_is_known_by_its_text(config: Path) -> None:
    html = render(HEALTH, config)
    assert html.count("<rulebook-dice>") == EXPRESSIONS
    assert html.count('data-rulebook="notations"') == 1
    assert '<tr><td><span class="rulebook-right"' in html


def test_front_matter_and_blank_lines_do_not_matter(config: Path) -> None:
    html = render("\n\n# Other\n\nA d6 is worth 9 Health Points: `1:d6`.\n\n", config)
    assert html.count("<rulebook-dice>") == 1


def test_a_text_that_is_not_in_the_book_is_left_alone(config: Path) -> None:
    text = "# Elsewhere\n\nRoll `3:d8`.\n"
    assert render(text, config) == markdown.markdown(text, extensions=EXTENSIONS[:-1])


def test_a_page_that_has_changed_is_read_again(config: Path, caplog: pytest.LogCaptureFixture) -> None:
    """As where a tool serves a site while its writer writes; what is wrong then is told."""
    render(HEALTH, config)
    assert caplog.messages == []
    other = "# Other\n\nA d6 is worth 8 Health Points: `1:d6`.\n"
    assert "rulebook-dice" not in render(other, config)
    (config.parent / "docs/cavea/other.md").write_text(other, encoding="utf-8")
    (config.parent / "docs/cavea/third.md").write_text("# Third\n\nA pool `2:d4`.\n", encoding="utf-8")
    assert render(other, config).count("<rulebook-dice>") == 1
    assert render("# Third\n\nA pool `2:d4`.\n", config).count("<rulebook-dice>") == 1
    (told,) = caplog.messages
    assert told == "docs/cavea/other.md:3:15: error[wrong-value] the rules give 9, the text says `8`"


def test_pages_that_are_rendered_at_once_share_one_reading(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    usual = extension.read_book
    monkeypatch.setattr(extension, "read_book", lambda *args, **kwargs: read.append(1) or usual(*args, **kwargs))
    with ThreadPoolExecutor(4) as pool:
        pages = list(pool.map(lambda _: render(HEALTH, config), range(4)))
    assert read == [1]
    assert {page.count("<rulebook-dice>") for page in pages} == {EXPRESSIONS}


def test_without_a_book_nothing_happens() -> None:
    assert markdown.markdown(HEALTH, extensions=EXTENSIONS) == markdown.markdown(HEALTH, extensions=EXTENSIONS[:-1])


def test_a_converter_can_be_used_again(config: Path) -> None:
    converter = markdown.Markdown(extensions=EXTENSIONS, extension_configs={"rulebook": {"config_file": str(config)}})
    first = converter.convert(HEALTH)
    plain = converter.reset().convert("Roll `3:d8`.")
    assert plain == "<p>Roll <code>3:d8</code>.</p>"
    assert converter.reset().convert(HEALTH) == first


def test_every_expression_leads_to_its_odds(config: Path) -> None:
    html = render(HEALTH, config)
    targets = re.findall(r'</button><a href="#([\w-]+)"', html)
    assert len(targets) == EXPRESSIONS
    # Pools that are the same (`3:d8` and `1:d8/2:d8`) have one table.
    assert len(set(targets)) == POOLS
    assert all(html.count(f'id="{target}"') == 1 for target in targets)


def test_every_mark_leads_to_its_derivation(config: Path) -> None:
    html = render(HEALTH, config)
    whys = re.findall(r'data-whys="([^"]+)"', html)
    assert whys
    for why in {id_ for ids in whys for id_ in ids.split()}:
        assert html.count(f' id="{why}">') == 1


def test_the_data_cannot_end_its_script_early(config: Path) -> None:
    html = render(HEALTH, config)
    data = html[html.index('data-rulebook="notations">') :].partition("</script>")[0]
    assert "<" not in data.partition(">")[2]


@pytest.mark.parametrize(
    ("uri", "directories", "url"),
    [
        ("index.md", True, ""),
        ("index.md", False, "index.html"),
        ("cavea/index.md", True, "cavea/"),
        ("cavea/README.md", False, "cavea/index.html"),
        ("cavea/health.md", True, "cavea/health/"),
        ("cavea/health.md", False, "cavea/health.html"),
    ],
)
def test_urls_are_those_of_mkdocs(uri: str, directories: bool, url: str) -> None:
    from mkdocs.structure.files import File

    assert page_url(uri, directories=directories) == url
    theirs = File(uri, "docs", "site", directories).url
    assert os.path.normpath(theirs or ".") == os.path.normpath(url or ".")


@pytest.mark.parametrize(
    ("url", "base", "way"),
    [
        ("cavea/health/", "cavea/skills/", "../health/"),
        ("cavea/health/", "", "cavea/health/"),
        ("", "cavea/health/", "../../"),
        ("cavea/health.html", "cavea/skills.html", "health.html"),
        ("index.html", "cavea/skills.html", "../index.html"),
    ],
)
def test_relative_urls(url: str, base: str, way: str) -> None:
    assert relative_url(url, base) == way
