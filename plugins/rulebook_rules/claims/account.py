"""The account of a page: statements become claims, and what is wrong becomes findings, one for each fault.

No reader knows another one. Which of several that object to one place has found the cause, their slots tell: what a
statement says, and what it follows from.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from rulebook_core.findings import Evidence, Finding, Place, Role, rules_with
from rulebook_core.source import Span
from rulebook_core.spans import Places, Stretches
from rulebook_rules.claims.context import Context
from rulebook_rules.claims.model import Claim, Fault, Statement, Verdict, Waiver
from rulebook_text.lexing.forms import without_numbers

MAX_GROUNDS = 3
"""The largest number of values that a consequence may rest on and still blame one of them."""

_NOWHERE: Places[Waiver] = Places(())


def settle(
    context: Context, read: Iterable[Statement | Finding], waived: Places[Waiver] = _NOWHERE
) -> tuple[list[Claim], list[Finding]]:
    """The claims of a page in order but for those that are waived, and the findings: those about no statement first."""
    statements, findings = [], []
    for one in read:
        if isinstance(one, Finding):
            findings.append(one)
            continue
        start, end = _place(one).span
        if start < end:  # What a converter shows of itself, nobody states.
            statements.append(one)
    claims: list[Claim] = []
    seen: Counter[str] = Counter()
    ids: dict[tuple[str, int, str], str] = {}
    known = _without_repeats([*_without_general(statements)])
    placed = ((statement, _place(statement), _kind(statement)) for statement in known)
    for statement, place, kind in sorted(placed, key=lambda one: (one[1].span, one[2])):
        words = without_numbers(place.source.slice(place.span))
        under = (kind, context.document.section_at(statement.says.span.start), words)
        if (id_ := ids.get(under)) is None:
            id_ = ids[under] = _id(context, *under)
        is_waived = waived.around(place) is not None
        if not is_waived:
            # Claims with the same words under the same headings get an ordinal behind their id.
            seen[id_] += 1
            id_ = id_ if seen[id_] == 1 else f"{id_}-{seen[id_]}"
        claim = _claim(context, statement, place, kind, id_)
        if not is_waived:
            claims.append(claim)
        findings += [_worded(statement, fault, claim) for fault in statement.faults]
    return claims, findings


def _without_general(read: Sequence[Statement]) -> Iterator[Statement]:
    """Drop what general readers say of numbers that a phrase of the game reads.

    Right or wrong: a claim that stood only while its number is right would be lost with it, at a place of its own. For
    the same reason a vague reading stays, undecided where it objects: the phrase knows what "roughly" allows.
    """
    claimed = Stretches(span for one in read for span in one.reads)
    for one in read:
        if not claimed.meets(one.says.span):
            yield one
        elif not one.kind.is_general:
            is_left = one.kind.is_vague and not one.right
            yield replace(one, right=None, guards=(), leeways=(), faults=()) if is_left else one


def _without_repeats(read: Sequence[Statement]) -> Iterator[Statement]:
    """Yield each statement but for those that another reader knows more of, with what it guards."""
    known: dict[str, set[int]] = {}
    for one in read:
        known.setdefault(one.rule, set()).add(one.kind.rank)
    shared = {rule for rule, of_rule in known.items() if len(of_rule) > 1}
    ranks = {(one.rule, one.about, one.says.span): one.kind.rank for one in read if one.about and one.rule in shared}
    for statement in read:
        if statement.about and statement.rule in shared:
            same = ((statement.rule, statement.about, span) for span in statement.guards or ())
            if any(ranks.get(row, 0) > statement.kind.rank for row in same):
                continue  # Two readers know this sentence: one claim is enough.
        yield statement if statement.is_held else replace(statement, guards=(), leeways=())


def _worded(statement: Statement, fault: Fault, claim: Claim) -> Finding:
    finding = (fault.rule or statement.kind.rule)(fault.at or statement.says, *fault.words)
    of = statement.of if fault.of is None else fault.of
    results = finding.details
    related = (*fault.beside, *fault.or_at, *of)
    details = replace(results, notes=fault.notes, remedies=fault.remedies or results.remedies, related=related)
    whole = replace(finding, details=details, claim=claim, of=of, or_at=fault.or_at)
    return whole.by(Evidence.PROOF if statement.is_sure else Evidence.SIGN)


def _place(statement: Statement) -> Place:
    place = statement.words or statement.says
    return replace(place, message="") if place.message else place


def _kind(statement: Statement) -> str:
    return f"{statement.kind.name}-{statement.of_kind}" if statement.of_kind else statement.kind.name


def _id(context: Context, kind: str, section: int, words: str) -> str:
    """Numbers are left out of the identity: a claim whose number changes is still the same claim."""
    identity = "\n".join((context.system.name, kind, *context.document.section_path(section), words))
    return f"{context.system.name}/{kind}/{hashlib.sha256(identity.encode()).hexdigest()[:10]}"


def _claim(context: Context, statement: Statement, place: Place, kind: str, id_: str) -> Claim:
    right = statement.right
    return Claim(
        id=id_,
        system=context.system.name,
        kind=kind,
        place=place,
        stated=statement.stated,
        computed=statement.computed,
        verdict=Verdict.UNDECIDED if right is None else Verdict.RIGHT if right else Verdict.WRONG,
        rule=statement.rule,
        derivation=statement.derivation,
        guards=tuple(slot.span for slot in (statement.says, *statement.of))
        if statement.guards is None
        else statement.guards,
        about=statement.about,
        rank=statement.kind.rank,
        leeways=statement.leeways,
    )


def merge_consequences(findings: Iterable[Finding]) -> list[Finding]:
    """One finding for each fault, in order of their places; the others become related places of it.

    It is the one that follows from no other, else that of the highest rank, else the first.
    """
    results = sorted(findings, key=_order)
    leaders, following = _joined(results)
    together: dict[int, list[int]] = {}
    for index in range(len(results)):
        together.setdefault(leaders[index], []).append(index)
    merged = []
    for members in together.values():
        cause = members[0]
        if len(members) > 1:
            cause = min(members, key=lambda n: (n in following, -rank_of(results[n]), -results[n].severity, n))
        merged.append((cause, with_others(results[cause], [results[index] for index in members if index != cause])))
    return [finding for _, finding in sorted(merged, key=lambda one: one[0])]


class _Faults:
    """Findings that are joined into faults.

    Attributes:
        following: indexes of findings that follow from another.
    """

    def __init__(self, findings: Sequence[Finding]) -> None:
        self._findings = findings
        self._leaders = list(range(len(findings)))
        self.following: set[int] = set()

    def leader(self, index: int) -> int:
        """Return the first finding of the fault of one."""
        leaders = self._leaders
        while leaders[index] != index:
            leaders[index] = index = leaders[leaders[index]]
        return index

    def join(self, one: int, other: int) -> None:
        first, second = sorted((self.leader(one), self.leader(other)))
        self._leaders[second] = first

    def join_within(self, index: int, span: Span, other: int) -> None:
        """Join a finding with one whose place contains its own."""
        within, around = self._findings[index], self._findings[other]
        is_within = span != within.place.span
        if not is_within or around.claim is not None or around.rule == within.rule:
            self.join(index, other)
        # What is less sure is no cause of what is more so.
        is_less_sure = within.claim is not None and within.severity < around.severity
        if is_within and around.claim is not None and not is_less_sure:
            self.following.add(other)

    def join_alternative(self, index: int, span: Span, other: int) -> None:
        self.join(index, other)

    def join_result(self, index: int, span: Span, other: int) -> None:
        """Join a finding with one that follows from its place."""
        self.join(index, other)
        self.following.add(other)

    def join_broken(self, index: int, span: Span, other: int) -> None:
        """Join a broken word with the finding whose words hold it."""
        self.join(index, other)
        self.following.add(index)


def _join_alike(firm: Iterable[tuple[int, Finding]], faults: _Faults) -> None:
    """Join findings about values that follow from the same others."""
    alike: dict[tuple[Place, ...], int] = {}
    for index, finding in firm:
        if 0 < len(finding.of) <= MAX_GROUNDS:
            faults.join(index, alike.setdefault(tuple(replace(place, message="") for place in finding.of), index))


def _joined(findings: Sequence[Finding]) -> tuple[list[int], set[int]]:
    """Return for each finding the first of its fault, and the findings that follow from another."""
    faults = _Faults(findings)
    firm = [(index, finding) for index, finding in enumerate(findings) if not is_weak(finding)]
    breaking = rules_with(Role.BREAKS) - rules_with(Role.UNREAD)
    every = dict(firm).keys()
    missing = {index for index, one in firm if one.claim is None and one.rule in breaking}
    joins = (
        (faults.join_within, Places((finding.place, index) for index, finding in firm), every),
        (faults.join_alternative, Places((place, index) for index, one in firm for place in one.or_at), every),
        # Of several values that something follows from, another one may be wrong as well.
        (faults.join_result, Places((one.of[0], index) for index, one in firm if len(one.of) == 1), every),
        (
            faults.join_broken,
            Places((one.claim.place, index) for index, one in firm if one.claim is not None),
            missing,
        ),
    )
    for index, finding in firm:
        for join, places, only in joins:
            for span, other in places.at(finding.place) if index in only else ():
                if other != index and span.contains(finding.place.span):
                    join(index, span, other)
    _join_alike(firm, faults)
    _join_weak(findings, firm, faults)
    return [faults.leader(index) for index in range(len(findings))], faults.following


def _join_weak(findings: Sequence[Finding], firm: Sequence[tuple[int, Finding]], faults: _Faults) -> None:
    """Join findings of two places that say otherwise with what is wrong at one of them by itself."""
    weak = [index for index, finding in enumerate(findings) if is_weak(finding)]
    touched = Places((place, index) for index, finding in (firm if weak else ()) for place in finding.places)
    for index in weak:
        beside = (other for place in findings[index].places for _, other in touched.meeting(place))
        cause = min(beside, default=None)
        if cause is not None:
            faults.join_broken(index, findings[index].place.span, cause)


def is_weak(finding: Finding) -> bool:
    """Return whether it tells that something is wrong at one of its places, and not at which."""
    return finding.claim is not None and finding.claim.rank == 0


def _order(finding: Finding) -> tuple[object, ...]:
    """By place; what is wrong with one claim stays in the order of its reader."""
    claim = finding.claim
    return (*finding.place.sort_key, *((claim.kind,) if claim is not None else ("", finding.rule, finding.message)))


def rank_of(finding: Finding) -> float:
    """Return how much is known of it; whatever else is said of what cannot be read follows from that."""
    if finding.claim is not None:
        return finding.claim.rank
    return inf if finding.means(Role.UNREAD) else 0


def with_others(finding: Finding, others: Sequence[Finding]) -> Finding:
    """A finding that tells of others: what they say is beside what it says."""
    if not others:
        return finding
    shown = {(place.source, place.span) for place in finding.places}
    also = [
        replace(other.place, message=other.message)
        for other in others
        if (other.place.source, other.place.span) not in shown
    ]
    claim = finding.claim or next((other.claim for other in others if other.claim is not None), None)
    return replace(finding, claim=claim, details=replace(finding.details, related=(*finding.details.related, *also)))
