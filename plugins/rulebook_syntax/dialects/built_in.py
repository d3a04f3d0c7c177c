"""The dialects that are always there: Markdown, and that of Obsidian's notes."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from rulebook_core.lazy_regex import lazily
from rulebook_syntax.dialects.options import OF_OBSIDIAN
from rulebook_syntax.dialects.registry import Registration, Sample
from rulebook_syntax.document import Traits

_SIGN_OF_TERMS = r"(?:^|\r)[ \t>*+-]*:\s|<[dD][tT]"
"""Start of a definition in Markdown, or the tag of a term."""
_SIGN_IN_OBSIDIAN = r"(?:^|\r|%%)[ \t>*+-]*:[\s%]|<[dD][tT]"
"""The same, with a comment before its colon or behind it."""
_MEDIA = r"\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp[34]|m4a|wav|ogg|webm|flac|pdf)\b"
_WITHOUT_MARKDOWN = (
    ("the fold", r"^(?:> ?)+\[![\w-]+\][+-]"),
    ("the embedded note", rf"(?i)!\[\[(?![^\]\n|#]*{_MEDIA})[^\[\]\n]+\]\]"),
)
_LINKS_BY_WORDS = lazily(r"\]\([^()\s#]*#[^()\s%]*%20[^()\s]*\)")
"""The id of a heading with its spaces, which only Obsidian finds: "talents.md#two%20blades"."""


def _is_obsidian(sample: Sample) -> bool:
    if sample.links_notes:
        return False
    return _has_syntax_of_obsidian(sample.text) or (sample.alone and _LINKS_BY_WORDS.search(sample.text) is not None)


def _has_syntax_of_obsidian(text: str) -> bool:
    if not ("[[" in text or "[!" in text or "%%" in text):
        return False
    return cast(bool, import_module("rulebook_syntax.dialects.obsidian.guess").speaks_obsidian(text))


BUILT_IN = {
    "obsidian": Registration(
        "rulebook_syntax.dialects.obsidian.dialect:DIALECT",
        Traits(
            comment="%% {} %%",
            names_notes=True,
            takes_files=True,
            sign_of_terms=_SIGN_IN_OBSIDIAN,
            without_markdown=_WITHOUT_MARKDOWN,
        ),
        extensions=OF_OBSIDIAN,
        recognises=_is_obsidian,
        rank=30,
    ),
    "markdown": Registration(
        "rulebook_syntax.dialects.markdown.dialect:DIALECT",
        Traits(is_markdown=True, takes_files=True, sign_of_terms=_SIGN_OF_TERMS),
    ),
}
"""By name. A text that no dialect recognises is Markdown."""
