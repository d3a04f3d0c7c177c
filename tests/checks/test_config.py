"""Reading mkdocs.yml without MkDocs, and the sources that it means."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from mkdocs.config import load_config as mkdocs_load_config
from mkdocs.structure.files import get_files, set_exclusions

from rulebook.loading.reading import read_book, read_paths
from rulebook_proof.analysis import analyse
from rulebook_rules.book import Book
from rulebook_rules.config import BookFolder, ConfigError, SiteConfig, load_config
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects.markdown.options import PythonName


def site(folder: Path, config: str, **files: str) -> Path:
    """A site in a folder; the keys of `files` are paths within docs, with `__` for `/`."""
    (folder / "docs").mkdir(exist_ok=True)
    for name, text in files.items():
        path = folder / "docs" / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    path = folder / "mkdocs.yml"
    path.write_text(dedent(config), encoding="utf-8")
    return path


def load(folder: Path, config: str) -> SiteConfig:
    return load_config(site(folder, config))


def test_the_defaults_of_mkdocs_are_always_on(tmp_path: Path) -> None:
    found = load(tmp_path, "site_name: X\nmarkdown_extensions: [attr_list, markdown.extensions.footnotes]\n")
    assert set(found.extensions) == {"toc", "tables", "fenced_code", "attr_list", "footnotes"}
    assert set(found.plugins) == {"search"}


def test_python_names_are_read_and_not_imported(tmp_path: Path) -> None:
    found = load(
        tmp_path,
        """\
        plugins: []
        markdown_extensions:
          - toc:
              slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}
          - pymdownx.emoji:
              emoji_index: !!python/name:no.such.module.twemoji
          - pymdownx.snippets:
              base_path: !relative $config_dir
        """,
    )
    assert found.extensions["pymdownx.emoji"]["emoji_index"] == PythonName("no.such.module.twemoji", {})
    assert found.markdown.slugify is not None
    assert found.markdown.slugify("Ünder the Hill", "-") == "ünder-the-hill"
    assert found.plugins == {}


def test_environment_and_inheritance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEBOOK_TEST_DIRECTORY_URLS", "false")
    (tmp_path / "base.yml").write_text(
        "use_directory_urls: !ENV [RULEBOOK_TEST_DIRECTORY_URLS, true]\n"
        "docs_dir: !ENV [RULEBOOK_TEST_ABSENT, docs]\n"
        "theme: {name: material}\nmarkdown_extensions: [footnotes]\n",
        encoding="utf-8",
    )
    found = load(tmp_path, "INHERIT: base.yml\ntheme: {language: de}\nmarkdown_extensions: [abbr]\n")
    assert found.use_directory_urls is False
    assert "footnotes" not in found.extensions
    assert "abbr" in found.extensions


def test_books_of_the_plugin(tmp_path: Path) -> None:
    found = load(
        tmp_path, "plugins:\n  - rulebook:\n      books:\n        cavea: {system: cavea}\n        cavea/raw/: {}\n"
    )
    assert found.book_folder("cavea/health.md") == BookFolder("cavea", "cavea", None)
    assert found.book_folder("cavea/raw/x.md") == BookFolder("cavea/raw", None, None)
    assert found.book_folder("caveat.md") is None


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("a: 1\nb: [1\nc: 2\n", ":2: this is not YAML: this is never closed by a `]`"),
        ("- a\n- b\n", "it must be a mapping"),
        ("INHERIT: absent.yml\n", "there is no such file"),
        ("INHERIT: mkdocs.yml\n", "in a circle"),
    ],
)
def test_a_broken_configuration_is_one_clear_line(tmp_path: Path, config: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, config)
    assert message in str(caught.value)
    assert "mkdocs.yml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_configuration_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        load_config(tmp_path / "mkdocs.yml")


def test_the_files_are_those_that_mkdocs_publishes(tmp_path: Path) -> None:
    path = site(
        tmp_path,
        "site_name: X\nexclude_docs: |\n  drafts/\n  *.tmp\n  !.kept.md\ndraft_docs: |\n  later.md\n",
        **{
            "index.md": "# X", "README.md": "# Y", "sub__README.md": "# Z", "drafts__a.md": "# D", "b.tmp": "",
            ".kept.md": "# K", ".hidden.md": "# H", "templates__t.md": "# T", "later.md": "# L", "sub__c.mkd": "# C",
            "data.csv": "", "sub__.x__y.md": "# N",
        },
    )  # fmt: skip
    config = mkdocs_load_config(str(path))
    files = get_files(config)
    set_exclusions(files, config)
    assert sorted(load_config(path).files()) == sorted(f.src_uri for f in files if f.inclusion.is_included())


# --- reading ------------------------------------------------------------------------------------


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    pages = {"a.md": "# A\n\n[x](b.md)", "c.md": "---\nsystem: nonesuch\n---\n# C\n"}
    path = site(tmp_path, "site_name: X\nplugins: [rulebook]\n", **pages)
    (tmp_path / "docs" / "b.md").write_bytes(b"# B \xff\xfe")
    (tmp_path / "docs" / "d.md").write_bytes(b"\0\1")
    book = read_book(load_config(path), find_system=load_system)
    assert [page.uri for page in book.pages] == ["a.md", "b.md", "c.md", "d.md"]
    assert [(f.rule, Path(f.place.source.path).name) for f in book.findings] == [
        ("unreadable-source", "b.md"), ("unreadable-source", "d.md"), ("invalid-setting", "c.md"),
    ]  # fmt: skip
    assert len(analyse(book).findings) == 3  # The link leads to a page that is there.


def test_a_path_in_a_site_is_read_with_the_book_around_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site(tmp_path, "site_name: X\n", **{"a.md": "# A", "sub__b.md": "# B\n\n[a](../a.md#a)"})
    monkeypatch.chdir(tmp_path)
    book = read_paths([Path("docs/sub")], find_system=load_system)
    assert [(page.uri, page.reported) for page in book.pages] == [("a.md", False), ("sub/b.md", True)]
    assert book.by_uri["sub/b.md"].document.source.path == "docs/sub/b.md"


def test_a_path_outside_a_site_is_read_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "book.txt").write_text("# A\n\n[b](other.md#b) ![i](i.png)", encoding="utf-8")
    (tmp_path / "other.md").write_text("# B", encoding="utf-8")
    (tmp_path / "i.png").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    book = read_paths([Path("book.txt"), Path("absent.md")], find_system=load_system, system="cavea")
    assert [(page.uri, page.reported) for page in book.pages] == [("book.txt", True), ("other.md", False)]
    assert book.files == {"i.png"}
    assert book.pages[0].system is load_system("cavea")
    assert [finding.rule for finding in book.findings] == ["unreadable-source"]


def messages(book: Book) -> list[str]:
    return [f"{f.place.source.path} {f.rule} {f.place.source.slice(f.place.span)}" for f in analyse(book).findings]


BESIDE = {
    "README.md": "# R\n\n[1](docs/a.md#a) [2](docs/b/c.md#no) [3](LICENSE) [4](a.md) [5](docs/) [6](../../issues) "
    "[7](MORE.md#more) [8](MORE.md#less) [9](docs/a.md#made-by-the-site)\n",
    "MORE.md": "# More\n",
    "LICENSE": "free",
}  # fmt: skip
FOUND_BESIDE = ["README.md unknown-anchor no", "README.md unknown-target a.md", "README.md unknown-anchor less"]


@pytest.mark.parametrize("paths", [["README.md", "docs"], ["docs", "README.md"], ["."]])
def test_a_file_beside_the_docs_folder_counts_its_links_from_its_own_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paths: list[str]
) -> None:
    config = "site_name: X\nmarkdown_extensions: [attr_list, pymdownx.superfences]\n"
    page = "# A\n\n[in](b/c.md#c) [out](../README.md)\n{: #made-by-the-site }\n\n```py title='x'\n[y](z.md)\n```\n"
    site(tmp_path, config, **{"a.md": page, "b__c.md": "# C\n", "index.md": "# I\n"})
    for name, text in BESIDE.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    book = read_paths([Path(path) for path in paths], find_system=load_system)
    assert messages(book) == [*FOUND_BESIDE, "docs/a.md unknown-target ../README.md"]
    assert {page.uri for page in book.pages if page.reported} >= {"a.md", "b/c.md", "../README.md"}


def test_a_file_without_a_site_is_read_as_people_write_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "# A\n\n[1](#rules--dice) [2](#-odds) [3](#odds) [4](#more-1) [5](#more_1) [6](#more-3)\n\n"
        "## Rules & Dice\n\nx\n\n## \N{GAME DIE} Odds\n\nx\n\n## More\n\nx\n\n## More\n\n"
        "1. item\n   ```sh title here\n   <b> [no](no.md)\n   ```\n"
    )
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert messages(read_paths([Path("a.md")], find_system=load_system)) == ["a.md unknown-anchor more-3"]


def test_a_heading_with_an_id_of_its_own_has_no_other_in_a_file_without_a_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "# A\n\n[no](#more) [yes](#mine) [less](#less)\n\n## More {#mine}\n\nx\n\n## Less\n\nx\n"
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert messages(read_paths([Path("a.md")], find_system=load_system)) == ["a.md unknown-anchor more"]


def test_front_matter_says_more_than_the_folder(tmp_path: Path) -> None:
    path = site(
        tmp_path,
        "plugins:\n  - rulebook:\n      books: {game: {system: cavea}}\n",
        **{"game__a.md": "# A", "game__b.md": "---\nsystem: none\n---\n# B", "c.md": "---\nsystem: cavea\n---\n# C"},
    )
    book = read_book(load_config(path), find_system=load_system)
    assert {page.uri: page.system and page.system.name for page in book.pages} == {
        "game/a.md": "cavea", "game/b.md": None, "c.md": "cavea",
    }  # fmt: skip


def test_known_documents_are_not_read_again(tmp_path: Path) -> None:
    path = site(tmp_path, "site_name: X\n", **{"a.md": "# A", "b.md": "# B"})
    known: dict[tuple[str, str], object] = {}
    first = read_book(load_config(path), find_system=load_system, known=known)  # type: ignore[arg-type]
    (tmp_path / "docs" / "b.md").write_text("# Other", encoding="utf-8")
    second = read_book(load_config(path), find_system=load_system, known=known)  # type: ignore[arg-type]
    assert second.by_uri["a.md"].document is first.by_uri["a.md"].document
    assert second.by_uri["b.md"].document.headings[0].title == "Other"


def test_nothing_is_imported_of_mkdocs_or_markdown() -> None:
    code = (
        "import sys, rulebook.loading.reading, rulebook_rules.checks; print(*{'mkdocs', 'markdown'} & set(sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == ""


def test_pages_that_the_plugin_makes_can_be_linked_to(tmp_path: Path) -> None:
    config = tmp_path / "mkdocs.yml"
    config.write_text("site_name: x\nplugins: [rulebook: {books: {game: {system: cavea}}}]\n", encoding="utf-8")
    (tmp_path / "docs/game").mkdir(parents=True)
    (tmp_path / "docs/index.md").write_text("# A\n\n[a](verified.md) [b](game/rules.json)\n", encoding="utf-8")
    report = analyse(read_book(load_config(config), find_system=load_system))
    assert report.findings == ()
    config.write_text("site_name: x\n", encoding="utf-8")
    report = analyse(read_book(load_config(config), find_system=load_system))
    assert [finding.rule for finding in report.findings] == ["unknown-target", "unknown-target"]
