"""The rules that word what is wrong with a claim; see `rulebook_core.findings.rule`."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook_core.findings import Details, Place, Remedy, Role, Severity, rule


@rule(Severity.ERROR, Role.BREAKS | Role.UNREAD)
def invalid_notation(place: Place, text: str, name: str, message: str, expected: str) -> Details:
    expected = expected.replace("the end", "nothing more")
    expected, message = (words.replace("` `", "a space") for words in (expected, message))
    remedy = (Remedy(f"write {expected} here"),) if expected else ()
    return Details(f"`{text}` is no {name}: {message}", remedies=remedy)


@rule(Severity.ERROR, Role.BREAKS)
def notation_mismatch(place: Place, notation: str, words: str) -> Details:
    return Details(f"the notation says {notation}, the words say {words}")


@rule(Severity.ERROR, Role.NAMES)
def wrong_value(
    place: Place,
    stated: str,
    computed: str,
    *,
    notes: Sequence[str] = (),
    remedies: Sequence[Remedy] = (),
) -> Details:
    return Details(
        f"the rules give {computed}, the text says {stated}",
        notes=tuple(notes),
        remedies=tuple(remedies),
    )


@rule(Severity.ERROR)
def illegal_cast(place: Place, stated: str, build: str) -> Details:
    with_build = f" with a build of {build}" if build else ""
    remedies = (Remedy("write dice that the rules allow here"),)
    return Details(f"the dice {stated} are not allowed{with_build}", remedies=remedies)


@rule(Severity.ERROR)
def wrong_step(place: Place, stated: str, computed: str) -> Details:
    return Details(f"this term is worth {computed}, the text says {stated}")


@rule(Severity.ERROR)
def wrong_sum(place: Place, stated: str, computed: str) -> Details:
    return Details(f"this comes to {computed}, the text says {stated}")


@rule(Severity.ERROR, Role.NAMES)
def table_mismatch(place: Place, message: str, *, remedies: Sequence[Remedy] = ()) -> Details:
    return Details(message, remedies=tuple(remedies))


@rule(Severity.ERROR, Role.BREAKS)
def table_gap(place: Place, message: str, *, related: Sequence[Place] = (), remedies: Sequence[Remedy] = ()) -> Details:
    return Details(message, related=tuple(related), remedies=tuple(remedies))


@rule(Severity.ERROR, Role.NAMES)
def contradiction(
    place: Place,
    message: str,
    *,
    related: Sequence[Place] = (),
    remedies: Sequence[Remedy] = (),
) -> Details:
    return Details(message, related=tuple(related), remedies=tuple(remedies))


@rule(Severity.WARNING, Role.NAMES)
def unknown_term(place: Place, term: str, what: str, *, remedies: Sequence[Remedy] = ()) -> Details:
    return Details(f"`{term}` {what}", remedies=tuple(remedies))


@rule(Severity.ERROR)
def failed_rule(place: Place, name: str, reason: str) -> Details:
    return Details(f"the rule `{name}` failed here: {reason}")


@rule(Severity.WARNING)
def denied_rule(place: Place, word: str, *, remedies: Sequence[Remedy] = (), notes: Sequence[str] = ()) -> Details:
    return Details(f"the rules say this without `{word}`", remedies=tuple(remedies), notes=tuple(notes))


@rule(Severity.WARNING)
def changed_meaning(place: Place, fact: str) -> Details:
    return Details(fact, remedies=(Remedy("run `rulebook lock` if it is meant so"),))


@rule(Severity.ERROR, Role.LOSES_CLAIM)
def lost_claim(
    place: Place,
    kind: str,
    quote: str,
    why: str = "",
    *,
    wording: str = "",
    others: int = 0,
    related: Sequence[Place] = (),
) -> Details:
    fact = why or "nothing is recognised here"
    remedies = [Remedy(f"word it like `{wording}`")] if wording else []
    remedies.append(Remedy("run `rulebook lock --forget` if it is meant to go"))
    claim = f"the claim `{kind}` (`{quote}`) was checked before, and is no longer"
    if others:
        claim = f"the claim `{kind}` (`{quote}`) and {others} more were checked before, and are no longer"
    return Details(
        f"{claim}: {fact}",
        remedies=tuple(remedies),
        related=tuple(related),
    )
