"""`python -m tests.verdicts.dice BOOK...`: whether the dice in others' books roll where a reader wants it.

    python -m tests.verdicts.dice ~/books/* > sheet    draws what is to be judged
    python -m tests.verdicts.dice --take sheet         keeps what was judged in it
    python -m tests.verdicts.dice --summary ~/books/*  says how it stands

Of a `button`, `+` says that a reader would roll it there; of what is `text`, though it looks like dice, that
nobody would.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from rulebook.loading.reading import read_paths
from rulebook_core.source import Source, Span
from rulebook_core.spans import Stretches
from rulebook_proof.analysis import analyse
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.systems import load_system
from tests.verdicts.verdicts import Found, Record, draw, sheet_of, summary_of, verdicts_in

HERE = Path(__file__).parent
ENDINGS = (".md", ".adoc", ".asciidoc")
AROUND = 90
"""So many characters before and behind dice are shown to their judge."""
_LOOKS_LIKE_DICE = re.compile(r"(?<!\w)(?:\d{0,3}[dD](?:\d+|%)|[1-9]\d?D)(?!\w)")


def dice_in(book: Path) -> Iterator[Found]:
    """Every button in a folder's pages, and what looks like dice in their text and is none."""
    files = sorted(path for path in book.rglob("*") if path.suffix.lower() in ENDINGS)
    read = read_paths(files, find_system=load_system)
    presenter = Presenter(read, analyse(read))
    for page in read.pages:
        source = page.document.source
        marks = [mark.span for mark in presenter.page(page.uri).marks if mark.opening.startswith("<rulebook-dice")]
        path = Path(source.path).resolve().relative_to(book.resolve()).as_posix()
        for span in marks:
            yield _found("button", book.name, path, source, span)
        buttons = Stretches(marks)
        for block in page.document.prose.blocks:
            if block.kind != "code":
                for match in _LOOKS_LIKE_DICE.finditer(block.text.text):
                    span = block.text.span(*match.span())
                    if not buttons.meets(span):
                        yield _found("text", book.name, path, source, span)


def _found(rule: str, book: str, path: str, source: Source, span: Span) -> Found:
    before = source.text[max(0, span.start - AROUND) : span.start]
    behind = source.text[span.end : span.end + AROUND]
    dice = source.slice(span)
    line = source.text.count("\n", 0, span.start) + 1
    around = " ".join(f"{before}⟦{dice}⟧{behind}".split())
    return Found(rule, "info", book, path, line, dice, (dice, f"{before}|{behind}"), f"      | {around}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.verdicts.dice")
    parser.add_argument("books", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=100)
    parser.add_argument("--take", type=Path)
    parser.add_argument("--summary", action="store_true")
    options = parser.parse_args()
    record = Record(HERE / "dice.txt")
    if options.take is not None:
        print(record.add(verdicts_in(options.take.read_text(encoding="utf-8"))), "verdicts added")
        return
    found = [one for book in options.books for one in dice_in(book)]
    if options.summary:
        print(summary_of(found, record), end="")
    else:
        print(sheet_of(draw(found, record, seed=options.seed, each=options.each, whole=0)), end="")


if __name__ == "__main__":
    main()
