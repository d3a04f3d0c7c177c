"""Emphasis: which stars and underscores of running text are marks."""

from __future__ import annotations

from rulebook_core.lazy_regex import lazily

_EMPHASIS = lazily(r"\*+|_+")


def emphasis(text: str) -> list[tuple[int, int, int, int]]:
    """Pairs of emphasis marks: start and end of the opening one, start and end of the closing one."""
    pairs: list[tuple[int, int, int, int]] = []
    opened: list[tuple[str, int, int]] = []
    waiting = {"*": 0, "_": 0}
    for match in _EMPHASIS.finditer(text):
        start, end = match.span()
        sign = text[start]
        before = text[start - 1] if start else " "
        after = text[end] if end < len(text) else " "
        opens, closes = not after.isspace(), not before.isspace()
        if sign == "_":
            opens = opens and not (before.isalnum() or before == "_")
            closes = closes and not after.isalnum()
        if closes:
            while start < end and waiting[sign]:
                other, first, last = opened.pop()
                waiting[other] -= 1
                if other != sign:
                    continue  # It stays as it is: what ends here began before it.
                size = min(2, last - first, end - start)
                pairs.append((last - size, last, start, start + size))
                start += size
                if last - size > first:
                    opened.append((sign, first, last - size))
                    waiting[sign] += 1
            if start == end:
                continue
        if opens:
            opened.append((sign, start, end))
            waiting[sign] += 1
    return sorted(pairs)
