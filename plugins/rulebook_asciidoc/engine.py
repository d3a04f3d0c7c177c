"""Asciidoctor itself: its own JavaScript, run inside QuickJS; needs neither Ruby nor Node.

One engine serves a whole run: loading it costs more than converting a short page. What it does is bounded in time
and memory, and what goes wrong in it comes out as an `EngineError`, after which the next text gets a new engine.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from rulebook_core.imports.siblings import is_installed
from rulebook_core.system.bundled import MissingPartError, read_bundled

if is_installed("quickjs"):
    import quickjs  # type: ignore[import-untyped]
else:
    quickjs = None

BUNDLE = Path(__file__).parent / "bundle" / "asciidoctor.js"

MAX_MEMORY = 2**30
MAX_STACK = 2**20
MAX_SECONDS = 3.0
MAX_SECONDS_A_CHARACTER = 12e-6
"""How long one text may keep the processor, its includes counted in. A chapter of 300 KB takes a quarter of it."""
JOBS_AT_ONCE = 32
"""Jobs between two looks at the clock, which takes longer than most jobs."""
_TOO_LONG = "it takes Asciidoctor too long"


class EngineError(Exception):
    """Asciidoctor gave up on a text; the message says why, in words for a writer."""


class IncludeRequest(NamedTuple):
    """A file that a text wants to take in.

    Attributes:
        target: as written, its attributes replaced.
        path: the file that asks for it, as it was named when it was taken in; None for the text itself.
        line: the line of the directive in that file, from 1.
        depth: how many files are open around it.
        attributes: what stands in the brackets of the directive.
    """

    target: str
    path: str | None
    line: int
    depth: int
    attributes: Mapping[str, Any]


Answer = Callable[[IncludeRequest], tuple[str, str] | None]
"""Gives the text of a file and its name, or None where there is none to be had."""


class Engine:
    """A loaded Asciidoctor."""

    def __init__(self) -> None:
        if quickjs is None:
            raise MissingPartError("AsciiDoc is not installed; it comes with `pip install 'mkdocs-rulebook[asciidoc]'`")
        program = read_bundled(BUNDLE).decode("utf-8")
        self._context = quickjs.Context()
        self._context.set_memory_limit(MAX_MEMORY)
        self._context.set_max_stack_size(MAX_STACK)
        self._context.eval(program)

    def convert(self, text: str, attributes: Mapping[str, str | None], answer: Answer) -> dict[str, Any]:
        """Convert a text: see `run` in host.js for what comes back.

        Raises:
            EngineError: it takes too long or too much, or Asciidoctor failed.
        """
        try:
            return self._convert(text, attributes, answer)
        except quickjs.JSException as error:
            raise EngineError(_reason(str(error))) from None

    def _convert(self, text: str, attributes: Mapping[str, str | None], answer: Answer) -> dict[str, Any]:
        allowed = MAX_SECONDS + MAX_SECONDS_A_CHARACTER * len(text)
        self._context.set_time_limit(allowed)
        deadline = time.process_time() + allowed
        self._call("begin", text, json.dumps({"attributes": dict(attributes)}))
        while True:
            self._run_jobs(deadline)
            wanted = self._call("request")
            if wanted is None:
                break
            included = answer(IncludeRequest(**json.loads(wanted)))
            if included is None:
                self._call("answer", "", None)
            else:
                deadline += MAX_SECONDS_A_CHARACTER * len(included[0])
                self._call("answer", *included)
        outcome = self._call("result")
        if outcome is None:
            raise EngineError("Asciidoctor came to no end")
        result: dict[str, Any] = json.loads(outcome)
        if "error" in result:
            raise EngineError(_reason(result["error"]))
        value: dict[str, Any] = result["value"]
        return value

    def _run_jobs(self, deadline: float) -> None:
        for done in count(1):
            if not self._context.execute_pending_job():
                return
            if done % JOBS_AT_ONCE == 0 and time.process_time() > deadline:
                raise EngineError(_TOO_LONG)

    def _call(self, name: str, *arguments: Any) -> Any:
        return self._context.get(name)(*arguments)


_lock = RLock()
_engine: Engine | None = None


def convert(text: str, attributes: Mapping[str, str | None], answer: Answer) -> dict[str, Any]:
    """Convert a text with the engine of this run.

    Raises:
        MissingPartError: there is no engine.
        EngineError: it failed; the next text finds a fresh one.
    """
    global _engine
    with _lock:
        engine, _engine = _engine or Engine(), None
        result = engine.convert(text, attributes, answer)
        _engine = engine
        return result


def _reason(message: str) -> str:
    if "interrupted" in message:
        return _TOO_LONG
    if "out of memory" in message:
        return f"it takes Asciidoctor more than {MAX_MEMORY // 2**20} MiB"
    if "stack" in message.lower():
        return "it is nested too deeply for Asciidoctor"
    line = message.partition("\n")[0].strip()
    return f"Asciidoctor fails on it ({line})"
