"""Small changes of a text, each known by the words around it, so that it is found again in a text that was edited.

They are made with patterns of our own alone: whatever becomes of the reading of claims, the same change is made at the
same place.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

SEED = "net 1"
CONTEXT = (12, 20, 32, 48)
"""So many characters to either side are tried until they are the only ones of their kind."""
MAX_CHANGED = 160
"""What is moved or goes is no longer than this."""
_RESERVED = re.compile("[⟦⟧⇒⏎]")


@dataclass(frozen=True, slots=True)
class Edit:
    """`old` becomes `new` where it stands between `before` and `after`."""

    page: str
    kind: str
    before: str
    old: str
    new: str
    after: str

    def place_in(self, text: str) -> int | None:
        """Where it is made; None where the words around it are gone, or stand there twice."""
        quote = self.before + self.old + self.after
        at = text.find(quote)
        return None if at < 0 or text.find(quote, at + 1) >= 0 else at + len(self.before)

    def apply(self, text: str) -> str | None:
        at = self.place_in(text)
        return None if at is None else text[:at] + self.new + text[at + len(self.old) :]

    def __str__(self) -> str:
        return f"{self.kind} {self.before}⟦{self.old}⇒{self.new}⟧{self.after}".replace("\n", "⏎")

    @classmethod
    def parse(cls, page: str, line: str) -> Edit:
        kind, _, quote = line.replace("⏎", "\n").partition(" ")
        before, _, rest = quote.partition("⟦")
        change, _, after = rest.rpartition("⟧")
        old, _, new = change.partition("⇒")
        return cls(page, kind, before, old, new, after)


def edits_of(texts: Mapping[str, str], count: int, recorded: Iterable[Edit] = ()) -> list[Edit]:
    """Some changes of texts, of every kind and page in turn, in the order of the texts.

    Args:
        texts: by the name of their page.
        count: so many are wanted.
        recorded: those made until now, which stay as long as they can be made.
    """
    chosen = [edit for edit in recorded if edit.page in texts and edit.place_in(texts[edit.page]) is not None]
    known = {*chosen}
    heaps: dict[tuple[str, str], list[Edit]] = {}
    for page, text in texts.items():
        for edit in _candidates(page, text):
            if edit not in known:
                known.add(edit)
                heaps.setdefault((page.rpartition("/")[0] or "guide", edit.kind), []).append(edit)
    ranked = [sorted(heap, key=lambda edit: _rank(str(edit), edit.page)) for _, heap in sorted(heaps.items())]
    # Of each book and kind in turn, numbers more often than anything else.
    turns = [part for heap in ranked for part in _shares(heap)]
    fresh = [edit for turn in zip_longest(*turns) for edit in turn if edit is not None]
    chosen = [*chosen, *fresh][:count]
    order = {page: index for index, page in enumerate(texts)}
    return sorted(chosen, key=lambda edit: (order[edit.page], edit.place_in(texts[edit.page]), str(edit)))


def _shares(heap: Sequence[Edit]) -> list[Sequence[Edit]]:
    shares = _KINDS[heap[0].kind].share
    return [heap[first::shares] for first in range(shares)]


def _rank(*parts: str) -> str:
    return hashlib.sha256("\n".join((SEED, *parts)).encode()).hexdigest()


def _candidates(page: str, text: str) -> Iterator[Edit]:
    for kind, made in _KINDS.items():
        for start, old, options in made.changes(text):
            options = [option for option in dict.fromkeys(options) if option != old]
            if not options or len(old) > MAX_CHANGED:
                continue
            for width in CONTEXT:
                # Neither end is white space, which is easily lost from a line.
                before = text[max(0, start - width) : start].lstrip()
                after = text[start + len(old) : start + len(old) + width].rstrip()
                option = options[int(_rank(page, kind, before, old, after), 16) % len(options)]
                edit = Edit(page, kind, before, old, option, after)
                if edit.place_in(text) == start:
                    if not _RESERVED.search(before + old + edit.new + after):
                        yield edit
                    break


Changes = Iterator[tuple[int, str, Sequence[str]]]
"""Where something stands, what stands there, and what could stand there."""


@dataclass(frozen=True, slots=True)
class _Kind:
    changes: Callable[[str], Changes]
    share: int = 1


_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"),
)
_SIZES = (4, 6, 8, 10, 12, 20)
_OPPOSITES = """
    least most/more fewer/more less/higher lower/highest lowest/above below/before after/half twice/all none/
    first second/largest smallest/about exactly/always never/even odd/every no/greater smaller/best worst/up down/
    add subtract/with without/once twice/single double/any each/larger smaller/longer shorter/and or
