"""The dice in a real Chromium: the first roll and the exact odds of ten Risk dice, beside Python's own time."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from rulebook.systems import load_system
from rulesmod.dice import distribution
from tests.site.sites import ROOT, find_browser

ASSETS = ROOT / "plugins/rulebook_markdown/assets"
EXPRESSION = "10Rd"
MEASURE = """([program, seed]) => {
  const time = run => { const start = performance.now(); run(); return performance.now() - start }
  const roll = time(() => engine.roll(program, engine.random(seed)))
  return { roll, odds: time(() => engine.distribution(program)) }
}"""


def main() -> int:
    from playwright.sync_api import sync_playwright

    browser = find_browser()
    if browser is None:
        print("page: there is no Chromium here, nothing is measured")
        return 0
    notation = load_system("drama").notation
    program = notation.program(notation.parse(EXPRESSION))
    start = time.perf_counter()
    distribution(program)
    python = (time.perf_counter() - start) * 1000
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
        took = page.evaluate(MEASURE, [json.loads(json.dumps(program.to_json())), "000000000000000200000001"])
        chromium.close()
    print(
        f"page: {EXPRESSION} in Chromium: first roll {took['roll']:.1f} ms, exact odds {took['odds']:.1f} ms, "
        f"{took['odds'] / python:.1f} times Python's {python:.1f} ms"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
