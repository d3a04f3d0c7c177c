"""The guide's first walk, gone to its end by somebody who has an empty folder and a wheel, and reads nothing else."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.edition.walk import walk
from tests.packages.conftest import Packages, outcome, pythons

REQUIREMENT = re.compile(r"(?<=mkdocs-rulebook\[site\] @ )https://[^']+")
MIN_GUARDED = 60


@pytest.mark.parametrize("python", pythons())
def test_the_walk_can_be_gone(python: str, packages: Packages, without_node: Mapping[str, str], tmp_path: Path) -> None:
    paths = f"{tmp_path / '.venv/bin'}:{Path(python).parent}:/usr/bin:/bin"
    env = {**without_node, "PATH": f"{paths}:{without_node['PATH']}", "VIRTUAL_ENV": str(tmp_path / ".venv")}
    shares, sections = [], []
    for step in walk(tmp_path):
        commands = REQUIREMENT.sub(packages.wheel.as_uri(), step.commands).replace(
            "python3 -m venv", f"{python} -m venv"
        )
        code, output = outcome("sh", "-ec", commands, cwd=tmp_path, env=env)
        assert code == 0 or step.output, output
        assert not step.output or output == step.output
        shares += map(float, re.findall(r"([\d.]+) % guarded or waived", output))
        sections += [step.section]
    assert list(dict.fromkeys(sections)) == ["install", "page", "change", "ledger", "rules", "site", "editor"]
    assert shares[0] < MIN_GUARDED <= shares[-1]
    assert (tmp_path / "site" / "index.html").is_file()
    assert "<button" in (tmp_path / "site" / "inn" / "index.html").read_text(encoding="utf-8")
    workflow = yaml.safe_load((tmp_path / ".github/workflows/rulebook.yml").read_text(encoding="utf-8"))
    checks = [
        step["run"] for step in workflow["jobs"]["check"]["steps"] if str(step.get("run")).startswith(("rule", "mk"))
    ]
    assert len(checks) == 2
    for command in checks:
        assert outcome("sh", "-ec", command, cwd=tmp_path, env=env).code == 0
    assert server(tmp_path, env)["capabilities"]["hoverProvider"]


def server(folder: Path, env: Mapping[str, str]) -> Any:
    """Return the result of the server that an editor starts to its first question."""
    params = {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
    command = (str(folder / ".venv/bin/rulebook"), "lsp")
    message = f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
    done = subprocess.run(command, input=message, cwd=folder, env=dict(env), capture_output=True, check=False)
    return json.JSONDecoder().raw_decode(done.stdout.partition(b"\r\n\r\n")[2].decode())[0]["result"]
