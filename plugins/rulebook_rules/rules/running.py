"""Run every rule over a book: those in folders beside this module, and the checks that are none yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache

from rulebook_core.findings import Finding, Role, rules_with
from rulebook_core.system.bundled import MissingPartError
from rulebook_core.system.parts import all_parts
from rulebook_rules.book import Page
from rulebook_rules.checks import (
    comments,
    definitions,
    lexicon,
    mismatches,
    navigation,
    numbering,
    own_terms,
    references,
    spelling,
)
from rulebook_rules.checks import conversion_artifacts as leftovers
from rulebook_rules.checks import likely_typos as slips
from rulebook_rules.checks import redirects as former
from rulebook_rules.checks import widgets as aids
from rulebook_rules.checks.index import BookIndex, as_severity
from rulebook_rules.facts import within
from rulebook_rules.rules import rule_modules

Check = Callable[[BookIndex], Iterator[Finding]]

_MODULES = rule_modules()
PARTS = "rulebook.checks"
"""The group of entry points for checks that parts bring."""

CHECKS: tuple[Check, ...] = (
    *(module.check_book for module in _MODULES if hasattr(module, "check_book")),
    references.check,
    definitions.check,
    mismatches.check,
    numbering.check,
    comments.check,
    aids.check,
    former.check,
    spelling.check,
    lexicon.check,
    slips.check,
    own_terms.check,
    leftovers.check,
    navigation.check,
)

PAGE_CHECKS: tuple[Callable[[Page], Iterator[Finding]], ...] = (
    *(module.check_page for module in _MODULES if hasattr(module, "check_page")),
    within.check,
)
"""Those that need no other page."""


@cache
def _checks_of_parts() -> tuple[Check, ...]:
    """Load the checks that parts bring; one that is not installed finds nothing."""
    checks = []
    for part in all_parts(PARTS).values():
        with suppress(MissingPartError):
            checks.append(part.load())
    return tuple(checks)


def look_at(page: Page) -> Iterator[Finding]:
    """Yield the findings of a page that need no other page."""
    for check in PAGE_CHECKS:
        yield from check(page)


def _own(index: BookIndex, page: Page) -> Iterator[Finding]:
    """Yield the faults of a page's markup; some are not faults in all programs."""
    if not page.document.findings:
        return
    unsure = frozenset[str]() if page.has_game else rules_with(Role.NAMES)
    if references.is_template(index, page):
        unsure |= rules_with(Role.SHOWS)
    for finding in index.parts.own_findings(page):
        yield from as_severity([finding], is_sure=finding.rule not in unsure)


def run(index: BookIndex) -> list[Finding]:
    """Run every check over a book.

    Returns:
        The findings in the pages that are reported, in order of path and position.
    """
    book = index.book
    findings = [finding for page in index.reported for finding in _own(index, page)]
    for page in index.reported:
        look = book.look(page)
        findings += look_at(page) if look is None else look.findings
    for check in (*CHECKS, *_checks_of_parts()):
        findings += check(index)
    return sorted(findings, key=lambda finding: finding.sort_key)
