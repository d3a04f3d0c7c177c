"""Of what a sentence is told: the heading, the label or the term that it stands below."""

from __future__ import annotations

import re

from rulebook.claims.context import Context
from rulebook.claims.language.matching import Match
from rulebook.document import Block
from rulebook.lexing.lazily import lazily
from rulesmod.system import Phrase

_LABEL = lazily(r"(?P<name>[^\[\]()]*[^\[\]()\s])\s*[\[(][^\[\]()]*[\])]")
_ARTICLE = lazily(r"(?i:an?\s|the\s)?")


def of_entry(block: Block, above: Block, match: Match) -> Match:
    """A match with the entry that it begins the text of, if a label such as "Ally [1 point]" stands above it."""
    label = _LABEL.fullmatch(above.text.text) if _ARTICLE.fullmatch(block.text.text, 0, match.start) else None
    return match if label is None else match._replace(entry=label["name"])


def is_under(context: Context, block: Block, term: Block | None, phrase: Phrase) -> bool:
    """Whether a phrase holds for a block, which may stand in the entry of a term."""
    if not phrase.under:
        return True
    entry = (term.text.text,) if term is not None else ()
    path = " ".join((*context.document.section_path(block.section), *entry)).lower()
    # A goblin is no part of a hobgoblin.
    return any(re.search(rf"(?<!\w){re.escape(word.lower())}", path) for word in phrase.under)
