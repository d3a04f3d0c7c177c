"""Grammars printed in a text, compiled and run."""

import random
import re

import pytest

from rulebook_rules.claims.structures.ebnf import Grammar, parse_productions

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
    return Grammar({p.name: p.body for p in productions}, {"number": lambda text: text.isdecimal()})


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
