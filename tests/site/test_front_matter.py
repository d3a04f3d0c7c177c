"""What a page says of itself is text on every page of the site, whatever key of the theme it is said under."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import material
import mkdocs
import pytest
from jinja2 import Environment, nodes

from rulebook_syntax.html_elements import parse
from tests.mkdocs.conftest import run_mkdocs
from tests.shares import whole
from tests.site.sites import Open, Site, Watched, made_once, served

TEMPLATES = Path(next(iter(material.__path__)), "templates")
RUN = "window.ran=1"
SCRIPT = f'</title></script>"\'><script>{RUN}</script><img src=x onerror={RUN}> " onmouseover={RUN} x'
ADDRESSES = (f"javascript:{RUN}", f" java\tscript:{RUN}", f"\\x6aavascript:{RUN}//", f"\\\\u006aavascript:{RUN}")


def keys_of(folder: Path) -> set[str]:
    """The keys of front matter that templates ask for, as `page.meta.title` and `nav_item.meta["icon"]`."""
    found = set()
    for path in folder.rglob("*.html"):
        for node in (
            Environment(extensions=["jinja2.ext.i18n"])
            .parse(path.read_text(encoding="utf-8"))
            .find_all((nodes.Getattr, nodes.Getitem))
        ):
            if isinstance(node.node, nodes.Getattr) and node.node.attr == "meta":
                key = node.attr if isinstance(node, nodes.Getattr) else node.arg.as_const()
                found.add(key)
    return found


KEYS = sorted({*keys_of(TEMPLATES), *keys_of(Path(next(iter(mkdocs.__path__)), "themes"))} | {"tags", "template"})
FILES = ("icon", "template")
"""Keys that name files of the theme: what is none is reported, and left out."""
VALUES = {
    "text": SCRIPT,
    "list": [SCRIPT, {SCRIPT: SCRIPT}],
    "mapping": {SCRIPT: [SCRIPT]},
    **{f"address{number}": address for number, address in enumerate(ADDRESSES)},
}
DIALECTS = {
    "markdown": ("md", "# A\n\nRoll `2d6`.\n"),
    "obsidian": ("md", "# A\n\nRoll `2d6`.\n\n> [!note] A callout\n> Text.\n"),
    "pandoc": ("md", "# A\n\nRoll `2d6`.\n\n::: note\nText.\n:::\n"),
    "asciidoc": ("adoc", "= A\n\nRoll 2d6.\n"),
    "prose": ("txt", "A\n=\n\nRoll 2d6.\n"),
}
CONFIG = """\
site_name: Hostile
repo_url: https://example.org/books
edit_uri: edit/main/
theme:
  name: material
  font: false
  features: [navigation.tabs, navigation.sections, navigation.indexes, navigation.path, navigation.footer,
    navigation.expand, content.action.edit, content.action.view]
markdown_extensions: [attr_list]
plugins:
  - search
  - tags
  - rulebook:
      strict: false
      books: {BOOKS}
