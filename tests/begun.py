"""A process of which other tests have left nothing behind that a stored run could depend on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulebook_core.imports.modules import load_module

ROOT = Path(__file__).parent.parent
_INSTALLED = (sys.prefix, sys.base_prefix, str(ROOT))


def as_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this process begin now, with nothing loaded that is not installed or ours."""
    load_module.cache_clear()
    for name, module in list(sys.modules.items()):
        if not str(getattr(module, "__file__", None) or ROOT).startswith(_INSTALLED):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path.startswith(_INSTALLED)])
