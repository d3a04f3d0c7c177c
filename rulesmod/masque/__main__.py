"""Simulate the table of duels again, which takes some minutes, and write it beside the rules."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rulesmod.masque.odds_table import RECORD, make, write


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the table of duels to a file."""
    parser = argparse.ArgumentParser(prog="python -m rulesmod.masque", description=__doc__)
    parser.add_argument("--output", metavar="FILE", type=Path, default=RECORD, help="another file than %(default)s")
    path = parser.parse_args(arguments).output
    path.write_text(write(make()), encoding="utf-8")


if __name__ == "__main__":
    main()
