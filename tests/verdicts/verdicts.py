"""Findings in books that others wrote, which of them are judged, and what was judged before."""

from __future__ import annotations

import hashlib
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MARKS = {"+": True, "-": False, "~": False}
"""What is doubtful counts as false."""
MIN_FINDINGS = 10
"""A rule that finds less is judged together with its kin."""
AROUND = 2
"""So many lines before and behind a finding are shown to its judge."""
PATIENCE = 900
"""Seconds for one book."""

KIN: Mapping[str, tuple[str, ...]] = {
    "links": (
        *("unknown-anchor", "unknown-target", "unknown-reference", "unknown-chapter", "ambiguous-reference"),
        *("unresolved-wikilink", "unresolved-embed", "unresolved-include", "unresolved-attribute"),
        *("mismatched-reference", "unused-definition", "duplicate-anchor", "duplicate-definition"),
    ),
    "words": (
        *("misspelt-term", "misspelt-word", "doubled-word", "broken-word", "unknown-term", "todo-marker"),
        *("confused-word", "stray-template"),
    ),
    "numbers": (
        *("wrong-value", "wrong-sum", "wrong-step", "table-gap", "table-mismatch", "contradiction", "illegal-cast"),
        *("invalid-notation", "notation-mismatch", "misnumbered-heading", "misnumbered-item", "inconsistent-value"),
    ),
}
"""Rules of a kind; all others are of the kind "markup"."""

_LINE = re.compile(r"^([+~?-]) ([0-9a-f]{16}) ([a-z-]+)\b", re.MULTILINE)


