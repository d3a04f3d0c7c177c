"""Plain text, and text that was taken from a PDF: lost letters, broken words and numbers are mended and listed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Set
from functools import cache
from pathlib import Path

from rulebook_core import workspace
from rulebook_export.incoming.changes import Change, Imported

LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_LIGATURE = re.compile(f"[{''.join(LIGATURES)}]")
_LOST = re.compile("[\ufffd\x00-\x08\x0b\x0e-\x1f\ue000-\uf8ff]")
"""Signs in the place of a letter that a font did not name."""
_WORD_WITH_LIGATURE = re.compile(rf"\w*[{''.join(LIGATURES)}]\w*")
_BROKEN = re.compile(r"(?P<first>[^\W\d_]{2,})[-\u00ad‐]\n[ \t]*(?P<last>[a-zà-ÿ][^\W\d_]*)(?P<rest>\S*)[ \t]*")
_SPACED = re.compile(r"(?<!\S)[^\W\d_](?: [^\W\d_]){3,}(?!\S)")
_PAIR = re.compile(r"(?<![\w'’-])(?P<first>[^\W\d_]+) (?=(?P<last>[a-z]{2,})(?![\w'’-]))")
_WORD = re.compile(r"(?<![\w'’-])[^\W\d_]{5,}(?![\w'’-])")
_DICE = re.compile(r"(?<![\w.])(?P<count>[\dlIO]{0,2}) ?d ?(?P<size>[\dlIO]{1,3}|%)(?![\w])")
_SIZES = {"2", "3", "4", "6", "8", "10", "12", "20", "30", "100", "%"}
_PAGE = re.compile(r"(?<=\n\n)[ \t]*(?:page )?\d{1,4}[ \t]*\n(?=\n|\f)", re.IGNORECASE)
_BULLET = re.compile(r"^([ \t]*)[•‣▪●◦][ \t]*", re.MULTILINE)
_PARTING = ("ff", "fi", "fl")
MIN_SEEN = 1
"""How often a word must stand whole elsewhere in a text, for its halves to be joined."""


def from_plain(text: str) -> Imported:
    """Return a text with its letters and words mended, each change listed."""
    changes: list[Change] = []
    for mend in (_without_page_numbers, _with_ligatures, _joined, _with_lost_letters, _with_dice):
        text = mend(text.replace("\r\n", "\n"), changes)
    text = _BULLET.sub(r"\1- ", text.replace("\f", "\n"))
    text = re.sub(r"\n{3,}", "\n\n", text)
    return Imported(text.strip("\n") + "\n", tuple(sorted(changes, key=lambda change: change.line)))


@cache
def _known() -> frozenset[str]:
    """Words with ff, fi, fl, ffi or ffl that rulebooks have."""
    return frozenset(workspace.read_text(Path(__file__).with_name("ligatures.txt")).split())


def _noted(pattern: re.Pattern[str], text: str, changes: list[Change], mend: Callable[[re.Match[str]], str]) -> str:
    """Mend each match of a pattern, and note what has changed."""

    def mended(match: re.Match[str]) -> str:
        after = mend(match)
        if after != match[0]:
            changes.append(Change(text.count("\n", 0, match.start()) + 1, _shown(match[0]), _shown(after)))
        return after

    return pattern.sub(mended, text)


def _with_pairs(text: str, changes: list[Change], mend: Callable[[str, str], str | None]) -> str:
    """Join two words where `mend` says how the first one goes on."""
    pieces, done = [], 0
    for match in _PAIR.finditer(text):
        first = mend(match["first"], match["last"])
        if first is not None:
            before, after = f"{match['first']} {match['last']}", f"{first}{match['last']}"
            changes.append(Change(text.count("\n", 0, match.start()) + 1, before, after))
            pieces += [text[done : match.start()], first]
            done = match.end()
    return "".join((*pieces, text[done:]))


def _shown(text: str) -> str:
    return " ".join(text.replace("\n", "¶ ").split())


def _without_page_numbers(text: str, changes: list[Change]) -> str:
    return _noted(_PAGE, text, changes, lambda match: "\n")


def _with_ligatures(text: str, changes: list[Change]) -> str:
    text = text.replace("\u00ad\n", "-\n").replace("\u00ad", "")
    return _noted(
        _WORD_WITH_LIGATURE, text, changes, lambda match: _LIGATURE.sub(lambda sign: LIGATURES[sign[0]], match[0])
    )


def _joined(text: str, changes: list[Change]) -> str:
    """Join words that a line end or spaces have parted."""
    seen = Counter(word.casefold() for word in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text))

    def unbroken(match: re.Match[str]) -> str:
        # A word that has its hyphen elsewhere as well keeps it. The line ends behind it, so that later ones stay.
        sign = "-" if seen[f"{match['first']}-{match['last']}".casefold()] else ""
        return f"{match['first']}{sign}{match['last']}{match['rest']}\n"

    def together(first: str, last: str) -> str | None:
        one, other = first.casefold(), last.casefold()
        # A word is parted beside its ligature, which was a sign by itself.
        is_parted = one.endswith(_PARTING) or other.startswith(_PARTING)
        is_part = other not in _known() and other not in _whole_without() and one not in _known()
        is_word = is_parted and is_part and one + other in _known()
        is_word = is_word or (seen[one + other] > MIN_SEEN and seen[one] == seen[other] == 1 and len(one) > 1)
        return first if is_word else None

    text = _noted(_BROKEN, text, changes, unbroken)
    text = _noted(_SPACED, text, changes, lambda match: match[0].replace(" ", ""))
    return _with_pairs(text, changes, together)


def _with_lost_letters(text: str, changes: list[Change]) -> str:
    """Put back ligatures that left a gap, a sign or nothing: "e ect", "di�erent", "diculty".

    Words that the text has whole elsewhere say how it goes on, in any language; those of English rulebooks also do.
    """
    seen = Counter(word.casefold() for word in re.findall(r"[^\W\d_]+", text))
    own = frozenset(word for word, times in seen.items() if any(sign in word for sign in _PARTING))
    often = _known() | {word for word in own if seen[word] > MIN_SEEN}
    known = _known() | own
    whole_words = known | _whole_without()

    def gap(first: str, last: str) -> str | None:
        parts = first.casefold(), last.casefold()
        if not _known().isdisjoint(parts):
            return None
        whole = next(_filled(first, last, often), None)
        if whole is None:
            return None
        is_part = whole.casefold() in _known() or min(seen[part] for part in parts) <= seen[whole.casefold()]
        return whole.removesuffix(last) if is_part else None

    def sign(match: re.Match[str]) -> str:
        first, last = match[0].split(match["sign"], 1)
        return next(_filled(first, last, known), match[0])

    def nothing(match: re.Match[str]) -> str:
        word = match[0]
        if word.casefold() in whole_words:
            return word
        words = often if seen[word.casefold()] == 1 else _known()
        fits = {filled for at in range(len(word)) for filled in _filled(word[:at], word[at:], words)}
        return fits.pop() if len(fits) == 1 else word

    text = _noted(re.compile(rf"\w*(?P<sign>{_LOST.pattern})\w*"), text, changes, sign)
    text = _with_pairs(text, changes, gap)
    return _noted(_WORD, text, changes, nothing)


def _filled(first: str, last: str, words: Set[str]) -> Iterator[str]:
    for letters in ("ffi", "ffl", "ff", "fi", "fl"):
        if (first + letters + last).casefold() in words:
            yield (letters.capitalize() if not first and last[:1].isupper() else first + letters) + last


@cache
def _whole_without() -> frozenset[str]:
    """Words that are whole, and would be others with a ligature in them: "re" and "fire", "at" and "flat"."""
    return frozenset(workspace.read_text(Path(__file__).with_name("whole.txt")).split())


def _with_dice(text: str, changes: list[Change]) -> str:
    def dice(match: re.Match[str]) -> str:
        digits = str.maketrans("lIO", "110")
        count, size = match["count"].translate(digits), match["size"].translate(digits)
        is_doubtful = match["count"] in ("I", "O") and match[0] == f"{match['count']}d{match['size']}"
        if size not in _SIZES or count.startswith("0") or (is_doubtful and not match["size"].isdecimal()):
            return match[0]
        return f"{' ' if match[0].startswith(' ') else ''}{count}d{size}"

    return _noted(_DICE, text, changes, dice)
