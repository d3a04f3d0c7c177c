"""The tables of Masque."""

from rulesmod.masque.roles import ROLES
from rulesmod.system import RuleTable

TABLES = (
    RuleTable(
        name="roles",
        title="Roles",
        columns=("Role", "Letter", "Build", "Build die"),
        keys=1,
        rows=tuple((role.name, role.letter, role.build, f"d{role.build}") for role in ROLES.values()),
    ),
)
"""The roles with their initial Build and their Build die (introduction)."""
