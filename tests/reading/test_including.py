"""What pages take in from other files is checked as part of them, in its own file and once."""

from pathlib import Path
from textwrap import dedent

import pytest

from rulebook.loading.reading import read_book, read_paths
from rulebook_core.findings import Severity
from rulebook_proof.analysis import Report, analyse
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects.markdown.taking import Selection, directives

SNIPPETS = "markdown_extensions: [abbr, admonition, {pymdownx.snippets: {base_path: [includes]}}]\n"
WRONG = "The chance is 1 in 6 (26 %).\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def report(config: str, **files: str) -> Report:
    """The report of a site; `a` is docs/a.md, `i_x` is includes/x.md."""
    Path("docs/book").mkdir(parents=True, exist_ok=True)
    Path("includes").mkdir(exist_ok=True)
    Path("mkdocs.yml").write_text(dedent(config), encoding="utf-8")
    for name, text in files.items():
        path = Path("includes", name[2:] + ".md") if name.startswith("i_") else Path("docs", name + ".md")
        path.write_text(text, encoding="utf-8")
    return analyse(read_book(load_config(Path("mkdocs.yml")), find_system=load_system))


def told(found: Report) -> list[str]:
    places = [
        (one.place.source.path, one.place.source.position(one.place.span.start).line, one) for one in found.findings
    ]
    return [f"{path}:{line} {one.rule}" for path, line, one in places if one.severity > Severity.INFO]


@pytest.mark.parametrize(
    "page",
    [
        '# A\n\nRoll 1d6.\n\n--8<-- "part.md"\n',
        "# A\n\nRoll 1d6.\n\n--8<--\npart.md\n--8<--\n",
        "# A\n\nRoll 1d6.\n\n-8<-\n; nowhere.md\n\n part.md\n",
        '# A\n\nRoll 1d6.\n\n!!! note\n    --8<-- "part.md"\n',
        "# A\r\n\r\nRoll 1d6.\r\n\r\n--8<-- 'part.md'\r\n",
        '# A\n\nRoll 1d6.\n\n--8<-- "part.md:3:3"\n',
        '# A\n\nRoll 1d6.\n\n--8<-- "part.md:-2:"\n',
        '# A\n\nRoll 1d6.\n\n--8<-- "part.md:odds"\n',
        '# A\n\nRoll 1d6.\n\n--8<-- "outer.md"\n',
    ],
)
def test_a_snippet_is_checked_in_its_file(page: str) -> None:
    part = f"--8<-- [start:odds]\n\n{WRONG}<!-- --8<-- [end:odds] -->"
    found = report(SNIPPETS, a=page, b=page, i_part=part, i_outer='--8<-- "part.md"\n')
    assert told(found) == ["includes/part.md:3 wrong-value"]
    assert [path for path in found.not_looked_at if "includes" in path] == []


def test_what_no_page_takes_of_a_file_is_not_checked() -> None:
    part = f"{WRONG}\nOther [words](nowhere.md).\n\n--8<-- [start:x]\nFine.\n--8<-- [end:x]\n{WRONG}"
    assert told(report(SNIPPETS, a='# A\n\nRoll 1d6.\n\n--8<-- "part.md:x"\n', i_part=part)) == []
    both = report(SNIPPETS, b='# B\n\n--8<-- "part.md:8:8"\n')
    assert told(both) == ["includes/part.md:8 wrong-value"]


@pytest.mark.parametrize(
    "page",
    [
        '# A\n\nRoll 1d6.\n\n```\n--8<-- "part.md"\n```\n',
        '# A\n\nRoll 1d6.\n\n<!--\n--8<-- "part.md"\n-->\n',
        '# A\n\nRoll 1d6.\n\n;--8<-- "part.md"\n',
        '# A\n\nRoll 1d6.\n\n--8<-- "; part.md"\n',
        '# A\n\nRoll 1d6.\n\n> --8<-- "part.md"\n',
    ],
)
def test_what_is_taken_in_as_code_or_not_at_all_is_no_text(page: str) -> None:
    assert told(report(SNIPPETS, a=page, i_part=WRONG)) == []


def test_a_directive_is_no_text_of_its_page() -> None:
    found = report(
        SNIPPETS + "plugins: [{rulebook: {books: {book: {system: cavea}}}}]\n",
        **{"book/a": '# A\n\n--8<-- "part.md"\n'},
        i_part="x",
    )
    assert found.numbers == ()
    assert found.unread == 0


def test_links_and_labels_count_from_the_page() -> None:
    config = SNIPPETS.replace("base_path", "auto_append: [words.md], base_path")
    words = "*[HP]: Health 1d6\n\n[shared]: sub/c.md#c\n"
    part = "[a](c.md) [b](../a.md) [there][shared] [d](d.md) [own](#own)\n"
    Path("docs/sub").mkdir(parents=True)
    Path("docs/sub/c.md").write_text('# C\n\n## Own\n\n--8<-- "part.md"\n', encoding="utf-8")
    found = report(config, a="# A\n\nHP are [here][shared].\n", i_part=part, i_words=words)
    assert told(found) == ["includes/part.md:1 unknown-target"]
    assert found.unread == 1  # What an abbreviation stands for is shown, and not checked.


