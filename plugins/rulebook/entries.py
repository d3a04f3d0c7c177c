"""Entries of bare prose: stat blocks, tagged items and named figures, by the grammar that their game declares.

What lacks a sign, or has a wrong one, is read all the same, with the fault at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rulebook.claims.spelling import edit_distance
from rulesmod.system import EntryKind, Figure, Stat, StatBlock, Tagged

MOST_FAULTS = 2
"""With more of them, words are a mention and no entry."""

_DICE = (
    r"[+-]?\|?\d*d\d+(?: ?[+|-] ?\|?\d*d\d+\|?| ?[+-]\d+(?![\d.]*\d)(?!d)"
    r"| [a-z]{3,6} [a-z]{2,4}(?=[ .,]? ?@?\d|\.)| \([^()`]{1,60}\))*"
)
_AVERAGES = r"@?\d*\.?\d+(?: ?[+-]@?\d*\.?\d+)*"
_VALUES = {
    "number": re.compile(r"\d+(?![\w|])"),
    "dice": re.compile(_DICE),
    "averages": re.compile(_AVERAGES),
}
_WORD = re.compile(r"[A-Za-z]+")
_LONGEST_NAME = 60
_STRAY = re.compile(r"[.,:;=]")
_NAME_WORD = re.compile(r"[A-Z][\w'’()-]*[/,]?|\?")
_TOKEN = re.compile(r"\S+")
_ENDS = (".", "!", "?", ";", ":", ")", '"', "”")
_ARTICLES = ("a", "an", "the")
_TAGS = re.compile(r" \(([^()\s][^()]{0,18})\)(:?)(?=\s|$)")
_BONUS = re.compile(r"[+-](?:\d+|n)")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is not as it should be at `[start, end)` of a paragraph, and what to write there instead."""

    start: int
    end: int
    fact: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """An entry in a paragraph.

    Attributes:
        start: where its name begins.
        head: where its head ends and its text begins.
        at: the stretch of its name.
        fields: the values as text, by name, each with its stretch.
        inline: whether it stands within a sentence.
        is_draft: whether it has no values.
        quotes: how many quotation marks stand before its name.
    """

    kind: EntryKind
    name: str
    start: int
    head: int
    fields: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    inline: bool = False
    is_draft: bool = False
    faults: tuple[Fault, ...] = ()
    quotes: int = 0

    @property
    def at(self) -> tuple[int, int]:
        start = self.start + self.quotes
        return start, start + len(self.name)


def entries_in(text: str, kinds: Sequence[EntryKind]) -> list[Found]:
    """The entries of a paragraph, in order; none overlaps another's head."""
    found: list[Found] = []
    for kind in kinds:
        if isinstance(kind, StatBlock):
            found += _stat_blocks(text, kind)
        elif isinstance(kind, Tagged):
            found += _tagged(text, kind)
        else:
            found += _figures(text, kind)
    found.sort(key=lambda entry: (entry.start, -entry.head))
    apart: list[Found] = []
    for entry in found:
        if not apart or entry.start >= apart[-1].head:
            apart.append(entry)
    return apart


# -- stat blocks --


def _stat_blocks(text: str, kind: StatBlock) -> Iterator[Found]:
    words = tuple(stat.word.casefold() for stat in kind.stats)
    behind = 0
    for match in _WORD.finditer(text):
        if match.start() < behind:
            continue
        index = _nearest(match[0], words)
        if index is None:
            continue
        found = _read(text, kind, match.start(), index)
        if found is not None:
            behind = found.head
            yield found


@lru_cache(maxsize=20_000)  # Most words of a text come again.
def _nearest(word: str, words: tuple[str, ...]) -> int | None:
    """Which of some words is meant by one; None if it is nothing like them."""
    folded = word.casefold()
    if folded in words:
        return words.index(folded)
    near = (index for index, known in enumerate(words) if known and edit_distance(folded, known, 1) is not None)
    return next(near, None) if len(word) > 2 else None


