"""Dice as notations write them, and what only looks like dice."""

from __future__ import annotations

import re
from ipaddress import ip_interface

_HASH = re.compile(r"(?!(?:[1-9]?\d?d[1-9]\d{0,2})+\b)(?=\w*\d)(?=\w*[a-f])[0-9a-f]{7,40}\b")
_LONG_GROUP = re.compile(r"[0-9a-f]{3}", re.IGNORECASE)


def is_hash(text: str) -> bool:
    """Whether a word is one of those that name a commit, and no dice.

    >>> is_hash("98d8303"), is_hash("2d6d8d10"), is_hash("d6")
    (True, False, False)
    """
    return _HASH.fullmatch(text) is not None


def is_address(text: str) -> bool:
    """Whether a text is the address of a computer in a network, and no dice.

    >>> is_address("fe80:0:1::d4"), is_address("fe80::d4"), is_address("1:d4/2:d6"), is_address("1::d4")
    (True, True, False, False)
    """
    colons = text.count(":")
    if colons < 2 or (colons == 2 and _LONG_GROUP.search(text) is None):
        return False
    try:
        ip_interface(text)
    except ValueError:
        return False
    return True
