"""Reading AsciiDoc: what our reading costs beside Asciidoctor alone, and beside Asciidoctor under Node.

The same generated chapter is converted by Asciidoctor as it comes (under Node, where there is one), by our engine
(the same program in QuickJS), and read whole: converted, every character placed, looked through for faults. Read
again it comes from the cache. Processor time of this process is compared; Node tells its own.

    python benchmarks/asciidoc.py [--kilobytes 25 300] [--rounds 3]
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rulebook_asciidoc import cache, engine
from rulebook_core.source import Source
from rulebook_syntax.dialects import ReadingOptions, read

ROOT = Path(__file__).parent.parent
LIMIT = 2.5
"""At most so many times as long to read a chapter as to convert it."""

SECTION = """\
[#part-{number}]
=== Part {number}

A [lexicWord]#hero# of rank {number} rolls `{number}d6` and needs *at least {number}*, unless the {game} says otherwise.
The <<part-{before},part before>> holds here as well; see https://example.org/{number}[the site] -- or not.footnote:[Not
in part {number}.]

.Points of part {number}
[%header,cols="1,1"]
|===
|Die |Points
|d4 |{number}
|d6 |9
|===

* One [lexicWord]#die#
+
with more of it

. The hero's first choice
. and the second

NOTE: Mind the {number} doors.

"""
NODE = """\
import { readFileSync } from 'node:fs'
import { convert } from '@asciidoctor/core'
const text = readFileSync(0, 'utf8')
const times = []
for (let round = 0; round < ROUNDS; round++) {
  const before = process.cpuUsage()
  await convert(text, { safe: 'secure', sourcemap: true })
  const { user, system } = process.cpuUsage(before)
  times.push((user + system) / 1e6)
}
process.stdout.write(JSON.stringify(times))
"""


def chapter(kilobytes: int) -> str:
    """A chapter with terms, tables, lists, links and footnotes."""
    text = "= A chapter\n:game: Game\n\n== All parts\n\n"
    number = 1
    while len(text) < kilobytes * 1000:
        text += SECTION.replace("{number}", str(number)).replace("{before}", str(max(1, number - 1)))
        number += 1
    return text


def timed(action: Callable[[], object], rounds: int) -> float:
    """The median of the processor seconds that something takes."""
    times = []
    for _ in range(rounds):
        before = time.process_time()
        action()
        times.append(time.process_time() - before)
    return statistics.median(times)


def under_node(text: str, rounds: int) -> float | None:
    node = shutil.which("node")
    if node is None:
        return None
    program = NODE.replace("ROUNDS", str(rounds))
    ran = subprocess.run(
        [node, "--input-type=module", "-e", program], input=text, capture_output=True, text=True, check=True, cwd=ROOT
    )
    return statistics.median(json.loads(ran.stdout))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kilobytes", type=int, nargs="+", default=[25, 300])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    loading = timed(engine.Engine, options.rounds)
    print(f"asciidoc: loading Asciidoctor takes {loading:.3f} s")
    missed = False
    for kilobytes in options.kilobytes:
        text = chapter(kilobytes)
        bare = timed(lambda text=text: engine.convert(text, {}, lambda request: None), options.rounds)

        def read_anew(text: str = text) -> None:
            cache._memory.clear()
            read(Source("chapter.adoc", text), "asciidoc")

        whole = timed(read_anew, options.rounds)
        with tempfile.TemporaryDirectory() as folder:
            kept = ReadingOptions(file=Path(folder) / "chapter.adoc", cache=Path(folder))
            read(Source("chapter.adoc", text), "asciidoc", kept)

            def read_kept(text: str = text, kept: ReadingOptions = kept) -> None:
                cache._memory.clear()
                read(Source("chapter.adoc", text), "asciidoc", kept)

            again = timed(read_kept, options.rounds)
        node = under_node(text, options.rounds)
        beside = f", {whole / node:.1f} times Node's conversion ({node:.2f} s)" if node else ""
        print(
            f"asciidoc: {kilobytes} KB read in {whole:.2f} s: {whole / bare:.2f} times its conversion alone "
            f"({bare:.2f} s; limit {LIMIT}){beside}; from the cache {again:.2f} s"
        )
        missed = missed or whole > LIMIT * bare
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
