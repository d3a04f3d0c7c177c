"""The checks on small books: what each rule finds, and what must stay silent."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from unicodedata import normalize

import pytest

from rulebook.loading.reading import read_book
from rulebook_core.findings import Finding, Severity
from rulebook_core.source import Source
from rulebook_rules.book import Book, Page
from rulebook_rules.catalogue import load_rules
from rulebook_rules.checks.allow import apply_allows
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.config import load_config
from rulebook_rules.rules.running import CHECKS, run
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import read
from tests.checking import check_text
from tests.checking import shown as slice_shown
from tests.seeds import seed
from tests.shares import shares


def book_of(**texts: str) -> Book:
    """A book of pages by themselves; `__` in a name stands for `/`."""
    pages = []
    for name, text in texts.items():
        uri = name.replace("__", "/") + ".md"
        pages.append(Page(read(Source(uri, dedent(text))), uri))
    return Book(tuple(pages))


def shown(finding: Finding) -> str:
    line, column = finding.place.source.position(finding.place.span.start)
    return f"{finding.place.source.path}:{line}:{column} {finding.rule}"


def serious(book: Book) -> list[str]:
    return [shown(finding) for finding in run(BookIndex(book)) if finding.severity > Severity.INFO]


def test_every_check_runs_and_every_rule_is_documented() -> None:
    assert len(set(CHECKS)) == len(CHECKS)
    for rule in load_rules().values():
        assert rule.summary.endswith("."), rule.name


FAULTS = {
    "unknown anchor": ("# A\n\n[x](#b)", ["a.md:3:6 unknown-anchor"]),
    "definition that nothing uses": ("# A\n\n[x]: #b", ["a.md:3:7 unknown-anchor"]),
    "missing page": ("# A\n\n[x](b.md#c)", ["a.md:3:5 unknown-target"]),
    "missing image": ("# A\n\n![x](b.png)", ["a.md:3:6 unknown-target"]),
    "undefined label": (
        "# A\n\n[see there][b] and [some words][]",
        ["a.md:3:13 unknown-reference", "a.md:3:21 unknown-reference"],
    ),
    "slip in a shortcut": ("# A\n\n[skil pool]\n\n[skill pool]: #a", ["a.md:3:2 unknown-reference"]),
    "shortcut among references": (
        "# A\n\n[one], [two] and [three]\n\n[one]: #a\n[three]: #a",
        ["a.md:3:9 unknown-reference"],
    ),
    "undefined footnote": ("# A\n\ntext[^b]", ["a.md:3:6 unknown-reference"]),
    "duplicate id": ("# A\n\n<b id='x'>x</b>\n\n<i id='x'>y</i>", ["a.md:5:8 duplicate-anchor"]),
    "duplicate definition": ("# A\n\n[b]\n\n[b]: #a\n[B]: #a", ["a.md:6:2 duplicate-definition"]),
    "ambiguous label": ("# A\n\n[b]\n\n[b]: #a\n[B]: https://x.y", ["a.md:6:2 ambiguous-reference"]),
    "tag left open": ("# A\n\n<b>x\n\ny", ["a.md:3:1 malformed-markup"]),
    "crossed tags": ("# A\n\n<b><i>x</b></i>", ["a.md:3:12 malformed-markup"]),
    "wrong end tag": ("# A\n\n<div>\n<span>x</spam>\n</div>", ["a.md:4:8 malformed-markup"]),
    "comment left open": ("# A\n\n<!-- x\n\ny", ["a.md:3:1 malformed-markup"]),
    "fence left open": (
        "# A\n\n```python\nx\n\n# B\n\n[y](#c)",
        ["a.md:3:1 malformed-markup", "a.md:8:6 unknown-anchor"],
    ),
    "fence left open before another": (
        "# A\n\n```\nx\n\ny [z](#c)\n\n```text\nw\n```",
        ["a.md:3:1 malformed-markup", "a.md:6:8 unknown-anchor"],
    ),
    "space before a target": ("# A\n\n[x] (#a)", ["a.md:3:1 malformed-markup"]),
    "brackets the wrong way round": ("# A\n\n(x)[#a]", ["a.md:3:1 malformed-markup"]),
    "target left open": ("# A\n\n[x](#a and on", ["a.md:3:1 malformed-markup"]),
    "misspelt heading": ("# Requirments\n\ntext", ["a.md:1:3 misspelt-term"]),
    "misspelt words in titles": (
        "# Doc Holliday\n\n## Rubble Reacher\n\nA reader.\n\n## Dire Requirments\n\nRequirements\n\n## The Recieve",
        ["a.md:7:9 misspelt-term", "a.md:11:8 misspelt-term"],
    ),
    "a fence that shows one": ("# A\n\n```yaml\n```statblock\nx: 1\n```\n\ntext", []),
    "misspelt term": (
        "# A\n\n**Recieve** is `recieve`, or recieve",
        ["a.md:3:3 misspelt-term", "a.md:3:30 misspelt-word"],
    ),
    "misspelt words in running text": (
        "# A\n\nRoll agian, or see wether the Agian is alpha-agian, agian.md, agian() or my agian- st\n\n- one agian, "
        "'agian'",
        ["a.md:3:6 misspelt-word", "a.md:3:20 misspelt-word", "a.md:5:7 misspelt-word"],
    ),
    "words that a book writes so": ("# A\n\n" + "\n\n".join(f"{number} agian" for number in "ABCDE"), []),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_finds(text: str, expected: list[str]) -> None:
    assert serious(book_of(a=text)) == expected


STYLE = {
    "empty section": ("# A\n\ntext\n\n## B\n\n<!-- later -->\n\n## C\n\ntext", ["5:4 empty-section 'B'"]),
    "heading jump": ("# A\n\ntext\n\n### B\n\ntext\n\n### C\n\ntext", ["5:1 heading-jump '### B'"]),
    "nothing but a footnote": ("# A\n\n## B\n\n[^1]: x\n\n    y\n\n## C\n\ntext[^1]\n", ["3:4 empty-section 'B'"]),
    "words name another section": (
        "# A\n\n[Body Health](#soul-cost)\n\n## Body Health\n\nx\n\n## Soul Cost\n\nx",
        ["3:15 mismatched-reference '#soul-cost'"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), STYLE.values(), ids=STYLE.keys())
def test_what_may_be_a_strangers_style_is_housekeeping_on_pages_of_no_game(text: str, expected: list[str]) -> None:
    for system, severity in (("cavea", Severity.WARNING), (None, Severity.INFO)):
        findings = check_text(text, system=system).findings
        assert [slice_shown(finding) for finding in findings] == expected
        assert {finding.severity for finding in findings} == {severity}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "{{ x }} {% if y %} `{{ z }}` {{HERO NAME}}, {{ PAGE_2 }}",
            ["3:1 stray-template '{{ x }}'", "3:9 stray-template '{% if y %}'"],
        ),
        ("x {# note #} y\n", ["3:3 stray-template '{# note #}'"]),
        ("{{ a }}{{ b }}\n", ["3:1 stray-template '{{ a }}'", "3:8 stray-template '{{ b }}'"]),
    ],
)
def test_templates_are_told_where_it_is_known_who_publishes_a_page(text: str, expected: list[str]) -> None:
    assert [slice_shown(finding) for finding in check_text(f"# A\n\n{text}", system="cavea").findings] == expected
    assert check_text(f"# A\n\n{text}", system=None).findings == ()


def test_a_place_that_nobody_has_filled_in_is_one_finding() -> None:
    findings = check_text("# A\n\n{{ INSERT a map }} {{ a }}\n", system="cavea").findings
    assert [slice_shown(finding) for finding in findings] == [
        "3:1 todo-marker '{{ INSERT a map }}'",
        "3:20 stray-template '{{ a }}'",
    ]


def test_levels_of_asciidoc() -> None:
    text = "= T\n\nText\n\n=== A\n\nText\n\n=== B\n\nText\n"
    findings = check_text(text, system="sda", dialect="asciidoc", path="x.adoc").findings
    assert [slice_shown(finding) for finding in findings] == ["5:1 heading-jump '=== A'"]
    part = "=== A\n\nText\n\n==== B\n\nText\n"
    assert not check_text(part, system="sda", dialect="asciidoc", path="x.adoc").findings


def test_words_of_a_translation_name_no_section_of_another_one() -> None:
    english = "# Rules\n\n[Rest and sleep](en__b.md)\n\n## Rest and sleep\n\nx"
    french = "# Jeu\n\nx [Rest and sleep](b.md)"
    pages = {"en__a": english.replace("en__b", "b"), "en__b": "# Camp\n\nx", "fr__a": french, "fr__b": "# Bivouac\n\nx"}
    found = [finding for finding in run(BookIndex(book_of(**pages))) if finding.rule == "mismatched-reference"]
    assert [shown(finding) for finding in found] == ["en/a.md:3:18 mismatched-reference"]


SILENT = {
    "labels in another case": "# A\n\n[X][] [y][x]\n\n[x]: #a",
    "section that only refers on": "# A\n\n## B\n\nSee [A](#a).\n\n## C\n\n### D\n\ntext",
    "section with a table, a picture, code": (
        "# A\n\n## B\n\n|a|b|\n|-|-|\n\n"
        "## C\n\n![x](https://x.y/z.png)\n\n## D\n\n    code"
    ),
    "page that is but a title": "# A",
    "snippets of nowhere": "# A\n\n[x][label] [y](#id)\n\n--8<-- \"links.txt\"\n",
    "another language": "# Le projet\n\n" + "Il est dans les mains de tous ceux qui le veulent. " * 6,
    "grammar in code": "# A\n\n    [content]... [a][b]\n\n`[d]4|[d]6` <code>[x][y]</code>",
    "a note in brackets": "# A\n\n[Settled by (rules.md), and by all.] [path](path/to/file.md)",
    "literal brackets": "# A\n\n[sic] [TODO] [1] a[i][j] [+2][3] [GM] (see [1][2])",
    "ids in comments": "# A\n\n<div id='x'></div>\n<!-- <div id='x'> <b> -->",
    "id within its own heading": "# <span id='glossary'>Glossary</span>\n\ntext",
    "name before its heading": "# A\n\n<a name='b'></a>\n## B\n\n[x](#b)",
    "name and id of one element": "# A\n\n<a name='b' id='b'></a>x",
    "optional end tags": "# A\n\n<ul><li>x<li>y</ul>\n\n<table><tr><td>x</table>\n\n<br> <img src='https://x.y'>",
    "tags over paragraphs": "# A\n\n<b>x\n\ny</b>",
    "elsewhere": "# A\n\n[a](https://x.y#z) [b](mailto:c@d.e) [f](//g.h) [i](/j/) [k](tel:1) [l](#) [m](#top)",
    "words that fit": (
        "# A\n\n[Level Pools](#skill-level-pool) [the Skill Level Pool's](#skill-level-pool)\n\n## Level Pool\n\n"
        "x\n\n## Skill Level Pool\n\nx"
    ),
    "words that name an id": "# A\n\n[Combat](#combat)\n\n## Fighting <i id='combat'>x</i>\n\nx\n\n## Combats\n\nx",
    "no template": "# A\n\n$\\frac{{a}}{b}$ ${{ secrets.x }} `{{ x }}` <!-- {{ x }} --> {{}} {x}\n\n    {% y %}",
    "prices": "# A\n\n1 < 2 > 1, a <= b, <https://x.y> <a@b.cd>",
    "levels in a quote": "# A\n\n> ### B\n>\n> x",
    "a name with a digit": "# OpenD6 and thier5\n\n**Recieve7** it",
    "nothing at all": "",
}  # fmt: skip


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
def test_stays_silent(text: str) -> None:
    assert serious(book_of(a=text)) == []


def test_links_across_pages_and_addresses(tmp_path: Path) -> None:
    found = site_findings(
        tmp_path,
        "site_name: X\n",
        {
            "docs/index.md": "# I\n\n[x](sub/b.md#b) [y](sub/) <a href='sub/b/'>z</a> <a href='sub/b/#no'>w</a>",
            "docs/sub/b.md": "# B\n\n[i](../index.md#i) <a href='../../#i'>j</a> [k](./c.md#c) [l](../sub/c.md?q#d)",
            "docs/sub/c.md": "# C",
            "docs/sub/README.md": "# R",
        },
    )
    assert found == ["index.md:3:66 unknown-anchor", "sub/b.md:3:77 unknown-anchor"]


def test_near_ids_are_offered_with_their_places() -> None:
    [finding] = run(BookIndex(book_of(a="# A\n\n<b id='Body-Str'>x</b> [y](#body-str)")))
    assert finding.help == "write `#Body-Str`"
    assert "case" in finding.message
    [related] = finding.details.related
    assert related.source.slice(related.span) == "Body-Str"


def test_a_definition_away_from_its_heading() -> None:
    sections = [f"## S{n} <i id='x{n}'>x</i>\n[l{n}]: #x{n if n != 3 else 5}\n\n[l{n}]\n" for n in range(8)]
    assert serious(book_of(a="# A\n\n" + "\n".join(sections))) == ["a.md:19:7 mismatched-reference"]


def test_a_link_within_one_game_means_no_section_of_another() -> None:
    here, target = "# Here\n\nRoll the [dice](pools.md).\n", "# Level Pools\n\nThey have many.\n"
    texts = {"here.md": here, "pools.md": target, "other.md": "# Dice\n\nOther ones.\n"}
    for other, expected in (("cavea", ["mismatched-reference"]), ("sda", [])):
        systems = {"here.md": "cavea", "pools.md": "cavea", "other.md": other}
        pages = (Page(read(Source(uri, text)), uri, load_system(systems[uri])) for uri, text in texts.items())
        assert [finding.rule for finding in run(BookIndex(Book(tuple(pages))))] == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [("default", []), ("build backend", []), ("Default", ["mismatched-reference"]),
     ("ways to build it", ["mismatched-reference"])],
)  # fmt: skip
def test_common_words_in_a_book_of_no_game_name_no_section(words: str, expected: list[str]) -> None:
    options = "# Options\n\n## Default\n\nx\n\n## Build backend\n\nx\n\n## Ways to build it\n\nx\n\n## Colour\n\nx"
    report = book_of(here=f"# Here\n\nIt is the [{words}](options.md#colour).\n", options=options)
    assert [finding.rule for finding in run(BookIndex(report))] == expected


def test_unused_definitions_are_information() -> None:
    [finding] = run(BookIndex(book_of(a="# A\n\n[used]\n\n[used]: #a\n[not used]: #a")))
    assert (finding.rule, finding.severity) == ("unused-definition", Severity.INFO)


# --- what else makes a site ---------------------------------------------------------------------


def site_findings(folder: Path, config: str, files: dict[str, str]) -> list[str]:
    for name, text in {"mkdocs.yml": config, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    book = read_book(load_config(folder / "mkdocs.yml"), find_system=load_system)
    return [shown(f).rpartition("docs/")[2] for f in run(BookIndex(book)) if f.severity > Severity.INFO]


def test_what_git_is_told_to_ignore_is_made(tmp_path: Path) -> None:
    files = {
        ".gitignore": "site/\ndocs/lists/*\n!docs/lists/index.md\n",
        "docs/index.md": "# I\n\n[a](lists/spells.md) [b](lists/index.md) [c](tables/spells.md)\n",
    }
    assert site_findings(tmp_path, "site_name: X\n", files) == [
        "index.md:3:26 unknown-target",
        "index.md:3:46 unknown-target",
    ]


def test_what_hooks_scripts_and_macros_make_is_silent(tmp_path: Path) -> None:
    found = site_findings(
        tmp_path,
        """\
        plugins: [search, macros, {gen-files: {scripts: [gen.py]}}, {redirects: {redirect_maps: {old.md: index.md}}}]
        hooks: [hook.py]
        """,
        {
            "gen.py": "import mkdocs_gen_files\nfor n in 'ab': mkdocs_gen_files.open(f'generated/{n}.md', 'w')\n",
            "hook.py": "def on_page_markdown(markdown, **kw):\n    return markdown + '<a id=\"from-hook\">'\n",
            "docs/index.md": "# I\n\n[g](generated/a.md) [o](old.md) [h](#from-hook) [n](#nowhere) [m](none.md)\n",
            "docs/macros.md": "# M\n\n{{ make() }} [x](#made) [y]({{ url }})\n",
        },
    )
    assert found == ["index.md:3:54 unknown-anchor", "index.md:3:67 unknown-target"]


def test_accents_may_be_letters_of_their_own() -> None:
    text = "# Größe\n\n[one](#größe) [two](#gr%C3%B6%C3%9Fe) [other](#grösse)\n"
    for form in ("NFC", "NFD"):
        source = normalize(form, text)
        (finding,) = check_text(source, system=None).findings
        assert source[slice(*finding.place.span)] == normalize(form, "grösse")


def test_what_an_include_plugin_takes_in_is_no_stray_template(tmp_path: Path) -> None:
    page = {"docs/index.md": '# I\n\n{% include-markdown "../README.md" %}\n\n{{ hp }}\n', "README.md": "Words.\n"}
    assert site_findings(tmp_path, "plugins: [search, include-markdown]\n", page) == []
    assert len(site_findings(tmp_path, "plugins: [search]\n", page)) == 2


def test_snippets_bring_ids_and_labels(tmp_path: Path) -> None:
    found = site_findings(
        tmp_path,
        """\
        markdown_extensions:
          - pymdownx.snippets: {auto_append: [refs.md], base_path: [includes]}
        """,
        {
            "includes/refs.md": "[shared]: https://x.y\n",
            "includes/part.md": "## From a Part\n\n[part]: #a\n",
            "docs/a.md": '# A\n\n--8<-- "part.md"\n\n[x](#from-a-part) [some words][part] [words][shared] [y](#no)\n',
            "docs/b.md": "# B\n\n[words][shared] [words][part]\n",
        },
    )
    assert found == ["a.md:5:59 unknown-anchor", "b.md:3:25 unknown-reference"]


def test_tabs_own_slugs_and_excluded_pages(tmp_path: Path) -> None:
    found = site_findings(
        tmp_path,
        """\
        exclude_docs: secret/
        theme: {name: material, custom_dir: overrides}
        markdown_extensions:
          - toc: {slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}, separator: _}
          - pymdownx.tabbed: {alternate_style: true, slugify: !!python/name:pymdownx.slugs.uslugify }
        """,
        {
            "overrides/assets/logo.svg": "",
            "docs/secret/s.md": "# S\n\n[x](nowhere.md)",
            "docs/a.md": '# Über A\n\n=== "First Tab"\n    x\n\n[x](#über_a) [y](#first-tab) [z](#uber-a) '
            "[s](secret/s.md) ![l](assets/logo.svg)",
        },
    )
    assert found == ["a.md:6:35 unknown-anchor", "a.md:6:47 unknown-target"]


def test_a_near_path_is_offered_as_the_page_would_write_it() -> None:
    book = book_of(game__a="# A\n\n[x](skils.md) [y](../gide/b.md)", game__skills="# S", guide__b="# B")
    remedies = [finding.details.remedies[0] for finding in run(BookIndex(book)) if finding.rule == "unknown-target"]
    assert [remedy.title for remedy in remedies] == ["link to `skills.md`", "link to `../guide/b.md`"]
    edits = [edit for remedy in remedies for edit in remedy.edits]
    assert [edit.place.source.slice(edit.place.span) for edit in edits] == ["skils.md", "../gide/b.md"]
    assert [edit.text for edit in edits] == ["skills.md", "../guide/b.md"]


# --- comments that allow ------------------------------------------------------------------------


def test_allow_covers_the_next_block_or_its_line() -> None:
    book = book_of(
        a="""\
        # A

        <!-- rulebook: allow unknown-anchor, it comes with the second edition -->
        * [x](#no)
        * [y](#no)

        [z](#no) <!-- rulebook: allow unknown-anchor, why not -->

        [w](#no)
        """
    )
    kept, suppressed = apply_allows(book, run(BookIndex(book)))
    assert [shown(finding) for finding in kept] == ["a.md:9:6 unknown-anchor"]
    assert suppressed == 3


def test_an_allow_with_words_covers_only_what_stands_at_them_whatever_their_numbers() -> None:
    book = book_of(
        a="""\
        # A

        <!-- rulebook: allow unknown-anchor "level-7-men", it comes later -->
        [x](#level-8-men), [y](#level-7-women), [z](#men)
        """
    )
    kept, suppressed = apply_allows(book, run(BookIndex(book)))
    assert [shown(finding) for finding in kept] == ["a.md:4:25 unknown-anchor", "a.md:4:46 unknown-anchor"]
    assert suppressed == 1


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("<!-- rulebook: allow unknown-anchor, no longer true -->", "nothing here breaks `unknown-anchor`"),
        ('<!-- rulebook: allow unknown-anchor "gone", no more -->', "nothing here breaks `unknown-anchor`"),
        ("<!-- rulebook: allow nonesuch, reason -->", "there is no rule `nonesuch`"),
        ("<!-- rulebook: allow unknown-anchor -->", "does not say why"),
    ],
)
def test_an_allow_that_does_nothing_is_a_finding(comment: str, message: str) -> None:
    book = book_of(a=f"# A\n\n{comment}\ntext\n")
    [finding], suppressed = apply_allows(book, run(BookIndex(book)))
    assert finding.rule == "dangling-directive"
    assert message in finding.message
    assert suppressed == 0


# --- the source of Cavea ------------------------------------------------------------------------


def cavea(text: str) -> list[Finding]:
    page = Page(read(Source("cavea.md", text)), "cavea.md", load_system("cavea"))
    return [finding for finding in run(BookIndex(Book((page,)))) if finding.severity > Severity.INFO]


PARTS = 3
"""The changes of a source are tried in so many tests."""
REAL_FAULTS = [
    "53 mismatched-reference", "135 unknown-anchor", "139 unknown-anchor", "143 unknown-anchor",
    "148 empty-section", "148 misspelt-term", "353 stray-template",
]  # fmt: skip


def lines_of(findings: list[Finding]) -> list[str]:
    return [f"{f.place.source.position(f.place.span.start).line} {f.rule}" for f in findings]


def test_the_source_of_cavea_has_its_real_faults_and_no_others() -> None:
    assert lines_of(cavea(seed("000"))) == REAL_FAULTS


@pytest.mark.parametrize("part", shares(range(PARTS)))
def test_every_changed_anchor_of_cavea_is_caught_at_its_place(part: int) -> None:
    """Each id, each target and each used label, changed alone, gives findings that touch the change."""
    text = seed("000")
    source = Source("cavea.md", text)
    document = read(source)
    spans = [a.span for a in document.anchors if a.kind == "html" and any(
        d.target == f"#{a.id}" for d in (*document.definitions, *document.links))]  # fmt: skip
    spans += [d.target_span for d in document.definitions]
    spans += [link.target_span for link in document.links if link.target_span]
    spans += [link.label_span for link in document.links if link.label_span]
    usual = {(f.rule, f.message) for f in cavea(text)}
    for span in spans[part::PARTS]:
        changed = text[: span.end - 1] + ("q" if text[span.end - 1] != "q" else "z") + text[span.end :]
        new = [f for f in cavea(changed) if (f.rule, f.message) not in usual]
        touched = [
            f for f in new
            if any(p.span.start <= span.end and span.start <= p.span.end for p in (f.place, *f.details.related))
        ]  # fmt: skip
        assert touched, source.position(span.start)
