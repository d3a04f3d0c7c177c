"""`rulebook check` against a bare read plus one regex scan of the same files: whole processes, in pairs.

It is run in four ways: everything is read, nothing has changed since the last run, one page has, and one page of a
book with a warning on each.

The processor time of all processes is summed, which other work on the machine hardly changes; the medians are told.
The book is generated, as dense as a real one, and nothing in it is wrong: some 800 words a page, 15 headings in three
styles, 20 links, 8 definitions, 10 dice, lists, a raw table, a box and a named place.

    python benchmarks/check.py [--pages 1000] [--pairs 5] [--keep FOLDER] [--rows warm ...]
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from random import Random

COLD, WARM, CHANGED, WARNED = "cold", "warm", "one page changed", "one page changed, a warning on each"
LIMITS = {COLD: 10.0, WARM: 1.5, CHANGED: 2.5, WARNED: 2.5}
"""At most so many times the scan; cold, five is what to go for."""

SOON = 0.1
"""So many seconds later, a file is no more new."""

SCAN = r"""
import os, re, sys
pattern = re.compile(r"\[[^\[\]]*\]\([^()\s]*\)|^#+ .*$|<[^>]+>", re.MULTILINE)
found = 0
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            found += sum(1 for _ in pattern.finditer(file.read()))
print(found)
"""

CONFIG = "site_name: Dense\nmarkdown_extensions: [admonition, attr_list, footnotes, tables, pymdownx.superfences]\n"

_QUALITIES = "Brazen Calm Dusty Eager Faint Grim Hidden Icy Jolly Keen Lame Muted Narrow Opal Plain Ready".split()  # noqa: SIM905
_THINGS = "Anvil Beacon Candle Dagger Ember Ferry Gate Harp Inn Jewel Key Loom Mill Needle Orchard Quay".split()  # noqa: SIM905
_SAID = """
whoever holds a lamp sees what moves near its light before others do and may warn them while no guard answers when such
travellers rest they share bread until dawn after which each walks on alone or with friends who know this road well some
players keep dice warm because luck likes heat but results never follow that rule so masters smile then count again
"""
_WORDS = _SAID.split()
_PLAIN, _NAMED, _SPAN = "plain", "named", "span"
_STYLES = (_PLAIN, _NAMED, _SPAN, _PLAIN, _SPAN, _PLAIN, _NAMED, _SPAN, _PLAIN, _SPAN, _PLAIN, _SPAN, _PLAIN, _NAMED)
_DICE = ("d4", "d6", "d8", "d10", "d12", "d20")


class _Page:
    """A page of the book: its headings with their ids are settled before any text links to them."""

    def __init__(self, number: int, random: Random) -> None:
        self.path = f"part-{number // 20:02}/page-{number}.md"
        self.titles = [
            f"{quality} {thing} of {number}.{at}"
            for at, (quality, thing) in enumerate(
                zip(random.sample(_QUALITIES, 14), random.sample(_THINGS, 14), strict=True)
            )
        ]
        self.ids = [
            f"{style}-{number}-{at}" if style != _PLAIN else title.lower().replace(" ", "-").replace(".", "")
            for at, (title, style) in enumerate(zip(self.titles, _STYLES, strict=True))
        ]


class _Prose:
    """Sentences in which no word stands twice in a row, with links and dice here and there."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._last = ""

    def sentence(self, words: int, *inserted: str) -> str:
        said = [self._word() for _ in range(words)]
        for place, text in zip(self._random.sample(range(1, words), len(inserted)), inserted, strict=True):
            said[place] = f"{said[place]} {text}"
        return f"{' '.join(said).capitalize() if not inserted else ' '.join(said)}."

    def _word(self) -> str:
        self._last = self._random.choice([word for word in self._random.sample(_WORDS, 2) if word != self._last])
        return self._last


def _links(page: _Page, pages: list[_Page], random: Random) -> Iterator[str]:
    """Twenty links of all kinds: within the page, across pages, by references."""
    for _ in range(5):
        yield f"[{random.choice(_WORDS)}](#{random.choice(page.ids)})"
    for _ in range(7):
        other = random.choice(pages)
        yield f"[{random.choice(_WORDS)} {random.choice(_THINGS).lower()}](../{other.path}#{random.choice(other.ids)})"
    for at, kind in zip(range(8), cycle(("[its words][label {}]", "[label {}][]", "[label {}]")), strict=False):
        yield kind.format(at)


def _definitions(page: _Page, pages: list[_Page], random: Random) -> Iterator[str]:
    spans = [id_ for id_, style in zip(page.ids, _STYLES, strict=True) if style == _SPAN]
    for at, id_ in enumerate(spans):
        yield f"[label {at}]: #{id_}"
    for at in range(len(spans), 8):
        other = random.choice(pages)
        yield f"[label {at}]: ../{other.path}#{random.choice(other.ids)}"


