"""What all tests share."""

import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

import pytest
from hypothesis import settings

from rulebook_core.system.gc_policy import SELDOM

# A busy machine is no failure: Hypothesis must not judge an example by its time. What CI says of a change must not
# hang on the examples that it drew; whoever runs the tests by hand draws others each time.
settings.register_profile("rulebook", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("rulebook")


# What a shell starts in the background has Ctrl-C turned off, and so has all that it starts: no test here wants that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


OUR_BOOKS = {"our_books", "report_on_our_books", "said_of_books"}
"""What asks for our books, which takes seconds to read and check."""
FORKING = {"Fault", "run_mkdocs", "mkdocs"}
"""What runs a program in a copy of the process: that takes the longer the more the process already holds."""


SLOW = frozenset((Path(__file__).parent / "slow.txt").read_text(encoding="utf-8").split())
"""Tests of more than a second, all cases together. `make test` runs the first case of one with cases; `make test-whole`
runs all others."""


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a slow test as one of the whole, unless it is the first case."""
    name, bracket, case = item.nodeid.partition("[")
    if name in SLOW:
        cases = item.config.stash.setdefault(FIRST_CASES, {})
        if not bracket or cases.setdefault(name, case) != case:
            item.add_marker(pytest.mark.whole)


FIRST_CASES = pytest.StashKey[dict[str, str]]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let one process begin with what needs a browser, and the last one with what needs our books: no other one has to
    make them. One between them begins with what copies its process, before that has grown. Each is given as many tests,
    in this order; who has done them takes the last ones of another.
    """
    count = getattr(config, "workerinput", {}).get("workercount", 1)
    if count == 1:
        return
    groups: tuple[list[pytest.Item], ...] = [], [], [], []
    for item in items:
        names = {*vars(item.getparent(pytest.Module).obj), *getattr(item, "fixturenames", ())}
        has_browser = item.get_closest_marker("browser") is not None
        groups[0 if has_browser else 1 if FORKING & names else 2 if OUR_BOOKS & names else 3].append(item)
    *firsts, others = groups
    share, rest = len(items) // count, iter(others)
    items.clear()
    for number in range(count):
        items += chain.from_iterable(firsts[number::count])
        items += islice(rest, max(0, (number + 1) * share - len(items)))
    items += rest


@pytest.fixture(autouse=True)
def _no_plugin_of_another_test() -> Iterator[None]:
    """Forget the plugins that MkDocs keeps for a whole process: one that has served would make no paper later."""
    yield
    if (defaults := sys.modules.get("mkdocs.config.defaults")) is not None:
        vars(defaults.MkDocsConfig)["plugins"].plugin_cache.clear()


def pytest_collection_finish() -> None:
    """What is imported and collected stays: as a run of ours does, look for garbage seldom, and not there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was skipped, and why: a run that proves less than it could shall not look like one that proves all."""
    reasons = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", ()))
    if reasons:
        terminalreporter.section("skipped", sep="-")
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"{count} skipped: {reason}")


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why a test did not run; pytest tells it as (file, line, words)."""
    told = report.longrepr
    return told[2].removeprefix("Skipped: ") if isinstance(told, tuple) else str(told)
