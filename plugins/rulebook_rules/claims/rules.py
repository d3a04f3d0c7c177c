"""The rules that word what is wrong with a claim; see `rulebook_core.findings.rule`."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook_core.findings import Details, Place, Remedy, Role, Severity, rule


@rule(Severity.ERROR, Role.BREAKS | Role.UNREAD)
def invalid_notation(place: Place, text: str, name: str, message: str, expected: str) -> Details:
    """An expression in the game's dice notation does not parse.

    Reported for code marked as notation (in Cavea `<code class="lp">`), and for other code
    that is plainly meant as it. The place is the part that the notation does not allow. In running text, dice of a
    letter that the game does not have are told beside those that it has ("4Bd and 2Xd").
    """
    expected = expected.replace("the end", "nothing more")
    expected, message = (words.replace("` `", "a space") for words in (expected, message))
    remedy = (Remedy(f"write {expected} here"),) if expected else ()
    return Details(f"`{text}` is no {name}: {message}", remedies=remedy)


@rule(Severity.ERROR, Role.BREAKS)
def notation_mismatch(place: Place, notation: str, words: str) -> Details:
    """An expression and the words beside it describe different dice.

    "`2:d20/-1` ... two *d20*s with a results modifier of *-1*" says the same twice; here the two
    differ. Either may be the wrong one, so both places are shown.
    """
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
    """A number, name or list in a sentence is not what the rules give.

    The rules module of the game decides; the notes say which rule and how it gets there. If the
    rule is what is wrong, mend the rules module instead.
    """
    return Details(
        f"the rules give {computed}, the text says {stated}",
        notes=tuple(notes),
        remedies=tuple(remedies),
    )


@rule(Severity.ERROR)
def illegal_cast(place: Place, stated: str, build: str) -> Details:
    """The dice of an entry are not allowed by its own build.

    A game may limit which dice an actor rolls: how many, and what they may come to. Either the dice are wrong or
    the build beside them; both places are shown.
    """
    with_build = f" with a build of {build}" if build else ""
    remedies = (Remedy("write dice that the rules allow here"),)
    return Details(f"the dice {stated} are not allowed{with_build}", remedies=remedies)


@rule(Severity.ERROR)
def wrong_step(place: Place, stated: str, computed: str) -> Details:
    """A step of a worked example is not what the rules give for its place.

    A total that follows from the wrong step is shown as a related place, not as a second finding.
    """
    return Details(f"this term is worth {computed}, the text says {stated}")


@rule(Severity.ERROR)
def wrong_sum(place: Place, stated: str, computed: str) -> Details:
    """Arithmetic in the text does not work out.

    This holds for equations with units ("2 gp × 3 = 6 gp") and for totals of a table, a list or a line. A whole number
    may be a quotient rounded either way, and nothing may stand for what would be less. Where words, a limit or a number
    beside it may make it right, it is a warning, or nothing.
    """
    return Details(f"this comes to {computed}, the text says {stated}")


@rule(Severity.ERROR, Role.NAMES)
def table_mismatch(place: Place, message: str, *, remedies: Sequence[Remedy] = ()) -> Details:
    """A cell of a table differs from the rules' table.

    Tables are known by their header cells, and by the words of caption, id or headings where two tables have
    the same ones. Rows are compared by their leading columns.
    """
    return Details(message, remedies=tuple(remedies))


@rule(Severity.ERROR, Role.BREAKS)
def table_gap(place: Place, message: str, *, related: Sequence[Place] = (), remedies: Sequence[Remedy] = ()) -> Details:
    """A table or a list leaves out a row, or a value has no place in it or more than one.

    Ranges that say what each result of a roll or each value of a score gives ("1-3", "4 or 5", "20 or higher") should
    hold every value once. Where a range ends and the next one begins, both are shown.
    """
    return Details(message, related=tuple(related), remedies=tuple(remedies))


@rule(Severity.ERROR, Role.NAMES)
def contradiction(
    place: Place,
    message: str,
    *,
    related: Sequence[Place] = (),
    remedies: Sequence[Remedy] = (),
) -> Details:
    """Two things that must agree do not: a count and its list, or the text's grammar and the parser of its notation.

    Either place may be the wrong one, so both are shown.
    """
    return Details(message, related=tuple(related), remedies=tuple(remedies))


@rule(Severity.WARNING, Role.NAMES)
def unknown_term(place: Place, term: str, what: str, *, remedies: Sequence[Remedy] = ()) -> Details:
    """A name stands where only certain names can stand, and is none of them.

    For example an attribute that the game does not have, or a name in a formal grammar that nothing
    defines.
    """
    return Details(f"`{term}` {what}", remedies=tuple(remedies))


@rule(Severity.ERROR)
def failed_rule(place: Place, name: str, reason: str) -> Details:
    """A function of the rules module fails on the values of the text: the claim is undecided.

    This is a fault of the rules module, not of the text.
    """
    return Details(f"the rule `{name}` failed here: {reason}")


@rule(Severity.WARNING)
def denied_rule(place: Place, word: str, *, remedies: Sequence[Remedy] = (), notes: Sequence[str] = ()) -> Details:
    """A sentence says what the rules say, but denies it: it has a "not" too many.

    A phrase of the game knows all of the sentence but for this word, and its numbers are those of the rules.
    """
    return Details(f"the rules say this without `{word}`", remedies=tuple(remedies), notes=tuple(notes))


@rule(Severity.WARNING)
def changed_meaning(place: Place, fact: str) -> Details:
    """Only a word that turns the meaning of a rule has changed since `rulebook lock`.

    Such words are negations, opposites such as "higher" and "lower", quantities such as "each", and names of one class.
    No rule of the game decides about them, so that a slip would go unseen. A sentence that is written anew is silent.
    """
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
    """A claim that was checked before is no longer recognised, so nothing checks it now.

    `rulebook.lock` records every claim of the book. A sentence that has been written anew, in words that no
    phrase knows, would otherwise go unchecked without a word. Write it in words that the phrasebook knows, or
    have `rulebook learn` propose a phrase for it. Where the claim is meant to go, `rulebook lock --forget` records
    the claims that are left. What is lost only because an expression or a row beside it is broken is told when
    that is mended, if it is still lost then.
    """
    fact = why or "nothing is recognised here"
    remedies = [Remedy(f"word it like `{wording}`")] if wording else []
    remedies.append(Remedy("run `rulebook lock --forget` if it is meant to go"))
    claim = f"the claim `{kind}` (`{quote}`) was checked before, and is no longer"
    if others:
        claim = f"the claim `{kind}` (`{quote}`) and {others} more were checked before, and are no longer"
    return Details(
        f"{claim}: {fact}",
        remedies=tuple(remedies),
        related=tuple(Place(other.source, other.span, "recorded here") for other in related),
    )
