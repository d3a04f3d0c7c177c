"""Weights by sets of flags, as bit masks: of just these flags, and of these or fewer."""

from __future__ import annotations

from typing import Any


def summed(by_subset: list[int]) -> None:
    """Go from the weights of "just these flags" to those of "these flags or fewer", in place."""
    bit = 1
    while bit < len(by_subset):
        for subset in range(len(by_subset)):
            if subset & bit:
                by_subset[subset] += by_subset[subset ^ bit]
        bit <<= 1


def just(by_subset: list[Any]) -> None:
    """Go from the weights of "these flags or fewer" to those of "just these flags", in place."""
    bit = 1
    while bit < len(by_subset):
        for subset in range(len(by_subset)):
            if subset & bit:
                by_subset[subset] -= by_subset[subset ^ bit]
        bit <<= 1
