"""The baseline of a book with a past: what was found once, so that only what is new counts.

`rulebook baseline` records findings in rulebook.baseline, beside mkdocs.yml, one a line, sorted:

    docs/cavea/health.md <TAB> wrong-value <TAB> is worth # health points

that is the file, the rule, and the words that it quotes without their numbers: no line and no number, so that whatever
else is written in the file, a finding stays the same. The last line shows that the record is whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulebook_core import workspace
from rulebook_core.findings import Finding
from rulebook_core.store.checksummed import lines_of, read_record, with_end
from rulebook_rules.book import Book
from rulebook_rules.config import DIALECT_ENDINGS, MARKDOWN_ENDINGS, is_within
from rulebook_rules.published.identity import Identity, identity_of, path_from

_HEAD = "# What was found when this began, recorded by `rulebook baseline`; `rulebook check` reports what is new.\n"


class BaselineMatch(NamedTuple):
    """Findings, held against the baseline.

    Attributes:
        known: those that it has; what is final never is.
        new: all others.
        gone: how many of its lines nothing is found of any more, in what was checked.
        faults: what is wrong with the record itself.
        beside: its lines for sources beside those of the site, where none of these was checked.
    """

    known: list[Finding]
    new: list[Finding]
    gone: int = 0
    faults: Sequence[Finding] = ()
    beside: Sequence[Identity] = ()


def baseline_text(book: Book, findings: Iterable[Finding], beside: Iterable[Identity] = ()) -> str:
    """The record of findings, as far as they can be let be, and of what is known `beside` them."""
    assert book.site is not None
    lines = [identity_of(finding, book.site.path.parent) for finding in findings if not finding.details.is_final]
    lines = sorted([*lines, *beside])
    return with_end(_HEAD + "".join("\t".join(line) + "\n" for line in lines))


def compare_with_baseline(book: Book, findings: Sequence[Finding]) -> BaselineMatch:
    """Tell what is new from what the baseline of the site has; where there is none, all is."""
    path = book.baseline_file
    if book.site is None or path is None or not workspace.is_file(path):
        return BaselineMatch([], list(findings))
    source, faults = read_record(path, "rulebook baseline")
    recorded = Counter(Identity(*cells) for cells, _ in lines_of(source) if len(cells) == len(Identity._fields))
    known: list[Finding] = []
    new: list[Finding] = []
    for finding in sorted(findings, key=lambda finding: finding.sort_key):
        identity = identity_of(finding, book.site.path.parent)
        if recorded[identity] and not finding.details.is_final:
            recorded[identity] -= 1
            known.append(finding)
        else:
            new.append(finding)
    reported = {path_from(page.document.source.path, book.site.path.parent): page.reported for page in book.pages}
    # Of a file that is no page, or is gone, a check of a part of the book says nothing.
    whole = all(reported.values())
    beside: list[Identity] = []
    if not any(page.uri.startswith("../") for page in book.pages):
        docs = path_from(str(book.site.docs_dir), book.site.path.parent)
        beside = [one for one in recorded.elements() if _is_beside(one.path, docs)]
    recorded -= Counter(beside)
    gone = sum(count for identity, count in recorded.items() if reported.get(identity.path, whole))
    return BaselineMatch(known, new, gone, faults, beside)


def _is_beside(path: str, docs: str) -> bool:
    """Return whether a source lies beside the folder of a site's sources."""
    return docs != "." and not is_within(path, docs) and path.endswith((*MARKDOWN_ENDINGS, *DIALECT_ENDINGS))
