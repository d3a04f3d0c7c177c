"""The language of phrasebooks: a wording with typed blanks, compiled to a matcher.

See `rulesmod.system.Phrase` for what a writer of phrases sees. The compiled form is a regular
expression over plain text, which nobody has to read.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.language.any_order import ANY_ORDER, in_any_order
from rulebook_rules.claims.language.matching import MAX_REACH, BlankType, Wording, compiled
from rulebook_rules.claims.language.opposites import DENIALS, SIGNS, Opposites
from rulebook_rules.claims.language.turning import turn_of
from rulebook_text.lexing.chances import ODDS_PATTERN, PERCENT, TRIES_PATTERN, read_odds, read_percent, read_tries
from rulebook_text.lexing.clauses import END_SIGN
from rulebook_text.lexing.dice_words import DICE_IN_WORDS, DIE_IN_WORDS, POOL_IN_WORDS, pools_in_words, size_of
from rulebook_text.lexing.lists import AND, COMMA, PLUS
from rulebook_text.lexing.modality import NEGATION
from rulebook_text.lexing.numbers import FRACTION_PATTERN, NUMBER_PATTERN, NUMERAL_PATTERN, fraction_in_words, to_number
from rulebook_text.lexing.words.en import ORDINALS
from rulesmod.dice.digits import to_fraction
from rulesmod.system import System, WordingError

MAX_GAP = 400
"""How many characters `..`, `...` and `....` may skip."""

_ONE = lazily(r"(?:(?P<word>an?|the|one|single)|\((?P<words>(?:an?|the|\|)+)\))\s+(?=\{\w+:die\})")
"""Words before a single die."""
_MAY_BE_ONE = lazily(r"\[\(?(?:an?|the|\|)+\)?\]\s+\{\w+(?=:die\})")
_ANY_DICE = "any die"
_WORD = r"(?!(?:and|or)\b)\w+(?:['’-]\w+)*"
_BEGINS = r"(?<![\w])(?!(?<=\d[.,'’])\d)"
"""A wording begins with a whole word; in "1.1.1" no number is looked for behind each point."""
_POOL = r"(?<![^\s(\"“'‘])(?=[^\s,;()\"“'‘\d]*\d)[^\s,;()\"“'‘]*\w"
"""Pattern of a pool for games without a notation. No quote is in it, for another one may begin behind each."""
_NAME = (
    r"(?!(?:Then|When|If|So|But|And|Now|Also|Thus|The|An?|Every|Each|Any|No)\b)"
    r"(?-i:[A-Z])[\w'’-]*(?: (?-i:[A-Z])[\w'’-]*)*"
)
_GAP = rf"(?!\w)[\s\S]{{1,{MAX_GAP}}}?(?<!\w)"
_NEAR_GAP = rf"(?!\w)(?:(?!{END_SIGN})[\s\S]){{1,{MAX_GAP}}}?(?<!\w)"
"""The same without an end of a sentence in it."""


def blank_types(system: System) -> dict[str, BlankType]:
    """The types that the blanks of a system's phrases can have."""
    notation = system.notation

    def pool(text: str) -> Any:
        try:
            return notation.parse(text)
        except Exception:
            # What does not parse, or fails to, is told where expressions are read.
            return None

    types = {
        "number": BlankType(NUMBER_PATTERN, to_number),
        "numeral": BlankType(NUMERAL_PATTERN, to_number),
        "decimal": BlankType(r"[+\-−]?(?:\d+(?:\.\d+)?|\.\d+)", lambda text: to_fraction(text.replace("−", "-"))),
        "die": BlankType(DIE_IN_WORDS, size_of),
        "dice": BlankType(POOL_IN_WORDS, lambda text: next(pools_in_words(text), None)),
        "pool": BlankType(notation.pattern or _POOL, pool),
        "percent": BlankType(PERCENT, read_percent),
        "odds": BlankType(ODDS_PATTERN, read_odds),
        "tries": BlankType(TRIES_PATTERN, read_tries),
        "ordinal": BlankType(f"(?:{'|'.join(ORDINALS)})", str.lower),
        "fraction": BlankType(FRACTION_PATTERN, fraction_in_words),
        "word": BlankType(_WORD, lambda text: text),
        "name": BlankType(_NAME, lambda text: text),
        "direction": BlankType(rf"(?:{'|'.join(Opposites(system.opposites).words)})", lambda text: text),
    }
    for vocabulary in system.vocabularies:
        names = {name.lower() for name in (*vocabulary.entries, *vocabulary.entries.values())}
        if any(" " in name for name in vocabulary.entries):
            pattern = "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
            pattern = pattern.replace("'", "['’]")
        else:
            pattern = _WORD
        types[vocabulary.name] = BlankType(f"(?:{pattern})", partial(_as_listed, names))
    # What stands in the blanks of a book stands there again and again.
    return {name: replace(blank, convert=lru_cache(maxsize=1000)(blank.convert)) for name, blank in types.items()}


