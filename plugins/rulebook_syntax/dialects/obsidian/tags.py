"""Tags: `#rules/dice` in a note's text."""

from __future__ import annotations

import re

TAG = re.compile(r"(?<![^\s(])#[\d/-]{0,60}[^\W\d][\w/-]{0,200}")
"""A tag has a letter in it; `#6` is a number."""

TAG_OPENING, TAG_CLOSING = '<span class="tag">', "</span>"
