"""Running text as Asciidoctor substitutes it, step by step, on text that knows where it comes from.

What is left is HTML in which the tags are numbers of `Element`s (`<e3>..</e3>`): Asciidoctor's own output is held
against it, so that a difference in reading can never go unseen (see `texts`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rulebook.dialects.asciidoc.quotes import QUOTE_SIGNS, QUOTES, REPLACEABLE, REPLACEMENTS, Quote, Replacement
from rulebook.dialects.asciidoc.tracked import EMPTY, Tracked, joined, written
from rulebook.source import Span

ElementKind = Literal["text", "code", "link", "reference", "image", "anchor", "footnote", "break", "key", "passed"]

NORMAL = ("specialcharacters", "quotes", "attributes", "replacements", "macros", "post_replacements")
BASIC = ("specialcharacters",)
_SUBSTITUTIONS = {
    "a": ("attributes",), "m": ("macros",), "n": NORMAL, "p": ("post_replacements",), "q": ("quotes",),
    "r": ("replacements",), "c": BASIC, "v": BASIC, "normal": NORMAL, "verbatim": BASIC, "specialchars": BASIC,
    "none": (),
}  # fmt: skip

INTRINSIC = {
    "startsb": "[", "endsb": "]", "vbar": "|", "caret": "^", "asterisk": "*", "tilde": "~", "plus": "&#43;",
    "backslash": "\\", "backtick": "`", "blank": "", "empty": "", "sp": " ", "two-colons": "::",
    "two-semicolons": ";;", "nbsp": "&#160;", "deg": "&#176;", "zwsp": "&#8203;", "quot": "&#34;", "apos": "&#39;",
    "lsquo": "&#8216;", "rsquo": "&#8217;", "ldquo": "&#8220;", "rdquo": "&#8221;", "wj": "&#8288;",
    "brvbar": "&#166;", "pp": "&#43;&#43;", "cpp": "C&#43;&#43;", "cxx": "C&#43;&#43;", "amp": "&", "lt": "<",
    "gt": ">",
}  # fmt: skip
"""Attributes that every document has."""

HOLE = "\ufffc"
"""Stands where only Asciidoctor knows the text: a reference without words of its own, a counter."""

_SPECIAL = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
_SPECIAL_SIGN = re.compile("[<>&]")
_ATTRIBUTE = re.compile(r"(?P<before>\\)?\{(?P<name>\w[\w-]*|(?P<order>set|counter2?):.*?)(?P<behind>\\)?\}")
_PASS_MACRO = re.compile(
    r"(?:(?:(?P<escaped_role>\\?)\[(?P<role>[^\[\]]+)\])?(?P<escapes>\\{0,2})(?P<mark>\+\+\+?|\$\$)(?P<text>[\s\S]{0,2000}?)"
    r"(?P=mark)|(?P<escape>\\?)pass:(?P<subs>[a-z]+(?:,[a-z-]+)*)?\[(?P<passed>|[\s\S]{0,2000}?[^\\])\])"
)
_PASS = re.compile(
    r"(?P<before>(?:^|[^\w;:\\])(?=(?P<bracket>\[)|\+)|\\(?=\[)|(?=\\\+))"
    r"(?:\[(?P<old_role>x-|[^\[\]]+ x-)\]|(?:\[(?P<role>[^\[\]]+)\])?(?=(?P<escape>\\)?\+))"
    r"(?P<quoted>\\?(?P<mark>\+|`)(?P<text>\S|\S[\s\S]{0,2000}?\S)(?P=mark))(?!\w)",
    re.MULTILINE,
)
_STEM = re.compile(r"\\?(?P<name>stem|(?:latex|ascii)math):(?:[a-z]+(?:,[a-z-]+)*)?\[(?P<text>[\s\S]{0,2000}?[^\\])\]")
_SLOT = re.compile("\x96(?P<number>\\d+)\x97")
_HARD_BREAK = re.compile(r"^(?P<line>.*) \+$", re.MULTILINE)


class Element(NamedTuple):
    """What a tag in the text stands for.

    Attributes:
        kind: what it is.
        span: all of it in the source.
        roles: the classes that its markup gives it.
        target: where it leads or what it is called, as written: an id, a path, an address.
        text: words of it that do not stand in the text (a footnote's).
        place: where an empty target would stand.
    """

    kind: ElementKind
    span: Span
    roles: tuple[str, ...] = ()
    target: Tracked = EMPTY
    text: Tracked = EMPTY
    place: Span | None = None

    @property
    def target_span(self) -> Span:
        """Where the target is written, or would be."""
        return self.place or (self.target.span if self.target.text else self.span)


class _Passthrough(NamedTuple):
    text: Tracked
    substitutions: Collection[str]
    element: tuple[str, str] | None


@dataclass(slots=True)
class Inlines:
    """One text on its way through all substitutions.

    Attributes:
        attributes: the attributes that hold where the text stands, as far as it refers to them or is read by them.
        elements: what its tags stand for, by number.
        is_bibliography: whether it is an item of a list of books.
        undefined: names of attributes that nobody defines, and where they stand.
    """

    attributes: Mapping[str, str]
    is_bibliography: bool = False
    elements: list[Element] = field(default_factory=list)
    undefined: list[tuple[str, Span]] = field(default_factory=list)
    _passed: list[_Passthrough] = field(default_factory=list)

    def read(self, text: Tracked, substitutions: Collection[str] = NORMAL) -> Tracked:
        """All substitutions, in their order; passthroughs stay out of the way of the others."""
        if "macros" in substitutions:
            text = self._take_passthroughs(text)
        for step in substitutions:
            if step in _STEPS:
                text = _STEPS[step](self, text)
        return self.restored(text) if "macros" in substitutions else text

    def wrapped(self, element: Element, text: Tracked) -> Tracked:
        """A text between the tags of an element."""
        number = len(self.elements)
        self.elements.append(element)
        opening = written(f"<e{number}>", Span(element.span.start, element.span.start))
        return joined((opening, text, written(f"</e{number}>", Span(element.span.end, element.span.end))))

    def _special(self, text: Tracked) -> Tracked:
        return text.substitute(_SPECIAL_SIGN, lambda match: written(_SPECIAL[match[0]], text.origin(match)))

    def _quotes(self, text: Tracked) -> Tracked:
        if QUOTE_SIGNS.search(text.text):
            for quote in QUOTES:
                text = text.substitute(quote.pattern, self._quoted(text, quote))
        return text

    def _quoted(self, text: Tracked, quote: Quote) -> Callable[[re.Match[str]], Tracked]:
        def replacement(match: re.Match[str]) -> Tracked:
            origin = text.origin(match)
            inner, role = text.group(match, "text"), match["role"]
            if match[0].startswith("\\"):
                if not quote.constrained or not role:
                    return text[match.start() + 1 : match.end()]
                element = _formatted(quote.kind, None, origin)
                literal = text[match.start("role") - 1 : match.end("role") + 1]
                return joined((literal, self._set_off(quote.kind, element, inner)))
            before = text.group(match, "before") if quote.constrained else EMPTY
            span = Span(origin.start if not before.text else before.ends[-1], origin.end)
            element = _formatted(quote.kind, role, span)
            anchored = self._anchored(text, match, role, span)
            return joined((before, anchored, self._set_off(quote.kind, element, inner)))

        return replacement

    def _anchored(self, text: Tracked, match: re.Match[str], role: str | None, span: Span) -> Tracked:
        """The anchor that `[#id]` sets before formatted text."""
        found = re.match(r"\s*[^#,]*#(?P<id>[^.,\s]+)", role) if role and "#" in role else None
        if found is None:
            return EMPTY
        start = match.start("role") + found.start("id")
        name = text[start : start + len(found["id"])]
        return self.wrapped(Element("anchor", span, target=name), EMPTY)

    def _set_off(self, kind: str, element: Element, inner: Tracked) -> Tracked:
        if kind in _QUOTATION:
            opening, closing = _QUOTATION[kind]
            inner_span = inner.span
            return joined(
                (
                    written(opening, Span(element.span.start, inner_span.start)),
                    inner,
                    written(closing, Span(inner_span.end, element.span.end)),
                )
            )
        return self.wrapped(element, inner)

    def _attribute_references(self, text: Tracked) -> Tracked:
        def replacement(match: re.Match[str]) -> Tracked | None:
            origin, name = text.origin(match), match["name"]
            if match["before"] or match["behind"]:
                start, end = match.span("name")
                return joined((text[start - 1 : end], text[match.end() - 1 : match.end()]))
            if match["order"]:
                return written(HOLE if match["order"] == "counter" else "", origin)
            key = name.lower()
            value = self.attributes.get(key, INTRINSIC.get(key))
            if value is None:
                self.undefined.append((name, origin))
                return None
            return written(value, origin)

        return text.substitute(_ATTRIBUTE, replacement) if "{" in text.text else text

    def _replacements(self, text: Tracked) -> Tracked:
        if REPLACEABLE.search(text.text):
            for sign in REPLACEMENTS:
                text = text.substitute(sign.pattern, self._replaced(text, sign))
        return text

    def _replaced(self, text: Tracked, sign: Replacement) -> Callable[[re.Match[str]], Tracked]:
        groups = sign.pattern.groupindex

        def replacement(match: re.Match[str]) -> Tracked:
            escape = match[0].find("\\")
            if escape >= 0:
                at = match.start() + escape
                return joined((text[match.start() : at], text[at + 1 : match.end()]))
            before = text.group(match, "before") if "before" in groups else EMPTY
            behind = text.group(match, "behind") if "behind" in groups else EMPTY
            own = text[match.start() + len(before.text) : match.end() - len(behind.text)]
            return joined((before, written(sign.sign, own.span), behind))

        return replacement

    def _macros(self, text: Tracked) -> Tracked:
        from rulebook.dialects.asciidoc.macros import read_macros

        return read_macros(self, text, is_bibliography=self.is_bibliography)

    def _line_breaks(self, text: Tracked) -> Tracked:
        def replacement(match: re.Match[str]) -> Tracked:
            line = text.group(match, "line")
            origin = text[match.end() - 2 : match.end()].span
            return joined((line, self.wrapped(Element("break", origin), EMPTY)))

        return text.substitute(_HARD_BREAK, replacement) if " +" in text.text else text

    def _take_passthroughs(self, text: Tracked) -> Tracked:
        if "++" in text.text or "$$" in text.text or "ss:" in text.text:
            taken = text
            text = text.substitute(_PASS_MACRO, lambda match: self._passed_by_macro(taken, match))
        if "+" in text.text or "-]" in text.text:
            marked = text
            text = text.substitute(_PASS, lambda match: self._passed_by_mark(marked, match))
        if ":" in text.text and ("stem:" in text.text or "math:" in text.text):
            formulas = text

            def formula(match: re.Match[str]) -> Tracked:
                if match[0].startswith("\\"):
                    return formulas[match.start() + 1 : match.end()]
                return self._formula(formulas, match)

            text = text.substitute(_STEM, formula)
        return text

    def _formula(self, text: Tracked, match: re.Match[str]) -> Tracked:
        inner, origin = text.group(match, "text").replace("\\]", "]"), text.origin(match)
        name = self.attributes.get("stem", "asciimath") if match["name"] == "stem" else match["name"]
        is_latex = name in ("latexmath", "latex", "tex")
        if is_latex and len(inner.text) > 1 and inner.text[0] == inner.text[-1] == "$":
            inner = inner[1:-1]
        opening, closing = ("\\(", "\\)") if is_latex else ("\\$", "\\$")
        between = (written(opening, Span(origin.start, inner.span.start)), inner)
        return self._slot(joined((*between, written(closing, Span(inner.span.end, origin.end)))), BASIC, None, origin)

    def _passed_by_macro(self, text: Tracked, match: re.Match[str]) -> Tracked:
        origin, mark = text.origin(match), match["mark"]
        if not mark:
            if match["escape"]:
                return text[match.start() + 1 : match.end()]
            names = (match["subs"] or "").split(",") if match["subs"] else []
            wanted = dict.fromkeys(step for name in names for step in _SUBSTITUTIONS.get(name, (name,)))
            return self._slot(text.group(match, "passed").replace("\\]", "]"), wanted, None, origin)
        if match["escapes"]:
            at = match.start("escapes")
            return joined((text[match.start() : at], text[at + 1 : match.end()]))
        inner, role = text.group(match, "text"), match["role"]
        steps = () if mark == "+++" else BASIC
        if role and match["escaped_role"]:
            kept = text[match.start("role") - 1 : match.end("role") + 1]
            return joined((kept, self._slot(inner, steps, None, origin)))
        if role and mark == "++" and (role == "x-" or role.endswith(" x-")):
            return self._slot(inner, NORMAL, ("code", role[:-2].strip()), origin)
        return self._slot(inner, steps, ("mark", role) if role else None, origin)

    def _passed_by_mark(self, text: Tracked, match: re.Match[str]) -> Tracked | None:
        if not match["bracket"] and match["old_role"]:
            return None
        before, inner = text.group(match, "before"), text.group(match, "text")
        role = match["old_role"] or match["role"]
        origin = Span(text.starts[match.start() + len(before.text)], text.ends[match.end() - 1])
        escaped = match["quoted"].startswith("\\") and match["escape"]
        bracketed = text[match.start() + len(before.text) : match.start("quoted")]
        if escaped:
            return joined((before, bracketed, text[match.start("quoted") + 1 : match.end("quoted")]))
        if match["mark"] == "`" and not match["old_role"]:
            return None
        if role and before.text == "\\":
            return joined((bracketed, text.group(match, "quoted")))
        if match["old_role"]:
            steps = BASIC if match["mark"] == "`" else NORMAL
            return joined((before, self._slot(inner, steps, ("code", role[:-2].strip()), origin)))
        return joined((before, self._slot(inner, BASIC, ("mark", role) if role else None, origin)))

    def _slot(self, text: Tracked, steps: Collection[str], element: tuple[str, str] | None, origin: Span) -> Tracked:
        self._passed.append(_Passthrough(text, tuple(steps), element))
        return written(f"\x96{len(self._passed) - 1}\x97", origin)

    def restored(self, text: Tracked) -> Tracked:
        """The text with its passthroughs back in it."""
        if "\x96" not in text.text:
            return text
        slots = text

        def replacement(match: re.Match[str]) -> Tracked | None:
            number = int(match["number"])
            if number >= len(self._passed):
                return None
            passed = self._passed[number]
            inner = self.read(passed.text, passed.substitutions)
            if passed.element is not None:
                inner = self.wrapped(_formatted(*passed.element, slots.origin(match)), inner)
            else:
                inner = self.wrapped(Element("passed", slots.origin(match)), inner)
            return self.restored(inner)

        return text.substitute(_SLOT, replacement)


_STEPS: Mapping[str, Callable[[Inlines, Tracked], Tracked]] = {
    "specialcharacters": Inlines._special,
    "quotes": Inlines._quotes,
    "attributes": Inlines._attribute_references,
    "replacements": Inlines._replacements,
    "macros": Inlines._macros,
    "post_replacements": Inlines._line_breaks,
}

_QUOTATION = {"double": ("&#8220;", "&#8221;"), "single": ("&#8216;", "&#8217;")}


def _formatted(kind: str, role: str | None, span: Span) -> Element:
    roles = role.partition(",")[0].strip() if role else ""
    if roles.startswith((".", "#")):
        roles = " ".join(re.findall(r"\.([^.#]+)", roles))
    return Element("code" if kind == "code" else "text", span, tuple(roles.split()))
