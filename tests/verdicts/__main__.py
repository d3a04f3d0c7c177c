"""`python -m tests.verdicts BOOK...`: how many of the findings in books that others wrote are true.

    python -m tests.verdicts ~/books/* > sheet      draws what is to be judged
    python -m tests.verdicts --take sheet           keeps what was judged in it
    python -m tests.verdicts --summary ~/books/*    writes how each rule stands

In a sheet, `?` is replaced by `+` (true), `-` (false) or `~` (doubtful, which counts as false). What was judged stays
judged: a verdict is known by a hash of the rule, the path within the book and the words it stands in, and no word of
the books is kept. `measured.toml` has the shares of true findings then (`fit.py`).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.verdicts.fit import write_table
from tests.verdicts.verdicts import MarkError, Record, check, draw, sheet_of, summary_of, verdicts_in

HERE = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.verdicts", description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("books", nargs="*", type=Path, help="folders of books; each is checked as its writer would")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=30, help="at least so many of a rule, or all that it finds")
    parser.add_argument("--all", type=int, default=300, help="at least so many in all")
    parser.add_argument("--take", type=Path, help="a sheet whose verdicts are to be kept")
    parser.add_argument("--summary", action="store_true", help="write summary.txt instead of a sheet")
    options = parser.parse_args()
    record = Record(HERE / "record.txt")
    if options.take is not None:
        try:
            added = record.add(verdicts_in(options.take.read_text(encoding="utf-8")))
        except MarkError as error:
            print(error, file=sys.stderr)
            return 2
        print(f"{added} verdicts added, {len(record.verdicts)} kept")
        write_table()
        return 0
    found = []
    for book in options.books:
        told, crash = check(book)
        print(f"{book.name}: {len(told)} findings" + (f", {crash}" if crash else ""), file=sys.stderr)
        found += told
    if options.summary:
        (HERE / "summary.txt").write_text(summary_of(found, record), encoding="utf-8")
        write_table()
    else:
        print(sheet_of(draw(found, record, seed=options.seed, each=options.each, whole=options.all)), end="")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
