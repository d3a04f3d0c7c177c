"""Links that lead nowhere for a reader, though each is well-formed: one site, one line of findings each."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.loading.reading import read_book
from rulebook_core.findings import Severity
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.config import load_config
from rulebook_rules.rules.running import run
from rulebook_rules.systems import load_system
from tests.checks.test_checks import site_findings

PAGES = {"docs/two.md": "# Two\n\nx\n", "docs/deep/three.md": "# Three\n\nx\n", "docs/a.png": "x"}


def found(folder: Path, line: str, config: str = "site_name: X\n") -> list[str]:
    """Return the rules that a line of the first page breaks."""
    told = site_findings(folder, config, {**PAGES, "docs/index.md": f"# A\n\n{line}\n"})
    return [one.partition(" ")[2] for one in told]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("[a](two.html)", "unknown-target"),
        ("[a](deep/three.html)", "unknown-target"),
        ("[a](two/index.html)", None),
        ("[a](deep/three/)", None),
        ("[a](index.html)", None),
        ("[a]()", "empty-address"),
        ("![a]()", "empty-address"),
        ("[a](<>)", "empty-address"),
        ("[![a](a.png)]()", "empty-address"),
        ("| []() | Rank |\n|---|---|\n| Oar | 2 |", None),
        ("[a](){ .tip }", None),
        ("`[a]()`", None),
        ("[a](http://localhost:8000/x)", "local-address"),
        ("[a](http://127.0.0.1/)", "local-address"),
        ("[a](https://[::1]:80/)", "local-address"),
        ("[a](localhost:8000)", "local-address"),
        ("[a](http://book.localhost/)", "local-address"),
        ("[a][x]\n\n[x]: http://0.0.0.0:8000/", "local-address"),
        ('<img src="http://localhost/a.png">', "local-address"),
        ("[a](file:///home/me/a.md)", "unknown-target"),
        ("[a](http://localhost.example.org/)", None),
        ("[a](http://example.org/localhost)", None),
        ("Open [http://127.0.0.1:8000](http://127.0.0.1:8000) then.", None),
        ("<http://localhost:8000>", None),
        ("[https://example.org/](here)", "malformed-markup"),
        ("[two.md](the page)", "malformed-markup"),
        ("[two.md](there)", "malformed-markup"),
        ("[https://example.org/](two.md)", None),
        ("[www.example.org](nowhere.md)", "unknown-target"),
        ("[a](/two/)", None),
        ("[a](/two/index.html)", None),
        ("[a](/book/two/)", None),
        ("[a](/a.png)", None),
        ("[a](/)", None),
        ("[a](/forge/)", "unknown-target"),
        ("[a](/two.md)", "unknown-target"),
        ("[a](/deep/three/#no)", "unknown-anchor"),
        ('<a href="/forge/">a</a>', "unknown-target"),
        ('<img src="a.png" srcset="a.png 1x, b.png 2x">', "unknown-target"),
        ('<picture><source srcset="a.png, a.png 2x"><img src="a.png"></picture>', None),
        ('<video poster="b.png"></video>', "unknown-target"),
        ('<video poster="a.png"><track src="a.png"></video>', None),
    ],
)
def test_a_link_is_followed_as_a_browser_does(line: str, rule: str | None, tmp_path: Path) -> None:
    assert found(tmp_path, line) == ([rule] if rule else [])


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("[a](two.md){ href=nowhere.html }", "unknown-target"),
        ('![a](https://a.example/a.png){ srcset="nowhere.png 2x" }', "unknown-target"),
        ("[a](two.md){ href=deep/three.md }", None),
        ("![a](a.png){src=b.png}", "unknown-target"),
        ("`a`{href=nowhere.html}", None),
    ],
)
def test_an_attribute_list_gives_the_address(line: str, rule: str | None, tmp_path: Path) -> None:
    assert found(tmp_path, line, "markdown_extensions: [attr_list]\n") == ([rule] if rule else [])


@pytest.mark.parametrize(
    ("config", "line", "rule"),
    [
        ("use_directory_urls: false\n", "[a](two.html)", None),
        ("use_directory_urls: false\n", "[a](/two.html)", None),
        ("site_url: https://example.org/book/\n", "[a](/book/two/)", None),
        ("site_url: https://example.org/book/\n", "[a](/book/forge/)", "unknown-target"),
        ("site_url: https://example.org/book/\n", "[a](/forum/)", None),
        ("site_url: https://example.org/\n", "[a](/book/two/)", "unknown-target"),
        ("validation: {links: {absolute_links: relative_to_docs}}\n", "[a](/two.md)", None),
        ("plugins: [mike]\n", "[a](/latest/forge/)", None),
    ],
)
def test_a_link_from_the_root_counts_from_the_site(config: str, line: str, rule: str | None, tmp_path: Path) -> None:
    assert found(tmp_path, line, config) == ([rule] if rule else [])


@pytest.mark.parametrize(
    ("directive", "settings", "link", "rule"),
    [
        ("include-markdown '../inc/part.md'", "include-markdown", "../docs/two.md", None),
        ("include-markdown '../inc/part.md'", "include-markdown", "two.md", "unknown-target"),
        ("include-markdown '../inc/part.md'", "include-markdown", "../docs/tow.md", "unknown-target"),
        ("include-markdown '../inc/part.md' rewrite-relative-urls=false", "include-markdown", "two.md", None),
        ("include-markdown '../inc/part.md'", "include-markdown: {rewrite_relative_urls: false}", "two.md", None),
        ("include '../inc/part.md'", "include-markdown", "two.md", None),
    ],
)
def test_links_of_what_is_taken_in(directive: str, settings: str, link: str, rule: str | None, tmp_path: Path) -> None:
    files = {**PAGES, "docs/index.md": f"# A\n\n{{% {directive} %}}\n", "inc/part.md": f"[a]({link})\n"}
    braces = settings if ":" not in settings else f"{{{settings}}}"
    told = site_findings(tmp_path, f"plugins: [search, {braces}]\n", files)
    assert [one.rpartition(" ")[2] for one in told] == ([rule] if rule else [])


def test_a_plugin_that_takes_in_files_hides_no_broken_link(tmp_path: Path) -> None:
    files = {**PAGES, "docs/index.md": "# A\n\n[a](gone.md)\n\n[b](two.md#gone)\n\n![c](gone.png)\n"}
    told = site_findings(tmp_path, "plugins: [search, include-markdown]\n", files)
    rules = [one.rpartition(" ")[2] for one in told]
    assert rules == ["unknown-target", "unknown-anchor", "unknown-target"]


def test_an_included_file_that_is_missing_may_have_any_id(tmp_path: Path) -> None:
    page = "# A\n\n[a](#gone)\n\n{% include-markdown '../inc/gone.md' %}\n"
    told = site_findings(tmp_path, "plugins: [search, include-markdown]\n", {**PAGES, "docs/index.md": page})
    assert "unknown-anchor" not in [one.rpartition(" ")[2] for one in told]


@pytest.mark.parametrize(
    ("line", "remedies"),
    [
        ("[a](chapter-3.md)", ()),
        ("[a](chaptr-2.md)", ("link to `chapter-2.md`",)),
        ("[a](indx.md)", ()),
        ("[a](c.md)", ()),
        ("[a](01-hall.md)", ("link to `02-hall.md`",)),
        ("[a](#level-3)", ()),
        ("[a](#levl-4)", ("write `#level-4`",)),
        ("[a][table-3]\n\n[table-2]: b.md", ("define it: `[table-3]: target`",)),
        ("a[^3] b[^2]\n\n[^2]: Two.", ("define it: `[^3]: what it says`",)),
        ("[www.example.org](there)", ("write `[there](https://www.example.org)`",)),
        ("[b.md](the%20rules)", ("write `[the rules](b.md)`",)),
    ],
)
def test_no_remedy_takes_another_name_for_a_slip(line: str, remedies: tuple[str, ...], tmp_path: Path) -> None:
    names = ("b", "chapter-2", "chapter-4", "02-hall")
    files = {f"docs/{name}.md": f"# {name}\n\nText.\n" for name in names}
    index = f"# Hall\n\n## Level 1\n\nOne.\n\n## Level 4\n\nFour. {line}\n"
    for name, text in {"mkdocs.yml": "markdown_extensions: [footnotes]\n", **files, "docs/index.md": index}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    book = read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system)
    [finding] = [one for one in run(BookIndex(book)) if one.severity > Severity.INFO]
    assert tuple(one.title for one in finding.details.remedies) == remedies
