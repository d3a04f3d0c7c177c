"""The command `rulebook`: its commands, and nothing else.

Exit codes: 0 when nothing reaches the fail level, 1 when something does, 2 for a usage error, a source that
cannot be read, a fault of the machine or of our own, 130 after Ctrl-C. Commands import what they need when they run, so
that `rulebook --help` and a small check start quickly.
"""

from __future__ import annotations

import click

from rulebook.commands.baseline import baseline
from rulebook.commands.beginning import new
from rulebook.commands.check import check
from rulebook.commands.comparing import diff
from rulebook.commands.converting import convert
from rulebook.commands.dice import odds, roll
from rulebook.commands.editor import lsp
from rulebook.commands.game import rules, why
from rulebook.commands.learning import learn
from rulebook.commands.ledger import ledger, lock, mutate
from rulebook.commands.looking import explain, outline
from rulebook.commands.mending import fix
from rulebook.commands.program import Program


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="mkdocs-rulebook")
def main() -> None:
    """Check rulebooks against their rules, and roll their dice."""


for command in (
    new,
    check,
    baseline,
    ledger,
    mutate,
    lock,
    learn,
    rules,
    why,
    explain,
    outline,
    roll,
    odds,
    convert,
    fix,
    diff,
    lsp,
):
    main.add_command(command)

if __name__ == "__main__":
    main()
