"""Another project has a package called `rulebook`: whoever has both is told so, by the command and by the build."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
THEIRS = {
    "empty": "",
    "another one": '"""Policies."""\nVERSION = 3\n',
    "broken": "raise RuntimeError('no')\n",
    "ending": "raise SystemExit(0)\n",
}


@pytest.mark.parametrize("name", THEIRS)
@pytest.mark.parametrize(
    "program",
    [
        "from rulebook_start import main; main()",
        "import sys; sys.argv = ['mkdocs', 'build']; from mkdocs.__main__ import cli; cli()",
    ],
)
def test_what_stands_in_our_place_is_told_in_a_line(program: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "theirs" / "rulebook").mkdir(parents=True)
    (tmp_path / "theirs" / "rulebook" / "__init__.py").write_text(THEIRS[name], encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: S\nplugins: [rulebook]\n", encoding="utf-8")
    path = os.pathsep.join((str(tmp_path / "theirs"), str(ROOT / "plugins"), str(ROOT)))
    env = {**os.environ, "PYTHONPATH": path, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        (sys.executable, "-c", program), cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert done.stderr.strip().count("\n") == 0
    assert "another package called `rulebook`" in done.stderr
