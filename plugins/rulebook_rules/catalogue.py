"""Load every rule of findings: importing the module that words a rule registers it."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

from rulebook_core.findings import Rule, registered_rules
from rulebook_core.system.bundled import MissingPartError
from rulebook_core.system.parts import own_parts

MODULES = (
    "rulebook_rules.rules.running",
    "rulebook_rules.checks.allow",
    "rulebook_rules.claims.rules",
    "rulebook_rules.facts.findings",
    "rulebook_syntax.dialects.faults",
    "rulebook_rules.published.lost",
    "rulebook_rules.naming.faults",
    "rulebook_rules.settings.faults",
    "rulebook_rules.unparsed",
)
"""By name, as who asks for the rules may lie below them."""


FINDINGS = "rulebook.findings"
"""The group of entry points for modules that word findings of optional parts."""


def load_rules() -> dict[str, Rule]:
    """Load every rule that is installed, by name."""
    for module in MODULES:
        import_module(module)
    for part in own_parts(FINDINGS).values():
        with suppress(MissingPartError):
            part.load()
    return registered_rules()
