"""Rolls that virtual tables and notes write into a text, as dice in code."""

from __future__ import annotations

import re

from rulebook_export.incoming.changes import Change, Imported
from rulesmod.notation import NotationError
from rulesmod.plain_dice import NOTATION

_ROLL = re.compile(
    r"\\?\[\\?\[\s*(?P<order>/?(?:r|roll|gmroll|gmr|blindroll|br|selfroll|sr|publicroll|pr|damage|attack|check)\b)?\s*"
    r"(?P<dice>[^\[\]#|\\]*?\d*d\d+[^\[\]#|\\]*?)\s*(?:[#|][^\[\]]*)?\\?\]\\?\](?:\{(?P<label>[^{}]*)\})?",
    re.IGNORECASE,
)
_CODE = re.compile(r"`dice(?:-\w+)?:\s*(?P<dice>[^`|]*?\d*d\d+[^`|]*?)\s*(?:\|[^`]*)?`", re.IGNORECASE)
_REFERENCE = re.compile(r"@(?:UUID|Compendium|Actor|Item|JournalEntry|RollTable|Macro|Scene)\[[^\]]*\]\{([^{}]*)\}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_KIND_OF_DAMAGE = re.compile(r"\s+[a-z]+$|\[[^\]]*\]")


def with_dice(imported: Imported) -> Imported:
    """Write inline rolls as dice in code, and references as their words.

    What has a value of a sheet among its dice (`[[1d20+@{str}]]`) stays, and is listed.
    """
    changes = list(imported.changes)
    lines = imported.text.split("\n")
    for number, line in enumerate(lines, 1):

        def rolled(match: re.Match[str], number: int = number) -> str:
            groups = match.groupdict()
            # A word behind the dice of an order is a kind of damage; without one, it may be the name of a note.
            dice = (_KIND_OF_DAMAGE.sub("", match["dice"]) if groups.get("order") else match["dice"]).strip()
            if not groups.get("order") and _WORD.search(dice):
                return match[0]
            label = groups.get("label") or ""
            try:
                NOTATION.parse(dice)
            except NotationError:
                changes.append(Change(number, match[0], match[0]))
                return match[0]
            after = f"{label} (`{dice}`)" if label else f"`{dice}`"
            changes.append(Change(number, match[0], after))
            return after

        lines[number - 1] = _REFERENCE.sub(r"\1", _CODE.sub(rolled, _ROLL.sub(rolled, line)))
    return Imported("\n".join(lines), tuple(sorted(changes, key=lambda change: change.line)))