"""
NAMES = ('<img src=x onerror="window.ran=1">', "a' onmouseover='window.ran=1")
"""Names of files and folders, which titles are made of where a page has none."""


def make_site(folder: Path) -> None:
    docs = folder / "docs"
    docs.mkdir(parents=True)
    (docs / "index.md").write_text("# Home\n\nA page without anything.\n", encoding="utf-8")
    for dialect, (ending, body) in DIALECTS.items():
        for key in KEYS:
            for kind, value in VALUES.items():
                path = docs / dialect / f"{key}-{kind}.{ending}"
                path.parent.mkdir(exist_ok=True)
                if kind != "text" and dialect != "markdown":
                    continue  # One function escapes them all.
                if key == "tags":
                    value = [SCRIPT, "A & B"]
                path.write_text(f"---\n{json.dumps(key)}: {json.dumps(value)}\n---\n{body}", encoding="utf-8")
        redirects = docs / dialect / f"redirect.{ending}"
        for number, address in enumerate(ADDRESSES):
            front = f"template: redirect.html\nlocation: {json.dumps(address)}\n"
            redirects.with_stem(f"redirect{number}").write_text(f"---\n{front}---\n{body}", encoding="utf-8")
    for name in NAMES:
        (docs / name).mkdir()
        (docs / name / f"{name}.md").write_text("Text.\n", encoding="utf-8")
    books = ", ".join(f"{name}: {{system: masque, dialect: {name}}}" for name in DIALECTS)
    (folder / "mkdocs.yml").write_text(CONFIG.replace("{BOOKS}", f"{{{books}}}"), encoding="utf-8")
    done = run_mkdocs(folder / "mkdocs.yml", "build")
    assert done.returncode == 0, done.stdout
    assert "Traceback" not in done.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(made_once(tmp_path_factory, "front-matter", make_site) / "site", policy="") as site:
        yield site


def test_the_templates_ask_for_what_is_tried() -> None:
    assert {"title", "subtitle", "status", "description", "author", "icon", "hide", "location"} <= set(KEYS)


def test_no_page_has_an_element_of_front_matter(site: Site) -> None:
    """No template ends an attribute, an element or a string early: nothing of ours becomes an element or a handler."""
    pages = [path for path in site.folder.rglob("*.html") if "rulebook" not in path.parts]
    assert len(pages) > len(DIALECTS) * len(KEYS)
    for path in pages:
        for element in parse(path.read_text(encoding="utf-8")).all():
            where = (path, element.tag, element.attributes)
            assert not any(name.startswith("on") for name in element.attributes), where
            assert not element.attributes.get("href", "").strip().lower().startswith("javascript:"), where
            assert element.tag != "img" or element.attributes.get("src") != "x", where
            if element.tag == "script" and "window.ran" in element.text:
                assert "location.replace" in element.text, where
                assert "\\" not in element.text.partition("window.location.replace")[2], where


@whole
@pytest.mark.parametrize("dialect", DIALECTS)
def test_nothing_of_front_matter_runs(open_page: Open, watched: Watched, site: Site, dialect: str) -> None:
    folder = site.folder / dialect
    shown = [folder / f"{key}-text" for key in KEYS] + [folder / f"redirect{number}" for number in range(4)]
    for path in shown:
        if not (path / "index.html").is_file():
            continue
        page = open_page(f"{site.url}/{dialect}/{path.name}/")
        assert page.evaluate("window.ran === undefined"), path
        assert page.evaluate("document.querySelectorAll('[onmouseover], [onerror], img[src=x]').length") == 0, path


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("icon: x", "the theme has no icon `x`"),
        ("icon: [a, b]", "the theme has no icon"),
        ("icon: ../../main", "the theme has no icon `../../main`"),
        ("template: nowhere.html", "the theme has no template `nowhere.html`"),
        ("hide: true", "`hide` is a list in the theme, and not `True`"),
        ("search: 5", "`search` is a mapping in the theme, and not `5`"),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_what_the_theme_has_not_is_a_finding(line: str, fact: str, strict: bool, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Home\n", encoding="utf-8")
    (tmp_path / "docs" / "a.md").write_text(f"---\n{line}\n---\n# A\n\nRoll `2d6`.\n", encoding="utf-8")
    books = "      books: {.: {system: cavea}}\n" if strict else "      strict: false\n"
    config = f"site_name: S\ntheme: {{name: material, font: false}}\nplugins:\n  - search\n  - rulebook:\n{books}"
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    done = run_mkdocs(tmp_path / "mkdocs.yml", "build")
    assert f"a.md:2:{line.index(':') + 3}: invalid-setting: {fact}" in done.stdout, done.stdout
    assert "Traceback" not in done.stdout
    assert (done.returncode == 0) is not strict


def test_what_the_theme_has_is_none(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "overrides" / ".icons").mkdir(parents=True)
    (tmp_path / "overrides" / ".icons" / "own.svg").write_text("<svg></svg>", encoding="utf-8")
    (tmp_path / "docs" / "index.md").write_text("---\nicon: material/dice-6\nhide: [toc]\n---\n# A & B\n")
    (tmp_path / "docs" / "b.md").write_text("---\nicon: own\ntitle: A & B\nsearch: {exclude: true}\n---\nB\n")
    config = "site_name: S\ntheme: {name: material, font: false, custom_dir: overrides}\nplugins: [search, rulebook]\n"
    (tmp_path / "mkdocs.yml").write_text(config, encoding="utf-8")
    done = run_mkdocs(tmp_path / "mkdocs.yml", "build")
    assert "invalid-setting" not in done.stdout
    assert done.returncode == 0
    html = (tmp_path / "site" / "b" / "index.html").read_text(encoding="utf-8")
    assert "<title>A &amp; B - S</title>" in html
    assert "<h1>A &amp; B</h1>" in html
    assert "&amp;amp;" not in html
