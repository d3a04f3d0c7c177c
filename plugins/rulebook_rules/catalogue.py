"""Every rule of findings that there is: it is known once the module that words it has been loaded."""

from __future__ import annotations

from importlib import import_module

from rulebook_core.findings import Rule, registered_rules

MODULES = (
    "rulebook_rules.checks",
    "rulebook_rules.checks.allow",
    "rulebook_rules.claims.rules",
    "rulebook_syntax.dialects.faults",
    "rulebook_prose.faults",
    "rulebook_rules.published.lost",
    "rulebook_rules.naming.faults",
    "rulebook_rules.settings.faults",
    "rulebook_rules.unparsed",
    "rulebook_formats.faults",
)
"""By name, as who asks for the rules may lie below them."""


def load_rules() -> dict[str, Rule]:
    """Every rule there is, by name."""
    for module in MODULES:
        import_module(module)
    return registered_rules()
