"""The words that SdA's phrases share, and what their rules share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesmod.phrasing import phrases_with
from rulesmod.sda import tables
from rulesmod.system import Answer

Answers = Mapping[str, Any]

SYNONYMS = {
    "MOS": "(MoS|MoSes|measure of success|measures of success)",
    "SHOWS": "(shows|show|showing|that shows|that show|with a)",
    "GIVES": (
        "(gives|give|grants|grant|counts for|count for|awards|award|delivers|deliver|is worth|are worth|scores|score)"
    ),
    "ROLLS": "(rolls|roll|rolling|throws|throw|use|uses|using)",
    "GETS": (
        "(rolls|roll|gets|get|obtains|obtain|scores|score|makes|make|achieves|achieve|reaches|reach|shows|show|of|with)"
    ),
    "NOTED": (
        "(means|mean|stands for|denotes|is|are|reads|says|abbreviated as|abbreviated to|written as|written"
        "|noted as|noted)"
    ),
    "SPENDS": "(spend|spends|pay|pays|use|uses|cost|costs|costing|lose|loses|take|takes)",
    "KINDS": "(types|kinds|sorts|sizes)",
    "NEED": "(need|needs|require|requires|ask for|asks for|call for|calls for|take|takes|demand|demands)",
    "BONUS": "(bonus|bonuses)",
    "PER": "(per|for each|for every)",
    "POINTS": "(point|points)",
    "LEVEL": "(difficulty level|level|difficulty)",
}
"""Alternatives for each word in capitals of the wordings."""

phrase = phrases_with(SYNONYMS)


def all_dice() -> str:
    return f"a die among {', '.join(f'd{size}' for size in tables.DIE_SIZES)}"


def _listed(stated: Sequence[str], known: Sequence[str]) -> bool:
    """Return whether an enumeration is meant as one of known names. At least half of its names have to be known."""
    folded = {name.casefold() for name in known}
    return 2 * sum(name.casefold() in folded for name in stated) >= len(stated)


def names(first: str, rest: Sequence[str], known: Sequence[str]) -> Answers:
    """Answers for an enumeration in two blanks, as its names stand in the game; none where it lists other things, or
    some of them only."""
    folded = [name.casefold() for name in known]
    strange = [name for name in (first, *rest) if name.casefold() not in folded]
    if not _listed((first, *rest), known) or (not strange and len(rest) + 2 < len(known)):
        return {}
    if first.casefold() in folded:
        folded.remove(first.casefold())
        return {"first": first, "rest": tuple(name for name in known if name.casefold() in folded)}
    missing = [name for name in known if name.casefold() not in {other.casefold() for other in rest}]
    return {"first": missing[0] if missing else Answer(f"one of {', '.join(known)}"), "rest": rest}
