"""The YAML of front matter: what a page says of itself, and no more than a page needs for that.

Whoever writes a page can write anything here. An alias stands for what was said before, so that a few lines can mean
more than a machine can hold: it may stand for a single value, as programs write a date that comes again, and all of
them for no more than a page may say. What is nested deeply ends the process that reads it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NoReturn

import yaml

from rulebook_core.lazy_regex import lazily

MAX_CHARACTERS = 64 * 2**10
MAX_DEPTH = 16
MAX_DIGITS = 1000
TOO_DEEP = "it is nested too deeply"

FRONT_MATTER = lazily(
    r"-{3}[ \t]*(?:\r\n|\r|\n)(?P<yaml>.*?(?:\r\n|\r|\n))(?:\.{3}|-{3})[ \t]*(?:\r\n|\r|\n|\Z)", re.DOTALL
)
_NUMBER = lazily(r"[-+]?\d[\d:_.a-fox]*$")


def read_yaml(text: str) -> Any:
    """Parse the YAML of front matter.

    Raises:
        yaml.YAMLError: it is no YAML, or exceeds a limit; the message tells which.
        ValueError: a value is invalid, such as the 30th of February.
    """
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    if len(text) > MAX_CHARACTERS:
        raise yaml.YAMLError(f"it is longer than {MAX_CHARACTERS // 2**10} KiB")
    try:
        _look_at(yaml.parse(text, Loader=loader))
    except yaml.MarkedYAMLError as error:
        # libyaml reads ahead of what it tells, and newer ones give up at a depth of their own.
        if "nesting" in (error.problem or ""):
            error.problem = TOO_DEEP
        raise
    try:
        return yaml.load(text, Loader=loader)
    except (AttributeError, LookupError) as error:
        raise yaml.YAMLError("a value is not of the kind that its tag says") from error


def value_at(text: str, keys: Sequence[str]) -> str | None:
    """Return the text that YAML has under some keys; None where it has none there."""
    try:
        result = read_yaml(text)
    except (yaml.YAMLError, ValueError):
        return None
    for key in keys:
        result = result.get(key) if isinstance(result, dict) else None
    return result if isinstance(result, str) and result else None


def _look_at(events: Any) -> None:
    """Go through what a text says before anything is made of it."""
    depth = said = 0
    values: dict[str | None, int] = {}
    for event in events:
        if isinstance(event, yaml.AliasEvent):
            said += values.get(event.anchor, MAX_CHARACTERS) + 1
            if said > MAX_CHARACTERS:
                _refuse(event, "an alias (`*`) is not for front matter, but for a single value")
        if isinstance(event, yaml.ScalarEvent) and event.anchor is not None:
            values[event.anchor] = len(event.value)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                _refuse(event, TOO_DEEP)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.ScalarEvent) and len(event.value) > MAX_DIGITS and _NUMBER.match(event.value):
            _refuse(event, "a number is too long")


def _refuse(event: Any, problem: str) -> NoReturn:
    raise yaml.MarkedYAMLError(problem=problem, problem_mark=event.start_mark)