def _read(text: str, kind: StatBlock, at: int, index: int) -> Found | None:
    """The stat block whose word number `index` stands at an offset."""
    faults: list[Fault] = []
    fields: dict[str, tuple[str, int, int]] = {}
    at, missing = _back(text, kind.stats[:index], at)
    position = at
    for stat in kind.stats:
        start = position
        if stat.word:
            position, fault = _word(text, position, stat)
            faults += fault
        value = _VALUES[stat.type].match(text, position)
        if value is None:
            missing += 1
            if position != start:
                gap = position - 1 if text[position - 1 : position] == " " else position
                faults.append(Fault(start, gap, f"`{stat.word}` has no value here"))
            continue
        written, end = value[0].rstrip(), value.start() + len(value[0].rstrip())
        if stat.type == "averages" and (fault := _averages_fault(written, value.start())):
            faults += fault
        fields[stat.name] = (written, value.start(), end)
        position = end
        if (stray := _STRAY.match(text, position)) and stat is not kind.stats[-1]:
            faults.append(Fault(position, position + 1, f"`{stray[0]}` stands within the statistics", ""))
            position += 1
        if text[position : position + 1] == " " and stat is not kind.stats[-1]:
            position += 1
    if not fields:
        stop = re.compile(r" ?\.").match(text, position)
        exact = all(re.match(rf"{stat.word}\b", text[m:]) for stat, m in _exact_words(text, at, kind.stats))
        if stop is None or not exact or text[max(0, at - 2) : at] != ": ":
            return None
        draft = _name(text, at)
        return Found(kind, draft[0], draft[1], stop.end(), is_draft=True) if draft else None
    if len(fields) < len(kind.stats) - 1:
        return None
    named = _name(text, at)
    if text[position : position + 1] != ".":
        faults.append(
            Fault(
                max(at, position - 1),
                position,
                "no full stop closes the statistics",
                text[max(at, position - 1) : position] + ".",
            )
        )
    else:
        position += 1
    if named is None:
        return None
    name, start, name_faults = named
    faults = [*name_faults, *faults]
    serious = len(faults) + max(0, missing - sum("no value" in fault.fact for fault in faults))
    if serious > MOST_FAULTS or len(fields) < len(kind.stats) - 1:
        return None
    return Found(kind, name, start, position, fields, faults=tuple(faults))


def _exact_words(text: str, at: int, stats: Sequence[Stat]) -> Iterator[tuple[Stat, int]]:
    position = at
    for stat in stats:
        if stat.word:
            yield stat, position
            position += len(stat.word) + 1


def _back(text: str, stats: Sequence[Stat], at: int) -> tuple[int, int]:
    """Where the first of some values begins that stand before an offset, and how many are missing."""
    for stat in reversed(stats):
        window = text[max(0, at - 40) : at]
        match = re.search(
            rf"(?:(?<=[:.,;] )|(?<=\w ))(?:[A-Za-z]+[.,;=]? )?(?:{_VALUES[stat.type].pattern})[.,;]? $", window
        )
        if match is None:
            return at, 1
        at -= len(window) - match.start()
    return at, 0


def _word(text: str, position: int, stat: Stat) -> tuple[int, list[Fault]]:
    """Behind the word of a value, with what is wrong about it."""
    word = _WORD.match(text, position)
    if word is None or (_VALUES[stat.type].match(text, position) is not None):
        return position, [
            Fault(
                position,
                position + 1,
                f"the word `{stat.word}` is missing here",
                f"{stat.word} {text[position : position + 1]}",
            )
        ]
    faults = []
    if word[0] != stat.word:
        faults.append(Fault(word.start(), word.end(), f"`{word[0]}` is not `{stat.word}`", stat.word))
    position = word.end()
    if stray := _STRAY.match(text, position):
        faults.append(Fault(position, position + 1, f"`{stray[0]}` stands behind `{stat.word}`", ""))
        position += 1
    return position + (text[position : position + 1] == " "), faults


def _averages_fault(written: str, start: int) -> list[Fault]:
    if "@" not in written.partition(" ")[0]:
        return [Fault(start, start + len(written), f"`@` is missing before `{written}`", "@" + written)]
    return []


def _name(text: str, at: int) -> tuple[str, int, list[Fault]] | None:
    """The name before an offset: its text, its start, and what is wrong with it."""
    end = at
    while end > 0 and text[end - 1] == " ":
        end -= 1
    faults: list[Fault] = []
    if text[end - 1 : end] == ":":
        end -= 1
    elif text[end - 1 : end] in (";", ",", "."):
        faults.append(Fault(end - 1, end, f"`{text[end - 1]}` stands for the colon behind a name", ":"))
        end -= 1
    else:
        faults.append(
            Fault(max(0, end - 1), end, "the colon behind the name is missing", text[max(0, end - 1) : end] + ":")
        )
    stop = end
    if text[end - 1 : end] == ")":
        opened = text.rfind("(", 0, end)
        if opened > 0 and text[opened - 1] == " " and end - opened < 80:
            stop = opened - 1
    start = _name_start(text, stop)
    if start is None:
        window = max(0, stop - _LONGEST_NAME)
        last = re.search(r"[^\W\d_][\w'’-]*$", text[window:stop])
        if last is None:
            return None
        start = window + last.start()
        first = re.search(r"(?:^|[.!?)\"`] )((?:[^\W\d_][\w'’-]* ){0,2}[^\W\d_][\w'’-]*)$", text[window:stop])
        if first is not None:
            start = stop - len(first[1])
        written = text[start:stop]
        faults.append(Fault(start, stop, f"the name `{written}` does not begin with a capital", written.capitalize()))
    return text[start:stop], start, faults