class MarkError(ValueError):
    """A sheet says of one finding that it is true, and that it is not."""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding in somebody's book.

    Attributes:
        book: the name of its folder.
        path: within the book.
        quote: what it stands at, and the whole of its first line: two tables may have the same range.
        around: what its judge sees of the text.
    """

    rule: str
    severity: str
    book: str
    path: str
    line: int
    message: str
    quote: tuple[str, str]
    around: str

    @property
    def key(self) -> str:
        """What its verdict is known by."""
        told = "\0".join((self.rule, self.path, *self.quote))
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    @property
    def kin(self) -> str:
        return kin_of(self.rule)


def kin_of(rule: str) -> str:
    """The kind of a rule, with whose others it is judged where it finds little."""
    return next((kin for kin, rules in KIN.items() if rule in rules), "markup")


def check(book: Path) -> tuple[list[Found], str]:
    """What is found in a folder at warning or above, and how the run failed, if it did."""
    command: list[str | Path] = [
        Path(sys.executable).with_name("rulebook"),
        "check",
        ".",
        "--format",
        "json",
        "--no-baseline",
    ]
    try:
        run = subprocess.run(command, cwd=book, capture_output=True, encoding="utf-8", timeout=PATIENCE)
        report = json.loads(run.stdout)
    except (json.JSONDecodeError, subprocess.TimeoutExpired) as error:
        return [], f"failed: {error}"
    lines: dict[str, Sequence[str]] = {}
    found = []
    for told in report["findings"]:
        if told["severity"] != "info":
            text = lines.setdefault(told["path"], _lines(book / told["path"]))
            found.append(_found(book.name, told, text))
    return found, ""


def _lines(path: Path) -> Sequence[str]:
    return path.read_text(encoding="utf-8-sig", errors="replace").split("\n") if path.is_file() else ()


def _found(book: str, told: Mapping[str, Any], lines: Sequence[str]) -> Found:
    first, last = told["line"] - 1, told["end_line"] - 1
    line = lines[first] if first < len(lines) else ""
    end = told["end_column"] - 1 if last == first else len(line)
    shown = lines[max(0, first - AROUND) : last + AROUND + 1]
    return Found(
        told["rule"],
        told["severity"],
        book,
        told["path"],
        told["line"],
        told["message"],
        (line[told["column"] - 1 : end], " ".join(line.split())),
        "\n".join(f"      | {text[:300]}" for text in shown),
    )


class Record:
    """What was judged: a line for each finding, with its hash, its rule and the verdict."""

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        self.verdicts: dict[str, tuple[str, bool]] = {}
        for line in lines:
            mark, key, rule = line.split(" ")
            self.verdicts[key] = (rule, MARKS[mark])

    def add(self, verdicts: Mapping[str, tuple[str, bool]]) -> int:
        """Keep further verdicts; returns how many are new."""
        for key, verdict in verdicts.items():
            if self.verdicts.get(key, verdict) != verdict:
                raise MarkError(f"{key} was judged before, otherwise: what was judged stays judged")
        new = len(verdicts.keys() - self.verdicts.keys())
        self.verdicts |= verdicts
        rows = sorted((rule, key, is_true) for key, (rule, is_true) in self.verdicts.items())
        text = "".join(f"{'+' if is_true else '-'} {key} {rule}\n" for rule, key, is_true in rows)
        self.path.write_text(text, encoding="utf-8")
        return new


def draw(found: Iterable[Found], record: Record, *, seed: int, each: int, whole: int) -> list[Found]:
    """What is to be judged still, so that `each` of a rule are, or all that it finds, and `whole` in all.

    The order of findings is drawn by the seed, from a row that does not depend on where the books lie.
    """
    row = sorted({one.key: one for one in found}.values(), key=lambda one: one.key)
    random.Random(seed).shuffle(row)
    judged = Counter(one.rule for one in row if one.key in record.verdicts)
    left = [one for one in row if one.key not in record.verdicts]
    chosen: dict[str, Found] = {}
    for one in left:
        if judged[one.rule] < each:
            judged[one.rule] += 1
            chosen[one.key] = one
    for one in left:
        if judged.total() < whole and one.key not in chosen:
            judged[one.rule] += 1
            chosen[one.key] = one
    return sorted(chosen.values(), key=lambda one: (one.rule, one.book, one.path, one.line))


def sheet_of(found: Iterable[Found]) -> str:
    """What a judge marks: a line for each finding that begins with its verdict, and the text around it."""
    return "".join(
        f"? {one.key} {one.rule} {one.book}/{one.path}:{one.line}\n"
        f"      {one.severity}: {one.message}\n{one.around}\n\n"
        for one in found
    )


def verdicts_in(sheet: str) -> dict[str, tuple[str, bool]]:
    """The verdicts of a sheet, without what nobody has judged."""
    verdicts: dict[str, tuple[str, bool]] = {}
    for mark, key, rule in _LINE.findall(sheet):
        if mark != "?" and verdicts.setdefault(key, (rule, MARKS[mark])) != (rule, MARKS[mark]):
            raise MarkError(f"{key} is marked in two ways")
    return verdicts


def summary_of(found: Iterable[Found], record: Record) -> str:
    """How each rule stands: all that was ever judged of it, and of that, what is found today.

    Of a rule that finds little, its kin says whether it is good enough.
    """
    present = {one.key: one for one in found}
    before = _tally((rule, is_true) for rule, is_true in record.verdicts.values())
    now = _tally(verdict for key, verdict in record.verdicts.items() if key in present)
    finds = Counter(one.rule for one in present.values())
    rows: list[tuple[str, ...]] = [("rule", "found", "true of judged ever", "true of judged today", "judged with")]
    for rule in sorted({*before, *finds}):
        kin = kin_of(rule) if finds[rule] < MIN_FINDINGS else ""
        rows.append((rule, str(finds[rule]), _shown(before, rule), _shown(now, rule), kin))
    for kin in sorted({kin_of(rule) for rule in finds}):
        of_kin = {rule for rule in {*before, *finds} if kin_of(rule) == kin and finds[rule] < MIN_FINDINGS}
        rows.append((f"rules of {kin} that find little", *_totals(of_kin, finds, before, now), ""))
    rows.append(("all", *_totals({*before, *finds}, finds, before, now), ""))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "".join("  ".join(map(str.ljust, row, widths)).rstrip() + "\n" for row in rows)


Tally = Mapping[str, tuple[int, int]]


def _tally(verdicts: Iterable[tuple[str, bool]]) -> Tally:
    counts: dict[str, tuple[int, int]] = {}
    for rule, is_true in verdicts:
        good, judged = counts.get(rule, (0, 0))
        counts[rule] = (good + is_true, judged + 1)
    return counts


def _totals(rules: Iterable[str], finds: Mapping[str, int], *tallies: Tally) -> Iterator[str]:
    rules = list(rules)
    yield str(sum(finds[rule] for rule in rules))
    for tally in tallies:
        good, judged = (sum(tally.get(rule, (0, 0))[column] for rule in rules) for column in (0, 1))
        yield f"{good} of {judged}"


def _shown(tally: Tally, rule: str) -> str:
    good, judged = tally.get(rule, (0, 0))
    return f"{good} of {judged}"
