"""The account: one fault is one finding, whoever sees it, and in whatever order they look."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from rulebook_core.findings import Place
from rulebook_core.source import Span
from rulebook_proof.proof.lock import lock_text
from rulebook_rules.claims import reading
from rulebook_rules.claims.account import merge_consequences, settle
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.model import Fault, Kind, Statement, Verdict
from rulebook_rules.claims.rules import wrong_sum, wrong_value
from rulebook_rules.systems import load_system
from tests.checking import HEALTH_TABLE, check_pages, check_text, page_of, serious

TEXT = "alpha beta gamma delta epsilon"
LOW, HIGH = Kind("low", wrong_value, rank=1), Kind("high", wrong_sum, rank=2)
PAGE = page_of(TEXT, system="plain")
CONTEXT = Context(PAGE, load_system("plain"))


def at(words: str) -> Place:
    start = TEXT.index(words)
    return Place(PAGE.document.source, Span(start, start + len(words)))


def wrong(says: str, *of: str, kind: Kind = LOW) -> Statement:
    return Statement(
        kind, at(says), says, "x", right=False, rule="r", of=tuple(map(at, of)), faults=(Fault((says, "x")),)
    )


def told(*statements: Statement) -> dict[str, list[str]]:
    """The findings by what they stand at, each with its related places; the same in any order of the statements."""
    orders = []
    for order in itertools.permutations(statements):
        found = merge_consequences(settle(CONTEXT, order)[1])
        slice_of = PAGE.document.source.slice
        orders.append({slice_of(f.place.span): sorted(slice_of(p.span) for p in f.details.related) for f in found})
    assert all(other == orders[0] for other in orders)
    return orders[0]


def test_faults_that_share_no_slot_are_told_each() -> None:
    assert told(wrong("alpha", "beta"), wrong("gamma", "delta")) == {"alpha": ["beta"], "gamma": ["delta"]}


def test_two_that_state_one_slot_are_one_fault_of_the_higher_rank() -> None:
    assert told(wrong("alpha", "beta"), wrong("alpha", "gamma", kind=HIGH)) == {"alpha": ["gamma"]}


def test_what_follows_from_a_wrong_value_is_a_related_place_of_it() -> None:
    assert told(wrong("alpha", "gamma", kind=HIGH), wrong("gamma")) == {"gamma": ["alpha"]}
    assert told(wrong("alpha", "beta gamma"), wrong("gamma")) == {"gamma": ["alpha"]}
    assert told(wrong("beta gamma", kind=HIGH), wrong("gamma")) == {"gamma": ["beta gamma"]}


def test_two_that_follow_from_one_value_are_one_fault() -> None:
    assert told(wrong("alpha", "gamma"), wrong("delta", "gamma", kind=HIGH)) == {"delta": ["alpha", "gamma"]}
    assert told(wrong("alpha", "gamma"), wrong("delta", "gamma")) == {"alpha": ["delta", "gamma"]}


def test_of_two_that_follow_from_each_other_the_higher_rank_is_told() -> None:
    assert told(wrong("alpha", "gamma"), wrong("gamma", "alpha", kind=HIGH)) == {"gamma": ["alpha"]}


def test_where_either_of_two_places_may_be_wrong_the_higher_rank_is_told() -> None:
    either = replace(wrong("alpha", kind=HIGH), faults=(Fault(("alpha", "x"), or_at=(at("gamma"),)),))
    assert told(either, wrong("gamma", "delta")) == {"alpha": ["gamma"]}


def test_a_chain_is_told_at_its_beginning() -> None:
    assert told(wrong("alpha", "beta"), wrong("beta", "gamma"), wrong("gamma")) == {"gamma": ["alpha", "beta"]}


def test_of_several_values_that_it_follows_from_another_one_may_be_wrong_as_well() -> None:
    assert told(wrong("alpha", "gamma", "delta"), wrong("gamma")).keys() == {"alpha", "gamma"}
    assert told(wrong("alpha", "gamma", "delta"), wrong("beta", "gamma")).keys() == {"alpha", "beta"}


def test_two_that_follow_from_the_same_few_values_are_one_fault() -> None:
    assert told(wrong("alpha", "gamma", "delta"), wrong("beta", "gamma", "delta")).keys() == {"alpha"}
    many = ("gamma", "delta", "epsilon", "epsilon")
    assert told(wrong("alpha", *many), wrong("beta", *many)).keys() == {"alpha", "beta"}


def test_a_finding_holds_its_claim() -> None:
    (claim,), (finding,) = settle(CONTEXT, [wrong("alpha")])
    assert finding.claim is claim
    for finding in check_text("# A\n\nSo 2 + 2 = 5, and a d6 is worth 8 Health Points.\n").findings:
        assert finding.claim is not None
        assert finding.claim.verdict is Verdict.WRONG
        assert finding.claim.place.span.contains(finding.place.span)


CONFLICTS = (
    "It is 1/6 = 16.8%, and two d6s (`3:d6`) are worth 28 Health Points.",
    "`2:d8/1:d10` is worth 18 Health Points, and so is `2:d7`.",
    HEALTH_TABLE.replace("d6 | 9", "d7 | 8") + "\nA d6 is worth 7 Health Points, and 2 + 2 = 5.\n",
    "There are three colours: red, green. Mental Stregnth (mSt) and Body Agility (mAg) are attributes.",
    "| d6 | Who | Chance |\n| --- | --- | --- |\n| 1-2 | you | 33% |\n| 4 | me | 17% |\n| 5-6 | both | 35% |\n",
)


@pytest.mark.parametrize("text", CONFLICTS)
@pytest.mark.parametrize("system", ["cavea", None])
def test_readers_have_no_order(text: str, system: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(f"# A\n\n{text}\n", system=system)
    before = check_pages(page)
    assert serious(before) or system is None
    monkeypatch.setattr(reading, "READERS", reading.READERS[::-1])
    after = check_pages(page)
    assert after.findings == before.findings
    assert after.claims == before.claims


NAMELESS = "# Loot\n\nRoll `2d6`, never `d0` or `d1`; 3 + 4 = 7, and `2d6` (7 on average).\n"


def test_a_page_without_a_game_is_one_of_plain_dice() -> None:
    report = check_text(NAMELESS, system=None)
    assert report.findings == ()
    assert [claim.id.rpartition("/")[0] for claim in report.claims] == ["plain/arithmetic", "plain/average"]
    (analysis,) = report.analyses.values()
    assert [expression.text for expression in analysis.expressions] == ["2d6", "2d6"]
    assert [claim.id for claim in report.claims] == [one.id for one in check_text(NAMELESS, system="plain").claims]


def test_the_ledger_and_the_lock_take_a_page_in_that_names_plain_dice() -> None:
    nameless, named = (check_text(NAMELESS, system=system) for system in (None, "plain"))
    assert (nameless.of_games, nameless.numbers) == ({}, ())
    assert len(lock_text(named.of_games).splitlines()) > len(lock_text(nameless.of_games).splitlines())
    assert named.summary()["guarded"] == 6
    assert not named.findings
