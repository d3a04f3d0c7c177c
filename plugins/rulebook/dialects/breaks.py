"""Hard line breaks: where readers see a new line, the plain text of a block has one."""

from __future__ import annotations

import re
from dataclasses import replace

from rulebook.document import Block, Prose
from rulebook.lexing.lazily import lazily

_SPACE = lazily(" ")


def with_breaks(prose: Prose, text: str, sign: re.Pattern[str]) -> Prose:
    """Prose in whose blocks white space that stems from a `sign` of the source is a line end."""
    return replace(prose, blocks=tuple(_with_breaks(block, text, sign) for block in prose.blocks))


def _with_breaks(block: Block, text: str, sign: re.Pattern[str]) -> Block:
    if block.kind == "code" or " " not in block.text.text or not sign.search(text, block.span.start, block.span.end):
        return block
    plain = block.text
    parts = []
    for start, end, first, last, copied in plain.stretches():
        words = plain.text[start:end]
        if " " in words and sign.search(text, first, last):
            words = _broken(words, text, first, sign) if copied else words.replace(" ", "\n")
        parts.append(words)
    return replace(block, text=plain.redrawn("".join(parts)))


def _broken(words: str, text: str, at: int, sign: re.Pattern[str]) -> str:
    """Words that stand in a text sign by sign, from an offset on."""
    return _SPACE.sub(lambda space: "\n" if sign.search(text, at + space.start(), at + space.end()) else " ", words)
