"""Figures: people within sentences, with a name in quotation marks, what they are, and their statistics."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from rulebook_text.entries.model import Fault, ParsedEntry, Value
from rulebook_text.naming.spelling import edit_distance
from rulesmod.system import Figure

_FURTHER = re.compile(r", (\w+) =([^,.\"]+)")
_CLAUSE = re.compile(r"[^,.]+")


def figures(text: str, kind: Figure) -> Iterator[ParsedEntry]:
    """The figures of a paragraph, in order."""
    number, words = kind.stats[:2]
    for match in _figure(number.word, words.word).finditer(text) if "=" in text else ():
        fields = {kind.attribute: _value(match, "value")}
        for further in _FURTHER.finditer(text, *match.span("more")):
            fields[further[1].casefold()] = _value(further, 2)
        fields[number.name] = _value(match, "number")
        if match["floor"]:
            fields["baseline"] = _value(match, "floor")
        start, end = match.end(), _clause_end(text, match.end())
        fields[words.name] = (text[start:end], start, end)
        quotes = len(match["open"] or "")
        faults = tuple(_faults(kind, match))
        yield ParsedEntry(kind, match["name"], match.start(), end, fields, inline=True, faults=faults, quotes=quotes)


@cache
def _figure(number: str, words: str) -> re.Pattern[str]:
    return re.compile(
        r"(?P<open>[\"“])?(?P<name>[A-Z][\w'’ -]{1,30})[\"”] ?=(?P<value>\w+)"
        rf"(?P<more>(?:, \w+ =[^,.\"]+?)*?) {number} (?P<number>\d+)"
        rf"(?: /(?P<floor>\d+))? {words} "
    )


def _value(match: re.Match[str], group: str | int) -> Value:
    return match[group], *match.span(group)


def _faults(kind: Figure, match: re.Match[str]) -> Iterator[Fault]:
    name, value = match["name"], match["value"]
    if not match["open"]:
        fact = f"a quotation mark opens no name before `{name}`"
        yield Fault(match.start("name"), match.end("name") + 1, fact, f'"{name}"')
    if value not in kind.values:
        near = (known for known in kind.values if edit_distance(known.casefold(), value.casefold(), 2) is not None)
        fact = f"`{value}` is none of " + ", ".join(f"`{known}`" for known in kind.values)
        yield Fault(*match.span("value"), fact, next(near, None))


def _clause_end(text: str, start: int) -> int:
    """The end of a value in words: a comma that no further `=` follows, or the end of the sentence."""
    end = start
    while match := _CLAUSE.match(text, end):
        end = match.end()
        if text[end : end + 2] != ", " or "=" not in text[end + 2 :].partition(",")[0].partition(".")[0]:
            break
        end += 2
    return end
