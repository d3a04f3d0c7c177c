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
    if block.kind == "code" or not sign.search(text, block.span.start, block.span.end):
        return block
    plain = block.text

    def broken(space: re.Match[str]) -> str:
        return "\n" if sign.search(text, *plain.span(*space.span())) else " "

    return replace(block, text=plain.redrawn(_SPACE.sub(broken, plain.text)))
