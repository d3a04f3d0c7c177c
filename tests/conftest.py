"""What all tests share."""

import gc
import os
import signal
from collections import Counter

import pytest
from hypothesis import settings

from rulebook.garbage import SELDOM

# A busy machine is no failure: Hypothesis must not judge an example by its time. What CI says of a change must not
# hang on the examples that it drew; whoever runs the tests by hand draws others each time.
settings.register_profile("rulebook", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("rulebook")


# What a shell starts in the background has Ctrl-C turned off, and so has all that it starts: no test here wants that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


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
