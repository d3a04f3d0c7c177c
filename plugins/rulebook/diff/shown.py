"""The changes of a book for people, for programs, and as a page to publish."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from rulebook.diff.changes import Changes, Pool, Stated
from rulebook.reports.concise import line_of
from rulebook_core.findings import Finding, Place
from rulesmod.dice import fraction_text

_QUOTED = re.compile("(`[^`\n]+`)")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|!])")


def as_text(changes: Changes, revision: str) -> str:
    """The changes for a terminal."""
    if not changes:
        return f"nothing that is checked has changed since {revision}\n"
    lines = [f"since {revision}:"]
    for old, new in changes.sentences:
        lines += ["", f"{new.claim.place.where}: {_path(new.section)}", f"  - {old.sentence}", f"  + {new.sentence}"]
    lines += _part("changed results", (_result(old, new) for old, new in changes.results))
    lines += _part("pools whose odds moved", map(_pool, changes.pools))
    lines += _part("new claims", (f"{stated.claim.place.where}: {stated.sentence}" for stated in changes.new))
    lines += _part("lost claims", (f"{stated.claim.place.where}: {stated.sentence}" for stated in changes.lost))
    lines += _part("new findings", map(line_of, changes.come))
    lines += _part("findings that are gone", map(line_of, changes.gone))
    return "\n".join([*lines, ""])


def _part(title: str, items: Iterator[str]) -> Iterator[str]:
    listed = [f"  {item}" for item in items]
    if listed:
        yield from ("", f"{title}:", *listed)


def _path(section: Sequence[str]) -> str:
    return " › ".join(section)


def _result(old: Stated, new: Stated) -> str:
    verdict = (
        "" if str(new.claim.verdict) == "right" else f" ({new.claim.verdict}: the rules give {new.claim.computed})"
    )
    before = old.claim.stated
    if before == new.claim.stated:
        before = f"{old.claim.verdict} (the rules give {old.claim.computed})"
    return f"{new.claim.place.where}: {new.claim.kind}: {before} -> {new.claim.stated}{verdict}"


def _pool(pair: tuple[Pool, Pool]) -> str:
    old, new = pair
    return (
        f"{new.expression.place.where}: {old.expression.text} -> {new.expression.text}: "
        f"mean {new.main} {_mean(old)} -> {_mean(new)}, at least 1 {_chance(old)} -> {_chance(new)}"
    )


def _mean(pool: Pool) -> str:
    return "unknown" if pool.mean is None else f"{float(pool.mean):.2f}"


def _chance(pool: Pool) -> str:
    chance = pool.reaches_one
    return "unknown" if chance is None else f"{float(chance):.1%} ({fraction_text(chance)})"


_UNCHECKED = "<!-- check: off, this compares two editions -->"
"""Before whatever quotes: in a book, such a page would state what was wrong or is no longer so."""


def as_markdown(changes: Changes, revision: str) -> str:
    """The changes as a page: a changelog of what a player meets."""
    lines = [f"# What changed since {_escaped(revision)}"]
    if not changes:
        return "\n".join([*lines, "", "Nothing that is checked has changed.", ""])
    lines += _section("Reworded rules", changes.sentences, lambda pair: _before_after(*pair))
    lines += _section("Other results", changes.results, _markdown_result)
    if changes.pools:
        lines += ["", "## Dice whose odds moved", "", _UNCHECKED]
        lines += ["| Where | Before | Now | Mean before | Mean now | At least 1 before | At least 1 now |"]
        lines += ["| --- | --- | --- | --- | --- | --- | --- |", *map(_row, changes.pools)]
    lines += _section("New rules", changes.new, lambda stated: f"- {_in(stated)}{_escaped(stated.sentence)}")
    lines += _section("Rules no longer stated", changes.lost, lambda s: f"- {_in(s)}{_escaped(s.sentence)}")
    lines += _section("Known faults", changes.come, _markdown_finding)
    lines += _section("Mended faults", changes.gone, _markdown_finding)
    return "\n".join([*lines, ""])


def _section(title: str, items: Sequence[Any], shown: Callable[[Any], str]) -> Iterator[str]:
    # Several claims of one sentence need telling once.
    listed = list(dict.fromkeys(map(shown, items)))
    if listed:
        yield from ("", f"## {title}", "", _UNCHECKED, *listed)


def _in(stated: Stated) -> str:
    return f"**{_escaped(_path(stated.section))}**: " if stated.section else ""


def _before_after(old: Stated, new: Stated) -> str:
    return f"- {_in(new)}before: “{_escaped(old.sentence)}”; now: “{_escaped(new.sentence)}”"


def _markdown_result(pair: tuple[Stated, Stated]) -> str:
    old, new = pair
    if old.claim.stated == new.claim.stated:
        return f"- {_in(new)}{_escaped(new.claim.stated)} was {old.claim.verdict} and is {new.claim.verdict}"
    return f"- {_in(new)}{_escaped(old.claim.stated)}, now {_escaped(new.claim.stated)}"


def _row(pair: tuple[Pool, Pool]) -> str:
    old, new = pair
    cells = [_escaped(_path(new.section)), f"`{old.expression.text}`", f"`{new.expression.text}`"]
    cells += [_mean(old), _mean(new), _chance(old), _chance(new)]
    return f"| {' | '.join(cells)} |"


def _markdown_finding(finding: Finding) -> str:
    # What a message quotes is code, and code is what Markdown leaves as it is.
    words = "".join(
        part if part.startswith("`") else _MARKDOWN.sub(r"\\\1", part) for part in _QUOTED.split(finding.message)
    )
    return f"- {words} (`{finding.place.where}`)"


def _escaped(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def to_json(changes: Changes, revision: str) -> str:
    """The changes as JSON, version 1; its schema is `rulebook/schemas/changes.schema.json`."""
    data = {
        "version": 1,
        "revision": revision,
        "sentences": [
            {**_place(new.claim.place), "section": list(new.section), "old": old.sentence, "new": new.sentence}
            for old, new in changes.sentences
        ],
        "results": [{**_claim(new), "old": _values(old), "new": _values(new)} for old, new in changes.results],
        "claims": {
            "new": [{**_claim(stated), **_values(stated)} for stated in changes.new],
            "lost": [{**_claim(stated), **_values(stated)} for stated in changes.lost],
        },
        "pools": [
            {
                **_place(new.expression.place),
                "section": list(new.section),
                "main": new.main,
                "old": _odds(old),
                "new": _odds(new),
            }
            for old, new in changes.pools
        ],
        "findings": {
            "new": [_finding(finding) for finding in changes.come],
            "gone": [_finding(finding) for finding in changes.gone],
        },
    }
    return json.dumps(data, indent=1) + "\n"


def _place(place: Place) -> dict[str, Any]:
    return {"path": place.source.path, **place.begins._asdict()}


def _claim(stated: Stated) -> dict[str, Any]:
    claim = stated.claim
    return {
        **_place(claim.place),
        "id": claim.id,
        "system": claim.system,
        "kind": claim.kind,
        "section": list(stated.section),
        "sentence": stated.sentence,
    }


def _values(stated: Stated) -> dict[str, str]:
    return dict(zip(("stated", "computed", "verdict"), stated.result, strict=True))


def _odds(pool: Pool) -> dict[str, str | None]:
    def exact(value: Fraction | None) -> str | None:
        return None if value is None else fraction_text(value)

    return {"expression": pool.expression.text, "mean": exact(pool.mean), "at_least_1": exact(pool.reaches_one)}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        **_place(finding.place),
        "rule": finding.rule,
        "severity": str(finding.severity),
        "message": finding.message,
    }
