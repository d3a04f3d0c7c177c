"""Makes books with planted faults among traps, from a seed, and knows where each fault stands.

A book is a folder with an mkdocs.yml and pages whose every link, label and id is right; then faults are put
in, each in a container of its own: a paragraph, a list, a quote, a table, an admonition, a heading, raw HTML.
Traps look like faults and are none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

CONFIGS = {
    "bare": "site_name: Book\n",
    "material": """\
site_name: Book
theme: {name: material}
plugins: [search]
markdown_extensions:
  - admonition
  - attr_list
  - def_list
  - footnotes
  - md_in_html
  - toc: {permalink: true}
  - pymdownx.details
  - pymdownx.superfences
  - pymdownx.tasklist: {custom_checkbox: true}
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
""",
    "plugin": """\
site_name: !ENV [BOOK_NAME, Book]
plugins:
  - search
  - rulebook
markdown_extensions: [admonition, attr_list, footnotes, pymdownx.superfences]
exclude_docs: |
  drafts/
""",
}

_NOUN_LINES = """
Falcon Harbour Lantern Orchard Quarry Saddle Thicket Umbra Velvet Warden Anvil Bramble Cinder Dagger Ember
Furnace Goblet Hammer Island Jungle Kettle Ladder Mirror Needle Oracle Parchment Quiver Raven Sceptre Tower
"""
NOUNS = _NOUN_LINES.split()
_ADJECTIVE_LINE = "Ancient Bitter Crimson Distant Eager Frozen Gentle Hollow Iron Jagged Kindly Lonely Misty Noble"
ADJECTIVES = _ADJECTIVE_LINE.split()


class Fault(NamedTuple):
    """Where a fault was planted: the rules that may report it, and the changed token."""

    rules: tuple[str, ...]
    path: str
    line: int
    start: int
    end: int


@dataclass
class Page:
    """A page while it grows: its sections by title, and its lines; `@@` marks where a fault's token begins and ends."""

    uri: str
    titles: list[str]
    lines: list[str] = field(default_factory=list)
    faults: list[tuple[str, ...]] = field(default_factory=list)

    def add(self, *lines: str) -> None:
        self.lines += [*lines, ""]


def slug(title: str) -> str:
    return title.lower().replace(" ", "-")


