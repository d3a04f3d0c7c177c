"""What the plugin adds to a build: the dense book of `check.py`, with and without it, in pairs.

Each build is a process of its own; its processor time is compared, which other work on the machine hardly changes. A
cold one finds nothing of those before, one after a check what that has stored, a warm one all that they left. A saved
page is one of a site that `mkdocs serve` has built already, and builds again. A limit counts as missed where the
median of the pairs misses it.

    python benchmarks/build.py [--pages 100 1000] [--pairs 3] [--rows warm ...]
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

from check import write_book

LIMITS = {"cold": 1.8, "after a check": 1.8, "warm": 1.10, "a page saved": 1.10}
"""At most so much of the plain build."""

SAVED = r"""
import pathlib, sys, time
from mkdocs.commands.build import build
from mkdocs.config import load_config
config, site, page = sys.argv[1:]
for is_first in (True, False):
    begun = time.process_time()
    settings = load_config(config, site_dir=site)
    if is_first:
        settings.plugins.on_startup(command="serve", dirty=False)
    build(settings)
    print(time.process_time() - begun)
    with pathlib.Path(page).open("a", encoding="utf-8") as file:
        file.write("\nOne sentence more.\n")
"""
"""What `mkdocs serve` does when it begins, and when a page is saved."""

CONFIG = """\
site_name: Generated
theme: {{name: material, font: false, features: [{features}]}}
plugins: [search{plugin}]
markdown_extensions: [admonition, attr_list, def_list, footnotes, md_in_html, tables, toc: {{permalink: true}}]
"""


def build(folder: Path, *, plugin: bool, prune: bool, state: str) -> float:
    """Build the book; returns the processor seconds it took."""
    if state in ("cold", "after a check"):
        for left in ("site", ".rulebook-cache") if plugin else ("site",):  # A warm one is to find what ours left.
            shutil.rmtree(folder / left, ignore_errors=True)
    config = _config(folder, plugin=plugin, prune=prune)
    # What is installed has been compiled; an environment that keeps no bytecode has not.
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if state == "a page saved":
        command = [sys.executable, "-W", "ignore", "-c", SAVED, str(config), str(folder / "site")]
        command.append(str(next(folder.rglob("page-*.md"))))
        said = subprocess.run(command, check=True, env=environment, capture_output=True, text=True).stdout
        return float(said.split()[-1])
    if state == "after a check" and plugin:
        check = [str(Path(sys.executable).with_name("rulebook")), "check", "-f", str(config)]
        subprocess.run(check, env=environment, capture_output=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "-q", "-f", str(config), "-d", str(folder / "site")],
        check=True,
        env=environment,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _config(folder: Path, *, plugin: bool, prune: bool) -> Path:
    return folder / f"mkdocs-{plugin}-{prune}.yml"


def write(folder: Path, pages: int) -> None:
    """Write the book, with all settings: a file that comes beside them later would be a change."""
    write_book(folder, pages)
    for plugin, prune in product((False, True), repeat=2):
        features = "navigation.prune" if prune else ""
        text = CONFIG.format(features=features, plugin=", rulebook" if plugin else "")
        _config(folder, plugin=plugin, prune=prune).write_text(text, encoding="utf-8")


def pair(folder: Path, *, prune: bool, state: str, plain_first: bool) -> tuple[float, float]:
    """The seconds without and with the plugin; who goes first alternates, so that what drifts favours neither."""
    order = (not plain_first, plain_first)
    seconds = {plugin: build(folder, plugin=plugin, prune=prune, state=state) for plugin in order}
    return seconds[False], seconds[True]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pages", type=int, nargs="+", default=[100, 1000])
    options.add_argument("--pairs", type=int, default=3, help="of a book of a hundred pages; a larger one takes one")
    options.add_argument("--rows", nargs="+", choices=LIMITS, default=[*LIMITS], help="all by default")
    given = options.parse_args()
    missed = False
    print("build with the plugin / without it (processor time, medians)")
    for pages in given.pages:
        count = max(1, given.pairs * 100 // pages)  # What a larger one takes differs less.
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder), pages)
            for plugin in (False, True):
                build(Path(folder), plugin=plugin, prune=False, state="cold")  # compiles
            for prune, state in product((False, True), given.rows):
                pairs = [pair(Path(folder), prune=prune, state=state, plain_first=bool(n % 2)) for n in range(count)]
                ratios = [full / plain for plain, full in pairs]
                plain, full = (statistics.median(side) for side in zip(*pairs, strict=True))
                verdict = "missed" if statistics.median(ratios) > LIMITS[state] else "ok"
                missed |= verdict == "missed"
                print(
                    f"  {pages:5} pages, {'pruned' if prune else 'full'} navigation, {state}: "
                    f"{plain:6.2f} s -> {full:6.2f} s, "
                    f"ratio {statistics.median(ratios):.3f} (limit {LIMITS[state]}, {verdict})",
                    flush=True,
                )
    return missed


if __name__ == "__main__":
    sys.exit(main())
