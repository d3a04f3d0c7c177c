"""Print what `rulebook` or `mkdocs` opens and lists outside of the project and the installation.

Python has no way to take an audit hook away, so this runs in a process of its own.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
MACHINE = ("/proc/", "/dev/", "/sys/fs/cgroup", "/etc/mime.types", "/etc/localtime", "/usr/share/zoneinfo")
"""What Python and the shell ask of any machine: the count of processors, the type of a file, the time zone."""


def main() -> None:
    allowed = [os.path.realpath(place) for place in (os.curdir, sys.prefix, sys.base_prefix, ROOT)]
    allowed += [os.path.realpath(place) for place in (os.environ["HOME"],)]
    opened: set[str] = set()

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        if event not in ("open", "os.listdir", "os.scandir"):
            return
        path = arguments[0]
        if isinstance(path, (str, bytes, os.PathLike)):
            real = os.path.realpath(os.fsdecode(path))
            if not real.startswith((*MACHINE, *(f"{place}/" for place in allowed))) and real not in allowed:
                opened.add(real)

    from mkdocs.__main__ import cli

    from rulebook.cli import main as command

    sys.addaudithook(hear)
    try:
        if sys.argv[1] == "mkdocs":
            cli(sys.argv[2:])
        else:
            command(sys.argv[1:])
    finally:
        for path in sorted(opened):
            print(f"OUTSIDE {path}")


if __name__ == "__main__":
    main()