def _name_start(text: str, end: int) -> int | None:
    """Where the name begins that ends at an offset: words with capitals; those before a comma only in a series of
    names with slashes."""
    start: int | None = None
    position = end
    slashed = False
    while position > 0:
        begin = text.rfind(" ", 0, position) + 1
        word = text[begin:position].lstrip('`"')
        begin = position - len(word)
        if not _NAME_WORD.fullmatch(word) or (start is None and word[-1:] in ",/"):
            break
        if word.endswith(",") and not slashed:
            break
        slashed = slashed or word.endswith("/")
        start = begin
        if begin == 0 or text[begin - 1] != " " or text[begin - 2 : begin - 1] in _ENDS:
            break
        position = begin - 1
    return start


# -- tagged entries --


def _tagged(text: str, kind: Tagged) -> Iterator[Found]:
    for match in _TAGS.finditer(text):
        found = _tags(text, kind, match)
        if found is not None:
            yield found
    yield from _half_bracketed(text, kind)


def _half_bracketed(text: str, kind: Tagged) -> Iterator[Found]:
    """Entries whose tags have one parenthesis only: `Pirate glaive (L/ B/ M: The user ...`."""
    tag = "|".join(map(re.escape, sorted((*kind.tags, *kind.everyone), key=len, reverse=True)))
    if not tag:
        return
    for match in re.finditer(
        rf" (?:\((?P<open>(?:{tag})(?:/ ?(?:{tag}))*)|(?P<shut>(?:{tag})(?:/ ?(?:{tag}))*)\)):(?=\s)", text
    ):
        which = "open" if match["open"] else "shut"
        named = _item_name(text, match.start())
        if named is None:
            continue
        name, begin, _, inline = named
        start, end = match.span(which)
        if which == "open":
            fault = Fault(end - 1, end, f"a parenthesis is missing behind the {kind.field}", f"{text[end - 1]})")
        else:
            fault = Fault(start, start + 1, f"a parenthesis is missing before the {kind.field}", f"({text[start]}")
        fields = {kind.field: (match[which], start, end)}
        yield Found(kind, name, begin, match.end(), fields, inline=inline, faults=(fault,))


def _tags(text: str, kind: Tagged, match: re.Match[str]) -> Found | None:
    content, colon = match[1], match[2]
    faults: list[Fault] = []
    start = match.start(1)
    if content in kind.everyone:
        pass
    else:
        letters = re.findall(r"[^/\s,]+", content)
        if all(letter in kind.tags for letter in letters):
            if len(letters) > 1 and content.count("/") != len(letters) - 1:
                faults.append(Fault(start, match.end(1), f"slashes part the {kind.field}", "/ ".join(letters)))
        else:
            faults += _tag_faults(kind, content, letters, start, is_certain=bool(colon))
            if not faults:
                return None
    named = _item_name(text, match.start())
    if named is None and colon and (small := _small_name(text, match.start())) is not None:
        name, begin = small
        fact = f"the name `{name}` does not begin with a capital"
        faults.append(Fault(begin, begin + len(name), fact, name[:1].upper() + name[1:]))
        named = (name, begin, None, False)
    if named is None:
        return None
    name, begin, bonus, inline = named
    if not colon:
        behind = text[match.end() : match.end() + 3]
        at_start = begin == 0 or text[: begin - 1].endswith((".", "!", "?", ")", '"', "`"))
        if not (at_start and not inline and re.match(r" [A-Z`\"]", behind)):
            return None
        faults.append(Fault(match.end() - 1, match.end(), f"the colon behind the {kind.field} is missing", "):"))
    if len(faults) > MOST_FAULTS:
        return None
    fields = {kind.field: (content, start, match.end(1))}
    if bonus is not None:
        fields["bonus"] = bonus
    title = name
    called = re.compile(r"([A-Z][\w'’]+) (?:(?:might|may|can|could) be|is) described as (?:an?|the) $")
    head_start = bonus[1] if bonus is not None else begin
    if inline and (alias := called.search(text, max(0, head_start - 60), head_start)):
        fields[kind.kind] = (name, begin, begin + len(name))
        title, begin = alias[1], alias.start()
    return Found(kind, title, begin, match.end(), fields, inline=inline, faults=tuple(faults))


