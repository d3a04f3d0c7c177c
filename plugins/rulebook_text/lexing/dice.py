"""Patterns of dice in the plain notation, and of texts that only look like dice.

The patterns are made of the notation's grammar: a die that it can write is known wherever dice are looked for. They are
to be tried without regard to case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import ip_interface
from typing import Any

from rulebook_core.lazy_regex import lazily
from rulebook_text.words import cue
from rulesmod.dice.digits import to_int
from rulesmod.plain_dice import LETTERS, SUMS

_BESIDE = r"(?=(?:[468]|1[02]|20|100)(?!\d))"
"""The usual dice, beside a letter that is more than one."""
LETTER = (
    rf"(?:[dwк]|(?<=\d)[ztд]{_BESIDE}|(?<=(?<!\d)[1-5])k(?=6(?!\d))|(?<=(?<!\d)[1-3])k{_BESIDE}"
    r"|(?<=(?<!\d)[1-7])k(?=8(?!\d))|(?<=(?<!\d)\d)k(?=1[02](?!\d))|(?<=\d)k(?=(?:20|100)(?!\d)))"
)
"""The letter of a die in a text. Some must stand in a number of usual dice, for "K2" and "Z80" are none; and in "7k4"
other games write how many of seven dice are kept."""
BARE = r"[kztд](?:[468]|1[02]|20|100)(?!\w)"
"""A single die of these, which only what stands beside it tells from a name."""


def pattern_of(node: Any, letter: str = LETTER) -> str:
    """A node of a grammar as a regular expression; see `rulesmod.dice.language`. A space may be any white space.

    Args:
        node: what is written.
        letter: the pattern of what begins a die.
    """
    if isinstance(node, str):
        return r"\s" if node == " " else re.escape(node)
    kind, *rest = node
    if kind in ("term", "constant"):
        return pattern_of(rest[1], letter)
    if kind == "number":
        return _number(rest[2])
    if kind == "word":
        return f"(?:{'|'.join(map(re.escape, rest[2]))})"
    if node == LETTERS:
        return letter
    inner = [pattern_of(part, letter) for part in (_unlike(rest) if kind == "or" else rest)]
    if kind == "or":
        # Case makes no difference here.
        return f"(?:{'|'.join(dict.fromkeys(part.lower() if len(part) == 1 else part for part in inner))})"
    return f"(?:{''.join(inner)})" + {"seq": "", "many": "*"}.get(kind, "?")


def _unlike(nodes: list[Any]) -> list[Any]:
    """Alternatives without those that look like another one: only what a `d66` means tells it from any other die.

    Read in two ways, each of them in a sum would double what there is to try.
    """
    return [node for node in nodes if not _is_listed(node)] or nodes


def _is_listed(node: Any) -> bool:
    """Return whether a node needs a number that is one of a list."""
    if not isinstance(node, list):
        return False
    if node[0] == "number":
        return "in" in node[3]
    # What may be missing, or be written otherwise, asks for nothing.
    return node[0] in ("term", "seq") and any(map(_is_listed, node[1:]))


def _number(limits: dict[str, Any]) -> str:
    if "in" in limits:
        return f"(?:{'|'.join(map(str, limits['in']))})"
    more = f"{{0,{len(str(limits['max'])) - 1}}}" if "max" in limits else "*"
    return rf"[1-9]\d{more}" if limits.get("min") and not limits.get("zeros") else r"\d+"


def _terms(node: Any) -> Iterator[str]:
    """The kinds of dice in a grammar, as patterns; not those behind a sign."""
    if isinstance(node, str) or node[0] in ("number", "word", "skip"):
        return
    if node[0] == "term":
        if not any(part[0] == "word" for part in node[2]):
            yield pattern_of(node[2])
        return
    for part in _unlike(node[1:]) if node[0] == "or" else node[1:]:
        yield from _terms(part)


DIE = rf"(?=\d{{0,9}}[dwкkztд])(?:{'|'.join(dict.fromkeys(_terms(SUMS)))})"
"""Dice of one kind; of what has no letter of theirs, nothing more is tried."""
SUM = pattern_of(SUMS)
"""Dice that are added up, and what is added to them or multiplies them."""
_MARKED = rf"(?:{DIE}(?:[!<>=≤≥a-z][!<>=≤≥a-z\d]*)?|\{{[^{{}}()]{{3,60}}\}}k[hl]?\d*)"
ROLL = rf"{_MARKED}(?:\s?[+−–-]\s?(?:{_MARKED}|\d+))*(?:\s?[×x*/÷]\s?\d{{1,7}})?"
"""The same, and what may be dice of which some count, that are counted or rolled again: the notation tells."""
FATE = r"\d{0,2}dF(?!\w)"
"""Dice that show -1, 0 or 1."""
WORD = r"(?-i:[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"
"""A sign that goes on with a word; those of scripts that put no spaces between words and numbers do not."""
NOT_BEFORE_DICE = rf"(?<!{WORD})(?<![/+:.−–-])"
SIZED = r"d\d+"
"""A single die that is known by its size alone."""
_SIZED = lazily(r"d(\d+)", re.IGNORECASE)
SIZE_BEHIND = lazily(r"(?P<dice>\d{0,2}[dwкkztд])(?P<size>\d{1,4})", re.IGNORECASE)
"""Dice of one kind, their size apart."""
_USUAL = lazily(r"(?P<count>[1-9][0-9]?)?[dDwW](?P<size>[468]|1[02]|20|100)")
NAMED_DIE = lazily(rf"(?<!{WORD})(?<![/+-]){DIE}(?!{WORD})", re.IGNORECASE)


_HASH = lazily(r"(?![1-9]?\d?d(?:[1-9]\d{0,4}d)*[1-9]\d{0,2}\b)(?=\w*\d)(?=\w*[a-f])[0-9a-f]{7,40}\b")
_MAX_COLONS = 8
"""No address has more."""
_LONG_GROUP = lazily(r"[0-9a-f]{3}", re.IGNORECASE)
_HASH_OR_ADDRESS = lazily(r"[\w:]+(?:/\d+)?")
_PART = lazily(r"(?:[^\W_]|:)*")
_SHORTEST, _LONGEST = 7, 48
"""The shortest hash, and the longest hash, address or word with dice in it, in characters."""


SELECTED = lazily(
    rf"\b{cue('dice_said.selected')}",
    re.IGNORECASE,
)
"""Words that change what dice come to."""


def size_of_die(text: str) -> int | None:
    """Return how many faces a single die has, such as `d8`; None of anything else."""
    die = _SIZED.fullmatch(text)
    return to_int(die[1]) if die else None


def is_hash(text: str) -> bool:
    """Return whether a word looks like the hash of a commit, and is no dice.

    >>> is_hash("98d8303"), is_hash("2d6d8d10"), is_hash("d6")
    (True, False, False)
    """
    return len(text) > 6 and _HASH.fullmatch(text) is not None


def is_address(text: str) -> bool:
    """Return whether a text is a network address, and no dice.

    >>> is_address("fe80:0:1::d4"), is_address("fe80::d4"), is_address("1:d4/2:d6"), is_address("1::d4")
    (True, True, False, False)
    """
    colons = text.count(":")
    if not 2 <= colons <= _MAX_COLONS or (colons == 2 and _LONG_GROUP.search(text) is None):
        return False
    try:
        ip_interface(text)
    except ValueError:
        return False
    return True


def names_no_die(text: str, start: int) -> bool:
    """Return whether a die is part of a hash, of a network address, or of a longer word."""
    first = start
    if start and (text[start - 1].isalnum() or text[start - 1] == ":"):
        first -= next(_PART.finditer(text[max(0, start - _LONGEST) : start][::-1])).end()
    word = _HASH_OR_ADDRESS.match(text, first, start + _LONGEST)
    if word is None or (len(word[0]) < _SHORTEST and ":" not in word[0]):
        return False
    return len(word[0]) >= _LONGEST or any(map(is_hash, word[0].split(":"))) or is_address(word[0])


def usual_sums(text: str) -> range:
    """Return the sums of dice such as `2d6`, as most are, without parsing them; an empty range for other texts."""
    match = _USUAL.fullmatch(text)
    count = to_int(match["count"] or "1") if match is not None else 0
    return range(count, count * to_int(match["size"]) + 1) if match is not None else range(0)