class PlantedBook:
    """One generated book: `write` puts it into a folder, `faults` says what is wrong with it."""

    def __init__(self, seed: int, *, faults: int = 50, pages: int = 8) -> None:
        self.random = Random(seed)
        self.config = self.random.choice(list(CONFIGS))
        self.full = self.config != "bare"
        self._names = [f"{a} {n}" for a in ADJECTIVES for n in NOUNS]
        self.random.shuffle(self._names)
        self._serial = 0
        folders = ("", "", "rules/", "rules/deep/", "lore/")
        self.pages = [
            Page(f"{self.random.choice(folders)}page-{number}.md", [self._names.pop() for _ in range(5)])
            for number in range(pages)
        ]
        self.files: dict[str, str] = {
            "images/map.png": "",
            "sheet.pdf": "",
            "drafts/old.md": "# Old\n\n[x](nowhere.md)\n",
        }
        if self.config != "plugin":
            del self.files["drafts/old.md"]
        for page in self.pages:
            self._grow(page)
        kinds = list(self.kinds())
        for number in range(faults):
            kind = kinds[number % len(kinds)]
            kind(self.random.choice(self.pages))
        for page in self.pages:
            self._end(page)
        self.texts, self.faults = self._place()

    def serial(self) -> int:
        self._serial += 1
        return self._serial

    # -- right pages --

    def _grow(self, page: Page) -> None:
        page.add(f"# {page.titles[0]}")
        page.add("Text under the title, with `[brackets](nowhere.md)` in code.")
        for title in page.titles[1:]:
            page.add(f"## {title}")
            for _ in range(self.random.randint(1, 3)):
                self._right(page)
                self._trap(page)

    def _right(self, page: Page) -> None:
        other = self.random.choice(self.pages)
        title = self.random.choice(other.titles)
        path = "" if other is page else self.relative(page, other.uri)
        self.within(page, f"[{title}]({path}#{slug(title)})")

    def relative(self, page: Page, uri: str) -> str:
        return "../" * page.uri.count("/") + uri

    def within(self, page: Page, text: str, *, block: bool = True) -> None:
        """Put running text into one of the containers."""
        n = self.serial()
        shapes: list[Callable[[], None]] = [
            lambda: page.add(f"Words before {text} and words behind."),
            lambda: page.add(f"First line of some words\nand {text}\nover the line end.".replace("\n", "\n")),
            lambda: page.add("* an item", f"* {text} in an item", "    1. deeper", f"* last item {n}"),
            lambda: page.add("1. one", "", f"    A paragraph of an item with {text}.", "", "2. two"),
            lambda: page.add("> Quoted words", f"> and {text} in a quote."),
            lambda: page.add(f"> * quoted item with {text}"),
            lambda: page.add("| Left | Right |", "|------|-------|", f"| cell {n} | {text} |"),
        ]
        if self.full:
            shapes += [
                lambda: page.add("!!! note", f"    Admonished: {text}."),
                lambda: page.add('!!! tip "A title [x]"', "    * item", "", f"        within: {text}"),
            ]
        self.random.choice(shapes)()

    def _trap(self, page: Page) -> None:
        n = self.serial()
        traps: list[Callable[[], None]] = [
            lambda: page.add("Code:", "", "    [indented](nowhere.md) {{ code }} <div> [x][y]"),
            lambda: page.add("```", "[fenced](nowhere.md#no) <b> {{ x }}", "# No heading", "#### Jump", "```"),
            lambda: page.add("Grammar ``[d]4|[d]6`` and `{count}[/{group}]...` in code."),
            lambda: page.add("Literal brackets [sic], [TODO], [1], array[i][j], [+2] and [d]4|[d]6 stay."),
            lambda: page.add(r"Escaped \[text](nowhere.md) and \[label\]\[none\]."),
            lambda: page.add("<!-- [gone](nowhere.md) <div id='trap'> {{ x }} -->"),
            lambda: page.add("<!--", "", "## No heading", "", "[gone][nothing]", "", "-->"),
            lambda: page.add(f'<a name="legacy-{n}"></a> and [back](#legacy-{n}).'),
            lambda: page.add(f'<span id="Mixed-Case-{n}">Here</span>, [there](#Mixed-Case-{n}).'),
            lambda: page.add(
                "See [the other site](https://example.org/missing#no), <https://example.org>, [me](mailto:a@b.cd)."
            ),
            lambda: page.add(
                f"Case of labels: [LABEL {n}][] and [words][Label {n}].", "", f"[label {n}]: #{slug(page.titles[0])}"
            ),
            lambda: page.add(f"[Two\nwords {n}][]", "", f"[two words {n}]: https://example.org"),
            lambda: page.add(
                "<div>",
                "  <p>[no](nowhere.md) [link][none] {count}</p>",
                "  <br><img src='https://example.org/x.png'>",
                "</div>",
            ),
            lambda: page.add(
                f"![map]({self.relative(page, 'images/map.png')}), [sheet]({self.relative(page, 'sheet.pdf')}#page=3)"
            ),
            lambda: page.add(f"[![map]({self.relative(page, 'images/map.png')})](#{slug(page.titles[1])})"),
            lambda: page.add("- [ ] open", "- [x] done"),
            lambda: page.add(f"### Parent {n}", "", f"#### Child {n}", "", "This is the text of it."),
            lambda: page.add(f"### Refers {n}", "", f"See [{page.titles[1]}](#{slug(page.titles[1])})."),
            lambda: page.add(
                f"### Same {n}",
                "",
                "One.",
                "",
                f"### Same {n}",
                "",
                f"[the second](#same-{n}_1) [the first](#same-{n})",
            ),
            lambda: page.add(f"### Über & *große* `Wörter` {n}", "", f"[there](#uber-groe-worter-{n})"),
            lambda: page.add("Prices: 5 < 6 > 4, a <br> break, AT&T, &copy; 2 * 3 * 4, snake_case_word."),
            lambda: page.add(
                f"Parentheses [see](https://example.org/a_(b)) (see [x](#{slug(page.titles[0])})) [y] (not a link)."
            ),
            lambda: page.add("[top](#) [top](#top)"),
        ]
        if self.full:
            traps += [
                lambda: page.add(f"A note[^n{n}].", "", f"[^n{n}]: Its [text](#{slug(page.titles[0])})."),
                lambda: page.add(f"### With an id {{ #own-{n} }}", "", f"[there](#own-{n})"),
                lambda: page.add(f"A paragraph [here](#para-{n}).", f"{{: #para-{n} }}"),
                lambda: page.add("* item", "", "    ```", "    [no](nowhere.md)", "    ## No", "    ```"),
            ]
        self.random.choice(traps)()

    def _end(self, page: Page) -> None:
        page.add(f"[end of {page.titles[0]}]: #{slug(page.titles[0])}")

    # -- faults --

    def plant(self, page: Page, text: str, *rules: str) -> None:
        """Put running text with a fault into a container; the fault's token stands between two `@@`."""
        page.faults.append(rules)
        self.within(page, text)

    def kinds(self) -> list[Callable[[Page], None]]:
        """The kinds of faults, each a function that plants one in a page."""

        def own(page: Page) -> str:
            return self.random.choice(page.titles)

        def misspelt_anchor(page: Page) -> None:
            wrong = slug(own(page)).replace("-", "-x", 1)
            self.plant(page, f"[words {self.serial()}](#@@{wrong}@@)", "unknown-anchor")

        def wrong_case(page: Page) -> None:
            title = own(page)
            self.plant(page, f"[words {self.serial()}](#@@{title.replace(' ', '-')}@@)", "unknown-anchor")

        def gone_anchor(page: Page) -> None:
            self.plant(page, f"[words {self.serial()}](#@@gone-{self.serial()}@@ 'title')", "unknown-anchor")

        def other_page_anchor(page: Page) -> None:
            other = self.random.choice([p for p in self.pages if p is not page])
            path = self.relative(page, other.uri)
            self.plant(page, f"[words {self.serial()}]({path}#@@nothing-{self.serial()}@@)", "unknown-anchor")

        def missing_page(page: Page) -> None:
            self.plant(page, f"[words {self.serial()}](@@nowhere-{self.serial()}.md@@)", "unknown-target")

        def missing_page_fragment(page: Page) -> None:
            self.plant(page, f"[words {self.serial()}](<@@no where {self.serial()}.md@@#x>)", "unknown-target")

        def missing_image(page: Page) -> None:
            self.plant(page, f"![words](@@images/none-{self.serial()}.png@@)", "unknown-target")

        def wrong_folder(page: Page) -> None:
            other = self.random.choice(self.pages)
            path = "../" * (page.uri.count("/") + 1) + "docs/" + other.uri
            self.plant(page, f"[words {self.serial()}](@@{path}@@)", "unknown-target")

        def raw_link(page: Page) -> None:
            page.faults.append(("unknown-anchor",))
            page.add("<div>", f"  <p>Raw <a class='x' href=\"#@@raw-{self.serial()}@@\">link</a></p>", "</div>")

        def raw_inline_link(page: Page) -> None:
            self.plant(page, f"<a href='#@@raw-{self.serial()}@@'>link</a>", "unknown-anchor")

        def raw_image(page: Page) -> None:
            page.faults.append(("unknown-target",))
            page.add(f'<p><img alt="" src="@@none-{self.serial()}.png@@"></p>')

        def undefined_full(page: Page) -> None:
            self.plant(page, f"[some words][@@undefined {self.serial()}@@]", "unknown-reference")

        def undefined_collapsed(page: Page) -> None:
            self.plant(page, f"[@@undefined {self.serial()}@@][]", "unknown-reference")

        def misspelt_shortcut(page: Page) -> None:
            n = self.serial()
            page.add(f"[keyword number {n}][]", "", f"[keyword number {n}]: #{slug(own(page))}")
            self.plant(page, f"[@@keyvord number {n}@@]", "unknown-reference")

        def shortcut_among_references(page: Page) -> None:
            n = self.serial()
            page.faults.append(("unknown-reference",))
            page.add(f"See [alpha {n}], [@@something else@@] and [omega {n}].")
            page.add(f"[alpha {n}]: #{slug(own(page))}", f"[omega {n}]: #{slug(own(page))}")

        def bad_definition(page: Page) -> None:
            n = self.serial()
            page.faults.append(("unknown-anchor",))
            page.add(f"[words][defined {n}]")
            page.add(f"[defined {n}]: #@@not-there-{n}@@")

        def bad_unused_definition(page: Page) -> None:
            page.faults.append(("unknown-anchor",))
            page.add(f'[never used {self.serial()}]: #@@not-there-{self.serial()}@@ "title"')

        def heading_link(page: Page) -> None:
            n = self.serial()
            page.faults.append(("unknown-anchor",))
            page.add(f"### Heading {n} with a [link](#@@lost-{n}@@)", "", "This is the text of it.")

        def duplicate_id(page: Page) -> None:
            n = self.serial()
            page.add(f'<span id="twice-{n}">One</span> and [here](#twice-{n}).')
            page.faults.append(("duplicate-anchor",))
            page.add(f'<div id="@@twice-{n}@@">', "Two", "</div>")

        def duplicate_definition(page: Page) -> None:
            n = self.serial()
            page.add(f"[repeated {n}][]", "", f"[repeated {n}]: #{slug(page.titles[0])}")
            page.faults.append(("duplicate-definition", "ambiguous-reference"))
            page.add(f"[@@Repeated {n}@@]: #{slug(page.titles[1])}")

        def empty_section(page: Page) -> None:
            n = self.serial()
            page.faults.append(("empty-section",))
            page.add(f"### @@Hollow part {n}@@", "", "", f"### Filled part {n}", "", "This is the text of it.")

        def jump(page: Page) -> None:
            n = self.serial()
            page.faults.append(("heading-jump",))
            page.add(
                f"## Above {n}", "", "This is the text of it.", "", f"@@#### Below {n}@@", "", "This is the text of it."
            )

        def mismatch(page: Page) -> None:
            one, two = self.random.sample(page.titles, 2)
            self.plant(page, f"[{one}](@@#{slug(two)}@@)", "mismatched-reference")

        def template(page: Page) -> None:
            code = self.random.choice(["{{ variable }}", "{% include 'x' %}", "{{! vim: set ft=x : }}"])
            self.plant(page, f"@@{code}@@", "stray-template")

        def unclosed_inline(page: Page) -> None:
            self.plant(page, "some @@<b>@@bold words", "malformed-markup")

        def stray_end(page: Page) -> None:
            self.plant(page, "words@@</span>@@ on", "malformed-markup")

        def unclosed_block(page: Page) -> None:
            page.faults.append(("malformed-markup",))
            page.add("<div>", "  @@<section>@@<p>never closed</p>", "</div>")

        def typo(page: Page) -> None:
            page.faults.append(("misspelt-term",))
            page.add(f"### @@Requirments@@ {self.serial()}", "", "This is the text of it.")

        return [value for value in locals().values() if callable(value) and value not in (own,)]

    # -- the finished texts --

    def _place(self) -> tuple[dict[str, str], list[Fault]]:
        """Take out the marks, and note where they stood."""
        texts: dict[str, str] = {}
        faults: list[Fault] = []
        for page in self.pages:
            rules = iter(page.faults)
            lines = "\n".join(page.lines).split("\n")
            for number, line in enumerate(lines, 1):
                while "@@" in line:
                    before, token, after = line.split("@@", 2)
                    line = before + token + after
                    start = len(before) + 1
                    faults.append(Fault(next(rules), page.uri, number, start, start + len(token)))
                lines[number - 1] = line
            assert next(rules, None) is None
            texts[page.uri] = "\n".join(lines)
        return texts, faults

    def write(self, folder: Path) -> Path:
        """Put the book into a folder, and give its mkdocs.yml."""
        config = folder / "mkdocs.yml"
        config.write_text(CONFIGS[self.config], encoding="utf-8")
        for uri, text in {**self.files, **self.texts}.items():
            path = folder / "docs" / uri
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline=self.random.choice(["\n", "\r\n"]))
        (folder / "docs" / "index.md").write_text("# Welcome\n\nThis is the text of it.\n", encoding="utf-8")
        return config
