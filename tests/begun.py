"""A process of which other tests have left nothing behind that a kept run could hang on."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from rulebook_core.store import witness

ROOT = Path(__file__).parent.parent


def as_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this process begin now, with nothing loaded that is not installed or ours."""
    monkeypatch.setattr(witness, "_BEGUN", time.time_ns())
    monkeypatch.setattr(witness, "_runs", 0)
    monkeypatch.setattr(witness, "_INSTALLED", (sys.prefix, sys.base_prefix, str(ROOT)))
    for name, module in list(sys.modules.items()):
        if not str(getattr(module, "__file__", None) or ROOT).startswith(witness._INSTALLED):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path.startswith(witness._INSTALLED)])
