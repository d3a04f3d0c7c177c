"""Reference definitions: twice, or for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook_core.findings import Details, Finding, Place, Remedy, Role, Severity, rule
from rulebook_core.lazy_regex import lazily
from rulebook_rules.checks.index import BookIndex
from rulebook_syntax.document import Definition, Link

_NAMED = lazily(r"\]\[(?=([^\]]*)\])")
"""The content of second brackets, up to the first closing one."""
MAX_USES = 5
"""Of the references that use an ambiguous label, so many are shown."""


@rule(Severity.WARNING)
def duplicate_definition(place: Place, label: str, same: bool, first: Place) -> Details:
    fact = f"the label `{label}` is defined twice" + ("" if same else ", with different targets")
    return Details(
        fact, remedies=(Remedy("remove one" if same else "give one of them another label"),), related=(first,)
    )


@rule(Severity.WARNING)
def ambiguous_reference(place: Place, label: str, targets: Sequence[str], related: Sequence[Place]) -> Details:
    shown = " or ".join(f"`{target}`" for target in targets)
    remedy = Remedy("give one of the definitions another label")
    return Details(f"the label `{label}` may mean {shown}", remedies=(remedy,), related=tuple(related))


@rule(Severity.INFO, Role.LEADS)
def unused_definition(place: Place, label: str) -> Details:
    return Details(f"nothing on this page refers to `{label}`")


_ADDRESS = lazily(r"[#/.:]")


def check(index: BookIndex) -> Iterator[Finding]:
    """Look for labels that are defined twice, and for such that nothing uses."""
    for page in index.reported:
        document = page.document
        if not document.definitions:
            continue
        source = document.source
        here = index.page(page)
        used: dict[str, list[Link]] = {}
        for link in document.links:
            if link.label is not None:
                used.setdefault(" ".join(link.label.lower().split()), []).append(link)
        named = set(_NAMED.findall(source.text))
        seen: dict[str, Definition] = {}
        for definition in document.definitions:
            label = definition.label.lower()
            if definition.target == "#" and label not in used:
                continue  # A comment, as Markdown has no signs for one: "[//]: # (later)".
            if not (definition.target.isascii() or _ADDRESS.search(definition.target)):
                continue  # Somebody speaks, in a script without spaces: "[GM]: ...".
            first = seen.setdefault(label, definition)
            place = Place(source, definition.label_span)
            if first is not definition:
                related = Place(source, first.label_span, "here it is defined first")
                if first.target != definition.target and label in used:
                    uses = [Place(source, link.span, "this uses it") for link in used[label][:MAX_USES]]
                    targets = (first.target, definition.target)
                    yield ambiguous_reference(place, definition.label, targets, (related, *uses))
                else:
                    yield duplicate_definition(place, definition.label, first.target == definition.target, related)
            elif "`" in label and index.book.site_of(page) is None:
                continue  # With code in it, other programs than MkDocs find it.
            elif not (label in used or here.is_open or here.has_parts or definition.label.partition("]")[0] in named):
                yield unused_definition(place, definition.label)
