"""A game may bring a reader of its own, which knows nothing of the toolchain: `rulesmod.system.Reader`."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulebook_proof.analysis import Report
from rulebook_rules.claims.model import Verdict
from rulesmod import cavea
from rulesmod.plain_dice import NOTATION
from rulesmod.system import (
    Reason,
    System,
    TextBlock,
    TextFault,
    TextObjection,
    TextPlace,
    TextStatement,
)
from tests.checking import check_text, shown

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "own-module.md"
(CODE,) = (
    code
    for code in re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.M | re.S)
    if "WALK" in code
)


def causeway() -> System:
    """The game of the guide, which reads walks on a map."""
    names: dict[str, Any] = {}
    exec(compile(CODE, "causeway.py", "exec"), names)
    system: System = names["SYSTEM"]
    return system


CAUSEWAY = causeway()
Given = Iterable[Any]


def game(reader: Callable[[Sequence[TextBlock]], Given]) -> System:
    return replace(CAUSEWAY, readers=(reader,))  # type: ignore[arg-type]


def check(text: str, system: System = CAUSEWAY) -> Report:
    return check_text(f"# The causeway\n\n{text}\n", system=system)


def end_of(walk: str) -> str:
    """Walk in the complex plane, for comparison."""
    at = sum(int(step[1:]) * {"N": 1j, "E": 1, "S": -1j, "W": -1}[step[0]] for step in walk.split())
    return f"{int(at.real)}, {int(at.imag)}"


def walks() -> list[str]:
    source = Random(43)
    return [
        " ".join(f"{source.choice('NESW')}{source.randint(1, 12)}" for _ in range(source.randint(1, 5)))
        for _ in range(24)
    ]


FORMS = (
    "From the gate, {} ends at {}.",
    "Vom Tor aus: {} ends at {}.",
    "- Depuis la porte, *{}* ends at **{}**.",
    "> Desde la puerta, `{}` ends at {}.",
    "| Dalla porta |\n| --- |\n| {} ends at {} |",
)


@pytest.mark.parametrize("walk", walks())
@pytest.mark.parametrize("form", FORMS)
def test_what_a_reader_finds_right_is_a_guarded_claim(walk: str, form: str) -> None:
    report = check(form.format(walk, end_of(walk)))
    assert [*map(shown, report.findings)] == []
    (claim,) = (claim for claim in report.claims if claim.kind == "walk")
    assert (claim.verdict, claim.rule, claim.system) == (Verdict.RIGHT, "Walking", "causeway")
    assert claim.id.startswith("causeway/walk/")
    assert claim.place.source.slice(claim.place.span) == end_of(walk)
    assert [claim.place.source.slice(span) for span in claim.guards] == [end_of(walk), walk]


@pytest.mark.parametrize("walk", walks())
def test_what_a_reader_finds_wrong_is_a_finding_with_its_remedy(walk: str) -> None:
    east, north = end_of(walk).split(", ")
    stated = f"{int(east) + 1}, {north}"
    (finding,) = check(FORMS[0].format(walk, stated)).findings
    assert (finding.rule, finding.place.source.slice(finding.place.span)) == ("wrong-value", stated)
    assert finding.message == f"the rules give `{end_of(walk)}`, the text says `{stated}`"
    assert finding.details.notes == (f"the rules: the walk leads {east} to the east and {north} to the north",)
    (edit,) = finding.details.remedies[0].edits
    assert edit.text == end_of(walk)
    (ground,) = finding.details.related
    assert (ground.source.slice(ground.span), ground.message) == (walk, "what this follows from")


def test_a_claim_of_a_reader_keeps_its_id_when_its_numbers_change() -> None:
    ids = {claim.id for end in ("2, 2", "7, 9") for claim in check(f"So N3 E2 S1 ends at {end}.").claims}
    assert len(ids) == 1


def test_an_objection_of_a_reader_is_a_finding_without_a_claim() -> None:
    report = check("From the gate, N3 Q2 ends at 2, 3.")
    (finding,) = report.findings
    assert (finding.rule, finding.place.source.slice(finding.place.span)) == ("unknown-term", "N3 Q2")
    assert finding.message == "`Q` is no direction; there are N, E, S and W"
    assert "walk" not in {claim.kind for claim in report.claims}


def test_a_reader_gets_the_blocks_of_a_page_as_plain_text() -> None:
    seen: list[TextBlock] = []

    def reader(blocks: Sequence[TextBlock]) -> Given:
        seen[:] = blocks
        return ()

    check("Some *words* here.\n\n## Deep\n\n- one\n\n```\na  :=\n  b\n```", game(reader))
    assert seen == [
        TextBlock("heading", "The causeway", ("The causeway",)),
        TextBlock("paragraph", "Some words here.", ("The causeway",)),
        TextBlock("heading", "Deep", ("The causeway", "Deep")),
        TextBlock("item", "one", ("The causeway", "Deep")),
        TextBlock("code", "a  :=\n  b", ("The causeway", "Deep")),
    ]


def statement(**other: Any) -> TextStatement:
    given = {"kind": "k", "place": TextPlace(1, 0, 4), "computed": "x", "is_right": True, "rule": "R", **other}
    return TextStatement(**given)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (7, "TypeError: a reader gives `TextStatement` or `TextObjection`, not `int`"),
        (statement(place=TextPlace(9, 0, 1)), "ValueError: there is no block 9 on this page, which has 2"),
        (statement(place=TextPlace(-1, 0, 1)), "ValueError: there is no block -1"),
        (statement(place=TextPlace(1, 3, 99)), "ValueError: there is no place from 3 to 99 in block 1"),
        (statement(place=TextPlace(1, 3, 2)), "ValueError: there is no place from 3 to 2 in block 1"),
        (statement(kind="A Kind"), "ValueError: `A Kind` is no kind of statement"),
        (TextObjection(TextPlace(2, 0, 0), "m"), "ValueError: there is no block 2"),
    ],
)
def test_what_a_reader_gives_wrongly_is_one_finding_that_names_it(given: Any, reason: str) -> None:
    def my_reader(blocks: Sequence[TextBlock]) -> Given:
        return [given]

    (finding,) = check("From here to there.", game(my_reader)).findings
    assert finding.rule == "failed-rule"
    assert finding.message.startswith(f"the rule `my_reader` failed here: {reason}")


def test_what_a_reader_raises_hides_nothing_else() -> None:
    def failing(blocks: Sequence[TextBlock]) -> Given:
        yield statement(computed="From", is_right=True)
        raise ZeroDivisionError("by zero")

    report = check("From the rock you take 9 (2d6) damage.", game(failing))
    assert sorted(finding.rule for finding in report.findings) == ["failed-rule", "wrong-value"]
    assert {claim.kind for claim in report.claims} >= {"k"}


def test_faults_and_undecided_statements_of_a_reader() -> None:
    fault = TextFault("this is odd", TextPlace(1, 5, 9), ("a note",), (TextPlace(1, 0, 4, "beside it"),))

    def reader(blocks: Sequence[TextBlock]) -> Given:
        yield statement(is_right=False, faults=(fault,), because=(Reason("a", "b"),))
        yield statement(kind="other", is_right=None, place=TextPlace(1, 10, 12))

    report = check("From here to there.", game(reader))
    (finding,) = report.findings
    assert (shown(finding), finding.message) == ("3:6 contradiction 'here'", "this is odd")
    assert [place.message for place in finding.details.related] == ["beside it"]
    verdicts = {claim.kind: claim.verdict for claim in report.claims}
    assert verdicts == {"k": Verdict.WRONG, "other": Verdict.UNDECIDED}


def test_readers_of_games_import_nothing_of_the_toolchain() -> None:
    (reader,) = cavea.SYSTEM.readers
    path = Path(__import__(reader.__module__, fromlist=["_"]).__file__)
    names = {node.module for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)}
    assert not [name for name in names if name and name.startswith("rulebook")]
    assert NOTATION is CAUSEWAY.notation
