"""The dice in a real Chromium: the first roll and the exact odds, beside Python's own time.

Ends with 1 where the odds take the page more than twice what Python takes, and that is so long that it can be told.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent.parent))

from rulebook_rules.systems import load_system
from rulesmod.dice import distribution, shapes
from tests.site.sites import ROOT, find_browser

if TYPE_CHECKING:
    from playwright.sync_api import Page

ASSETS = ROOT / "plugins/rulebook_markdown/assets"
SUMS = ("99d100", "20d6!", "20d10!", "6d10!+6d8!", "10d8!+4d6", "20-20d10!")
OTHERS = ("12d20kh6", "5d10!!kh3", "8d6!!kh2", "5d10!kh3", "10d10×30d20", "(30d19)d8")
LARGE = ("1000d6", "100d100", "40d20kh10", "20d20dl5dh5", "10d6r1kh3", "8d10ro1kh4", "20d10>=8f1", "40d10>=7!")
FORMULAS = (
    "ceil(20d6/3)",
    "max(10d6,8d8)",
    "{4d6,3d8,5d10}kh1",
    "{4d6+3d8}kh4",
    "{4d6!+2d8}kh3",
    "20d12-10d8",
    "2d100×d20",
)
KINDS = ("8d10!!>=12", "10d6!p", "20d6!o", "10d6i", "6d20u", "30d6min3", "10d%adv")
TARGETS = ("{20d6}>=70", "{20d10!}>=120")
PLAIN = (*SUMS, *OTHERS, *LARGE, *FORMULAS, *KINDS, *TARGETS)
DICE = (("drama", "10Rd"), *(("plain", text) for text in PLAIN))
MAX_RATIO = 2
"""So many times what Python takes."""
REPEATS = 5
MIN_MILLISECONDS = 5
"""Milliseconds of Python that can be told from nothing."""
MEASURE = """([program, seed]) => {
  const time = run => { const start = performance.now(); run(); return performance.now() - start }
  const roll = time(() => engine.roll(program, engine.random(seed)))
  return { roll, odds: Math.min(...[1, 2, 3, 4, 5].map(() => time(() => engine.distribution(program)))) }
}"""


def main() -> int:
    from playwright.sync_api import sync_playwright

    browser = find_browser()
    if browser is None:
        print("page: there is no Chromium here, nothing is measured")
        return 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        script = Path(folder, "engine.js")
        entry = f"export * from '{ASSETS / 'engine.js'}'; export * from '{ASSETS / 'rng.js'}'"
        command = [ROOT / "node_modules/.bin/esbuild", "--bundle", "--minify", "--format=iife", "--global-name=engine"]
        subprocess.run(
            [*command, f"--outfile={script}", "--log-level=error"], input=entry, text=True, check=True, cwd=ROOT
        )
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        page = chromium.new_page()
        page.add_script_tag(path=str(script))
        keep_up = [show(page, *dice) for dice in DICE]
        chromium.close()
    return 0 if all(keep_up) else 1


def seconds_of_python(game: str, text: str) -> float:
    """Return the time of exact odds of which nothing is remembered."""
    notation = load_system(game).notation
    program = notation.program(notation.parse(text))
    for function in vars(shapes).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()
    started = time.perf_counter()
    distribution(program)
    return time.perf_counter() - started


def show(page: Page, game: str, text: str) -> bool:
    """Measure and print a row; whether the page keeps up."""
    notation = load_system(game).notation
    program = notation.program(notation.parse(text))
    gc.disable()  # As `timeit` does.
    python = min(seconds_of_python(game, text) for _ in range(REPEATS)) * 1000
    gc.enable()
    took = page.evaluate(MEASURE, [json.loads(json.dumps(program.to_json())), "000000000000000200000001"])
    keeps_up = bool(python < MIN_MILLISECONDS or took["odds"] <= MAX_RATIO * python)
    print(
        f"page: {text} in Chromium: first roll {took['roll']:.1f} ms, exact odds {took['odds']:.1f} ms, "
        f"{took['odds'] / python:.1f} times Python's {python:.1f} ms "
        f"(limit {MAX_RATIO} above {MIN_MILLISECONDS} ms, {'ok' if keeps_up else 'missed'})",
        flush=True,
    )
    return keeps_up


if __name__ == "__main__":
    sys.exit(main())
