"""From what was noticed while reading to findings: one for each fault."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rulebook_asciidoc.includes import Refusal
from rulebook_asciidoc.parsing.reading import MAIN, Reading
from rulebook_core.findings import Evidence, Finding, Place
from rulebook_core.source import Source, Span
from rulebook_core.spans import Stretches
from rulebook_syntax.dialects.faults import (
    NO_CHAPTER,
    malformed_markup,
    unknown_target,
    unresolved_attribute,
    unresolved_include,
)
from rulebook_syntax.document import Prose
from rulebook_text.naming.spelling import edit_distance

_NO_FAULT = re.compile(
    r"id assigned to|skipping reference to missing attribute|possible invalid reference|section title out of sequence"
    r"|found deprecated|list item index"
)
"""Messages to ignore: our own checks report these faults, or they do no harm."""
_UNTERMINATED = re.compile(r"unterminated (?P<what>.+) block$")
_DEFINITION = re.compile(r"^:(?P<name>[^:\n]+):", re.MULTILINE)
_ROLE_LEFT = re.compile(r"\[(?P<role>[A-Za-z][\w.#%-]*)\](?P<mark>#?)")

_ROLE = re.compile(r"\[(?P<role>[^\[\]\n]+)\](?=#)")
_INCOMPLETE = re.compile(
    r"<<(?=[\w#./])|(?<![\w:])(?:xref|image|footnote|include|link):{1,2}(?=[\w./#\[])|(?<!\S)\+(?!\S)"
)
_QUOTED_DIRECTIVE = re.compile(r"include::[^\s\[\]]+\[[^\[\]\n]*\]")
"""A directive within a line takes in nothing: it is told of."""
_BLANKS = re.compile(r"[ \t]*")
_NO_MORE = re.compile(r"[ \t\r]*$", re.MULTILINE)
_NO_TARGET = re.compile(r"[\[\]]|\s(?:xref|image|footnote|link):")
_FACTS = {
    "<<": ("a reference begins here with `{}`, and never ends", "close it: `<<id,words>>`"),
    ":": ("`{}` is shown to the reader: its brackets are missing or never closed", "write `[...]` behind it"),
    "+": ("this `{}` continues no list, and is shown to the reader", "take it away, or put it below an item"),
}

MIN_RATIO = 5
"""The ratio of uses above which a rare role is a misspelling of a frequent one."""
MIN_ROLE = 5
MAX_ROLE = 40


class Diagnosis:
    """The findings of one document.

    Args:
        source: the text.
        reading: what was read of it.
        prose: its blocks.
        log: what Asciidoctor complained of.
        refusals: includes that were left out.
    """

    def __init__(
        self, source: Source, reading: Reading, prose: Prose, log: list[Mapping[str, Any]], refusals: list[Refusal]
    ) -> None:
        self._source = source
        self._reading = reading
        self._passed = Stretches(reading.passed)
        self._prose = prose
        self._log = log
        self._refusals = refusals

    def findings(self) -> tuple[Finding, ...]:
        results = [
            *self._includes(),
            *self._attributes(),
            *self._logged(),
            *self._roles(),
            *self._shown(),
            *self._swallowed(),
        ]
        return tuple(sorted(results, key=lambda finding: finding.sort_key))

    def _includes(self) -> Iterator[Finding]:
        for refusal in self._refusals:
            if refusal.is_outside:
                yield unknown_target(self._directive(refusal), refusal.target, is_outside=True)
            else:
                finding = unresolved_include(self._directive(refusal), refusal.target, refusal.reason)
                yield finding.by(Evidence.HINT if refusal.is_elsewhere else Evidence.PROOF)

    def _directive(self, refusal: Refusal) -> Place:
        """The target of an include as it is written, or all of the line."""
        line = self._reading.lines.span(refusal.line)
        match = re.match(r"include::(?P<target>.*?)\[", self._source.slice(line))
        if match is None:
            return Place(self._source, line)
        return Place(self._source, Span(line.start + match.start("target"), line.start + match.end("target")))

    def _attributes(self) -> Iterator[Finding]:
        missing = tuple(
            replace(self._directive(refusal), message=f"`{refusal.target}` may define it, but is not there")
            for refusal in self._refusals
        )
        undefined = dict.fromkeys(self._reading.undefined)
        defined: dict[str, int] = {}
        for match in _DEFINITION.finditer(self._source.text) if undefined else ():
            defined.setdefault(match["name"].lower(), match.end())
        for name, span in undefined:
            if name[0].isupper():
                continue  # What a reader shall fill in: "Disarm {X}".
            if defined.get(name.lower(), span.end) <= span.start:
                continue  # What takes in this part of the text finds it; here it is but a line of a paragraph.
            finding = unresolved_attribute(Place(self._source, span), name, missing[:1])
            is_elsewhere = self._reading.is_of_antora or any(one.is_elsewhere for one in self._refusals)
            yield finding.by(Evidence.HINT if is_elsewhere else Evidence.SIGN if missing else Evidence.PROOF)

    def _logged(self) -> Iterator[Finding]:
        for message in self._log:
            text, line = message["text"], message["line"]
            if message["path"] not in (MAIN, None) or _NO_FAULT.match(text):
                continue
            number = min(max(line or 1, 1), len(self._reading.lines))
            place = Place(self._source, self._reading.lines.span(number))
            if text.startswith(NO_CHAPTER) and not self._has_heading_before(place.span):
                continue  # A part of a book, read by itself, begins with its title.
            unterminated = _UNTERMINATED.match(text)
            if unterminated is not None:
                yield malformed_markup(place, f"this {unterminated['what']} block is never closed")
            else:
                finding = malformed_markup(place, text)
                yield finding.by(Evidence.PROOF if message["severity"] == "ERROR" else Evidence.SIGN)

    def _has_heading_before(self, span: Span) -> bool:
        return any(heading.span.start < span.start for heading in self._reading.headings)

    def _roles(self) -> Iterator[Finding]:
        """Roles that a reader sees: their marks do not meet."""
        used = Counter(role for roles in self._reading.roles for role in roles)
        yield from self._near_roles(used)
        yield from self._half_roles(used)
        for block in self._prose.blocks:
            if block.kind == "code" or "[" not in block.text.text:
                continue
            coded = block.coded()
            for match in _ROLE_LEFT.finditer(block.text.text):
                if coded.has(match.start()) or not (match["mark"] or match["role"] in used):
                    continue
                span = block.text.span(match.start(), match.end())
                if self._passed.has(span.start):
                    continue
                yield malformed_markup(
                    Place(self._source, span),
                    f"the role `[{match['role']}]` is shown to the reader: its marks do not meet",
                    f"write `[{match['role']}]#words#`",
                )

    def _half_roles(self, used: Counter[str]) -> Iterator[Finding]:
        """Roles with one bracket only: `[role#words#`, `role]#words#`."""
        if not used:
            return
        names = "|".join(map(re.escape, sorted(used, key=len, reverse=True)))
        half = re.compile(rf"(?<![\w\[.#%-])(?P<first>{names})\](?!\()|\[(?P<last>{names})(?=#\S)")
        for block in self._prose.blocks:
            if block.kind == "code" or not any(sign in block.text.text for sign in "[]"):
                continue
            coded = block.coded()
            for match in half.finditer(block.text.text):
                span = block.text.span(match.start(), match.end())
                if coded.has(match.start()) or self._passed.has(span.start):
                    continue
                role, sign = (match["first"], "[") if match["first"] else (match["last"], "]")
                fact = f"the role `{match[0]}` is shown to the reader: its `{sign}` is missing"
                yield malformed_markup(Place(self._source, span), fact, f"write `[{role}]#words#`")

    def _near_roles(self, used: Counter[str]) -> Iterator[Finding]:
        """Roles that are nearly one that the text has far more often: what they mark is no term."""
        alike: dict[str, list[str]] = {}
        for role, count in used.items():
            for part in _without_a_sign(role) if count >= MIN_RATIO else ():
                alike.setdefault(part, []).append(role)
        near: dict[str, str] = {}
        for role, count in used.items() if alike else ():
            parts = _without_a_sign(role) if len(role) >= MIN_ROLE else ()
            others = dict.fromkeys(other for part in parts for other in alike.get(part, ()))
            often = (other for other in others if used[other] >= MIN_RATIO * count)
            if other := next((other for other in often if edit_distance(role, other, 1) == 1), None):
                near[role] = other
        for match in _ROLE.finditer(self._source.text) if near else ():
            if (role := match["role"]) in near:
                fact = f"the role `{role}` is nearly `{near[role]}`, which the text has {used[near[role]]} times"
                place = Place(self._source, Span(*match.span("role")))
                yield malformed_markup(place, fact, f"write `{near[role]}`")

    def _shown(self) -> Iterator[Finding]:
        """Markup that is not complete, so that a reader sees it."""
        for block in self._prose.blocks:
            text = block.text.text
            if block.kind == "code" or not any(sign in text for sign in ("<<", ":", "+")):
                continue
            coded = block.coded()
            for match in _INCOMPLETE.finditer(text):
                if coded.has(match.start()):
                    continue
                span = block.text.span(match.start(), match.end())
                if self._is_meant(span, match[0]):
                    continue
                fact, remedy = _FACTS["<<" if match[0] == "<<" else "+" if match[0] == "+" else ":"]
                yield malformed_markup(Place(self._source, span), fact.format(match[0]), remedy)

    def _swallowed(self) -> Iterator[Finding]:
        """References whose target goes on over what a reader was to see."""
        for link in self._reading.links:
            if link.target_span is not None and _NO_TARGET.search(self._source.slice(link.target_span)):
                fact = "this target takes in what follows: its brackets are missing or never closed"
                yield malformed_markup(Place(self._source, link.target_span), fact, "write `[...]` behind it")

    def _is_meant(self, span: Span, shown: str) -> bool:
        """Return whether a writer wants a sign shown: escaped, passed through, or a `+` within a line."""
        text = self._source.text
        if (
            text[span.start - 1 : span.start] == "\\"
            or self._passed.has(span.start)
            or _QUOTED_DIRECTIVE.match(text, span.start)
        ):
            return True
        begins = self._source.line_starts[self._source.position(span.start).line - 1]
        is_alone = _BLANKS.fullmatch(text, begins, span.start) and _NO_MORE.match(text, span.end)
        return shown == "+" and not is_alone


def _without_a_sign(role: str) -> list[str]:
    """A role, and what is left of it without one of its signs: of two that are a slip apart, something is the same."""
    return [role, *(role[:at] + role[at + 1 :] for at in range(len(role)))] if len(role) <= MAX_ROLE else []
