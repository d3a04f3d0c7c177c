"""Grammars printed in a text, compiled and run."""

import random
import re

import pytest

from rulebook_rules.claims.model import Verdict
from rulesmod.cavea.ebnf import Grammar, parse_productions
from rulesmod.cavea.notation import NOTATION
from tests.checking import check_text, shown

TEXT = """
|                  := or
[content]          := "content" may be left out
{content}...       := repeat "content"

{count}            := 1, 2, 3, ...
{sign}             := {+|-}{number}
{size}             := [d]4|[d]6|[d]20
{group}            := {count}:{size}
{pool}             := {group}[/{group}]...[/{sign}]
"""
SAME = re.compile(r"[1-9]\d*:d?(4|6|20)(/[1-9]\d*:d?(4|6|20))*(/[+-]\d+)?")


def compiled(text: str = TEXT) -> Grammar:
    productions, errors = parse_productions(text)
    assert not errors
    return Grammar({p.name: p.body for p in productions}, {"number": NOTATION.symbols["number"]})


def test_lines_of_meta_notation_are_no_productions() -> None:
    assert [p.name for p in parse_productions(TEXT)[0]] == ["count", "sign", "size", "group", "pool"]


@pytest.mark.parametrize(
    "text", ["1:d4", "12:20", "1:6/2:d6/+3", "3:d20/-0", "0:d4", "01:d4", "1:d8", "1:d4/", "1:d4/+", "", "1:d4/+1/1:d4"]
)
def test_a_grammar_accepts_what_its_regular_expression_does(text: str) -> None:
    assert compiled().accepts("pool", text) == bool(SAME.fullmatch(text))


def test_what_a_grammar_makes_it_accepts() -> None:
    grammar, source = compiled(), random.Random(7)
    for _ in range(300):
        text = grammar.sample(grammar.productions["pool"], source)
        assert SAME.fullmatch(text), text
        assert grammar.accepts("pool", text)


@pytest.mark.parametrize(
    ("line", "at", "message"),
    [
        ("{a} := 1, 2, 4, ...", "2, 4", "does not go on"),
        ("{a} := [x", "[", "missing"),
        ("{a} := x]", "]", "closes nothing"),
    ],
)
def test_a_faulty_production_is_an_error_at_its_place(line: str, at: str, message: str) -> None:
    productions, errors = parse_productions(line)
    assert not productions
    error = errors["a"]
    assert line[error.start : error.end] == at
    assert message in str(error)


SPECIFICATION = """\
# Notation

    {level pool}        := {dice group}[/{dice group}]...[/{result modifier}]
    {dice group}        := {count}:{die type}
    {die type}          := [d]4|[d]6|[d]8|[d]10|[d]12|[d]20
    {count}             := 1, 2, 3, ...
    {result modifier}   := {+|-}{number}
    {number}            := {digit}[{digit}]...
    {digit}             := 0|1|2|3|4|5|6|7|8|9
"""
WHOLE = "{dice group}[/{dice group}]...[/{result modifier}]"


def test_a_printed_grammar_that_is_the_parser_s_is_right() -> None:
    report = check_text(SPECIFICATION)
    assert [*map(shown, report.findings)] == []
    assert [claim.verdict for claim in report.claims] == [Verdict.RIGHT] * 6


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (WHOLE, "{dice group}[/{dice group}][/{result modifier}]"),
        (WHOLE, "{dice group}[/{dice group}]..."),
        (WHOLE, "{dice group}[/{result modifier}]"),
        (WHOLE, "{dice group}[/{dice group}].../{result modifier}"),
        (WHOLE, "{dice group}[/{dice group}]...[{result modifier}]"),
        (WHOLE, "{dice group}[/{dice group}]...[/{result modifier}]..."),
        (WHOLE, "{dice group}[/{dice group}]...[/{number}]"),
        (WHOLE, "[{dice group}/]...[/{result modifier}]"),
        (WHOLE, "{die type}[/{dice group}]...[/{result modifier}]"),
        ("{digit}[{digit}]...", "{digit}"),
        ("{digit}[{digit}]...", "{digit}[{digit}]"),
        ("{+|-}{number}", "[+|-]{number}"),
        ("{count}:{die type}", "[{count}:]{die type}"),
        ("1, 2, 3, ...", "2, 3, 4, ..."),
        ("[d]12", "d12"),
    ],
)
def test_one_production_that_differs_is_wrong_and_the_others_right(old: str, new: str) -> None:
    report = check_text(SPECIFICATION.replace(old, new, 1))
    (finding,) = report.findings
    assert finding.rule == "contradiction"
    assert new in finding.place.source.line(finding.place.begins.line)
    assert sum(claim.verdict is Verdict.RIGHT for claim in report.claims) == 5


def test_a_grammar_without_its_start_symbol_is_a_finding() -> None:
    (finding,) = check_text(SPECIFICATION.replace(f"    {{level pool}}        := {WHOLE}\n", "")).findings
    assert "lacks `{level pool}`" in finding.message
    assert "`{dice group}` or `{result modifier}`" in finding.message


def test_a_part_of_a_grammar_needs_no_start_symbol() -> None:
    lines = SPECIFICATION.splitlines(keepends=True)
    assert check_text("".join([*lines[:2], *lines[3:6]])).findings == ()


def test_two_faults_of_a_grammar_are_two_findings() -> None:
    text = SPECIFICATION.replace(WHOLE, "{dice group}[/{dice group}]...").replace("[d]12|", "")
    assert [finding.place.begins.line for finding in check_text(text).findings] == [3, 5]
