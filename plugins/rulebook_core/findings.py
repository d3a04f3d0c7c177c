"""Findings: what the checker has to say, and the rules that say it.

A rule is a function that words one finding; its name in kebab-case is what reports show and `allow` takes:

    @rule(Severity.ERROR)
    def unknown_anchor(place: Place, target: str) -> Details:
        return Details(f"there is no `#{target}` on this page")

Its documentation is `rules/unknown_anchor/rule.md` in its package, which `rulebook explain` prints and the site lists.
Calling `unknown_anchor(place, "x")` gives the `Finding`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from enum import Enum, Flag, IntEnum, auto
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from rulebook_core import workspace
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Position, Source, Span
from rulesmod.records import record

if TYPE_CHECKING:
    from rulebook_rules.claims.model import Claim

P = ParamSpec("P")


class Severity(IntEnum):
    """How bad: housekeeping, very likely a fault, or something a reader meets broken."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


class Evidence(Enum):
    """What a finding rests on: proof, a sign of it, a habit that only writers of games do not have, or a hint.

    A sign is a distant sentence, or words that may mean something else. Of a hint, many mean it so.
    """

    PROOF = "proof"
    SIGN = "sign"
    HABIT = "habit"
    HINT = "hint"


MOST: Mapping[Evidence, tuple[Severity, Severity]] = {
    Evidence.PROOF: (Severity.ERROR, Severity.ERROR),
    Evidence.SIGN: (Severity.WARNING, Severity.WARNING),
    Evidence.HABIT: (Severity.ERROR, Severity.INFO),
    Evidence.HINT: (Severity.INFO, Severity.INFO),
}
"""The most that a finding can be by its evidence: on a page that names its game, and on another one."""


class Role(Flag):
    """The meaning that the findings of a rule have for other rules.

    Attributes:
        NAMES: a name is wrong; nothing else is told of its spelling, and what it names may be lost by it.
        SPELLS: of that name, only the spelling is known to be wrong.
        BREAKS: what a whole section rests on is broken, an expression, a row or a name.
        UNREAD: what stands there cannot be read, so that whatever else is said of it follows from that.
        LOSES_CLAIM: a recorded claim is lost, perhaps only because something else is broken.
        LOSES_LINK: a recorded link is lost, perhaps only because a name is wrong.
        UNREADABLE: a file cannot be read at all.
        STOPS: nobody knows what a site was to be, so that none can be built.
        LEADS: it is about where a link leads.
        SHOWS: it is about what becomes of markup where it is shown.
        BUILT: only a build finds it.
        COMPARES: two places of a book differ, one of which states what is right.
        UNSUPPORTED: its dialect has this markup, and the reader of the dialect does not.
    """

    NONE = 0
    NAMES = auto()
    SPELLS = auto()
    BREAKS = auto()
    UNREAD = auto()
    LOSES_CLAIM = auto()
    LOSES_LINK = auto()
    UNREADABLE = auto()
    STOPS = auto()
    LEADS = auto()
    SHOWS = auto()
    BUILT = auto()
    COMPARES = auto()
    UNSUPPORTED = auto()


@record
class Place:
    """A span of one source, with a note on what stands there (shown for related places)."""

    source: Source
    span: Span
    message: str = ""

    @property
    def sort_key(self) -> tuple[str, int, int]:
        return (self.source.path, self.span.start, self.span.end)

    @property
    def begins(self) -> Position:
        return self.source.position(self.span.start)

    @property
    def ends(self) -> Position:
        return self.source.position(self.span.end)

    @property
    def where(self) -> str:
        """As compilers print it: `path:line:column`."""
        return f"{self.source.path}:{self.begins}"

    @property
    def where_line(self) -> str:
        """The same without the column."""
        return f"{self.source.path}:{self.begins.line}"

    @property
    def bounds(self) -> dict[str, int]:
        """As JSON has it: lines and columns from 1, the end exclusive."""
        begins, ends = self.begins, self.ends
        return {"line": begins.line, "column": begins.column, "end_line": ends.line, "end_column": ends.column}