def _as_listed(names: Collection[str], text: str) -> str:
    """A name with its apostrophes as those of a list have them; `names` are these, in lower case."""
    plain = text.replace("’", "'")
    return plain if plain.lower() in names and text.lower() not in names else text


_TOKEN = lazily(
    r"\\(?P<escaped>[^\w\s])|\{(?P<name>\w+)(?::(?P<list>list of )?(?P<type>[\w -]+))?\}|(?P<gap>\.{2,4})"
    r"|(?P<open>\[|\()|(?P<bar>\|)|(?P<close>\]|\))|(?P<space>\s+)|(?P<text>[^\s{}\[\]()|.\\]+|\.)"
)


_TURNED = lazily(rf"(?P<word>{'|'.join(map(re.escape, SIGNS))}|[A-Za-z]+(?!\w))(?P<rest>.*)")


def compile_wording(wording: str, types: dict[str, BlankType], opposites: Opposites | None = None) -> Wording:
    """Compile one wording.

    Args:
        wording: see `rulesmod.system.Phrase`.
        types: what its blanks can be.
        opposites: where given, the places are found that the wording would fit but for one slip: a word or a sign
            that stands for its opposite, or several dice for a single one.

    Raises:
        WordingError: an unknown type, or brackets that do not pair.
    """
    if ANY_ORDER in wording:
        return in_any_order(wording, [compile_wording(part, types) for part in wording.split(ANY_ORDER)], types)
    parts: list[str] = []
    blanks: list[tuple[str, str, bool]] = []
    brackets: list[str] = []
    needs: list[str] = []
    said: list[str] = []
    turns: dict[str, str] = {}
    contraries: set[str] = set()
    gaps: list[int] = []
    weight = 0
    if opposites is not None:
        # Where an article may be missing, several dice are no slip.
        types = {**types, "die": BlankType(DICE_IN_WORDS, types["die"].convert), _ANY_DICE: types["die"]}
        wording = _MAY_BE_ONE.sub(rf"\g<0>:{_ANY_DICE}", wording).replace(f":{_ANY_DICE}:die", f":{_ANY_DICE}")
    position = 0
    while position < len(wording):
        if opposites is not None and (one := _ONE.match(wording, position)):
            # Several dice have no article.
            parts.append(rf"(?:(?:{(one['word'] or one['words']).lower()})\s+)?")
            position = one.end()
            said.append("\n")
            continue
        token = _TOKEN.match(wording, position)
        if token is None:
            rest = wording[position:]
            raise WordingError(f"`{wording}`: nothing can be made of `{rest}`", wording, rest)
        position = token.end()
        words = " " if token["space"] else (token["text"] or "'").lower()
        said.append("\n" if brackets or not {"'", '"'}.isdisjoint(words) else words)
        if not brackets:
            weight += _weight(token, wording)
        if token["name"]:
            name, type_name = token["name"], token["type"] or "number"
            if type_name not in types:
                fact = f"there is no type `{type_name}` of blanks"
                raise WordingError(f"`{wording}`: {fact}", wording, type_name, sorted(types))
            if not name.isidentifier() or any(name == other for other, _, _ in blanks):
                what = "names two of its blanks" if name.isidentifier() else "is no name for a blank"
                raise WordingError(f"`{wording}`: `{name}` {what}", wording, name)
            if token["list"] and type_name == "number":
                type_name = "numeral"  # In an enumeration "a" is the article of what follows.
            blanks.append((name, type_name, bool(token["list"])))
            item = types[type_name].pattern
            compiled(item)  # Only what a game brings along can be malformed in what follows.
            # Behind an "and" comes the last item: what follows it is the sentence going on.
            inner = f"(?:{item}(?:{PLUS}{item})+|{item}(?:{COMMA}{item})*(?:{AND}{item})*)" if token["list"] else item
            parts.append(f"(?P<{name}>{inner})")
        elif token["escaped"]:
            parts.append(re.escape(token["escaped"]))
        elif token["gap"]:
            _drop_space(parts)
            gaps.append(len(token["gap"]))
            parts.append(f"(?P<_gap{len(gaps)}>{_NEAR_GAP if gaps[-1] == 2 else _GAP})")
            position += len(wording[position:]) - len(wording[position:].lstrip())
        elif token["open"]:
            brackets.append(token["open"])
            if token["open"] == "[":
                # The space before an optional part is part of it.
                leading = _drop_space(parts)
                parts.append("(?:" + (r"\s+" if leading else ""))
                if not leading and not parts[:-1]:
                    brackets[-1] = "[ "
            else:
                parts.append("(?:")
        elif token["bar"]:
            parts.append("|")
        elif token["close"]:
            if not brackets or brackets[-1][0] != {"]": "[", ")": "("}[token["close"]]:
                raise WordingError(f"`{wording}`: a `{token['close']}` closes nothing", wording, token["close"])
            opened = brackets.pop()
            if opened == "[ ":
                # An optional part at the beginning takes the space behind it along.
                parts.append(r"\s+")
                position += len(wording[position:]) - len(wording[position:].lstrip())
            parts.append(")?" if opened[0] == "[" else ")")
        elif token["space"]:
            parts.append(r"\s+")
        else:
            text = token["text"]
            turned = _TURNED.fullmatch(text) if opposites is not None else None
            is_spaced = wording[position : position + 1] == " "
            if (
                turned
                and opposites is not None
                and turned["rest"][:1] not in ("'", "’")
                and (slip := turn_of(turned["word"], opposites, f"_{len(turns)}", is_spaced=is_spaced))
            ):
                said[-1] = "\n"
                turns[f"_{len(turns)}"] = turned["word"]
                contraries.update(slip.contrary)
                parts.append(slip.pattern + re.escape(turned["rest"].lower()))
                position += is_spaced and turned["word"].lower() in DENIALS  # The space behind a denial goes with it.
                continue
            parts.append(re.escape(text.lower()).replace("'", "['’]").replace('"', '["“”„]'))
            if not brackets and text.isascii() and text.isalpha():
                needs.append(text.lower())
    if brackets:
        raise WordingError(f"`{wording}`: a `{brackets[-1][0]}` is never closed", wording, brackets[-1][0])
    begins = _BEGINS
    if blanks and parts[0].startswith("(?P<") and _WORD in types[blanks[0][1]].pattern:
        begins += r"(?<!\w['’-])"  # Nor in the middle of a word that has parts.
    pattern = rf"{begins}{''.join(parts)}(?!\w)"
    head = rf"{begins}{parts[0]}" if blanks and blanks[0][2] and parts[0].startswith("(?P<") else ""
    reach = MAX_REACH + len(gaps) * MAX_GAP
    texts = turns if opposites is not None else None
    return Wording(
        pattern=pattern,
        blanks=tuple(blanks),
        types=types,
        needs=tuple(dict.fromkeys(needs)),
        runs=tuple(run for run in map(str.strip, "".join(said).split("\n")) if " " in run),
        reach=reach,
        turns=texts,
        contrary=tuple(sorted(contraries)),
        choices=_choices(wording, opposites),
        weight=weight,
        denials=frozenset(word.lower() for word in NEGATION.findall(wording)),
        gaps=tuple(f"_gap{number}" for number, dots in enumerate(gaps, 1) if dots < 4),
        skips=tuple(f"_gap{number}" for number in range(1, len(gaps) + 1)),
        head=head,
    )


