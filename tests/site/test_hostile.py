"""What the text of a page can do to it: nothing in it runs, and nothing in it takes the place of our data.

Served without a policy: what does not run here is kept from running by us.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rulebook_syntax.html_elements import parse
from tests.promises import Promises
from tests.site.sites import Open, Site, Watched, build, made_once, served

RUN = "window.ran=1"
TITLE = f"A </title><img src=x onerror={RUN}> B"
MOVED = f'[["javascript:void({RUN})",[""]]]'
LINKS = f'<dl class="rulebook-stage-rules"><dt><a href="javascript:void({RUN})">Restaging Timing</a></dt><dd></dd></dl>'
JSON = '<script type="application/json" data-rulebook='
DICE = "Roll `2d6`."
IDS = """\
# Ids

Roll `2d6`.

## Rulebook data

Words.

## Rulebook moved

Words.

## Rulebook tags

Words.

## Notations

Words.
"""
PASSED = f"pass:[<img src=data:, onerror={RUN}>] link:javascript:{RUN}[one] xref:javascript:{RUN}[two]"
UNDERLINED = re.sub(
    "^(#+) (.*)", lambda found: f"{found[2]}\n{'=-'[len(found[1]) - 1] * len(found[2])}", IDS, flags=re.M
)
NAMES = f"# Names\n\n![x](data:,){{name=currentScript}} ![x](data:,){{name=querySelector}}\n\n{DICE}\n"

SAID = f"\"'><script>{RUN}</script><img src=x onerror={RUN}>"
META = "---\n" + "".join(
    f"{key}: {json.dumps(SAID)}\n" for key in ("description", "author", "subtitle", "status", "title")
) + f"tags: [{json.dumps(SAID)}]\n---\n"  # fmt: skip

PAGES = {
    "markdown/ids.md": IDS,
    "markdown/moved.md": f"# Moved\n\n{DICE}\n\n`{MOVED}`{{#rulebook-moved data-rulebook=moved}}\n",
    "markdown/title.md": f"# `{TITLE}`\n\n{DICE}\n",
    "markdown/names.md": NAMES,
    "markdown/theme.md": f'# Theme\n\n`{{"base":"."}}`{{#__config}}\n\n{DICE}\n',
    "markdown/globals.md": f"# Globals {{#rulebookFiles}}\n\nA word{{#rulebookDice}} {{#rulebookPage}}\n\n{DICE}\n",
    "markdown/raw.md": (
        f'# Raw\n\n{JSON}"moved">{MOVED}</script>\n{JSON}"notations">{{}}</script>\n'
        f'<p id="rulebook-moved" data-rulebook="moved">{MOVED}</p>\n<img name="currentScript" src="data:,">\n\n{DICE}\n'
    ),
    "markdown/stage.md": f"# Play\n\nA word.\n{{.rulebook-stage}}\n\n<!-- stage: set-to -->\n\n{DICE}\n",
    "markdown/links.md": (
        '# Links\n\n<section class="rulebook-stage"><div class="rulebook-stage-played"></div>\n'
        f"{LINKS}</section>\n\n<!-- stage: set-to -->\n\n{DICE}\n"
    ),
    "markdown/meta.md": f"{META}# Page\n\n{DICE}\n",
    "obsidian/meta.md": f"{META}# Page\n\n{DICE}\n",
    "pandoc/meta.md": f"{META}# Page\n\n{DICE}\n",
    "asciidoc/meta.adoc": f"{META}= Page\n\n{DICE}\n",
    "prose/meta.txt": f"{META}Page\n====\n\n{DICE}\n",
    "obsidian/ids.md": IDS,
    "obsidian/moved.md": f"# Moved\n\n{DICE}\n\n`{MOVED}` ^rulebook-moved\n",
    "obsidian/title.md": f"# `{TITLE}`\n\n{DICE}\n",
    "pandoc/ids.md": IDS,
    "pandoc/moved.md": f"# Moved\n\n{DICE}\n\n`{MOVED}`{{#rulebook-moved data-rulebook=moved}}\n",
    "pandoc/title.md": f'---\ntitle: "{TITLE}"\n---\n\n# Title\n\n{DICE}\n',
    "pandoc/names.md": NAMES,
    "asciidoc/ids.adoc": IDS.replace("#", "="),
    "asciidoc/moved.adoc": f"= Moved\n\n{DICE}\n\n[#rulebook-moved]\n----\n{MOVED}\n----\n",
    "asciidoc/attribute.adoc": f"= Title\n:title: {TITLE}\n\n{DICE}\n",
    "asciidoc/title.adoc": f"= {TITLE}\n\n{DICE}\n",
    "asciidoc/theme.adoc": f'= Theme\n\n[#__config]\n----\n{{"base":"."}}\n----\n\n{DICE}\n',
    "asciidoc/raw.adoc": f"= Raw\n\n{DICE}\n\n++++\n<script>{RUN}</script>\n++++\n\n{PASSED}\n",
    "prose/ids.txt": UNDERLINED,
    "prose/raw.txt": f"Raw\n===\n\n{DICE}\n\nSee <script>{RUN}</script> javascript:{RUN} <b onclick={RUN}>it</b>.\n",
    "prose/title.txt": f"{TITLE}\n{'=' * len(TITLE)}\n\n{DICE}\n",
}  # fmt: skip
"""The smallest page of each kind, in each dialect that can say it."""
TITLED = [path for path in PAGES if path.endswith(("title.md", "title.adoc", "title.txt", "attribute.adoc"))]
DIALECTS = sorted({path.partition("/")[0] for path in PAGES})
CONFIG = f"""\
site_name: Hostile
theme: {{name: material, font: false}}
markdown_extensions: [attr_list]
plugins:
  - search
  - rulebook:
      books: {{{", ".join(f"{name}: {{system: masque, dialect: {name}}}" for name in DIALECTS)}}}
