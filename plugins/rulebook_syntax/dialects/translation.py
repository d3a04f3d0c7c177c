"""A text written anew for another reader, as it is rendered: with the marks that somebody has put into it.

A dialect that is close to Markdown is translated to it, once for its document and once more for its page. The Markdown
reader reads the translation, which knows where it stems from; and `translate_marked` carries marks (characters that no
writer uses, see `rulebook.marks`) from a text into its translation.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

from rulebook_core.source_map import MappedText
from rulebook_syntax.dialects.markdown.text import normal_text
from rulebook_syntax.marks import Sentinels

_PRIVATE = "\U000f0000-\U0010ffff"
_MARKS = re.compile(f"[{_PRIVATE}]+")
_PLACEHOLDER = re.compile(f"[ \t]*[{_PRIVATE}]+[ \t\r]*")


Part = str | tuple[int, int]
"""Part of a translation: new text, or a span of the old one."""


def translate_marked(text: str, source: str, translate: Callable[[MappedText], MappedText]) -> str:
    """Translate a text that has marks in it: without them, so that they change nothing, and then with them.

    A line of nothing but private-use characters is no mark, but holds a place for something: it stays a line.

    Args:
        text: the text with marks in it.
        source: the text without, as the marks were chosen for it.
        translate: what is done to a text.
    """
    if not _MARKS.search(text):
        return translate(normal_text(text)).text
    opening = Sentinels.absent_from(source).opening
    plain: list[str] = []
    opens: list[tuple[int, str]] = []
    closes: list[tuple[int, str]] = []
    length = 0
    for line in text.splitlines(keepends=True):
        position = 0
        if not _PLACEHOLDER.fullmatch(line.rstrip("\r\n")):
            for match in _MARKS.finditer(line):
                length += match.start() - position
                plain.append(line[position : match.start()])
                position = match.end()
                # What ends comes first. A mark around nothing belongs to what follows it.
                ended, sign, begun = match[0].partition(opening)
                if ended:
                    closes.append((length, ended))
                if sign:
                    opens.append((length, sign + begun))
        plain.append(line[position:])
        length += len(line) - position
    normal = normal_text("".join(plain))
    opens, closes = ([(normal.index(offset), mark) for offset, mark in marks] for marks in (opens, closes))
    return _with_marks(translate(normal), opens, closes)


def _with_marks(translation: MappedText, opens: Sequence[tuple[int, str]], closes: Sequence[tuple[int, str]]) -> str:
    if not opens and not closes:
        return translation.text
    out: list[str] = []
    text = translation.text
    ends = [*(run.start for run in translation.runs[1:]), len(text)]
    for run, end in zip(translation.runs, ends, strict=True):
        begun = opens[_index(opens, run.first) : _index(opens, run.last)]
        ended = closes[_index(closes, run.first + 1) : _index(closes, run.last + 1)]
        if not run.copied:
            out += (mark for _, mark in begun)
            out.append(text[run.start : end])
            out += (mark for _, mark in ended)
            continue
        position = run.start
        # Of marks at one place, that which ends comes before that which begins.
        for at, _, mark in sorted([*((at, 0, mark) for at, mark in ended), *((at, 1, mark) for at, mark in begun)]):
            place = at - run.first + run.start
            out += (text[position:place], mark)
            position = place
        out.append(text[position:end])
    return "".join(out)


def _index(marks: Sequence[tuple[int, str]], offset: int) -> int:
    return bisect_left(marks, offset, key=lambda mark: mark[0])
