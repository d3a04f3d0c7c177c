"""How bad findings are in their book: no error without a proof, and as the settings of a site say (`findings:`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulebook_core.findings import Evidence, Finding, Role, rules_with
from rulebook_core.lazy_regex import lazily
from rulebook_rules.book import Book
from rulebook_rules.checks.generators import Generators
from rulebook_rules.checks.hosting import is_jekyll
from rulebook_syntax.dialects.faults import CUT, NO_TABLE

_RAW = lazily(r"<(?P<name>pre|script|style|textarea)\b")


def as_proved(book: Book, findings: Sequence[Finding]) -> list[Finding]:
    """The findings; where links lead and what markup becomes is no error where nobody knows what makes the site.

    It is known where MkDocs makes the pages, with plugins that add neither pages nor ids. A page that names its game is
    meant to be held to all that is known.
    """
    is_known = book.site is not None and not Generators.of(book.site).unknown
    alike, unlike = rules_with(Role.LEADS), rules_with(Role.LEADS | Role.SHOWS)
    open_rules = {
        page.document.source.path: alike if page.document.traits.is_shown_alike else unlike
        for page in book.pages
        if not (page.has_game or (is_known and book.site_of(page) is not None))
    }
    others = {
        page.document.source.path: page.root is not None and is_jekyll(page.root)
        for page in book.pages
        if book.site_of(page) is None
    }
    return [
        finding.by(Evidence.SIGN if finding.rule in open_rules.get(finding.place.source.path, ()) else Evidence.PROOF)
        for finding in findings
        if finding.place.source.path not in others or _is_shown_so(finding, others[finding.place.source.path])
    ]


def _is_shown_so(finding: Finding, is_of_jekyll: bool) -> bool:
    r"""Return whether other programs than MkDocs show the markup broken, too.

    Most take `\<name>` for text, and fences within `<pre>` for its text. Programs for printed books need no header
    above the dashes of a table, only its bars. Jekyll shows all cells of a row.
    """
    text, start = finding.place.source.text, finding.place.span.start
    if finding.means(Role.SHOWS) and (text.endswith("\\", 0, start) or _is_raw(text, start)):
        return False
    if not finding.details.message.startswith(NO_TABLE):
        return not (is_of_jekyll and finding.details.message.startswith(CUT))
    end = text.rfind("\n", 0, start)
    header = text[text.rfind("\n", 0, end) + 1 : end].replace(" ", "")
    return not (is_of_jekyll or (header and not header.strip("|")))


def _is_raw(text: str, start: int) -> bool:
    """Return whether a tag opens an element whose text is no Markdown, with an end tag behind it."""
    tag = _RAW.match(text, start)
    if tag is None:
        return False
    another = text.find(tag[0], tag.end())
    return text.find(f"</{tag['name']}>", tag.end(), another if another >= 0 else len(text)) >= 0


def as_chosen(book: Book, findings: Sequence[Finding]) -> list[Finding]:
    """The findings as bad as the settings say, without those that are turned off; what is final stays as it is."""
    site = book.site
    if site is None or not (site.options.findings or any(folder.findings for folder in site.books)):
        return list(findings)
    # What pages take in goes by their settings; where that is a page as well, by its own.
    uris = {part.path: page.uri for page in reversed(book.pages) for part in page.document.includes}
    uris |= {
        page.document.source.path: page.uri
        for page in book.pages
        if not page.is_part or page.document.source.path not in uris
    }
    reported = []
    for finding in findings:
        uri = uris.get(finding.place.source.path)
        severities = site.options.findings if uri is None else site.severities(uri)
        severity = severities.get(finding.rule, finding.severity)
        if finding.details.is_final:
            reported.append(finding)
        elif severity is not None:
            reported.append(finding if severity is finding.severity else replace(finding, severity=severity))
    return reported
