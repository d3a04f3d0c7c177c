"""Fences of code, as `fenced_code` and `pymdownx.superfences` find them."""

from __future__ import annotations

import re

from rulebook_core.lazy_regex import lazily
from rulebook_syntax.dialects.markdown.atoms import Atom
from rulebook_syntax.dialects.markdown.text import Line

_BLANK = lazily(r"\n[ \t]*\n")
_PLAIN_OPENING = lazily(
    r"^(?P<fence>~{3,}|`{3,}) *"
    r"(?P<info>\{(?P<attributes>[^\n]*)\}|(?:\.?[\w#.+-]* *)(?:hl_lines=(?P<q>[\"'])[^\n]*?(?P=q) *)?)$",
    re.MULTILINE,
)
_ANY_OPENING = lazily(r"^[> ]*(?P<fence>~{3,}|`{3,})(?P<info>[^\n]*)$", re.MULTILINE)
_NESTED_INFO = lazily(r" *\.?[\w#.+-]*(?: +|$)(?:\{(?P<attributes>[^\n]*)\}|[^`]*)? *$| *\{(?P<bare>[^\n]*)\} *$")
_MAX_STRAY = 3
"""By so many spaces a fence may stand further in than its code, but for Python-Markdown."""
_LANGUAGE = lazily(r"[a-zA-Z]")
_ANY_INFO = lazily(r"[^`\n]*")


def plain_fences(text: str) -> list[Atom]:
    """The fences of `fenced_code`: at the start of a line, up to an equal fence, nested in nothing."""
    fences: list[Atom] = []
    closings: dict[str, re.Match[str] | None] = {}
    """By what opens a fence, the next line that closes it; None where there is none any more."""
    position = 0
    while match := _PLAIN_OPENING.search(text, position):
        fence = match["fence"]
        if match.end() == len(text):
            break
        if fence not in closings or ((known := closings[fence]) is not None and known.start() <= match.end()):
            closings[fence] = re.compile(rf"^{fence} *$", re.MULTILINE).search(text, match.end() + 1)
        closing = closings[fence]
        if closing is None or _opens_another(text, fence, match.end(), closing.start()):
            if closing is None and not _is_meant(text, match):
                position = match.end()
                continue
            fences.append(_unclosed_fence(text, match.start(), match.end()))
            position = fences[-1].end
            continue
        lines = lines_between(text, match.end() + 1, max(match.end() + 1, closing.start() - 1))
        attributes = match.span("attributes")
        fences.append(Atom("fence", match.start(), closing.end(), lines, attributes))
        position = closing.end()
    return fences


