"""Hard line breaks: where readers see a new line, the plain text of a block has one."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace

from rulebook_syntax.document import Block, Prose


def with_breaks(prose: Prose, text: str, sign: re.Pattern[str]) -> Prose:
    """Prose in whose blocks white space that stems from a `sign` of the source is a line end."""
    return replace(prose, blocks=tuple(_with_breaks(block, text, sign) for block in prose.blocks))


def _with_breaks(block: Block, text: str, sign: re.Pattern[str]) -> Block:
    if block.kind == "code" or " " not in block.text.text:
        return block
    signs = [match.start() for match in sign.finditer(text, block.span.start, block.span.end)]
    if not signs:
        return block
    plain = block.text
    letters = list(plain.text)
    for start, end, first, last, copied in plain.stretches():
        within = signs[bisect_left(signs, first) : bisect_left(signs, last)]
        if not within:
            continue
        for at in [start + place - first for place in within] if copied else range(start, end):
            if letters[at] == " ":
                letters[at] = "\n"
    return replace(block, text=plain.redrawn("".join(letters)))