def test_snippets_that_are_not_there_or_lie_outside() -> None:
    Path("secret.md").write_text(WRONG, encoding="utf-8")
    page = '# A\n\nRoll 1d6.\n\n--8<-- "nowhere.md"\n\n--8<-- "../secret.md"\n\n--8<-- "https://x.y/z.md"\n'
    assert told(report(SNIPPETS, a=page)) == ["docs/a.md:5 unresolved-include", "docs/a.md:7 unknown-target"]
    free = SNIPPETS.replace("base_path", "restrict_base_path: false, base_path")
    assert told(report(free, a=page)) == ["docs/a.md:5 unresolved-include", "secret.md:1 wrong-value"]


@pytest.mark.parametrize(
    ("plugin", "directive", "lines"),
    [
        ("include-markdown", '{% include-markdown "../includes/part.md" %}', [1, 5]),
        ("include-markdown", "{%- include '../includes/part.md' start='<!--s-->' end='<!--e-->' -%}", [5]),
        ("include-markdown", '{%\n  include-markdown "../includes/*.md"\n%}', [1, 5]),
        ("include-markdown", '{% include "../**/p*.md" %}', [1, 5]),
        ("include-markdown", "{% include '***' %} {% include '../a**b/*/x' %}", []),
        ("include-markdown", f"{{% include '../*/{'x' * 300}' %}}", []),
        ("macros: {include_dir: includes}", '{% include "part.md" %}', [1, 5]),
        ("macros: {include_dir: includes}", '{% include-markdown "part.md" %}', []),
        ("search", '{% include "part.md" %}', []),
    ],
)
def test_what_plugins_include(plugin: str, directive: str, lines: list[int]) -> None:
    plugins = f"plugins: [{{{plugin}}}]\n" if ":" in plugin else f"plugins: [{plugin}]\n"
    part = f"{WRONG}\n<!--s-->\n\n{WRONG}\n<!--e-->\n"
    found = report(plugins, a=f"# A\n\nRoll 1d6.\n\n{directive}\n", i_part=part)
    assert [one for one in told(found) if "wrong" in one] == [f"includes/part.md:{line} wrong-value" for line in lines]


def test_parts_of_a_game_have_its_rules() -> None:
    config = SNIPPETS + "plugins: [{rulebook: {books: {book: {system: cavea}}}}]\n"
    found = report(
        config, **{"book/a": '# A\n\n--8<-- "part.md"\n'}, i_part="With 3 Health Points a character is dead.\n"
    )
    assert told(found) == ["includes/part.md:1 wrong-value"]


def test_what_asciidoc_takes_in_is_checked_once() -> None:
    for name in "ab":
        Path(f"{name}.adoc").write_text(f"= {name}\n\nRoll 1d6.\n\ninclude::parts/part.adoc[]\n", encoding="utf-8")
    Path("parts").mkdir()
    Path("parts/part.adoc").write_text(WRONG, encoding="utf-8")
    found = analyse(read_paths([Path("a.adoc"), Path("b.adoc")], find_system=load_system))
    assert told(found) == ["parts/part.adoc:1 wrong-value"]


@pytest.mark.parametrize(
    ("selection", "lines"),
    [
        ("lines=1", [1]),
        ("lines=1..2;5", [1, 5]),
        ("lines=4..-1", [5, 7]),
        ("tag=odds", [5]),
        ("tags=**;!odds", [1, 7]),
        ("", [1, 5, 7]),
    ],
)
def test_of_a_file_asciidoc_takes_in_what_it_asks_for_is_checked(selection: str, lines: list[int]) -> None:
    part = "\n".join((WRONG.strip(), "", "", "// tag::odds[]", WRONG.strip(), "// end::odds[]", WRONG.strip(), ""))
    Path("parts").mkdir()
    Path("parts/part.adoc").write_text(part, encoding="utf-8")
    Path("a.adoc").write_text(f"= A\n\nRoll 1d6.\n\ninclude::parts/part.adoc[{selection}]\n", encoding="utf-8")
    found = analyse(read_paths([Path("a.adoc")], find_system=load_system))
    assert told(found) == [f"parts/part.adoc:{line} wrong-value" for line in lines]


def test_lines_and_sections_are_those_of_the_extension() -> None:
    from markdown import Markdown
    from pymdownx.snippets import SnippetExtension

    text = "one\n--8<-- [start:a]\ntwo\n--8<-- [start:b]\nthree\n--8<-- [end:a]\nfour\n--8<-- [end:b]\nfive"
    Path("part.md").write_text(text, encoding="utf-8")
    for wanted in ("", ":1", ":3:5", ":-1", ":-3:-2", ":0:1", "::3", ":1:1,9:", ":99", ":a", ":b", ":c"):
        shown = Markdown(extensions=[SnippetExtension()]).convert(f'--8<-- "part.md{wanted}"')
        (directive,), _ = directives(f'--8<-- "part.md{wanted}"', ["pymdownx.snippets"])
        taken = "".join(text[slice(*span)] for span in directive.selection.stretches(text))
        words = [word for word in taken.split() if word.isalpha()]
        assert words == [word for word in shown.replace("<p>", "").replace("</p>", "").split() if word.isalpha()], (
            wanted
        )
    assert directive.selection == Selection(section="c")