def _dice(random: Random) -> str:
    pool = "/".join(f"{random.randint(1, 5)}:{die}" for die in sorted(random.sample(_DICE, 2), key=_DICE.index))
    return f'<code class="pool">{pool}</code>'


def _text(page: _Page, pages: list[_Page], random: Random) -> str:
    prose = _Prose(random)
    inserted = [*_links(page, pages, random), *(_dice(random) for _ in range(10))]
    random.shuffle(inserted)
    definitions = _definitions(page, pages, random)
    lines = [f"# {page.path.removesuffix('.md')}", "", prose.sentence(20), ""]
    for at, (title, id_, style) in enumerate(zip(page.titles, page.ids, _STYLES, strict=True)):
        mark = "##" if at % 3 == 0 else "###"
        if style == _SPAN:
            lines += [f'{mark} <span id="{id_}">{title}</span>', next(definitions), ""]
        else:
            lines += [f"{mark} {title}{f' {{#{id_}}}' if style == _NAMED else ''}", ""]
        here = inserted[at::14]
        lines += [f"{prose.sentence(15, *here[:1])} {prose.sentence(12)}", ""]
        if at % 3 == 0:
            lines += [f"* {prose.sentence(9, *given)}" for given in (here[1:], (), ())]
        else:
            lines += [f"{prose.sentence(14, *here[1:])} {prose.sentence(11)}"]
        lines += [""]
        if at == 4:
            rows = [f"        <tr><td>{die}</td> <td>{random.randint(1, 12) * 5}</td></tr>" for die in _DICE]
            lines += [f'<table id="table-{page.ids[4]}">', "    <caption>What a Die Costs</caption>"]
            lines += ["    <thead><tr><th>Die</th> <th>Points</th></tr></thead>", "    <tbody>", *rows]
            lines += ["    </tbody>", "</table>", ""]
        elif at == 7:
            lines += [f'<a name="place-{page.ids[7]}"></a>{prose.sentence(9)}', ""]
        elif at == 10:
            lines += ['<div class="entry">', f"  <span>{title}</span>", f"  <p>{prose.sentence(10)}</p>", "</div>", ""]
    return "\n".join([*lines, *definitions, ""])


def write_book(folder: Path, pages: int) -> None:
    """Write the book; the same number of pages gives the same bytes."""
    random = Random(pages)
    planned = [_Page(number, random) for number in range(pages)]
    for page in planned:
        path = folder / "docs" / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_text(page, planned, random), encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")


def seconds(command: list[str], folder: Path, cache: Path) -> float:
    """Return the processor time of a command and all that it starts; a check may find something."""
    # What is installed has been compiled; a checkout, or an environment that keeps no bytecode, has not.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if subprocess.run(command, cwd=folder, capture_output=True, env=environment).returncode > 1:
        raise RuntimeError(f"{command} failed")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept
        return
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pages", type=int, default=1000)
    options.add_argument("--pairs", type=int, default=5)
    options.add_argument("--keep", type=Path, help="write the book there, and leave it")
    options.add_argument("--rows", nargs="+", choices=LIMITS, default=[*LIMITS], help="all by default")
    given = options.parse_args()
    with _folder(given.keep) as folder, tempfile.TemporaryDirectory() as cache:
        write_book(folder, given.pages)
        scan = [sys.executable, "-c", SCAN, "docs"]
        check = [str(Path(sys.executable).with_name("rulebook")), "check", "-f", "mkdocs.yml"]
        pages = [*(folder / "docs").rglob("*.md")]
        pairs: dict[str, list[tuple[float, float]]] = {name: [] for name in given.rows}
        for name, found in pairs.items():
            for page in pages if name == WARNED else ():
                _add(page, "The the lamp burns.")
            seconds(check, folder, Path(cache))  # compiles, and keeps what it finds
            for _ in range(given.pairs):
                if name in (CHANGED, WARNED):
                    _add(pages[0], "All is well.")
                    time.sleep(SOON)
                command = [*check, "--no-cache"] if name == COLD else check
                found.append((seconds(scan, folder, Path(cache)), seconds(command, folder, Path(cache))))
    return max([told(f"check {given.pages} pages, {name}", found, LIMITS[name]) for name, found in pairs.items()])


def _add(page: Path, words: str) -> None:
    page.write_text(f"{page.read_text(encoding='utf-8')}\n{words}\n", encoding="utf-8")


def told(row: str, pairs: list[tuple[float, float]], limit: float) -> bool:
    """Print a row; whether its limit is missed."""
    ratio = statistics.median(checked / scanned for scanned, checked in pairs)
    scanned, checked = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(
        f"{row}: scan {scanned:.3f} s, rulebook {checked:.3f} s of processor time, "
        f"{ratio:.1f} times (limit {limit}, {'missed' if ratio > limit else 'ok'})"
    )
    return ratio > limit


if __name__ == "__main__":
    sys.exit(main())