"""


def _numbers(text: str) -> Changes:
    for match in re.finditer(r"\d+(?:\.\d+)?", text):
        digits = match[0]
        whole, _, places = digits.partition(".")
        rest = f".{places}" if places else ""
        others = [f"{int(whole) + step}{rest}" for step in (1, -1, 5) if int(whole) + step >= 0]
        yield match.start(), digits, [*others, f"{digits[0]}{digits}"]


def _forms(text: str) -> Changes:
    """The same number written otherwise, and one of which it becomes a part."""
    for match in re.finditer(r"(?<![\w.:#-])\d+(?![\w.:%-])", text):
        value = int(match[0])
        words = [_SMALL[value]] if value < len(_SMALL) else []
        yield match.start(), match[0], [*words, f"1,{value % 1000:03}", f"{value}.5", f"{value}½", f"0{value}"]


def _words_of_numbers(text: str) -> Changes:
    for match in re.finditer(rf"(?i)\b(?:{'|'.join(_SMALL)})\b", text):
        value = _SMALL.index(match[0].lower())
        others = [_SMALL[other] for other in (value - 1, value + 1) if 0 <= other < len(_SMALL)]
        yield match.start(), match[0], [*(_like(match[0], other) for other in others), str(value)]


def _dice(text: str) -> Changes:
    for match in re.finditer(r"(?<![A-Za-z])[dD](\d+)\b", text):
        yield match.start(), match[0], [match[0][0] + str(size) for size in _SIZES]
    for match in re.finditer(r"(?<=\d)([BRP])d\b", text):
        yield match.start(), match[0], [f"{letter}d" for letter in "BRP"]


def _names(text: str) -> Changes:
    """A slip of the pen in a word with a capital, or another such word in its place."""
    found = list(re.finditer(r"\b[A-Z][a-z]{3,}\b", text))
    for match, other in zip(found, found[7:] + found[:7], strict=True):
        word = match[0]
        yield match.start(), word, [f"{word[:2]}{word[3]}{word[2]}{word[4:]}", word[:-1], f"{word}s", other[0]]


def _signs(text: str) -> Changes:
    for match in re.finditer(r"[+\-−](?=\d)|(?<=\d )[+*=×−-](?= \d)", text):
        yield match.start(), match[0], ["-" if match[0] != "-" else "+"]


def _anchors(text: str) -> Changes:
    for match in re.finditer(r"""(?<=#)[a-z][\w-]{2,}|(?<=\bid=")[\w-]+|(?<=<<)[\w-]+|(?<=\]\()[\w./-]+""", text):
        yield match.start(), match[0], [match[0][:-1], match[0] + "s"]


_ROW = re.compile(r"^[ \t]*(?:\||<tr>|[-*.] |\d+\. |=+ |#+ ).*\n", re.MULTILINE)


def _orders(text: str) -> Changes:
    """Two rows, items, cells or words that change places."""
    for match in re.finditer(rf"(?m)(?={_ROW.pattern})(.*\n)(?={_ROW.pattern})(.*\n)", text):
        yield match.start(), match[1] + match[2], [match[2] + match[1]]
    for match in re.finditer(r"(?m)(?<=\| )([^|\n]+) \| ([^|\n]+)(?= \|)", text):
        yield match.start(), match[0], [f"{match[2]} | {match[1]}"]
    for match in re.finditer(r"\b(\w{4,}) (and|or|to|of) (\w{4,})\b", text):
        yield match.start(), match[0], [f"{match[3]} {match[2]} {match[1]}"]


def _losses(text: str) -> Changes:
    """A row, an item, a word or a sign that goes."""
    for match in _ROW.finditer(text):
        yield match.start(), match[0], [""]
    for match in re.finditer(r"\b[a-z]{2,} (?=\w)", text):
        if int(_rank(text[match.start() - 30 : match.end() + 30]), 16) % 8 == 0:
            yield match.start(), match[0], [""]
    for match in re.finditer(r"[`*_|\])}>=\"]", text):
        yield match.start(), match[0], [""]


def _opposites(text: str) -> Changes:
    for pair in _OPPOSITES.split("/"):
        for one, other in (words := pair.split(), words[::-1]):
            for match in re.finditer(rf"(?i)\b{one}\b", text):
                yield match.start(), match[0], [_like(match[0], other)]


def _like(word: str, other: str) -> str:
    return other.capitalize() if word[0].isupper() else other


_KINDS = {
    "number": _Kind(_numbers, 8),
    "form": _Kind(_forms, 2),
    "word": _Kind(_words_of_numbers, 2),
    "die": _Kind(_dice, 3),
    "name": _Kind(_names, 3),
    "sign": _Kind(_signs),
    "anchor": _Kind(_anchors),
    "order": _Kind(_orders, 2),
    "loss": _Kind(_losses, 2),
    "opposite": _Kind(_opposites, 2),
}
"""The kinds of changes, and how many of each are made in a turn."""
