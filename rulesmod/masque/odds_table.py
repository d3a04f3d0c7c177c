"""The table of duels: how often each role, at each build, puts each monster out of action by itself.

Simulated once and kept in `odds.json` beside the rules it was made by: where these have changed,
`python -m rulesmod.masque` makes it again. The seeds are counted, so nothing in it is left to chance.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
from functools import cache
from pathlib import Path
from typing import Any

from rulesmod.masque.monsters import MONSTERS
from rulesmod.masque.odds import TRIALS, Estimate, duel
from rulesmod.masque.roles import ROLES

RECORD = Path(__file__).with_name("odds.json")
BUILDS = range(2, 15)
"""Builds of the table: from the lowest that is still in action to two above the highest initial one."""

ROOT = "rulesmod.masque.playing"
"""The module that plays a set-to. The table depends on this module and on all that it imports."""


def rules_digest() -> str:
    """A digest of the rules that decide the table: their code, whatever their comments say."""
    seen: dict[str, str] = {}

    def visit(name: str) -> None:
        spec = importlib.util.find_spec(name)
        if name in seen or spec is None or spec.origin is None:
            return
        tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            if isinstance(body, list):
                node.body = [item for item in body if not _is_comment(item)]  # type: ignore[attr-defined]
        seen[name] = repr(_plain(tree))
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rulesmod.masque"):
                visit(node.module)

    visit(ROOT)
    return hashlib.sha256(json.dumps(sorted(seen.items())).encode()).hexdigest()[:16]


def _plain(node: object) -> object:
    """A tree as it is told by every version of Python, each of which knows of more that is empty."""
    if isinstance(node, ast.AST):
        fields = [(name, _plain(value)) for name, value in ast.iter_fields(node) if value is not None and value != []]
        return type(node).__name__, fields
    return list(map(_plain, node)) if isinstance(node, list) else node


def _is_comment(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


@cache
def recorded() -> dict[str, Any]:
    """The table as it was made last."""
    return dict(json.loads(RECORD.read_text(encoding="utf-8")))


def chance(role: str, build: int, monster: str) -> Estimate:
    """How often a role actor of a build beats a monster, both played boldly."""
    row = recorded()["won"][role][list(MONSTERS).index(monster)]
    return Estimate(row[build - BUILDS.start], recorded()["trials"])


def make() -> dict[str, Any]:
    """The table, anew: by role, for each monster the wins at each build."""
    won = {
        role: [[duel([f"{role}{build}"], [monster], TRIALS).hits for build in BUILDS] for monster in MONSTERS]
        for role in ROLES
    }
    return {"rules": rules_digest(), "trials": TRIALS, "won": won}


def write(table: dict[str, Any]) -> str:
    """The table as text, a monster a line."""
    roles = [
        f'    "{role}": [\n' + ",\n".join(f"      {json.dumps(row)}" for row in rows) + "\n    ]"
        for role, rows in table["won"].items()
    ]
    head = f'{{\n  "rules": "{table["rules"]}",\n  "trials": {table["trials"]},\n  "won": {{\n'
    return head + ",\n".join(roles) + "\n  }\n}\n"
