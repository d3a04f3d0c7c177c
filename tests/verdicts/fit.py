"""`python -m tests.verdicts.fit`: measure how often each rule is right, and how much it finds.

Precision comes from what was judged in books that others wrote (`record.txt`, and of that, what is found today, as
`summary.txt` has it); recall from faults that are planted in made books (`tests/checks/planted.py`) and from changes of
our own books (`tests/net/changes.txt`). The table is `measured.toml`, which tests hold against these sources.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from rulebook.loading.reading import read_book
from rulebook_rules.catalogue import load_rules
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.config import load_config
from rulebook_rules.rules.running import run
from rulebook_rules.systems import load_system
from tests.checks.planted import PlantedBook
from tests.checks.test_planted import finds
from tests.verdicts.verdicts import Record

HERE = Path(__file__).parent
TABLE = HERE / "measured.toml"
CHANGES = HERE.parent / "net" / "changes.txt"
SEEDS = range(24)
MIN_JUDGED = 30
"""Findings of a rule from which on its precision says something."""
MIN_PRECISION = 0.9

Shares = Mapping[str, tuple[int, int]]
"""Of each name, how many are good, and of how many."""

_ROW = re.compile(r"^([a-z]+(?:-[a-z]+)+) +(\d+) +\d+ of \d+ +(\d+) of (\d+)", re.MULTILINE)
_CHANGE = re.compile(r"@ [^:]+: (?P<kind>[a-z]+) ")


def judged_ever() -> Shares:
    """Return the true findings among all that were ever judged, by rule."""
    verdicts = Record(HERE / "record.txt").verdicts.values()
    return _shares((rule, is_true) for rule, is_true in verdicts)


def judged_today() -> Shares:
    """Return the true findings among the judged ones that are still found, by rule."""
    summary = (HERE / "summary.txt").read_text(encoding="utf-8")
    return {rule: (int(good), int(all_)) for rule, _, good, all_ in _ROW.findall(summary) if int(all_)}


def planted(seeds: Iterable[int] = SEEDS) -> Shares:
    """Return the faults planted in made books that are found at their places, by the rule that should."""
    return _shares(found for seed in seeds for found in _planted(seed))


def _planted(seed: int) -> Iterator[tuple[str, bool]]:
    book = PlantedBook(seed)
    with TemporaryDirectory() as folder:
        findings = run(BookIndex(read_book(load_config(book.write(Path(folder))), find_system=load_system)))
    for fault in book.faults:
        rule = next((finding.rule for finding in findings if finds(finding, fault)), None)
        yield rule or fault.rules[0], rule is not None


def changed() -> Shares:
    """Return the changes of our books that are reported, by the kind of change."""
    changes = re.split(r"(?m)^(?=@ )", CHANGES.read_text(encoding="utf-8"))[1:]
    kinds = ((_CHANGE.match(change), "\n  + " in change) for change in changes)
    return _shares((match["kind"], is_found) for match, is_found in kinds if match)


def _shares(judged: Iterable[tuple[str, bool]]) -> Shares:
    all_, good = Counter[str](), Counter[str]()
    for name, is_good in judged:
        all_[name] += 1
        good[name] += is_good
    return {name: (good[name], all_[name]) for name in sorted(all_)}


def table() -> str:
    """Return the table as it should be now."""
    sources = {"ever": judged_ever(), "today": judged_today(), "planted": planted()}
    lines = ["# How often each rule is right, and how much it finds; written by `python -m tests.verdicts.fit`."]
    for rule in sorted(load_rules()):
        shares = {name: source[rule] for name, source in sources.items() if rule in source}
        if not shares:
            continue
        lines += ["", f"[rules.{rule}]"]
        lines += [f'{name} = "{good} of {all_}"' for name, (good, all_) in shares.items()]
        for measure, name in (("precision", "today"), ("recall", "planted")):
            if name in shares:
                lines.append(f"{measure} = {shares[name][0] / shares[name][1]:.3f}")
    lines += ["", "# Changes of our own books, by what is changed, that some rule reports.", "[changes]"]
    lines += [f'{kind} = "{good} of {all_}"' for kind, (good, all_) in changed().items()]
    return "\n".join(lines) + "\n"


def write_table() -> None:
    """Write the table as it should be now."""
    TABLE.write_text(table(), encoding="utf-8")


if __name__ == "__main__":
    write_table()
