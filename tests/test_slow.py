"""The list of slow tests names tests that exist, so that none falls back unseen into `make test`."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import SLOW

ROOT = Path(__file__).parent.parent


@cache
def functions(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("path", sorted({name.partition("::")[0] for name in SLOW}))
def test_each_name_in_the_list_is_a_test(path: str) -> None:
    names = {name.rpartition("::")[2] for name in SLOW if name.startswith(f"{path}::")}
    assert names <= functions(path)