@record
class Edit:
    """Replace what stands at `place` by `text`, and touch nothing else."""

    place: Place
    text: str


@record
class Remedy:
    """One way to mend a finding: a sentence in the imperative, and the edits that do it."""

    title: str
    edits: tuple[Edit, ...] = ()


def write(place: Place, text: str) -> Remedy:
    """To write a text at a place instead of what stands there, with the same sign for minus."""
    if "−" in place.source.slice(place.span):
        text = _MINUS.sub("−", text)
    return Remedy(f"write `{text}`", (Edit(place, text),))


@record
class Details:
    """The message of a rule about a place.

    Attributes:
        message: one fact, in lower case, with user text in backticks.
        notes: further facts, each a line (`= the rules: ...`).
        remedies: the ways to mend it, best first; their titles are the help.
        related: other places that take part.
        is_final: whether neither a page nor a setting can allow it: it is about what a page must not do, or about what
            was not read at all.
        is_of_page: whether it says nothing of what else there is than its page.
    """

    message: str
    notes: tuple[str, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    related: tuple[Place, ...] = ()
    is_final: bool = False
    is_of_page: bool = False


@record
class Finding:
    """A diagnostic: which rule, how bad, where, what, and how to mend it.

    Attributes:
        claim: the one that it tells of, if it is about one.
        of: the places of the values that it follows from; one of them may be what is wrong.
        or_at: where it may be as well.
    """

    rule: str
    severity: Severity
    place: Place
    details: Details
    claim: Claim | None = field(default=None, compare=False, repr=False)
    of: tuple[Place, ...] = field(default=(), compare=False, repr=False)
    or_at: tuple[Place, ...] = field(default=(), compare=False, repr=False)

    @property
    def message(self) -> str:
        return self.details.message

    @property
    def help(self) -> str:
        return ", or ".join(remedy.title for remedy in self.details.remedies)

    def by(self, evidence: Evidence, *, has_game: bool = True) -> Finding:
        """Return the finding, no more severe than its evidence allows."""
        most = MOST[evidence][not has_game]
        return self if self.severity <= most else replace(self, severity=most)

    def means(self, role: Role) -> bool:
        """Return whether its rule has a role, or one of several."""
        return self.rule in rules_with(role)

    @property
    def places(self) -> tuple[Place, ...]:
        """Where it stands, and all that takes part."""
        return (self.place, *self.details.related)

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        return (*self.place.sort_key, self.rule, self.message)

    def stops(self, *, is_strict: bool) -> bool:
        """Return whether the site may not be built: an error of a strict book, or unknown output."""
        is_unknown = self.means(Role.STOPS) and not self.details.is_of_page
        return self.severity is Severity.ERROR and (is_strict or is_unknown)


@record
class Rule:
    """A rule as `rulebook explain` and the site show it.

    Attributes:
        is_final: whether all that it finds is final, as `Details` has it.
        page: the `rule.md` of its folder, which has its documentation and its examples.
        text: its documentation, where a rule of another project has no such page.
    """

    name: str
    severity: Severity
    role: Role
    is_final: bool
    page: Path
    text: str

    @property
    def documentation(self) -> str:
        return self._parts[0]

    @property
    def examples(self) -> str:
        """Texts with what is found in them, as Markdown; empty where there are none."""
        return self._parts[1]

    @property
    def _parts(self) -> tuple[str, str]:
        if self.text:
            return self.text, ""
        with workspace.untraced():  # The fingerprint of this tool counts its files.
            text = workspace.read_text(self.page).partition("\n\n")[2]
        before, heading, behind = text.partition("\n## ")
        return before.strip(), f"{heading}{behind}".strip()

    @property
    def summary(self) -> str:
        return self.documentation.partition("\n")[0]


MAX_QUOTED = 200
"""Characters of a text that are quoted at once."""
MAX_MESSAGE = 2000
"""Characters of a message, including quotes."""

_MINUS = lazily(r"(?<![^\W\d_])-(?=\s?[\d(])")
_HIDDEN = lazily("[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\ud800-\\udfff]")
"""Characters that move a terminal's cursor, reverse a text's direction, or cannot be printed."""
_QUOTE = lazily(r"`([^`]*)`")


def in_a_line(text: str) -> str:
    """A message as every report shows it: in one line, without signs that nobody sees, its quotes not too long."""
    if len(text) <= MAX_QUOTED and not _HIDDEN.search(text):
        return text
    line = _HIDDEN.sub(lambda sign: " " if sign[0].isspace() else "\ufffd", text)
    line = _QUOTE.sub(lambda quote: f"`{_cut(quote[1], MAX_QUOTED)}`", line)
    return _cut(line, MAX_MESSAGE)


def in_lines(text: str) -> str:
    """A text of several lines, as a terminal may be given it."""
    return _HIDDEN.sub(lambda sign: sign[0] if sign[0] in "\n\t" else "\ufffd", text)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _printable_place(place: Place) -> Place:
    message = in_a_line(place.message) if place.message else ""
    return place if message == place.message else replace(place, message=message)


def _printable(details: Details) -> Details:
    """Return the details with hidden characters replaced, for all reports."""
    texts = [details.message, *details.notes]
    texts += [remedy.title for remedy in details.remedies]
    texts += [place.message for place in details.related if place.message]
    # Looked through together, as nearly all are told as they are.
    if max(map(len, texts)) <= MAX_QUOTED and not _HIDDEN.search("".join(texts)):
        return details
    return replace(
        details,
        message=in_a_line(details.message),
        notes=tuple(map(in_a_line, details.notes)),
        remedies=tuple(replace(remedy, title=in_a_line(remedy.title)) for remedy in details.remedies),
        related=tuple(map(_printable_place, details.related)),
    )


_rules: dict[str, Rule] = {}


def rule(
    severity: Severity, role: Role = Role.NONE, *, is_final: bool = False
) -> Callable[[Callable[Concatenate[Place, P], Details]], Callable[Concatenate[Place, P], Finding]]:
    """Register the decorated function as a rule of the given severity.

    Args:
        severity: how bad it is, unless settings say otherwise.
        role: what its findings mean to others.
        is_final: whether all of them are, as `Details` has it.
    """

    def register(
        word: Callable[Concatenate[Place, P], Details],
    ) -> Callable[Concatenate[Place, P], Finding]:
        name = word.__name__.replace("_", "-")
        _rules[name] = Rule(name, severity, role, is_final, _page_of(word), inspect.getdoc(word) or "")
        rules_with.cache_clear()

        @wraps(word)
        def find(place: Place, /, *args: P.args, **kwargs: P.kwargs) -> Finding:
            details = _printable(word(place, *args, **kwargs))
            return Finding(
                name, severity, _printable_place(place), replace(details, is_final=True) if is_final else details
            )

        return find

    return register


def _page_of(word: Callable[..., Details]) -> Path:
    """Return the page of a rule: in its folder, which lies in the room `rules` of its package."""
    module = Path(word.__code__.co_filename)
    package = module.parents[word.__module__.count(".") - 1]
    return package / "rules" / word.__name__ / "rule.md"


@cache
def rules_with(role: Role) -> frozenset[str]:
    """The names of the rules that have a role, or one of several: to look for in many findings at once."""
    return frozenset(name for name, known in _rules.items() if known.role & role)


def registered_rules() -> dict[str, Rule]:
    """All rules of the modules imported so far, by name."""
    return dict(sorted(_rules.items()))


@rule(Severity.ERROR, Role.UNREADABLE | Role.STOPS, is_final=True)
def unreadable_source(place: Place, reason: str) -> Details:
    return Details(f"cannot read `{place.source.path}`: {reason}")