"""


def make_site(folder: Path) -> None:
    (folder / "docs").mkdir(parents=True)
    (folder / "docs/index.md").write_text("# Home\n", encoding="utf-8")
    for path, text in PAGES.items():
        (folder / "docs" / path).parent.mkdir(exist_ok=True)
        (folder / "docs" / path).write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    build(folder / "mkdocs.yml", folder / "site")


@pytest.fixture(scope="module")
def hostile_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with served(made_once(tmp_path_factory, "hostile", make_site) / "site", policy="") as site:
        yield site


def url(site: Site, path: str) -> str:
    return f"{site.url}/{path.rpartition('.')[0]}/"


def roll(page: Page) -> None:
    page.locator("article rulebook-dice > button", has_text="2d6").first.click()
    expect(page.locator(".rulebook-panel:popover-open")).to_be_visible()


def nothing_ran(page: Page, watched: Watched) -> None:
    assert page.evaluate("window.ran === undefined")
    assert watched.errors == []


holds = Promises("What is promised of pages")


def test_every_promise_is_held() -> None:
    holds.check()


@holds("Our script makes none")
@holds("Our data are ours")
@holds("Titles are text")
@holds("Front matter is text")
@pytest.mark.parametrize("path", PAGES)
def test_text_stays_text_and_the_dice_roll(open_page: Open, watched: Watched, hostile_site: Site, path: str) -> None:
    page = open_page(url(hostile_site, path))
    assert page.url == url(hostile_site, path)
    roll(page)
    if path in TITLED:
        assert page.title() == f"{TITLE} - {path.partition('/')[0].capitalize()}"
    nothing_ran(page, watched)


@holds("AsciiDoc and bare prose hold no scripts")
@pytest.mark.parametrize("path", [path for path in PAGES if path.startswith(("asciidoc", "prose"))])
def test_what_is_no_markdown_holds_no_script(hostile_site: Site, path: str) -> None:
    html = (hostile_site.folder / path.rpartition(".")[0] / "index.html").read_text(encoding="utf-8")
    article = next(parse(html).all("article"))
    for element in article.all():
        assert element.tag != "script" or element.attributes.get("data-rulebook")
        assert not element.attributes.get("href", "").startswith("javascript:")
        assert not any(name.startswith("on") for name in element.attributes)


@holds("No address stops the script")
@pytest.mark.parametrize("path", ["markdown/ids.md", "markdown/stage.md"])
def test_a_damaged_escape_in_the_address_stops_no_script(
    open_page: Open, watched: Watched, hostile_site: Site, path: str
) -> None:
    page = open_page(f"{url(hostile_site, path)}#%E0%A4%A")
    for hash_ in ("%E0%A4%A", "%", "roll?%E0%A4%A", "sheet?%", "stage?%"):
        page.goto(f"{url(hostile_site, path)}#{hash_}")
        page.reload()
        page.evaluate("hash => { location.hash = 'x'; location.hash = hash }", hash_)
        roll(page)
        nothing_ran(page, watched)


def test_a_stage_is_not_what_a_class_says(open_page: Open, watched: Watched, hostile_site: Site) -> None:
    page = open_page(url(hostile_site, "markdown/stage.md"))
    page.get_by_role("link", name="A Lancer against an Ogre").click()
    expect(page.get_by_role("log")).to_contain_text("appears on mark 1")
    nothing_ran(page, watched)


@holds("Our data are ours")
def test_a_stage_takes_its_rules_from_its_own_list(open_page: Open, watched: Watched, hostile_site: Site) -> None:
    page = open_page(url(hostile_site, "markdown/links.md"))
    page.get_by_role("link", name="A Lancer against an Ogre").click()
    expect(page.get_by_role("log")).to_contain_text("appears on mark 1")
    assert page.locator(".rulebook-stage-log a[href^=javascript]").count() == 0
    nothing_ran(page, watched)
