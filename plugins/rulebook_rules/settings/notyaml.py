"""Explain invalid YAML in plain words, with its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rulebook_core.lazy_regex import lazily

if TYPE_CHECKING:
    import yaml

_QUOTES = "put a text that begins with `{`, or that has a colon in it, into quotes"
_NAMED = lazily(r"(?:- )*[^\s:#]+(?: [^\s:#]+)*:(?=\s|$)|- |#|$")
_ODD = lazily(r"^ *(?P<sign>[^\S \r\n])", re.MULTILINE)
MAX_SHOWN = 40


class Slip(NamedTuple):
    """A fact, what to do about it, and the sign it is about: its offset, which may be behind the last one."""

    fact: str
    remedy: str
    at: int


def _places_of(error: yaml.MarkedYAMLError, text: str) -> tuple[int, int]:
    """Return where the parser gave up, and where it began what it did not understand."""
    marks = [mark for mark in (error.problem_mark, error.context_mark) if mark is not None]
    return (min(marks[0].index, len(text)), min(marks[-1].index, len(text))) if marks else (0, 0)


def slip_of(error: yaml.MarkedYAMLError, text: str) -> Slip:
    """Describe the slip at which the YAML parser gave up."""
    context, problem = error.context or "", error.problem or error.context or ""
    at, begun = _places_of(error, text)
    line = text.rfind("\n", 0, at) + 1
    is_first = not text[line:at].strip()
    sign = text[at : at + 1]
    above = text.rfind("\n", 0, max(line - 1, 0)) + 1
    if odd := _ODD.search(text, above, text.find("\n", line) + 1 or len(text)):
        what = "a tab" if odd["sign"] == "\t" else "a blank that is no space"
        return Slip(f"{what} is in front of this line", "indent it with spaces", odd.start("sign"))
    if "quoted scalar" in context and "end of" in problem:
        return Slip("this quotation mark is never closed", f"write `{text[begun]}` where the text ends", begun)
    if "flow" in context:
        close = "}" if text[begun : begun + 1] == "{" else "]"
        if "\n" in text[begun:at]:
            return Slip(f"this is never closed by a `{close}`", f"write `{close}` where it ends", begun)
        return Slip(
            f"a comma or a `{close}` is missing before this", f"write `,` between two entries, or `{close}`", at
        )
    if "cannot start" in problem and sign:
        return Slip(f"a text cannot begin with `{sign}`", "put all of it into quotes", at)
    if "simple key" in context:
        return _without_colon(text, begun)
    if "mapping values" in problem:
        return _of_colons(text, at, line)
    is_stray = any(words in problem for words in ("expected key", "'-' indicator", "<block end>"))
    if is_stray and not is_first:
        return Slip("a text in quotes or in braces ends before this", "put all of it into quotes", at)
    if is_stray:
        return Slip("this line begins below no other one", "indent it exactly as those that it belongs to", at)
    return Slip(problem, _QUOTES, at)


def _of_colons(text: str, at: int, line: int) -> Slip:
    """A colon too many in its line, or one too few in the line above, which goes on in it."""
    if re.search(r":\s", text[line:at]):
        return Slip("a second colon is in this line", "put what is behind the first one into quotes", at)
    above = len(text[:line].rstrip())
    if line and not _NAMED.match(text[text.rfind("\n", 0, above) + 1 : above].strip()):
        return _without_colon(text, above)
    start = line + len(text[line:at]) - len(text[line:at].lstrip())
    return Slip("this line is indented, and the one above has a value already", "begin both at the same place", start)


def _without_colon(text: str, at: int) -> Slip:
    """A line that names nothing, for want of a colon or of the blank behind it."""
    start = text.rfind("\n", 0, at) + 1
    words = text[start:].partition("\n")[0].strip()
    name, colon, value = words.partition(":")
    remedy = f"write `{name}: {value}`" if colon and value else "write `name: value`"
    return Slip(f"`{words[:MAX_SHOWN]}` has no colon with a blank behind it", remedy, text.find(words, start))
