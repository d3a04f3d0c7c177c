"""The ledger and the proof as text and as JSON; the schemas are `rulebook/schemas/{ledger,mutate}.schema.json`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from rulebook.reports.summary import counted
from rulebook_proof.proof.ledger import Ledger, Number, Standing, share, surroundings
from rulebook_proof.proof.proving import MutationResult
from rulebook_proof.proof.word_trials import WordTrial
from rulebook_proof.proof.words import Operator


def ledger_text(ledger: Ledger) -> str:
    """The numbers by page, with the text around those that nothing checks."""
    lines = []
    for page in ledger.pages:
        lines.append(f"{page.path}: {_standings(page.numbers)}")
        for number in page.numbers:
            if number.standing is Standing.UNGUARDED:
                lines.append(f"  {number.place.begins}  {_quoted(number)}")
            elif number.leeway:
                lines.append(f"  {number.place.begins}  {_quoted(number)}  guarded to ±{f'{float(number.leeway):g}'}")
        lines += (f"  {word.place.begins}  {_quoted(word)}  a word of a rule" for word in page.words)
        reasons = Counter(number.reason for number in page.numbers if number.standing is Standing.WAIVED)
        lines += (f"  waived, {count}: {reason}" for reason, count in reasons.items())
    if ledger.unstated:
        lines += ("", "In the rules, and stated by no page:")
        lines += (f"  {item.system} {item.kind} {item.name}: {item.about}" for item in ledger.unstated)
    numbers = ledger.numbers
    text = f"; {share(numbers):.1f} % guarded or waived" if numbers else ""
    words = sum(len(page.words) for page in ledger.pages)
    more = f"; {counted(words, 'word')} of rules unguarded" if words else ""
    lines += ("", f"{_standings(numbers)}{text}{more}")
    return "\n".join(lines).lstrip("\n") + "\n"


def ledger_json(ledger: Ledger) -> str:
    numbers = ledger.numbers
    pages = [
        {
            "path": page.path,
            "system": page.system,
            **_counts(page.numbers),
            "list": [
                {
                    **number.place.bounds,
                    "text": number.text,
                    "standing": str(number.standing),
                    "reason": number.reason,
                    "leeway": float(number.leeway),
                }
                for number in page.numbers
            ],
            "words": [{**word.place.bounds, "text": word.word} for word in page.words],
        }
        for page in ledger.pages
    ]
    missing = [
        {"system": item.system, "kind": item.kind, "name": item.name, "about": item.about} for item in ledger.unstated
    ]
    summary = {**_counts(numbers), "share": round(share(numbers), 2)}
    return _json({"version": 1, "pages": pages, "unstated": missing, "summary": summary})


def unproved(trial: MutationResult) -> Iterator[tuple[Number, list[str]]]:
    """Yield each number that a claim rests on but that can change unseen, with the changes."""
    changed: dict[int, list[str]] = {}
    for survivor in trial.survivors:
        number = trial.targets[survivor.target]
        if number.guarded and not survivor.is_warned:
            changed.setdefault(survivor.target, []).append(survivor.text)
    for target, texts in changed.items():
        yield trial.targets[target], texts


def proof_text(trials: Sequence[MutationResult], words: Sequence[WordTrial] = ()) -> str:
    """Return the surviving changes with the text around them, and the score."""
    lines = []
    for trial in trials:
        for number, texts in unproved(trial):
            other = ", ".join(f"`{text}`" for text in texts)
            lines.append(f"{number.place.where}  {_quoted(number)}  can be {other}")
    figures = _proof_figures(trials)
    changes = f"{counted(figures['mutants'], 'change')} of {counted(figures['targets'], 'number')} and cells: "
    if figures["guarded"]:
        proved = f"{figures['guarded']} guarded, {figures['survived']} of them can be changed unseen"
        if figures["warned"]:
            proved += f", {figures['warned']} with a warning"
        lines.append(f"{changes}{proved}; score {figures['score']} %")
    else:
        lines.append(f"{changes}no claim rests on any of them, so there is nothing to prove")
    if words:
        seen = sum(one.is_reported for one in words)
        lines.append(f"{counted(len(words), 'change')} of the words of rules: {seen} reported; score {_score(words)} %")
    return "\n".join(lines) + "\n"


def proof_json(trials: Sequence[MutationResult], words: Sequence[WordTrial] = ()) -> str:
    pages = [
        {
            "path": trial.page.document.source.path,
            "mutants": trial.mutants,
            "survivors": [
                {**number.place.bounds, "text": number.text, "changed_to": texts, "context": _quoted(number)}
                for number, texts in unproved(trial)
            ],
        }
        for trial in trials
    ]
    figures = {"words": len(words), "words_reported": sum(one.is_reported for one in words)}
    return _json({"version": 1, "pages": pages, "summary": {**_proof_figures(trials), **figures}})


def _score(words: Sequence[WordTrial]) -> float:
    return round(100 * sum(one.is_reported for one in words) / len(words), 2)


def _proof_figures(trials: Sequence[MutationResult]) -> dict[str, float]:
    guarded = sum(target.guarded for trial in trials for target in trial.targets)
    survived = sum(1 for trial in trials for _ in unproved(trial))
    warned = sum(
        len({one.target for one in trial.survivors if one.is_warned and trial.targets[one.target].guarded})
        for trial in trials
    )
    return {
        "targets": sum(len(trial.targets) for trial in trials),
        "mutants": sum(trial.mutants for trial in trials),
        "guarded": guarded,
        "survived": survived,
        "warned": warned,
        "score": round(100 * (guarded - survived) / guarded, 2) if guarded else 0.0,
    }


def _counts(numbers: Sequence[Number]) -> dict[str, int]:
    standings = [str(number.standing) for number in numbers]
    return {"numbers": len(numbers), **{str(standing): standings.count(standing) for standing in Standing}}


def _standings(numbers: Sequence[Number]) -> str:
    counts = _counts(numbers)
    parts = [f"{counts[standing]} {standing}" for standing in Standing if counts[standing]]
    return f"{counted(len(numbers), 'number')}{': ' if parts else ''}{', '.join(parts)}"


def _quoted(one: Number | Operator) -> str:
    before, text, behind = surroundings(one.place)
    return f"{before}«{text}»{behind}"


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=1) + "\n"
