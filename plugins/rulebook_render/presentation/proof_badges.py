"""One small sign for all that is checked in a paragraph, a table or an example: it opens why.

The marks of numbers are drawn only where a reader asks for each. Which of them stand together is read from the page
itself, so that it is the same whoever rendered it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

RIGHT, WRONG = "rulebook-right", "rulebook-wrong"
SIGN = "rulebook-sign"
NOTE = "rulebook-checked"
"""The id of what is said of all that is checked, which each sign tells first."""

_PARAGRAPH = "p"
_TAKES_IN = frozenset({"blockquote", "details", "section"})
"""Elements that contain their sign, as an example does (a `div` of its class)."""
_STANDS_ALONE = frozenset({"dl", "figure", "ol", "pre", "table", "ul"})
"""Elements that are followed by their sign."""
_EXAMPLE = re.compile(r"\sclass=\"(?:[^\"]* )?admonition[ \"]")
_TOKEN = re.compile(
    r"<!--.*?-->|<(?P<end>/?)(?P<tag>[a-zA-Z][^\s/>]*)(?P<attributes>(?:\"[^\"]*\"|'[^']*'|[^'\">])*)>", re.DOTALL
)
_MARK = re.compile(rf"\sclass=\"(?P<kind>{RIGHT}|{WRONG})\".*\sdata-whys=\"(?P<whys>[^\"]*)\"(?P<named>\sdata-named)?")


class _Checked(NamedTuple):
    """A mark: whether it is of a name, and no number; whether what it says is wrong; the ids of why."""

    is_name: bool
    is_wrong: bool
    whys: list[str]


class _Open(NamedTuple):
    """An element that may get a sign, and the marks in it."""

    tag: str
    is_whole: bool
    marks: list[_Checked]


def with_signs(html: str) -> str:
    """A page, or a part of it, with a sign for each stretch that has marks. In headings they get none."""
    if f'class="{RIGHT}"' not in html and f'class="{WRONG}"' not in html:
        return html
    return "".join(_signed(html))


def _signed(html: str) -> Iterator[str]:
    open_: list[_Open] = []
    last = 0
    for match in _TOKEN.finditer(html):
        yield html[last : match.start()]
        last = match.end()
        tag, attributes = (match["tag"] or "").lower(), match["attributes"] or ""
        is_example = tag == "div" and (bool(match["end"]) or _EXAMPLE.search(attributes) is not None)
        if not match["end"]:
            if mark := _MARK.search(attributes):
                _note(open_, mark)
            if tag == "div" or tag == _PARAGRAPH or tag in _TAKES_IN or tag in _STANDS_ALONE:
                open_.append(_Open(tag, tag != _PARAGRAPH and (tag != "div" or is_example), []))
            yield match[0]
            continue
        marks = _closed(open_, tag)
        if not marks:
            yield match[0]
        elif tag == _PARAGRAPH:
            yield _sign(marks) + match[0]
        elif tag in _STANDS_ALONE:
            yield f'{match[0]}<p class="{SIGN}s">{_sign(marks)}</p>'
        else:
            yield f'<p class="{SIGN}s">{_sign(marks)}</p>{match[0]}'
    yield html[last:]


def _note(open_: list[_Open], mark: re.Match[str]) -> None:
    """Put a mark down to the outermost whole that it stands in, else to its paragraph."""
    owner = next((element for element in open_ if element.is_whole), None)
    owner = owner or next((element for element in open_ if element.tag == _PARAGRAPH), None)
    if owner is not None:
        owner.marks.append(_Checked(bool(mark["named"]), mark["kind"] == WRONG, mark["whys"].split()))


def _closed(open_: list[_Open], tag: str) -> list[_Checked]:
    """Close an element, with what was left open in it: the marks that were put down to it."""
    if not any(element.tag == tag for element in open_):
        return []
    while (element := open_.pop()).tag != tag:
        pass
    return element.marks


def _sign(marks: list[_Checked]) -> str:
    whys = list(dict.fromkeys(why for mark in marks for why in mark.whys if why != NOTE))
    wrong = sum(mark.is_wrong for mark in marks)
    names = sum(mark.is_name for mark in marks)
    counted = [_counted(len(marks) - names, "number"), _counted(names, "name")]
    label = " and ".join(filter(None, counted)) + " checked" + (f", {wrong} wrong" if wrong else "")
    kind = f"{SIGN} {SIGN}-wrong" if wrong else SIGN
    return (
        f'<a class="{kind}" href="#{[*whys, NOTE][0]}" data-whys="{" ".join([NOTE, *whys])}" aria-label="{label}"></a>'
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number > 1 else ''}" if number else ""
