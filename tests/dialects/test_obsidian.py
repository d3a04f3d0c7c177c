"""Obsidian notes: what is read of them is what their page shows, and what is missing is found at its place."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown import Markdown

from rulebook.loading.reading import read_paths
from rulebook_core.source import Source
from rulebook_proof.analysis import analyse
from rulebook_rules.book import Book, Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.checks.notes import link_url
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import guess_dialect, page, read
from rulebook_syntax.dialects.markdown.options import MarkdownOptions
from rulebook_syntax.dialects.options import ReadingOptions
from rulebook_syntax.document import Document
from tests.checking import check_text, shown
from tests.dialects.rendered import FULL, OPTIONS
from tests.seeds import seed
from tests.shares import shares

OTHER = """\
---
aliases: [Second Note, Zweite]
---
# Other
A sentence. ^line

## Deep: Down

### Below

Text.

## Again

### Below

Text.
"""


def book(text: str, path: str = "rules/note.md", *, files: tuple[str, ...] = ("img/Pic One.png",)) -> Book:
    """A note with another beside it and an image."""
    options = ReadingOptions(OPTIONS["full"])
    sources = {path: text, "deep/Other Note.md": OTHER, "deep/down/Other Note.md": "# Far\n\nText.\n"}
    documents = {uri: read(Source(uri, content), "obsidian", options) for uri, content in sources.items()}
    return Book(tuple(Page(document, uri) for uri, document in sorted(documents.items())), frozenset(files))


def page_text(book_: Book, uri: str = "rules/note.md") -> str:
    here = book_.by_uri[uri]
    return page(here.document, here.document.source.text, link_url(BookIndex(book_), here)).text


def html(book_: Book) -> str:
    markdown = Markdown(extensions=list(FULL), extension_configs={name: dict(values) for name, values in FULL.items()})
    return markdown.convert(page_text(book_))


def note(text: str) -> Document:
    return read(Source("note.md", text), "obsidian", ReadingOptions(OPTIONS["full"]))


def found(text: str, **options: tuple[str, ...]) -> list[str]:
    return [shown(finding) for finding in analyse(book(text, **options)).findings]


class _Rendered(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.targets += [values[name] or "" for name in ("href", "src") if name in values]
        if values.get("id"):
            self.ids.append(values["id"] or "")
        if tag == "br":
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


LINKS = {
    "[[Other Note]]": ("Other Note", "../deep/Other%20Note.md"),
    "[[other note.md]]": ("other note.md", "../deep/Other%20Note.md"),
    "[[Second Note]]": ("Second Note", "../deep/Other%20Note.md"),
    "[[down/Other Note]]": ("down/Other Note", "../deep/down/Other%20Note.md"),
    "[[/deep/Other Note]]": ("/deep/Other Note", "../deep/Other%20Note.md"),
    "[[../deep/Other Note]]": ("../deep/Other Note", "../deep/Other%20Note.md"),
    "[[Other Note|the *other* one]]": ("the other one", "../deep/Other%20Note.md"),
    "[[Other Note#Deep Down]]": ("Other Note > Deep Down", "../deep/Other%20Note.md#deep-down"),
    "[[Other Note#deep: down|below]]": ("below", "../deep/Other%20Note.md#deep-down"),
    "[[Other Note#Again#Below]]": ("Other Note > Again > Below", "../deep/Other%20Note.md#below_1"),
    "[[Other Note#^line]]": ("Other Note > line", "../deep/Other%20Note.md#^line"),
    "[[Other Note^line|block]]": ("block", "../deep/Other%20Note.md#^line"),
    "[[#Here & Now]]": ("Here & Now", "#here-now"),
    "[[#^mine|block]]": ("block", "#^mine"),
    "![[Pic One.png]]": ("", "../img/Pic%20One.png"),
    "![[Pic One.png|300]]": ("", "../img/Pic%20One.png"),
    "![[img/pic one.PNG|a picture]]": ("", "../img/Pic%20One.png"),
    "![[Other Note#Again]]": ("Other Note > Again", "../deep/Other%20Note.md#again"),
    "[there](<../deep/Other Note.md#Deep: Down>)": ("there", "../deep/Other%20Note.md#deep-down"),
    "[there](Other%20Note.md#Deep%20Down)": ("there", "../deep/Other%20Note.md#deep-down"),
    "[there](Other%20Note.md)": ("there", "../deep/Other%20Note.md"),
    "[here](#Here%20&%20Now)": ("here", "#here-now"),
    "[here](#here-now)": ("here", "#here-now"),
    "[there](/deep/Other%20Note.md#other)": ("there", "../deep/Other%20Note.md#other"),
}
PLACES = (
    "Text {} behind.", "- item {}\n  - inner {}", "> quoted {}", "> [!tip]+ Title {}\n> body {}",
    "| a | b |\n|---|---|\n| {} | x |", "**{}** and ==marked {}==", "## Heading {}\n\ntext",
    "one\ntwo {}\nthree", "text[^1]\n\n[^1]: note {}",
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("written", LINKS, ids=list(LINKS))
def test_the_links_of_the_page_are_the_links_that_are_read(written: str, place: str) -> None:
    """Wherever a link stands, it is read once, resolved, and rendered with the words that Obsidian shows."""
    if "|" in written and place.startswith("|"):
        written_here = written.replace("|", "\\|")
    else:
        written_here = written
    text = f"# Here & Now\nintro ^mine\n\n{place.replace('{}', written_here)}\n"
    words, target = LINKS[written]
    count = place.count("{}")
    pages = book(text)

    links = pages.by_uri["rules/note.md"].document.links
    rendered = _Rendered(html(pages))

    assert len([link for link in links if link.kind in ("wikilink", "inline")]) == count
    assert [found for found in rendered.targets if not found.startswith("#fn")] == [target] * count
    assert words in "".join(rendered.words)
    assert found(text) == []


@pytest.mark.parametrize("url", [lambda target: f"to/{target}", lambda target: None], ids=["known", "unknown"])
@pytest.mark.parametrize("written", ["[[a]]", "![[b|30]]", "[[c#d|e]]", "`[[a]]` [[a]]", "![[b.png]]", "[a](b) [[a]]"])
@pytest.mark.parametrize("place", PLACES)
def test_a_page_is_what_its_note_is_when_it_is_read_anew(
    place: str, written: str, url: Callable[[str], str | None]
) -> None:
    text = place.replace("{}", written)
    document = read(Source("x", text), "obsidian")
    anew = pickle.loads(pickle.dumps(document))
    assert page(document, text, url) == page(anew, text, url)


MISSING = {
    "[[nope]]": "unresolved-wikilink 'nope'",
    "[[nope|shown]]": "unresolved-wikilink 'nope'",
    "[[deeper/Other Note]]": "unresolved-wikilink 'deeper/Other Note'",
    "[[Other Note#Nothing]]": "unresolved-wikilink 'Nothing'",
    "[[Other Note#Nothing#Below]]": "unresolved-wikilink 'Nothing'",
    "[[Other Note#Deep Down#Again]]": "unresolved-wikilink 'Again'",
    "[[Other Note#^nothing]]": "unresolved-wikilink 'nothing'",
    "[[#There]]": "unresolved-wikilink 'There'",
    "![[lost.png|300]]": "unresolved-embed 'lost.png'",
    "![[nope]]": "unresolved-embed 'nope'",
    "![[Other Note#Nothing]]": "unresolved-embed 'Nothing'",
    "[back](/index.md)": "unknown-target '/index.md'",
    "[TODO]": "todo-marker '[TODO]'",
    "[tbd: the price]": "todo-marker '[tbd: the price]'",
}


@pytest.mark.parametrize("written", MISSING, ids=list(MISSING))
def test_what_is_missing_is_found_at_its_place(written: str) -> None:
    text = f"# Here\n\nSome words, {written} and more.\n\n> - {written}\n"
    expected = MISSING[written].split(" ", 1)
    findings = found(text)
    part = written.index(expected[1][1:-1])
    assert findings == [f"3:{13 + part} {MISSING[written]}", f"5:{5 + part} {MISSING[written]}"]


def test_a_heading_that_is_gone_asks_for_no_note() -> None:
    (finding,) = analyse(book("# A\n\n[[Other Note#Nothing]]\n")).findings
    assert finding.help == "write what it leads to, or take the link away"


def test_what_is_code_is_never_rewritten() -> None:
    code = "[[nope.x]] ![[nope.png]] ==a== %%b%% #tag [TODO] ^id"
    text = (
        f"`{code}` ``x ` {code}``\n\n```\n{code}\n> [!note] {code}\n```\n\n    {code}\n\n<div>[[nope.x]] #tag</div>\n\n"
        f"<!-- {code} -->\n\n$[[x.y]] ==1==$ and $$\n[[z.y]]\n$$\n"
    )
    assert found(text) == []
    assert page_text(book(text)).rstrip("\n") == text.rstrip("\n").replace("\n[[z", "\n[[z")
    assert [link for link in note(text).links if link.kind == "wikilink"] == []


def test_each_line_of_a_paragraph_stays_a_line() -> None:
    text = "one\ntwo *three\nfour* [[Other Note|a]]\n\n- five\n  six\n\n> seven\n> eight\n\n> [!note]\n> nine\n> ten\n"
    rendered = html(book(text))
    assert rendered.count("<br />") == 5
    blocks = [block.text.text for block in note(text).prose.blocks]
    assert blocks == ["one\ntwo three\nfour a", "five\nsix", "seven\neight", "nine\nten"]


def test_line_ends_of_windows_and_tabs_change_nothing() -> None:
    text = "one\n\ttwo [[nope]]\n- a\n\t- b ![[lost.png]]\n\n> [!tip]- T\n> [[#x]]\n"
    windows = text.replace("\n", "\r\n")
    assert found(windows) == found(text) != []
    assert page_text(book(windows)) == page_text(book(text))


CALLOUTS = {
    "> [!note]\n> Body": ('<div class="admonition note">', "Note", "Body"),
    "> [!WARNING] Mind *this*\n> Body": ('<div class="admonition warning">', "Mind this", "Body"),
    '> [!faq]- Why "so"?\n> Body': ('<details class="question">', 'Why "so"?', "Body"),
    "> [!tip]+\n> Body": ('<details class="tip" open="open">', "Tip", "Body"),
    "text\n> [!note] Title\n> - one\n>   - two": ('<div class="admonition note">', "Title", "two"),
    "> [!note] Outer\n> > [!tip] Inner\n> > Deep\n>\n> Back": ('<div class="admonition tip">', "Inner", "Back"),
    "> plain\n> > [!note] Title\n> > Body": ('<div class="admonition note">', "Title", "Body"),
    "> [!note|wide] Title": ('<div class="admonition note">', "Title", ""),
}


@pytest.mark.parametrize("text", CALLOUTS, ids=list(CALLOUTS))
def test_callouts_are_panels(text: str) -> None:
    opening, title, body = CALLOUTS[text]
    rendered = html(book(text))
    assert opening in rendered
    words = "".join(_Rendered(rendered).words)
    assert title in words
    assert body in words
    assert "[!" not in words
    assert "!!!" not in words
    assert "???" not in words


def test_signs() -> None:
    rendered = html(book("#rules/dice and ==5 marked== ~~gone~~ #6 (#x)\n#7 is a number\n\na == b == c 50%% off\n"))
    assert rendered.count('<span class="tag">') == 2
    assert "<mark>5 marked</mark>" in rendered
    assert "<del>gone</del>" in rendered
    assert "<h1" not in rendered
    assert "#7 is a number" in rendered
    assert "a == b == c 50%% off" in rendered
    sized = html(book("![[Pic One.png|300x200]] ![x|50](../img/Pic%20One.png)"))
    assert re.findall(r'(width|height)="(\d+)"', sized) == [("height", "200"), ("width", "300"), ("width", "50")]


def test_a_comment_joins_no_signs() -> None:
    (link,) = note("So!%%later%%[[Other Note]]").links
    assert (link.image, link.span.start) == (False, 12)


def test_comments_are_no_text_and_can_speak_to_the_checker() -> None:
    text = (
        "One %%a [[nope]]%% two.\n%% alone %%\nthree.\n\n%%\nblock\n\n# No heading\n%%\n\n## Real\n\n%% only this %%\n"
    )
    document = note(text)
    assert [comment.text for comment in document.comments] == [
        "a [[nope]]", " alone ", "\nblock\n\n# No heading\n", " only this ",
    ]  # fmt: skip
    assert [block.text.text for block in document.prose.blocks] == ["One two.\nthree.", "Real"]
    assert found(f"# Title\n\n{text}") == ["13:4 empty-section 'Real'"]
    assert found("%% rulebook: allow unresolved-wikilink, to be written %%\nSee [[nope]].\n") == []
    assert found("Text.\n\n%% never closed\n") == ["3:1 malformed-markup '%%'"]


@pytest.mark.parametrize(
    "text",
    [
        "> [!note]\n>> ||\n>> :---:|:---:|\n>> 1 | 2 |\n",
        'return "![["+name+".png]]";\n',
    ],
)
def test_what_obsidian_shows_is_no_fault(text: str) -> None:
    assert found(f"Text.\n\n{text}") == []


def test_footnotes_and_notes_are_shown_whatever_the_site_has() -> None:
    text = "# A\n\nOne[^1] and^[see 7 of `b`], `^[c]`.\n\n[^1]: It is 8.\n"
    document = read(Source("note.md", text), "obsidian", ReadingOptions(MarkdownOptions()))
    shown = [block.text.text for block in document.prose.blocks[1:]]
    assert shown == ["One and (see 7 of b), ^[c].", "It is 8."]
    assert "<small>(see 7 of `b`)</small>" in page(document, text, lambda target: target).text


def test_the_source_is_read_line_by_line() -> None:
    text = seed("001")
    source = Source("001.txt", text)
    assert guess_dialect(source) == "obsidian"
    document = read(source, "obsidian")
    assert document.meta == {"title": "Underlying Concepts", "layout": "default"}
    assert [heading.level for heading in document.headings] == [1, 2, 1, 2, 2, 2, 2, 2, 1, 2, 4, 4, 4, 2, 2, 2, 2, 2, 2]
    blocks = [block.text.text for block in document.prose.blocks]
    levels = next(block for block in blocks if block.startswith("Cast\n"))
    assert levels.count("\n") == 8
    chances = next(block for block in blocks if "2Bd" in block)
    assert [line.partition(" = ")[0] for line in chances.split("\n")[2:]] == [f"{count}Bd" for count in range(2, 11)]
    rendered = _Rendered(Markdown(extensions=list(FULL)).convert(page(document, text, lambda target: None).text))
    lines = "".join(rendered.words).replace("\n\n", "\n")
    for line in ("Cameo", "Title Character", "3Bd = 26%", "10Bd = 90%"):
        assert f"\n{line}\n" in lines


OBSIDIAN = ("![[a.png]]", "[[word|b]]", "[[word#b]]", "[[3. Core]]", "> [!note] T\n> x", "> [!faq]\n> x", "%% x %%",
            "[[deep/b]]", "---\naliases: [x]\n---\n[[b]]")  # fmt: skip
NOT_OBSIDIAN = ("[[Word]] and [[Two Words]]", "[[TOC]]", "[[_TOC_]]", "$[[a|b]]$", "`[[a|b]]`", "```\n![[a.png]]\n```",
                "m = [[1, 2], [3, 4]]", "[[0.5]]", "> [!NOTE]\n> GitHub", "a[[i.j]]", "[[nodiscard]]", "100 %% 3",
                "[[text.x]](target.md)", "[ [a|b] ]", "[[/r 2d6+3]]", "[[2d6+@{str}]]", "[[(1d6 + 2)*2]]",
                "[[/roll 1d8 # fire!]]{hit}")  # fmt: skip


@pytest.mark.parametrize("text", OBSIDIAN)
def test_obsidian_is_guessed_where_the_text_says_so(text: str) -> None:
    assert guess_dialect(Source("a.md", f"# T\n\n{text}\n" if not text.startswith("---") else text)) == "obsidian"


@pytest.mark.parametrize("text", NOT_OBSIDIAN)
def test_other_brackets_make_no_obsidian(text: str) -> None:
    assert guess_dialect(Source("a.md", f"# T\n\n{text}\n")) == "markdown"


def test_a_file_by_itself_finds_its_vault(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    for path, text in {
        "rules/note.md": "[[Other]] [[Alias]] ![[pic.png]] [back](/index.md) [[#T]] [[lost]]\n\n# T\n\nx\n",
        "deep/Other.md": "# Other\n",
        "far/named.md": "---\naliases: Alias\n---\n",
        "index.md": "# Index\n",
        "img/pic.png": "",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    pages = read_paths([tmp_path / "rules" / "note.md"], find_system=load_system)
    assert [shown(finding) for finding in analyse(pages).findings] == ["1:61 unresolved-wikilink 'lost'"]


def test_a_thousand_links_ask_the_disk_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n\n".join(f"[[Other Note#Deep Down|{n}]] [[nope {n}]] ![[Pic One.png|{n}]]" for n in range(1000))
    pages = book(text)
    start = process_time()
    with monkeypatch.context() as without_disk:
        for name in ("stat", "scandir", "walk", "listdir"):
            without_disk.setattr(f"os.{name}", lambda *arguments, **options: pytest.fail("asks the disk"))
        findings = analyse(pages).findings
    assert len(findings) == 50
    assert "950 more" in findings[-1].message
    assert process_time() - start < 20


BROKEN = ("[[", "]]", "[[a", "![[", "[[[[", "[[a|", "[[a]] [[", "%%", "==", "> [!", "> [!note", "`", "[[a\n]]", "[[]]",
          "[[|]]", "[[#]]", "[[^]]", "![[|300]]", "$", "~~", "^", "- [[", "> ", "#", "[[a[b]c]]",
          "\\[[a]]", "|")  # fmt: skip


@pytest.mark.parametrize("piece", shares(BROKEN, seen=9))
def test_thousands_of_broken_pieces_are_read_in_good_time(piece: str) -> None:
    joints = {" ": 4_000, "": 1_000, "\n": 100 if piece in ("#", "==") else 1_000}
    for joint, count in joints.items():
        start = process_time()
        text = joint.join([piece] * count)
        document = note(text)
        assert len(document.prose.blocks) <= count
        page(document, text, lambda target: None)
        assert process_time() - start < 20


FRAGMENTS = st.lists(
    st.sampled_from([*BROKEN, *LINKS, *MISSING, *CALLOUTS, "\n", "\n\n", "\t", "    ", "text ", "5 ", "**",
                     "| a |\n|---|\n", "# ", "- ", "1. ", "%%x%%", "`[[a]]`", "```\n", "\r\n", "<b>", "</b>",
                     "é", "😀", "<!-- ", " -->"]),
    max_size=25,
)  # fmt: skip


def bare(text: str) -> str:
    """Without white space and without the marks of quoted lines."""
    return re.sub(r"[\s>]+", "", text)


@settings(max_examples=400, deadline=None)
@given(FRAGMENTS)
@example(["> [!note]\n> Body", "<!-- ", "> [!note]\n> Body", " -->"])
@example(["<!-- ", "\t", " -->"])
def test_every_span_lies_inside_and_is_what_it_says(pieces: list[str]) -> None:
    text = "".join(pieces)
    document = note(text)
    source, whole = document.source, range(len(text) + 1)
    spans = [heading.span for heading in document.headings] + [anchor.span for anchor in document.anchors]
    spans += [comment.span for comment in document.comments] + [finding.place.span for finding in document.findings]
    for link in document.links:
        spans += [span for span in (link.span, link.text_span, link.target_span, link.label_span) if span is not None]
        if link.kind == "wikilink":
            assert link.target is not None
            assert link.target_span is not None
            assert source.slice(link.target_span) == link.target
            assert source.slice(link.span).lstrip("!").startswith("[[")
            assert source.slice(link.span).endswith("]]")
    for comment in document.comments:
        assert bare(comment.text) in bare(source.slice(comment.span))
    for block in document.prose.blocks:
        spans.append(block.span)
        for at, sign in enumerate(block.text.text):
            span = block.text.span(at, at + 1)
            spans.append(span)
            stands = source.slice(span)
            if span.end - span.start == 1 and sign.isalnum():
                assert sign == stands
    assert all(span.start in whole and span.end in whole and span.start <= span.end for span in spans)
    page(document, text, lambda target: None)


@settings(max_examples=200, deadline=None)
@given(FRAGMENTS)
def test_whatever_is_found_in_any_text_stands_in_it(pieces: list[str]) -> None:
    text = "".join(pieces)
    for finding in check_text(text, system=None, dialect="obsidian").findings:
        assert 0 <= finding.place.span.start <= finding.place.span.end <= len(text)
