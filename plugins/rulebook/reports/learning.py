"""The text of what `rulebook learn` proposes: a phrase as Python for a phrasebook, or entries of a `rules.yml`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rulebook.reports.summary import counted
from rulebook_core.source import shown_path
from rulebook_proof.learning.book.proposing import Proposed, with_learned
from rulebook_proof.learning.entries import Entry
from rulebook_proof.learning.proposals import Blank, Proposal
from rulebook_proof.learning.reasons import NUMERIC, Reason

MAX_QUOTED = 80
"""Characters of a quotation."""
_HINTS = {"number": "int", "die": "int", "word": "str"}


def entries_text(entries: Sequence[Entry]) -> str:
    """Entries for a file of rules, section by section, each below the words that it is for."""
    lines: list[str] = []
    for section in dict.fromkeys(entry.section for entry in entries):
        lines += ["", f"{section}:"] if lines else [f"{section}:"]
        for entry in (entry for entry in entries if entry.section == section):
            place = entry.place
            quote = " ".join(place.source.slice(place.span).partition("\n")[0].split())
            quote = quote if len(quote) <= MAX_QUOTED else f"{quote[:MAX_QUOTED]} …"
            lines.append(f"  # {place.where_line}: {quote}")
            lines += (f"  {line}" for line in entry.lines)
    return "\n".join(lines) + "\n"


def book_text(proposed: Proposed, path: Path) -> str:
    """The file that a book teaches, with the numbers that it would guard."""
    if not proposed.learned:
        return f"nothing to learn for {shown_path(path)}: no page repeats what another one states\n"
    return f"{with_learned('', proposed.learned).lstrip()}\n{_would_guard(proposed)}\n"


def written_text(proposed: Proposed, path: Path) -> str:
    """One line about a file that was written, with the numbers that it guards."""
    return f"{counted(len(proposed.learned), 'proposal')} written to {shown_path(path)}\n{_would_guard(proposed)}\n"


def _would_guard(proposed: Proposed) -> str:
    guarded = [sum(number.guarded for number in numbers) for numbers in (proposed.before, proposed.after)]
    more = f"; {counted(len(proposed.findings), 'finding')} more" if proposed.findings else ""
    return f"of {counted(len(proposed.after), 'number')}, {guarded[0]} guarded before and {guarded[1]} with this{more}"


def proposal_text(proposal: Proposal) -> str:
    """Return the phrase, its rule, and as comments what is left to decide."""
    answers, given = _answers(proposal)
    function = proposal.name.replace("-", "_")
    parameters = ", ".join(f"{blank.name}: {_hint(blank)}" for blank in proposal.blanks if blank.name in given)
    place = proposal.place
    quote = " ".join(place.source.slice(place.span).split())
    returned = ", ".join(f'"{name}": {expression}' for name, expression in answers.items())
    imports = ["from fractions import Fraction", ""] if "Fraction" in returned else []
    lines = [
        *imports,
        f"# {place.where_line}: {quote}",
        *_comments(proposal, answers, given),
        f"def {function}({parameters}):",
        f'    """{proposal.name.replace("-", " ").capitalize()}."""',
        f"    return {{{returned}}}",
        "",
        "",
        f"{function.upper()} = Phrase(",
        f'    name="{proposal.name}",',
        f'    wordings=("{proposal.wording}",),',
        f"    rule={function},",
        ")",
    ]
    return "\n".join(lines) + "\n"


def _hint(blank: Blank) -> str:
    hint = _HINTS.get(blank.type, "object")
    return f"tuple[{hint}, ...]" if len(blank.items) > 1 else hint


def _answers(proposal: Proposal) -> tuple[dict[str, str], set[str]]:
    """Return the rule's answers by blank, and the blanks that it needs."""
    answers: dict[str, str] = {}
    given: set[str] = set()
    # What a sentence arrives at stands at its end.
    for blank in reversed(proposal.blanks):
        for reason in _usable(proposal, blank):
            if blank.name not in given and not set(reason.given) & answers.keys():
                answers[blank.name] = reason.expression
                given.update(reason.given)
                break
    for blank in proposal.blanks:
        if blank.type in (*NUMERIC, "die") and blank.name not in answers and blank.name not in given:
            values = [_literal(blank, item.value) for item in blank.items]
            answers[blank.name] = f"({', '.join(values)})" if len(values) > 1 else values[0]
    return {blank.name: answers[blank.name] for blank in proposal.blanks if blank.name in answers}, given


def _usable(proposal: Proposal, blank: Blank) -> Iterator[Reason]:
    """Rules before constants; a constant that is 0 or 1 fits too much to mean something."""
    for reason in proposal.reasons.get(blank.name, ()):
        if not reason.is_table and (reason.given or blank.items[0].value not in (0, 1)):
            yield reason


def _literal(blank: Blank, value: object) -> str:
    return f"Fraction({value!s}) / 100" if blank.type == "percent" else str(value)


def _comments(proposal: Proposal, answers: dict[str, str], given: set[str]) -> Iterator[str]:
    for blank in proposal.blanks:
        stated = ", ".join(item.text for item in blank.items)
        fitting = [reason.expression for reason in proposal.reasons.get(blank.name, ())]
        others = [expression for expression in fitting if expression != answers.get(blank.name)]
        if blank.name in answers and not fitting:
            yield f"# Nothing in the rules gives {stated} ({blank.name}); better name it there than here."
        elif blank.name in answers and others:
            yield f"# {stated} ({blank.name}) is also {'; '.join(others[:4])}."
        elif blank.name not in answers and blank.name not in given:
            yield f"# No rule takes {stated} ({blank.name}) yet."
    for place in proposal.elsewhere:
        yield f"# The wording also fits {place.where_line}; add words that tell them apart."
