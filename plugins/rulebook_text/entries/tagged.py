"""Tagged entries: a name, and in parentheses whom it is for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from rulebook_text.entries.model import MAX_FAULTS, Fault, ParsedEntry
from rulebook_text.entries.names import name_of_item, small_name_of_item
from rulebook_text.naming.spelling import edit_distance
from rulebook_text.words import cue
from rulesmod.system import Tagged

_TAGS = re.compile(r" \(([^()\s][^()]{0,18})\)(?P<colon>:?)(?=\s|$)")
_TAG = re.compile(r"[^/\s,]+")
_ENDS = (".", "!", "?", ")", '"', "`")
_TEXT = re.compile(r" [A-Z`\"]")
_CALLED = re.compile(rf"([A-Z][\w'’]+) {cue('names.described')} $")
"""Words that give an item within a sentence a name of its own: `Excalibur is described as a long sword (L)`."""


def tagged(text: str, kind: Tagged) -> Iterator[ParsedEntry]:
    """The tagged entries of a paragraph, those with both parentheses first."""
    for match in _TAGS.finditer(text):
        entry = _bracketed(text, kind, match)
        if entry is not None:
            yield entry
    yield from _half_bracketed(text, kind)


def tags_of(written: str) -> list[str]:
    """The single tags of `L/ B/ M`."""
    return _TAG.findall(written)


def _half_bracketed(text: str, kind: Tagged) -> Iterator[ParsedEntry]:
    """Entries whose tags have one parenthesis only: `Pirate glaive (L/ B/ M: The user ...`."""
    if ":" not in text or not (kind.tags or kind.everyone):
        return
    for match in _one_parenthesis((*kind.tags, *kind.everyone)).finditer(text):
        which = "open" if match["open"] else "shut"
        name = name_of_item(text, match.start())
        if name is None:
            continue
        start, end = match.span(which)
        if which == "open":
            fault = Fault(end - 1, end, f"a parenthesis is missing behind the {kind.field}", f"{text[end - 1]})")
        else:
            fault = Fault(start, start + 1, f"a parenthesis is missing before the {kind.field}", f"({text[start]}")
        fields = {kind.field: (match[which], start, end)}
        yield ParsedEntry(kind, name.text, name.start, match.end(), fields, inline=name.inline, faults=(fault,))


@cache
def _one_parenthesis(tags: tuple[str, ...]) -> re.Pattern[str]:
    tag = "|".join(map(re.escape, sorted(tags, key=len, reverse=True)))
    several = f"(?:{tag})(?:/ ?(?:{tag}))*"
    return re.compile(rf" (?:\((?P<open>{several})|(?P<shut>{several})\)):(?=\s)")


def _bracketed(text: str, kind: Tagged, match: re.Match[str]) -> ParsedEntry | None:
    """The entry whose tags stand in a pair of parentheses, if they are tags."""
    content, colon = match[1], match["colon"]
    if not colon and not _TEXT.match(text, match.end()):
        return None
    faults = _faults_of_tags(kind, content, match.start(1), is_certain=bool(colon))
    if faults is None:
        return None
    name = name_of_item(text, match.start()) or (small_name_of_item(text, match.start()) if colon else None)
    if name is None:
        return None
    faults += name.faults
    if not colon:
        opens = name.start == 0 or text.endswith(_ENDS, 0, name.start - 1)
        if name.inline or not opens:
            return None
        faults.append(Fault(match.end() - 1, match.end(), f"the colon behind the {kind.field} is missing", "):"))
    if len(faults) > MAX_FAULTS:
        return None
    fields = {kind.field: (content, *match.span(1))}
    if name.bonus is not None:
        fields["bonus"] = name.bonus
    entry = ParsedEntry(kind, name.text, name.start, match.end(), fields, inline=name.inline, faults=tuple(faults))
    return _called(text, entry) if name.inline else entry


def _called(text: str, entry: ParsedEntry) -> ParsedEntry:
    """An entry by the name that its sentence gives it."""
    start = entry.fields["bonus"][1] if "bonus" in entry.fields else entry.start
    alias = _CALLED.search(text, max(0, start - 60), start)
    if alias is None:
        return entry
    fields = {**entry.fields, entry.kind.kind: (entry.name, *entry.at)}
    return replace(entry, name=alias[1], start=alias.start(), fields=fields)


def _faults_of_tags(kind: Tagged, content: str, start: int, *, is_certain: bool) -> list[Fault] | None:
    """List the faults of tags; None where no tags are meant.

    Args:
        is_certain: whether a colon says that an entry begins.
    """
    if content in kind.everyone:
        return []
    letters = tags_of(content)
    if all(letter in kind.tags for letter in letters):
        if len(letters) < 2 or content.count("/") == len(letters) - 1:
            return []
        return [Fault(start, start + len(content), f"slashes part the {kind.field}", "/ ".join(letters))]
    return _faults_of_unknown(kind, content, letters, start, is_certain=is_certain) or None


def _faults_of_unknown(
    kind: Tagged, content: str, letters: Sequence[str], start: int, *, is_certain: bool
) -> list[Fault]:
    """List the faults of tags that are partly unknown; nothing where no tags are meant.

    A lone small letter is one of them only where a colon makes it certain: "(a)" is of many uses.
    """
    short = all(len(letter) <= 2 and letter.isalpha() for letter in letters)
    small = content.islower() and not (is_certain and content.upper() in kind.tags)
    if len(letters) == 1 and (not short or small):
        near = [word for word in kind.everyone if edit_distance(content.casefold(), word, 1) is not None]
        return [Fault(start, start + len(content), f"`{content}` is not `{near[0]}`", near[0])] if near else []
    known = any(letter in kind.tags for letter in letters)
    if not short or not (known or "/" in content or content.upper() == content or not small):
        return []
    unknown = [match for match in _TAG.finditer(content) if match[0] not in kind.tags]
    return [_unknown_tag(kind, match, letters, start) for match in unknown]


def _unknown_tag(kind: Tagged, match: re.Match[str], letters: Sequence[str], start: int) -> Fault:
    """Make the fault of an unknown tag: its capital is meant, or one that the entry does not have yet."""
    upper = match[0].upper()
    fact = f"`{match[0]}` is none of the {kind.field} " + ", ".join(f"`{tag}`" for tag in kind.tags)
    better = upper if upper in kind.tags else None
    others = () if better else tuple(tag for tag in kind.tags if tag not in letters)
    return Fault(start + match.start(), start + match.end(), fact, better, others)
