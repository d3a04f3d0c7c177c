"""Plain Python as JavaScript: what it computes is what Python computes, and what is outside the subset is refused."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

import pytest
import quickjs
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook_render.script import NotPlainError, PlainModule, translate
from tests.masque import plain_program
from tests.masque.page import runtime

PROGRAM = Path(plain_program.__file__).read_text(encoding="utf-8")
FUNCTIONS = ("arithmetic", "comparisons", "truths", "lists", "texts", "records", "tables", "calls")
PYTHON: dict[str, Any] = vars(plain_program)
ASKED = """
globalThis.asked = (limit, answers) => {
  const found = []
  const run = plain.asking(limit)
  let step = run.next()
  for (const answer of answers) {
    if (step.done) break
    found.push(step.value)
    step = run.next(answer)
  }
  return [found, step.done, step.value]
}
"""


@pytest.fixture(scope="module")
def page() -> quickjs.Context:
    context = quickjs.Context()
    script = translate([PlainModule("plain", PROGRAM)], [*FUNCTIONS, "asking"])
    context.eval(f"{runtime()}const plain = {script}($)")
    context.eval(ASKED)
    return context


def both(page: quickjs.Context, name: str, *arguments: Any) -> None:
    written = ", ".join(
        f"new Map(Object.entries({json.dumps(item)}))" if isinstance(item, dict) else json.dumps(item)
        for item in arguments
    )
    there = json.loads(page.eval(f"JSON.stringify(plain.{name}({written}))"))
    assert there == json.loads(json.dumps(PYTHON[name](*json.loads(json.dumps(arguments)))))


SMALL = st.integers(-20, 20)


@settings(max_examples=150, deadline=None)
@given(a=SMALL, b=SMALL, items=st.lists(st.integers(0, 9), max_size=6), name=st.text("ab1 ", min_size=1, max_size=4))
def test_the_same_in_both(page: quickjs.Context, a: int, b: int, items: list[int], name: str) -> None:
    both(page, "arithmetic", a, b)
    both(page, "comparisons", a, b)
    both(page, "truths", items, name.strip(), a, {"a": 1} if b > 0 else {})
    both(page, "lists", items)
    both(page, "texts", name, a)
    both(page, "records", a)
    both(page, "tables", name)
    both(page, "calls", a)


@settings(max_examples=50, deadline=None)
@given(limit=st.integers(0, 30), answers=st.lists(st.integers(1, 4), max_size=20))
def test_generators_ask_the_same(page: quickjs.Context, limit: int, answers: list[int]) -> None:
    asked: list[str] = []
    run = PYTHON["asking"](limit)
    done, value = False, None
    try:
        value = next(run)
        for answer in answers:
            asked.append(value)
            value = run.send(answer)
    except StopIteration as end:
        done, value = True, end.value
    assert json.loads(page.eval(f"JSON.stringify(asked({limit}, {json.dumps(answers)}))")) == [asked, done, value]


REFUSED = {
    "a float": "def f() -> None:\n    return 1.5",
    "a division": "def f(a: int) -> int:\n    return a / 2",
    "a set": "A = {1, 2}",
    "a stranger": "def f() -> None:\n    print(1)",
    "an import": "import os",
    "from elsewhere": "from os import path",
    "a method": "class A:\n    x: int\n    def f(self) -> int:\n        return 1",
    "a decorator": "@cache\ndef f() -> int:\n    return 1",
    "a value of or": "def f(a: list[int], b: list[int]) -> list[int]:\n    return a or b",
    "a try": "def f() -> None:\n    try:\n        g()\n    except ValueError:\n        pass",
    "a format": 'def f(a: int) -> str:\n    return f"{a:03d}"',
    "two names": "def f() -> None:\n    a = b = 1",
    "a call between": "def g() -> int:\n    return 1\n\ndef f() -> bool:\n    return 0 < g() < 2",
    "a parameter": "def g(a: int) -> int:\n    return a\n\ndef f() -> int:\n    return g(b=1)",
    "a name twice": "A = 1\nA = 2",
    "a loop's else": "def f() -> None:\n    for a in [1]:\n        pass\n    else:\n        pass",
    "a step": "def f(a: list[int]) -> list[int]:\n    return a[::2]",
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_not_plain_is_refused(what: str) -> None:
    with pytest.raises(NotPlainError):
        translate([PlainModule("plain", textwrap.dedent(REFUSED[what]))], [])


def test_a_missing_export_is_refused() -> None:
    with pytest.raises(NotPlainError, match="nothing is called f"):
        translate([PlainModule("plain", "A = 1")], ["f"])
