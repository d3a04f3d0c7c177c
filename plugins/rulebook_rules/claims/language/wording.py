"""The language of phrasebooks: a wording with typed blanks, compiled to a matcher.

See `rulesmod.system.Phrase` for what a writer of phrases sees. The compiled form is a regular
expression over plain text, which nobody has to read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulebook_core.lazy_regex import lazily
from rulebook_rules.claims.language.any_order import ANY_ORDER, in_any_order
from rulebook_rules.claims.language.blank_types import WORD
from rulebook_rules.claims.language.matching import MAX_REACH, BlankType, Wording, compiled
from rulebook_rules.claims.language.opposites import DENIALS, SIGNS, Opposites
from rulebook_rules.claims.language.turning import turn_of
from rulebook_text.lexing.clauses import END_SIGN
from rulebook_text.lexing.dice_words import DICE_IN_WORDS
from rulebook_text.lexing.lists import ALSO, COMMA, COMMA_AND, PLUS, named_item
from rulebook_text.lexing.modality import NEGATION
from rulebook_text.words import cue
from rulesmod.system import WordingError

MAX_GAP = 400
"""How many characters `..`, `...` and `....` may skip."""

_ONE = lazily(
    rf"(?:(?P<word>{cue('phrases.one')})|\((?P<words>(?:{cue('phrases.articles')}|\|)+)\))\s+(?=\{{\w+:die\}})"
)
"""Words before a single die."""
_MAY_BE_ONE = lazily(rf"\[\(?(?:{cue('phrases.articles')}|\|)+\)?\]\s+\{{\w+(?=:die\}})")
_ANY_DICE = "any die"
_BEGINS = r"(?<![\w])(?!(?<=\d[.,'’])\d)"
"""A wording begins with a whole word; in "1.1.1" no number is looked for behind each point."""
_GAP = rf"(?!\w)[\s\S]{{1,{MAX_GAP}}}?(?<!\w)"
_NEAR_GAP = rf"(?!\w)(?:(?!{END_SIGN})[\s\S]){{1,{MAX_GAP}}}?(?<!\w)"
"""The same without an end of a sentence in it."""


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
    return _Compiler(wording, types, opposites).compile()


class _Compiler:
    """The compilation of one wording, token by token."""

    def __init__(self, wording: str, types: dict[str, BlankType], opposites: Opposites | None) -> None:
        if opposites is not None:
            # Where an article may be missing, several dice are no slip.
            types = {**types, "die": BlankType(DICE_IN_WORDS, types["die"].convert), _ANY_DICE: types["die"]}
            wording = _MAY_BE_ONE.sub(rf"\g<0>:{_ANY_DICE}", wording).replace(f":{_ANY_DICE}:die", f":{_ANY_DICE}")
        self._wording, self._types, self._opposites = wording, types, opposites
        self._position = 0
        self._parts: list[str] = []
        self._blanks: list[tuple[str, str, bool]] = []
        self._brackets: list[str] = []
        self._needs: list[str] = []
        self._said: list[str] = []
        self._turns: dict[str, str] = {}
        self._contraries: set[str] = set()
        self._gaps: list[int] = []
        self._weight = 0

    def compile(self) -> Wording:
        wording, parts, blanks = self._wording, self._parts, self._blanks
        while self._position < len(wording):
            self._next()
        if self._brackets:
            bracket = self._brackets[-1][0]
            raise self._error(f"a `{bracket}` is never closed", bracket)
        begins = _BEGINS
        begins_with_blank = bool(blanks) and parts[0].startswith("(?P<")
        if begins_with_blank and WORD in self._types[blanks[0][1]].pattern:
            begins += r"(?<!\w['’-])"  # Nor in the middle of a word that has parts.
        return Wording(
            pattern=rf"{begins}{''.join(parts)}(?!\w)",
            blanks=tuple(blanks),
            types=self._types,
            needs=tuple(dict.fromkeys(self._needs)),
            runs=tuple(run for run in map(str.strip, "".join(self._said).split("\n")) if " " in run),
            reach=MAX_REACH + len(self._gaps) * MAX_GAP,
            turns=self._turns if self._opposites is not None else None,
            contrary=tuple(sorted(self._contraries)),
            choices=_choices(wording, self._opposites),
            weight=self._weight,
            denials=frozenset(word.lower() for word in NEGATION.findall(wording)),
            gaps=tuple(f"_gap{number}" for number, dots in enumerate(self._gaps, 1) if dots < 4),
            skips=tuple(f"_gap{number}" for number in range(1, len(self._gaps) + 1)),
            head=rf"{begins}{parts[0]}" if begins_with_blank and blanks[0][2] else "",
        )

    def _error(self, fact: str, part: str, known: Sequence[str] = ()) -> WordingError:
        return WordingError(f"`{self._wording}`: {fact}", self._wording, part, known)

    def _next(self) -> None:
        """Read the next token."""
        wording = self._wording
        if self._opposites is not None and (one := _ONE.match(wording, self._position)):
            # Several dice have no article.
            self._parts.append(rf"(?:(?:{(one['word'] or one['words']).lower()})\s+)?")
            self._position = one.end()
            self._said.append("\n")
            return
        token = _TOKEN.match(wording, self._position)
        if token is None:
            rest = wording[self._position :]
            raise self._error(f"nothing can be made of `{rest}`", rest)
        self._position = token.end()
        words = " " if token["space"] else (token["text"] or "'").lower()
        self._said.append("\n" if self._brackets or not {"'", '"'}.isdisjoint(words) else words)
        if not self._brackets:
            self._weight += _weight(token, wording)
        assert token.lastgroup is not None
        _READERS[token.lastgroup](self, token)

    def _skip_space(self) -> None:
        rest = self._wording[self._position :]
        self._position += len(rest) - len(rest.lstrip())

    def _blank(self, token: re.Match[str]) -> None:
        name, type_name = token["name"], token["type"] or "number"
        if type_name not in self._types:
            raise self._error(f"there is no type `{type_name}` of blanks", type_name, sorted(self._types))
        if not name.isidentifier() or any(name == other for other, _, _ in self._blanks):
            what = "names two of its blanks" if name.isidentifier() else "is no name for a blank"
            raise self._error(f"`{name}` {what}", name)
        if token["list"] and type_name == "number":
            type_name = "numeral"  # In an enumeration "a" is the article of what follows.
        self._blanks.append((name, type_name, bool(token["list"])))
        item = self._types[type_name].pattern
        compiled(item)  # Only what a game brings along can be malformed in what follows.
        # Behind an "and" comes the last item: what follows it is the sentence going on.
        if token["list"]:
            more = named_item(item) if self._types[type_name].is_name else item
            item = f"(?:{item}(?:{PLUS}{item})+|{item}(?:{COMMA}{more})*(?:{COMMA_AND}{more})*(?:{ALSO}{more})*)"
        self._parts.append(f"(?P<{name}>{item})")

    def _escaped(self, token: re.Match[str]) -> None:
        self._parts.append(re.escape(token["escaped"]))

    def _gap(self, token: re.Match[str]) -> None:
        _drop_space(self._parts)
        self._gaps.append(len(token["gap"]))
        self._parts.append(f"(?P<_gap{len(self._gaps)}>{_NEAR_GAP if self._gaps[-1] == 2 else _GAP})")
        self._skip_space()

    def _open(self, token: re.Match[str]) -> None:
        bracket, leading = token["open"], False
        if bracket == "[":
            # The space before an optional part is part of it; at the beginning, the space behind it.
            leading = _drop_space(self._parts)
            bracket = "[" if leading or self._parts else "[ "
        self._brackets.append(bracket)
        self._parts.append("(?:" + (r"\s+" if leading else ""))

    def _bar(self, token: re.Match[str]) -> None:
        self._parts.append("|")

    def _close(self, token: re.Match[str]) -> None:
        if not self._brackets or self._brackets[-1][0] != {"]": "[", ")": "("}[token["close"]]:
            raise self._error(f"a `{token['close']}` closes nothing", token["close"])
        opened = self._brackets.pop()
        if opened == "[ ":
            self._parts.append(r"\s+")
            self._skip_space()
        self._parts.append(")?" if opened[0] == "[" else ")")

    def _space(self, token: re.Match[str]) -> None:
        self._parts.append(r"\s+")

    def _text(self, token: re.Match[str]) -> None:
        text = token["text"]
        if self._opposites is not None and self._turned(text, self._opposites):
            return
        self._parts.append(re.escape(text.lower()).replace("'", "['’]").replace('"', '["“”„]'))
        if not self._brackets and text.isascii() and text.isalpha():
            self._needs.append(text.lower())

    def _turned(self, text: str, opposites: Opposites) -> bool:
        """Let a word stand for its opposite; return whether it has one."""
        turned = _TURNED.fullmatch(text)
        if turned is None or turned["rest"][:1] in ("'", "’"):
            return False
        is_spaced = self._wording.startswith(" ", self._position)
        slip = turn_of(turned["word"], opposites, f"_{len(self._turns)}", is_spaced=is_spaced)
        if slip is None:
            return False
        self._said[-1] = "\n"
        self._turns[f"_{len(self._turns)}"] = turned["word"]
        self._contraries.update(slip.contrary)
        self._parts.append(slip.pattern + re.escape(turned["rest"].lower()))
        # The space behind a denial goes with it.
        self._position += is_spaced and turned["word"].lower() in DENIALS
        return True


_READERS: dict[str, Callable[[_Compiler, re.Match[str]], None]] = {
    "name": _Compiler._blank,
    "type": _Compiler._blank,
    "escaped": _Compiler._escaped,
    "gap": _Compiler._gap,
    "open": _Compiler._open,
    "bar": _Compiler._bar,
    "close": _Compiler._close,
    "space": _Compiler._space,
    "text": _Compiler._text,
}
"""Readers of a token by the last group of its pattern."""


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