class _Signs:
    """Where lines of backticks or tildes may be, looked for from the front to the back of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places = dict.fromkeys(("```", "~~~"), -1)

    def next(self, position: int) -> int:
        """Return where the next of them may be; -1 for nowhere."""
        for sign, place in self._places.items():
            if place < position:
                result = self._text.find(sign, position)
                self._places[sign] = result if result >= 0 else len(self._text)
        nearest = min(self._places.values())
        return nearest if nearest < len(self._text) else -1


_SCRIPT = "/*"
_BOX = lazily(r"[`~] ?ad-")
"""Fence of a box that an Obsidian plugin makes; such a box may contain other fences."""


def _opens_another(text: str, fence: str, start: int, end: int) -> bool:
    """Return whether code contains a fence with a language.

    Then the fence around it was left open. A fence in the first line of code only shows how one is written.
    """
    if text.find(fence, start, end) < 0 or _BOX.search(text, text.rfind("\n", 0, start) + 1, start):
        return False
    return re.compile(rf"^{fence}[a-zA-Z]", re.MULTILINE).search(text, start + 2, end) is not None


def _is_meant(text: str, opening: re.Match[str]) -> bool:
    """Return whether the opening of an unclosed fence is really a fence.

    It may instead be the rest of another fence, a row, or the start of a script that an app for notes keeps in a note.
    """
    if text.lstrip().startswith(_SCRIPT):
        return False
    before = text.rfind("\n", 0, max(opening.start() - 1, 0)) + 1
    names = opening["info"].strip()
    return bool(names and "|" not in names) or not text[before : opening.start()].strip()


def _unclosed_fence(text: str, start: int, opening_end: int) -> Atom:
    """A fence that is never closed, up to the end of its paragraph."""
    blank = _BLANK.search(text, opening_end)
    end = blank.start() if blank else len(text.rstrip())
    end = max(end, opening_end)
    return Atom("fence", start, end, lines_between(text, opening_end + 1, end), closed=False)


def nested_fences(text: str, *, any_info: bool = False) -> list[Atom]:
    """The fences of `pymdownx.superfences`: also within lists and quotes, under their indentation.

    With `any_info` as other programs read them: whatever stands behind the sign (`js{4}`), and up to a longer sign, or
    to the end of the quote around it.
    """
    fences: list[Atom] = []
    position = 0
    signs = _Signs(text)
    never_closed: set[tuple[str, str]] = set()
    """Signs, each behind its prefix: what no line closes behind one of them, none closes behind the next."""
    while (at := signs.next(position)) >= 0:
        line_start = text.rfind("\n", 0, at) + 1
        match = _ANY_OPENING.match(text, line_start) if line_start >= position else None
        if match is None:
            position = at + 3
            continue
        position = match.end()
        info = _NESTED_INFO.match(match["info"]) or (_ANY_INFO.match(match["info"]) if any_info else None)
        if info is None or (match["fence"][0] == "`" and "`" in match["info"]):
            continue
        start = match.start("fence")
        prefix = text[match.start() : start]
        sign = match["fence"], prefix
        is_meant, is_box = _is_meant(text, match), _BOX.search(match[0]) is not None
        atom, give_up = (
            _nested_fence(text, *sign, start, match.end(), elsewhere=any_info, is_meant=is_meant and not is_box)
            if sign not in never_closed
            else (None, len(text))
        )
        if atom is None and give_up == len(text):
            never_closed.add(sign)
        if atom is None and not is_meant:
            position = give_up
            continue
        if atom is None or _opens_another(text, prefix + match["fence"], match.end(), atom.end):
            fences.append(_unclosed_fence(text, start, match.end()))
            position = fences[-1].end
            continue
        groups = info.groupdict()
        group = "attributes" if groups.get("attributes") is not None else "bare"
        if groups.get(group) is not None:
            base = match.start("info")
            atom.attributes = (base + info.start(group), base + info.end(group))
        fences.append(atom)
        position = atom.end
    return fences


def _nested_fence(
    text: str, fence: str, prefix: str, start: int, opening_end: int, *, elsewhere: bool, is_meant: bool
) -> tuple[Atom | None, int]:
    """The fence that opens at `start` behind a prefix, if it is closed; and where it ends, or is given up.

    One that is meant is not closed by what stands behind another one with a language.
    """
    quotes, width = prefix.count(">"), len(prefix)
    closing = f"{fence[0]} \t" if elsewhere else None
    lines: list[Line] = []
    empty = False
    line_end = opening_end
    while line_end < len(text):
        last, line_start = line_end, line_end + 1
        opens = is_meant and last > opening_end and text.startswith(prefix + fence, line_start)
        if opens and _LANGUAGE.match(text, line_start + width + len(fence)):
            return None, last
        line_end = text.find("\n", line_start)
        line_end = line_end if line_end >= 0 else len(text)
        line = text[line_start:line_end]
        indent = min(width, len(line) - len(line.lstrip("> ")))
        begin = line_start + indent
        level = text.count(">", line_start, begin)
        content = text[begin:line_end]
        if elsewhere and level < quotes:
            return Atom("fence", start, last, lines, cut=True), last
        if level > quotes:
            return None, line_end
        if not content.strip() and not (quotes and content):
            empty = True
            lines.append((line_end, line_end))
            continue
        if _is_outside(indent, level, prefix, is_after_blank=empty, elsewhere=elsewhere):
            return None, line_end
        if content.startswith(fence) and not content[len(fence) :].strip(closing):
            return Atom("fence", start, line_end, lines), line_end
        empty = False
        lines.append((begin, line_end))
    return (Atom("fence", start, len(text), lines, cut=True) if elsewhere and quotes else None), len(text)


def _is_outside(indent: int, level: int, prefix: str, *, is_after_blank: bool, elsewhere: bool) -> bool:
    """Return whether a line lacks the prefix of its fence, which is read less strictly elsewhere."""
    quotes, width = prefix.count(">"), len(prefix)
    if elsewhere:  # No space need stand behind the sign of a quote.
        return not quotes and indent < width - _MAX_STRAY
    return indent < width or (is_after_blank and level < quotes)


def lines_between(text: str, start: int, end: int) -> list[Line]:
    lines: list[Line] = []
    for line in text[start:end].split("\n") if start <= end else ():
        lines.append((start, start + len(line)))
        start += len(line) + 1
    return lines
