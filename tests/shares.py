"""Populations that `make test` sees a share of, as all would take too long; `make test-whole` sees what that leaves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

whole = pytest.mark.whole


def shares(parts: Iterable[Any], *, seen: int = 1) -> list[Any]:
    """Parts as parameters of a test, a tuple as several; `make test` sees the first ones."""
    given = (part if isinstance(part, tuple) else (part,) for part in parts)
    return [pytest.param(*values, marks=() if number < seen else whole) for number, values in enumerate(given)]
