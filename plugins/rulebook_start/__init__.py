"""Where the command begins, under a name that nobody else has: another project has a package `rulebook` too.

Whichever of the two is installed last, or comes first on the path, is what `import rulebook` gives.
"""

from __future__ import annotations

import sys

PROJECT = "mkdocs-rulebook"


def shadow() -> str:
    """Describe in one line a package that shadows ours, or return ""."""
    try:
        import rulebook
    except BaseException as error:  # Whatever somebody else's does.
        return f"another package called `rulebook` fails in place of that of {PROJECT}: {type(error).__name__}"
    if getattr(rulebook, "PROJECT", None) == PROJECT:
        return ""
    where = next(iter(getattr(rulebook, "__path__", ())), getattr(rulebook, "__file__", "nowhere"))
    return (
        f"another package called `rulebook` ({where}) is in place of that of {PROJECT}: uninstall it, or rename "
        f"it if it is yours, then `pip install --force-reinstall --no-deps {PROJECT}`"
    )


def main() -> None:
    """The command `rulebook`."""
    if fault := shadow():
        print(f"rulebook: {fault}", file=sys.stderr)
        sys.exit(2)
    from rulebook.__main__ import main as run

    run()