def _tag_faults(kind: Tagged, content: str, letters: Sequence[str], start: int, *, is_certain: bool) -> list[Fault]:
    """What is wrong with tags that are not all known; nothing where no tags are meant.

    A lone small letter is one of them only where a colon makes it certain: "(a)" is of many uses.
    """
    known = [letter for letter in letters if letter in kind.tags]
    short = all(len(letter) <= 2 and letter.isalpha() for letter in letters)
    small = content.islower() and not (is_certain and content.upper() in kind.tags)
    if len(letters) == 1 and (not short or small):
        near = [word for word in kind.everyone if edit_distance(content.casefold(), word, 1) is not None]
        return [Fault(start, start + len(content), f"`{content}` is not `{near[0]}`", near[0])] if near else []
    if not short or not (known or "/" in content or content.upper() == content or not small):
        return []
    faults = []
    for letter in re.finditer(r"[^/\s,]+", content):
        if letter[0] not in kind.tags:
            upper = letter[0].upper()
            fact = f"`{letter[0]}` is none of the {kind.field} " + ", ".join(f"`{tag}`" for tag in kind.tags)
            faults.append(
                Fault(start + letter.start(), start + letter.end(), fact, upper if upper in kind.tags else None)
            )
    return faults


def _small_name(text: str, end: int) -> tuple[str, int] | None:
    """The whole beginning of a sentence up to an offset, where it is a few small words: a name without its capital."""
    window = max(0, end - _LONGEST_NAME)
    before = re.search(r"(?:^|[.!?)\"`] )((?:[a-z][\w'’-]* ){0,2}[a-z][\w'’-]*)$", text[window:end])
    return (before[1], end - len(before[1])) if before else None


def _item_name(text: str, end: int) -> tuple[str, int, tuple[str, int, int] | None, bool] | None:
    """The name that ends at an offset: text and start, the bonus before it, and whether a sentence goes on to it."""
    group = re.compile(r"([+-](?:n|\d+)) \(\w+\)$").search(text, max(0, end - 40), end)
    if group is not None:
        return group[0], group.start(), None, False
    position, lower = end, 0
    start: int | None = None
    while position > 0:
        begin = text.rfind(" ", 0, position) + 1
        word = text[begin:position]
        bare = word.lstrip('`"(')
        if re.fullmatch(r"[A-Z][\w'’-]*", bare):
            start = position - len(bare)
            if len(bare) < len(word):
                break
        elif start is None and re.fullmatch(r"[a-z][\w'’-]*", word) and word not in _ARTICLES and lower < 3:
            lower += 1
        else:
            break
        if begin == 0 or text[begin - 2 : begin - 1] in (*_ENDS, ","):
            break
        position = begin - 1
    if start is None:
        return None
    before = text[:start].rstrip(" ")
    last = before.rpartition(" ")[2]
    bonus = None
    if _BONUS.fullmatch(last):
        bonus = (last, len(before) - len(last), len(before))
        last = before[: -len(last)].rstrip(" ").rpartition(" ")[2]
    return text[start:end], start, bonus, last.casefold() in _ARTICLES


# -- figures --


def _figures(text: str, kind: Figure) -> Iterator[Found]:
    first = kind.stats[0]
    pattern = re.compile(
        rf"(?P<open>[\"“])?(?P<name>[A-Z][\w'’ -]{{1,30}})[\"”] ?=(?P<value>\w+)"
        rf"(?P<more>(?:, \w+ =[^,.\"]+?)*?) {first.word} (?P<number>\d+)"
        rf"(?: /(?P<floor>\d+))? {kind.stats[1].word} "
    )
    for match in pattern.finditer(text):
        end = _clause_end(text, match.end())
        fields = {kind.attribute: (match["value"], *match.span("value"))}
        for extra in re.finditer(r", (\w+) =([^,.\"]+)", match["more"]):
            base = match.start("more")
            fields[extra[1].casefold()] = (extra[2], base + extra.start(2), base + extra.end(2))
        fields[first.name] = (match["number"], *match.span("number"))
        if match["floor"]:
            fields["baseline"] = (match["floor"], *match.span("floor"))
        fields[kind.stats[1].name] = (text[match.end() : end], match.end(), end)
        faults = []
        if not match["open"]:
            at = match.start("name")
            faults.append(
                Fault(
                    at,
                    match.end("name") + 1,
                    f"a quotation mark opens no name before `{match['name']}`",
                    f'"{match["name"]}"',
                )
            )
        if match["value"] not in kind.values:
            near = [v for v in kind.values if edit_distance(v.casefold(), match["value"].casefold(), 2) is not None]
            fact = f"`{match['value']}` is none of " + ", ".join(f"`{value}`" for value in kind.values)
            faults.append(Fault(*match.span("value"), fact, near[0] if near else None))
        yield Found(
            kind,
            match["name"],
            match.start(),
            end,
            fields,
            inline=True,
            faults=tuple(faults),
            quotes=len(match["open"] or ""),
        )


def _clause_end(text: str, start: int) -> int:
    """The end of a value in words: a comma that no further `=` follows, or the end of the sentence."""
    end = start
    while match := re.compile(r"[^,.]+").match(text, end):
        end = match.end()
        if text[end : end + 2] != ", " or "=" not in text[end + 2 :].partition(",")[0].partition(".")[0]:
            break
        end += 2
    return end
