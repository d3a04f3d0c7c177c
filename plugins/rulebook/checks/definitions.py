"""Reference definitions: twice, or for nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.checks.index import BookIndex
from rulebook.document import Definition
from rulebook.findings import Details, Finding, Place, Remedy, Severity, rule


@rule(Severity.WARNING)
def duplicate_definition(place: Place, label: str, same: bool, first: Place) -> Details:
    """A page defines the same label twice.

    Only the last definition counts. Where the two lead to different places, every reference by the label
    leads to the last one, whatever its writer had in mind. Upper and lower case do not differ in labels.
    """
    fact = f"the label `{label}` is defined twice" + ("" if same else ", with different targets")
    return Details(
        fact, remedies=(Remedy("remove one" if same else "give one of them another label"),), related=(first,)
    )


@rule(Severity.INFO)
def unused_definition(place: Place, label: str) -> Details:
    """A page defines a label that no reference on it uses."""
    return Details(f"nothing on this page refers to `{label}`")


def check(index: BookIndex) -> Iterator[Finding]:
    """Look for labels that are defined twice, and for such that nothing uses."""
    for page in index.reported:
        document = page.document
        if not document.definitions:
            continue
        source = document.source
        here = index.page(page)
        used = {" ".join(link.label.lower().split()) for link in document.links if link.label is not None}
        seen: dict[str, Definition] = {}
        for definition in document.definitions:
            label = definition.label.lower()
            first = seen.setdefault(label, definition)
            place = Place(source, definition.label_span)
            if first is not definition:
                related = Place(source, first.label_span, "here it is defined first")
                yield duplicate_definition(place, definition.label, first.target == definition.target, related)
            elif label not in used and not here.is_open and not here.taken_labels:
                yield unused_definition(place, definition.label)
