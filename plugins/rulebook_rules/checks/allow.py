"""Comments with which a writer allows a finding: `<!-- rulebook: allow RULE, reason -->`.

Such a comment covers the block that follows it; with text before it on its line, it covers that line. With words behind
the rule, `allow RULE "words", reason`, it allows only what stands at these, whatever the numbers in them. A number that
stands alone is named by itself: `allow RULE "11", reason`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulebook_core.findings import Finding, Place, Remedy, Role, Rule, Severity, rules_with
from rulebook_core.late import late
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_core.spans import Places
from rulebook_rules.book import Book
from rulebook_rules.published.identity import as_quoted, has_words, lone_number_at, quote_of
from rulebook_rules.published.redirects import FORMERLY
from rulebook_syntax.directives import RULEBOOK, Directive, covered, dangling_directive, directives_of
from rulebook_syntax.document import Document
from rulebook_text.naming.spelling import near_names

load_rules: Callable[[], Mapping[str, Rule]] = late("rulebook_rules.catalogue", "load_rules")

_ALLOW = lazily(r'allow\b[\s:]*(?P<rule>[\w-]*)(?:\s+"(?P<words>[^"]*)")?\s*(?:,\s*(?P<reason>.*))?', re.DOTALL)


_FINAL = "no comment can allow this"


@dataclass(slots=True)
class _Allow:
    rule: str
    words: str
    directive: Directive
    covered: Span
    used: bool = False

    def allows(self, finding: Finding) -> bool:
        is_meant = self.rule == finding.rule and self.covered.contains(finding.place.span)
        return is_meant and (not self.words or self.words == lone_number_at(finding.place) or self.names(finding))

    def names(self, finding: Finding) -> bool:
        """Return whether its words are those of a finding, whatever the numbers in them."""
        return has_words(self.words) and as_quoted(self.words) == quote_of(finding.place)

    def is_hidden(self, findings: Places[Finding]) -> bool:
        """Return whether another fault in what it covers may hide the one that it allows."""
        return any(True for _ in findings.meeting(Place(self.directive.place.source, self.covered)))


def _allows_of(book: Book) -> tuple[list[_Allow], list[Finding]]:
    """Return the comments of a book that allow findings, and faults of those that nobody can read."""
    allows: list[_Allow] = []
    broken: list[Finding] = []
    for document in (page.document for page in book.reported):
        for directive in directives_of(document):
            if directive.keyword != RULEBOOK or directive.misspelt or directive.rest.startswith(FORMERLY):
                continue
            allowed = _read(directive)
            if isinstance(allowed, Finding):
                broken.append(allowed)
            else:
                allows.append(_Allow(*allowed, directive, covered(document, directive.comment)))
    return allows, broken


def apply_allows(book: Book, findings: Sequence[Finding]) -> tuple[list[Finding], int]:
    """Take out the findings that comments allow.

    Returns:
        The other findings, with those about comments that do nothing; and how many were taken out.
    """
    allows, broken = _allows_of(book)
    places = Places((Place(allow.directive.place.source, allow.covered), allow) for allow in allows)
    results: list[Finding] = []
    for finding in findings:
        covering = [allow for _, allow in places.at(finding.place) if allow.allows(finding)]
        if covering and finding.details.is_final:
            results.append(replace(finding, details=replace(finding.details, notes=(*finding.details.notes, _FINAL))))
        elif not covering:
            results.append(finding)
        for allow in covering:
            allow.used = True
    suppressed = len(findings) - len(results)
    faults = Places((one.place, one) for one in results if one.severity >= Severity.WARNING)
    unused = (allow for allow in allows if not allow.used and allow.rule not in rules_with(Role.BUILT))
    idle = [allow for allow in unused if not allow.is_hidden(faults)]
    remedies = (Remedy("remove this comment"),)
    broken += [
        dangling_directive(allow.directive.place, f"nothing here breaks `{allow.rule}`", remedies=remedies)
        for allow in idle
    ]
    return [*results, *broken], suppressed


def _read(directive: Directive) -> tuple[str, str] | Finding:
    """The rule that a directive allows, and where, or what is wrong with it."""
    match = _ALLOW.fullmatch(directive.rest)
    if match is None:
        word = directive.rest.split()[0] if directive.rest.strip() else ""
        near = near_names(word, ("allow", FORMERLY))
        remedy = directive.write(near[0], word) if near else Remedy("write `allow RULE, reason`")
        fact = f"`rulebook:` does not know `{word}`" if word else "it does not say what to allow"
        return dangling_directive(directive.place, fact, remedies=(remedy,))
    name = match["rule"]
    rules = load_rules()
    if name not in rules:
        remedies = [directive.write(near, name) for near in near_names(name, rules)[:3]]
        fact = f"there is no rule `{name}`" if name else "it does not say which rule is allowed"
        other = Remedy("name the rule of the finding to allow")
        return dangling_directive(directive.place, fact, remedies=remedies or (other,))
    if not match["reason"]:
        fact = f"it does not say why `{name}` is allowed"
        return dangling_directive(directive.place, fact, remedies=(Remedy(f"write `allow {name}, reason`"),))
    return name, " ".join((match["words"] or "").split())


def line_to_allow(document: Document, finding: Finding) -> str:
    """Write the comment that allows a finding, to be copied above what it stands in; empty where none can."""
    comment = document.traits.comment
    is_directive = finding.place.source.slice(finding.place.span).startswith(comment.partition("{}")[0] + RULEBOOK)
    if finding.details.is_final or is_directive:
        return ""
    words = lone_number_at(finding.place) or quote_of(finding.place)
    if not words or any(sign in words for sign in ('"', "`", "--", "%%")):  # They would end the quote or the comment.
        return comment.format(f"{RULEBOOK}: allow {finding.rule}, REASON")
    return comment.format(f'{RULEBOOK}: allow {finding.rule} "{words}", REASON')
