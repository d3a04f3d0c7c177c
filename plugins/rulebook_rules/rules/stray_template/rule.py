"""Template code that nothing fills in, so that readers see it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from rulebook_core.findings import Details, Finding, Place, Remedy, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_core.source import Span
from rulebook_rules.book import Page
from rulebook_rules.checks.index import BookIndex
from rulebook_rules.checks.markers import is_unfilled

_TEMPLATE = lazily(
    r"(?<![\w$^_{\\])\{\{(?![A-Z\d_ -]*\}\})(?:![^{}\n]*|[#/>^&]?[ \t]*[A-Za-z_\"'][^{}\n]*)\}\}"
    r"|(?<![\w$^_{\\])\{%-?[ \t]*[A-Za-z_][^{}\n]*?%\}"
    r"|(?<![\w$^_{\\])\{#[ \t][^{}\n]*?[ \t]#\}"
)
"""Names in capitals alone are blanks for people to fill in."""
_MATH = lazily(
    r"\$\$[^$]{1,2000}\$\$|(?<![\w\\$])\$(?=\S)[^$\n]{1,400}(?<=\S)\$(?!\w)"
    r"|\\\([^\n]{1,400}?\\\)|\\\[[^\]]{1,2000}\\\]"
)
"""Formulas: doubled braces in them are their own."""


@rule(Severity.WARNING)
def stray_template(place: Place, code: str) -> Details:
    return Details(f"`{code}` is printed as it stands", remedies=(Remedy("remove it, or put it in backticks"),))


def check_book(index: BookIndex) -> Iterator[Finding]:
    """Look for `{{ ... }}`, `{% ... %}` and `{# ... #}` outside code, comments and formulas."""
    for page in index.reported:
        text = page.document.source.text
        if "{" not in text or not ("{{" in text or "{%" in text or "{# " in text) or index.generators.fill_templates:
            continue
        if page.has_game or index.book.site_of(page) is not None:
            yield from _page(page)


def _page(page: Page) -> Iterator[Finding]:
    source, body = page.document.source, page.document.body
    hidden: list[Span] | None = None
    for match in _TEMPLATE.finditer(source.text, body.start, body.end):
        if hidden is None:
            hidden = _hidden(page)
        span = Span(*match.span())
        at = bisect_right(hidden, (span.start, len(source.text))) - 1
        is_hidden = any(place.start <= span.start < place.end for place in hidden[max(at - 1, 0) : at + 1])
        if not is_hidden and not is_unfilled(match[0]):
            yield stray_template(Place(source, span), match[0])


def _hidden(page: Page) -> list[Span]:
    """The places of code and comments, in order."""
    spans = [comment.span for comment in page.document.comments]
    for block in page.document.prose.blocks:
        if block.kind == "code":
            spans.append(block.span)
        spans += [code.span for code in block.code]
    text = page.document.source.text
    if "$" in text or "\\" in text:
        spans += [Span(*match.span()) for match in _MATH.finditer(text)]
    return sorted(spans)
