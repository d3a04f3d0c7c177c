"""Our edition of Dry Cereal: in Pandoc's Markdown, and complete."""

from pathlib import Path

from rulebook_core.source import Source
from rulebook_syntax.dialects import guess_dialect, read
from rulesmod.dry_cereal import tables
from tests.dialects.pandoc_oracle import by_pandoc, by_us

FOLDER = Path(__file__).parent.parent.parent / "docs" / "dry-cereal"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md"))}


def test_pandoc_shows_the_same_pages() -> None:
    for text in PAGES.values():
        body = text[read(Source("page.md", text), "pandoc").body.start :]
        ours, theirs = by_us(body), by_pandoc(body)
        assert ours == theirs


def test_its_pages_are_known_for_what_they_are() -> None:
    assert {name: guess_dialect(Source("page.md", text)) for name, text in PAGES.items() if name != "errata"} == {
        name: "pandoc" for name in PAGES if name != "errata"
    }


def test_nothing_of_the_rules_is_left_out() -> None:
    skills = {heading.title for heading in read(Source("skills.md", PAGES["skills"]), "pandoc").headings}
    assert {f"{name} (specific)" if name in tables.SPECIFIC_SKILLS else name for name in tables.SKILLS} <= skills
    assert all(f"{name} [" in PAGES["extras"] for name in tables.EXTRA_PRICES)
    assert all(tables.label(level) in PAGES["actions"] for level in tables.LADDER)
