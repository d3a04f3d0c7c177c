"""Of what a sentence is told: the heading, the label or the term that it stands below."""

from __future__ import annotations

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.language.matching import Match
from rulebook_syntax.document import Block
from rulebook_text.words import cue

_LABEL = lazily(r"(?P<name>[^\[\]()]*[^\[\]()\s])\s*[\[(][^\[\]()]*[\])]")
_ARTICLE = lazily(rf"(?i:{cue('names.article')}\s)?")


def of_entry(block: Block, above: Block, match: Match) -> Match:
    """Return a match together with its entry, if a label is above it."""
    if match.start > len("the "):
        return match
    label = _LABEL.fullmatch(above.text.text) if _ARTICLE.fullmatch(block.text.text, 0, match.start) else None
    return match if label is None else match._replace(entry=label["name"])


def path_to(context: Context, block: Block, term: Block | None) -> str:
    """Return the headings and the term above a block, in lower case.

    What stands in an entry is not told of another one, though that may have become a heading.
    """
    path = context.document.section_path(block.section)
    if term is not None:
        known = context.system.vocabularies
        path = (*(title for title in path if not any(title in names.entries for names in known)), term.text.text)
    return " ".join(path).lower()
