"""Functions whose modules are loaded on the first call, so that a small run starts quickly.

They stand at the head of a module, as its imports do, and the tests of the layers count them as imports.
"""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter
from typing import Any


def late(module: str, name: str) -> Any:
    """Return a function that loads a module when it is called, and calls something of it.

    Args:
        module: the dotted name of the module.
        name: its function or class, or a method of one (`Table.of`).
    """
    find = attrgetter(name)

    def call(*args: Any, **options: Any) -> Any:
        return find(import_module(module))(*args, **options)

    return call
