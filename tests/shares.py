"""Populations that `make test` sees a share of, as all would take too long; `make test-whole` sees what that leaves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

whole = pytest.mark.whole


def shares(parts: Iterable[Any], *, seen: int = 1) -> list[Any]:
    """Parts as parameters of a test; `make test` sees the first ones."""
    return [pytest.param(part, marks=() if number < seen else whole) for number, part in enumerate(parts)]
