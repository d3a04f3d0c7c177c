"""The command `rulebook`: its commands, and nothing else.

Exit codes: 0 when nothing reaches the fail level, 1 when something does, 2 for a usage error, a source that
cannot be read, a fault of the machine or of our own, 130 after Ctrl-C. The module of a
command is loaded when it is asked for, so that a small check starts quickly. Other commands are parts that register by
entry points.
"""

from __future__ import annotations

import click

from rulebook.commands.program import Program

COMMANDS = {
    "new": "beginning",
    "check": "check",
    "baseline": "baseline",
    "ledger": "ledger",
    "mutate": "ledger",
    "lock": "ledger",
    "facts": "facts",
    "learn": "learning",
    "rules": "game",
    "why": "game",
    "explain": "looking",
    "outline": "looking",
    "roll": "dice",
    "odds": "dice",
    "fix": "mending",
    "diff": "comparing",
}
"""The modules of the commands that are always there."""


@click.group(cls=Program, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="mkdocs-rulebook")
def main() -> None:
    """Check rulebooks against their rules, and roll their dice."""


if __name__ == "__main__":
    main()
