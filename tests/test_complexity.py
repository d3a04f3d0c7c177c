"""No function is more complex than a reader can follow: ruff's count is in `make check`, radon's is here.

radon counts each `and`, `or` and comprehension as well.
"""

from collections.abc import Iterator
from pathlib import Path

from radon.complexity import cc_visit
from radon.visitors import Class, Function

ROOT = Path(__file__).parent.parent
MAX_COMPLEXITY = 20


def functions_in(code: str) -> Iterator[Function]:
    """Yield the functions and methods of a module, without the classes around them."""
    for block in cc_visit(code):
        if not isinstance(block, Class):
            yield block


def too_complex(folders: tuple[str, ...] = ("plugins", "rulesmod")) -> set[str]:
    """Name the functions above the limit, each with its module."""
    return {
        f"{path.relative_to(ROOT).as_posix()}: {block.fullname}"
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        for block in functions_in(path.read_text(encoding="utf-8"))
        if block.complexity > MAX_COMPLEXITY
    }


def test_a_complex_function_is_seen() -> None:
    conditions = " and ".join(f"x > {n}" for n in range(MAX_COMPLEXITY + 1))
    (method,) = functions_in(f"class A:\n    def f(self, x):\n        return {conditions}\n")
    assert method.complexity > MAX_COMPLEXITY
    assert method.fullname == "A.f"


def test_no_function_is_too_complex() -> None:
    assert too_complex() == set()
