"""`rulebook check` against a bare read plus one regex scan of the same files, as whole processes.

The book is generated: 1,000 pages with headings, lists, tables, code, raw HTML and links across pages. The
limit is ten times the scan; five is what to go for.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

PAGES = 1_000
ROUNDS = 7
LIMIT = 10.0

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

_TEXT = """
the dice of a pool are rolled and each face counts towards the total of the attempt while
skills improve with points that the player gained in play when the rules allow it
"""
WORDS = _TEXT.split()


def page(number: int, random: Random) -> str:
    """One page of the book; all its links and ids are right."""

    def words(count: int) -> str:
        return " ".join(random.choice(WORDS) for _ in range(count))

    def link() -> str:
        other = random.randrange(PAGES)
        return f"[{words(2)}](../part-{other % 10}/page-{other}.md#section-{random.randint(1, 6)})"

    lines = [f"# Page {number}", "", f"{words(30).capitalize()}.", ""]
    for section in range(1, 7):
        lines += [
            f"## Section {section}",
            "",
            f"{words(40).capitalize()}, see {link()}. {words(30)} **{words(2)}**.",
            "",
        ]
        lines += [f"{words(50).capitalize()} `code {words(2)}` and *{words(3)}*.", ""]
        if section % 2:
            lines += [f"* {words(8)} {link()}" for _ in range(4)] + [""]
        if section == 2:
            lines += ["| Die | Points |", "|-----|--------|", *[f"| d{n} | {words(2)} {n} |" for n in (4, 6, 8)], ""]
        if section == 3:
            lines += ["```python", *[f"roll({n})  # {words(4)}" for n in range(5)], "```", ""]
        if section == 4:
            lines += [f'<span id="term-{number}">{words(2)}</span> is {words(12)}, [{words(1)}](#term-{number}).', ""]
        if section == 5:
            lines += [f"> {words(20)}", f"> {link()}", "", f"[{words(2)}][home] {words(10)}.", ""]
    return "\n".join([*lines, "[home]: #page-" + str(number), ""])


def write_book(folder: Path) -> None:
    random = Random(1)
    (folder / "mkdocs.yml").write_text(
        "site_name: Book\nmarkdown_extensions: [admonition, attr_list, footnotes, md_in_html, pymdownx.superfences]\n",
        encoding="utf-8",
    )
    for number in range(PAGES):
        path = folder / "docs" / f"part-{number % 10}" / f"page-{number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(number, random), encoding="utf-8")


def seconds(command: list[str], folder: Path, cache: Path) -> float:
    # What is installed has been compiled; a checkout, or an environment that keeps no bytecode, has not.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env=environment)
    return time.perf_counter() - start


def main() -> int:
    rulebook = Path(sys.executable).with_name("rulebook")
    with tempfile.TemporaryDirectory() as name:
        folder, cache = Path(name, "book"), Path(name, "cache")
        folder.mkdir()
        write_book(folder)
        scan = [sys.executable, "-c", SCAN, "docs"]
        check = [str(rulebook), "check", "-f", "mkdocs.yml"]
        # The two take turns, so that both meet the same machine; the fastest run of each is the honest one.
        rounds = [(seconds(scan, folder, cache), seconds(check, folder, cache)) for _ in range(ROUNDS)]
    scanned, checked = min(scan for scan, _ in rounds), min(check for _, check in rounds)
    ratio = checked / scanned
    print(f"check {PAGES} pages: scan {scanned:.3f} s, rulebook {checked:.3f} s, {ratio:.1f} times (limit {LIMIT:.0f})")
    return int(ratio > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
