"""Ready games, each a folder of data: `rules.yml`, and an `index.md` of examples.

`rulebook new --game NAME` copies both, and `system: NAME` uses the rules as they are. Every game has a name of its own,
facts in our own words, and a list of its `sources`. When `rules.yml` changes, its `version` rises, and the one before
stays as `rules-VERSION.yml`, which `rulebook diff --game` compares.
"""

from pathlib import Path

from rulebook_rules.rulesfile.file import load_rules
from rulesmod.system import System


def ready(file: str) -> System:
    """Load the ready game in the folder of a module."""
    return load_rules(Path(file).with_name("rules.yml"))