def _choices(wording: str, opposites: Opposites | None) -> tuple[tuple[str, ...], ...]:
    """List the words of each alternative outside of others, in lower case."""
    choices: list[tuple[str, ...]] = []
    open_: list[list[str]] = []
    for token in _TOKEN.finditer(_ONE.sub("", wording) if opposites is not None else wording):
        text = (token["text"] or "").lower()
        if token["open"]:
            open_.append([""])
        elif token["bar"] and open_:
            open_[-1].append("")
        elif token["close"]:
            words = open_.pop()
            if not open_ and token["close"] == ")" and all(words):
                choices.append(tuple(words))
        elif (
            open_
            and text.isascii()
            and text.isalpha()
            and not (opposites is not None and (text in DENIALS or opposites.turned(token["text"])))
        ):
            open_[-1][-1] = max(open_[-1][-1], text, key=len)
    return tuple(choices)


def plain_wording(wording: str) -> str:
    """A wording as one sentence: the first of its alternatives, without what may be missing.

    >>> plain_wording("(a|A) {monster:monster} [always] casts {cast:pool} ... \\({n} or more\\)")
    'a {monster} casts {cast} … ({n} or more)'
    """
    wording = wording.replace(ANY_ORDER, " ... ")
    parts: list[str] = []
    hidden: list[bool] = []
    for token in _TOKEN.finditer(wording):
        if token["open"]:
            hidden.append(not _is_needed(token, wording))
        elif token["bar"] and not hidden:
            break
        elif token["bar"]:
            hidden[-1] = True
        elif token["close"]:
            hidden.pop()
        elif not any(hidden):
            blank = f"{{{token['name']}}}" if token["name"] else ""
            parts.append(blank or token["escaped"] or ("…" if token["gap"] else token[0]))
    return re.sub(r"\s+(?=[,.:;]|$)", "", " ".join("".join(parts).split()))


def _weight(token: re.Match[str], wording: str) -> int:
    """Return the weight of a part of a wording; nothing where it may be missing."""
    if token["open"]:
        return int(_is_needed(token, wording))
    return int(bool(token["name"]) or re.search(r"\w", token["text"] or "") is not None)


def _is_needed(opening: re.Match[str], wording: str) -> bool:
    """Return whether a bracket must match something."""
    alternatives = wording[opening.end() : wording.find(")", opening.end())]
    return opening["open"] == "(" and not alternatives.startswith("|") and not alternatives.endswith("|")


def _drop_space(parts: list[str]) -> bool:
    if parts and parts[-1] == r"\s+":
        parts.pop()
        return True
    return False
