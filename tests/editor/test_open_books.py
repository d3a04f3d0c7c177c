"""A page that changes is told the same at once as when its whole book has been read again, whatever it has become."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from rulebook_core.findings import Finding
from rulebook_lsp.answers.completing import choices_at
from rulebook_lsp.answers.counting import counted_in
from rulebook_lsp.answers.goto import definitions_at
from rulebook_lsp.answers.hovering import explanations_at, rollable
from rulebook_lsp.answers.referring import references_at
from rulebook_lsp.answers.renaming import RenameError, renamed
from rulebook_lsp.answers.structure import folds_of, links_of
from rulebook_lsp.books import Reading, home_of
from rulebook_lsp.open_files import Desk, OpenFile
from tests.our_books import report_on_our_books
from tests.shares import shares

DOCS = Path(__file__).parent.parent.parent / "docs"
SLIPS = (
    ("cavea/health.md", "worth 35 Health", "worth 36 Health"),
    ("drama/results.md", "needs 2 net successes", "needs 3 net successes"),
    ("dry-cereal/actions.md", "Intermediate [+0] Unarmed", "Intermediate [+1] Unarmed"),
    ("sda/attributes.adoc", "between 4 and 12", "between 4 and 13"),
    ("masque/masque.txt", "Lancer at Build 12, a", "Lancer at Build 13, a"),
)


def opened(desk: Desk, name: str) -> OpenFile:
    path = DOCS / name
    return desk.open(path.as_uri(), path, path.read_text(encoding="utf-8"), 1)


def told(finding: Finding) -> tuple[object, ...]:
    """What is said of a place; of several that confirm the rule, each page may show another one."""
    details = finding.details
    remedies = [remedy.title for remedy in details.remedies]
    return finding.rule, finding.message, details.notes, remedies, finding.place.source.path, finding.place.span


def test_what_is_found_at_once_is_what_the_whole_book_says() -> None:
    desk = Desk()
    files = [opened(desk, name) for name, _, _ in SLIPS]
    (book,) = desk.books
    book.take(Reading(desk.texts, report_on_our_books()))
    at_once = []
    for file, (_, right, wrong) in zip(files, SLIPS, strict=True):
        assert file.text.count(right) == 1
        file.text = file.text.replace(right, wrong)
        view = desk.view(file)
        assert view is not None
        assert view.findings
        at_once += map(told, view.findings)
    findings = book.read(desk.texts, rules_may_differ=False).findings
    assert sorted(map(str, at_once)) == sorted(str(told(finding)) for finding in findings)


BEGUN = ("[", "](", "[[", "<<", "`", "\n# ", "|", "{", "\x00", "\ud800", "🎲", "\n|===\n", "<table>", "")
PARTS = len(BEGUN)


@pytest.mark.parametrize("part", shares(range(PARTS)))
def test_nothing_that_somebody_may_be_typing_stops_an_answer(part: int) -> None:
    random, desk = Random(part), Desk()
    files = [opened(desk, name) for name, _, _ in SLIPS]
    (book,) = desk.books
    book.take(Reading(desk.texts, report_on_our_books()))
    for begun in BEGUN[part::PARTS]:
        for file in files:
            whole = Path(file.path).read_text(encoding="utf-8")
            at = random.randrange(len(whole))
            desk.change(file.uri, whole[:at] + begun + whole[at + random.randrange(60) :], 2)
            view = desk.view(file)
            assert view is not None
            glossary = book.glossary(view.page)
            for offset in (at, at + len(begun)):
                _ = [*explanations_at(view, glossary, offset), *choices_at(view, glossary, offset)]
                definitions_at(view, glossary, offset)
                references_at(view, book.glossary, offset, with_declaration=True)
            _ = [*folds_of(view.page.document), *links_of(view, desk.uri_of), *counted_in(view), *rollable(view)]
            if view.page.document.headings:
                heading = random.choice(view.page.document.headings)
                with suppress(RenameError):
                    renamed(view, heading.title_span.start, "A name")


def test_a_page_belongs_to_the_site_above_it_a_vault_or_itself(tmp_path: Path) -> None:
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    cases = {
        DOCS / "cavea/health.md": (DOCS.parent / "mkdocs.yml", DOCS.parent),
        DOCS.parent / "mkdocs.yml": (DOCS.parent / "mkdocs.yml", DOCS.parent),
        tmp_path / "vault" / "Note.md": (None, tmp_path / "vault"),
        tmp_path / "alone.md": (None, tmp_path / "alone.md"),
        tmp_path / "requirements.txt": None,
    }
    assert {path: home_of(path) for path in cases} == cases
