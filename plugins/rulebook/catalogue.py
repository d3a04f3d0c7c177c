"""Every rule of findings that there is: it is known once the module that words it has been loaded."""

from __future__ import annotations

from importlib import import_module

from rulebook.findings import Rule, registered_rules

MODULES = (
    "rulebook.checks",
    "rulebook.checks.allow",
    "rulebook.claims.rules",
    "rulebook.dialects.faults",
    "rulebook.dialects.prose.faults",
    "rulebook.keeping.lost",
    "rulebook.naming.faults",
    "rulebook.settings.faults",
    "rulebook.unread",
)
"""By name, as who asks for the rules may lie below them."""


def load_rules() -> dict[str, Rule]:
    """Every rule there is, by name."""
    for module in MODULES:
        import_module(module)
    return registered_rules()
