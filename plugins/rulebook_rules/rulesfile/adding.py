"""Proposals put into a `rules.yml` as comments, each where it belongs: to accept one is to remove its `#`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from rulebook_core.store.files import rewrite
from rulebook_rules.settings.yamlfile import load_data

_INDENT = "  "


def add_proposals(path: Path, proposals: Iterable[tuple[str, Sequence[str]]]) -> int:
    """Put proposals, each with its section, into a file, and give how many of them are new.

    Raises:
        ConfigError: the file is no YAML.
        ChangedError: it has changed while it was read.
        OSError: it cannot be written.
    """
    file = load_data(path)
    text = file.value().source.text
    known = {line.partition(":")[0] for line in text.splitlines()}
    lines: dict[str, list[str]] = {}
    count = 0
    for section, proposed in proposals:
        commented = [f"#{_INDENT}{line}" for line in proposed]
        if (name := commented[0].partition(":")[0]) not in known:  # Another page may propose it otherwise.
            known.add(name)
            lines.setdefault(section, []).extend(commented)
            count += 1
    end = "" if not text or text.endswith("\n") else "\n"
    added = text + end
    for section in sorted(lines, key=lambda name: -_end_of(added, file.value(name).span.end)):
        block = "".join(f"{line}\n" for line in lines[section])
        if section not in file.values:
            added += f"\n{section}:\n{block}"
            continue
        place = file.value(section)
        if place.source.slice(place.span)[:1] in ("{", ""):
            # What is written in one line, or not at all, has no room for more.
            added += f"\n# for {section}:\n{block}"
            continue
        at = _end_of(added, place.span.end)
        added = added[:at] + block + added[at:]
    rewrite(path, text, added)
    return count


def _end_of(text: str, offset: int) -> int:
    """Return the end of a line, with the comments below it that are indented as proposals."""
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end + 1
    while match := re.compile(rf"#{_INDENT}.*\n").match(text, end):
        end = match.end()
    return end
