"""Reports: one renderer a format. A renderer takes a `Report` and gives text that ends in a line break."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from rulebook_proof.analysis import Report


def renderer(name: str) -> Callable[[Report], str]:
    """The renderer of a format; modules load on demand, since a run needs one of them."""
    render: Callable[[Report], str] = import_module(f"rulebook.reports.{name}").render
    return render
