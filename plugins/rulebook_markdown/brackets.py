"""Links of Python-Markdown found in one go: it looks for the end of each bracket by itself, to the end of the text.

50,000 brackets that nothing closes keep it busy for minutes. Which bracket closes which is the same for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from markdown import Markdown
from markdown.inlinepatterns import LinkInlineProcessor

from rulebook_syntax.dialects.markdown.inlines import brackets

Target = tuple[str, str | None, int, bool]

_BRACKET = re.compile(r"[\[\]]")


def look_once(md: Markdown) -> None:
    """Patch a converter's links and images to look up where brackets end. They also look up whether an address can
    still end.
    """
    for processor in md.inlinePatterns:
        if isinstance(processor, LinkInlineProcessor) and type(processor).getText is LinkInlineProcessor.getText:
            processor.getText = _text  # type: ignore[method-assign]
            processor.getLink = partial(_link, processor.getLink)  # type: ignore[method-assign]


def _text(data: str, index: int) -> tuple[str, int, bool]:
    """Return the text after a bracket, its end, and whether it is closed. The bracket opens right before `index`."""
    bracket = _BRACKET.search(data, index)
    # Nearly always it is closed before another one opens, which needs no look at all of them.
    end = bracket.start() if bracket is not None and bracket[0] == "]" else _ends(data).get(index - 1)
    return (data[index:end], end + 1, True) if end is not None else ("", len(data), False)


@lru_cache(maxsize=4)
def _ends(text: str) -> Mapping[int, int]:
    """Return where each bracket of a text that is closed is closed."""
    return dict(brackets(text))


def _link(read: Callable[[str, int], Target], data: str, index: int) -> Target:
    """Address and title at `index`, where they end, and whether they are there."""
    return read(data, index) if index <= _last_end(data) else ("", None, index, False)


@lru_cache(maxsize=4)
def _last_end(text: str) -> int:
    """Behind this sign of a text no address ends: without a quote, only a bracket ends one."""
    return max(text.rfind(")"), text.rfind("'"), text.rfind('"'))
