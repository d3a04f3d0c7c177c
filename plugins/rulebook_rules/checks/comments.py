"""Comments to the checker that it cannot follow: misspelt ones, and checks and proofs in a page without a game."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_core.findings import Finding, Remedy
from rulebook_rules.checks.index import BookIndex
from rulebook_syntax.directives import CHECK, PROOF, dangling_directive, directives_of, is_meant


def check(index: BookIndex) -> Iterator[Finding]:
    """Look at the comments of every page."""
    for page in index.reported:
        for directive in directives_of(page.document):
            if directive.misspelt:
                remedy = directive.write(f"{directive.keyword}:", directive.written)
                yield dangling_directive(directive.place, f"`{directive.written}` is misspelt", remedies=(remedy,))
            elif page.system is None and directive.keyword in (CHECK, PROOF) and is_meant(directive):
                fact = "this page states the rules of no game, so nothing can be checked by them"
                remedy = Remedy("name the game in the front matter: `system: NAME`")
                yield dangling_directive(directive.place, fact, remedies=(remedy,))
