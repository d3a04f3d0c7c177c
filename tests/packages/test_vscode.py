"""The extension for VS Code: its package, its settings, and its client with the server of the wheel."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from rulebook_core.system.origin import release_wheel
from tests.packages.conftest import ROOT, Packages, done, environment, tracked

EXTENSION = ROOT / "editors" / "vscode"
BESIDE = {"LICENSE.txt", "README.md", "icon.png", "package.json"}
BUNDLE = {"dist/extension.js", "dist/NOTICES.txt"}


@pytest.fixture(scope="module")
def npm() -> str:
    command = shutil.which("npm")
    assert command is not None
    if not (EXTENSION / "node_modules").is_dir():
        pytest.fail("run `make test-packages`: it installs what the extension is built with")
    return command


@pytest.fixture(scope="module")
def vsix(npm: str, settings: Mapping[str, str]) -> Path:
    shutil.rmtree(EXTENSION / "dist", ignore_errors=True)
    done(npm, "run", "--silent", "package", cwd=EXTENSION, env=settings)
    return EXTENSION / "dist" / "rulebook.vsix"


def manifest() -> dict[str, object]:
    about: dict[str, object] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    return about


def test_the_package_has_the_bundle_and_no_source(vsix: Path, npm: str, settings: Mapping[str, str]) -> None:
    with zipfile.ZipFile(vsix) as archive:
        names = {name.removeprefix("extension/") for name in archive.namelist() if name.startswith("extension/")}
        about = archive.read("extension.vsixmanifest").decode()
    assert names == BESIDE | BUNDLE
    assert 'Id="rulebook"' in about
    listed = done(npm, "exec", "--", "vsce", "ls", "--no-dependencies", cwd=EXTENSION, env=settings).split()
    assert {name.replace("LICENSE", "LICENSE.txt") for name in listed} == names


def test_its_version_is_that_of_the_checker_and_it_installs_the_wheel_of_that_release() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    about = manifest()
    assert about["version"] == project["version"]
    properties = about["contributes"]["configuration"]["properties"]  # type: ignore[index]
    wheel = release_wheel(project["urls"]["Source"], project["version"])
    assert properties["rulebook.package"]["default"] == f"mkdocs-rulebook[lsp] @ {wheel}"


def test_the_client_drives_the_server_of_the_wheel(
    npm: str, packages: Packages, settings: Mapping[str, str], tmp_path: Path
) -> None:
    commands = environment(tmp_path / "venv", sys.executable, [f"{packages.wheel}[lsp]"], settings)
    env = {**settings, "RULEBOOK_COMMAND": str(commands / "rulebook")}
    said = done(npm, "test", "--silent", cwd=EXTENSION, env=env)
    assert re.search(r"^\S+ fail 0$", said, re.MULTILINE), said
    assert int(re.search(r"^\S+ pass (\d+)$", said, re.MULTILINE)[1]) >= 20  # type: ignore[index]


def test_the_bundle_names_all_code_of_others_with_its_licence(vsix: Path) -> None:
    with zipfile.ZipFile(vsix) as archive:
        notices = archive.read("extension/dist/NOTICES.txt").decode()
    heads = [part.partition("\n")[0] for part in notices.split("=" * 80 + "\n")[1:]]
    assert {"vscode-languageclient", "vscode-jsonrpc"} <= {head.partition(" ")[0] for head in heads}
    assert {head.rpartition(", ")[2] for head in heads} <= {"MIT", "ISC"}


def test_each_command_and_setting_is_there_in_the_code_and_the_readme() -> None:
    about: dict[str, dict[str, object]] = manifest()["contributes"]  # type: ignore[assignment]
    code = "".join(path.read_text(encoding="utf-8") for path in sorted((EXTENSION / "src").glob("*.ts")))
    readme = (EXTENSION / "README.md").read_text(encoding="utf-8")
    commands = {entry["command"] for entry in about["commands"]}  # type: ignore[attr-defined, index]
    assert commands <= set(re.findall(r'"(rulebook\.\w+)"', code))
    described: dict[str, object] = about["configuration"]["properties"]  # type: ignore[assignment]
    assert set(re.findall(r"^\| `(rulebook\.[\w.]+)`", readme, re.MULTILINE)) == set(described)
    for name in described:
        assert f'"{name.removeprefix("rulebook.")}"' in code, name


def test_the_lock_names_no_address_of_a_download() -> None:
    assert "editors/vscode/package-lock.json" in tracked()
    packages = json.loads((EXTENSION / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if name and not entry.get("integrity")] == []


@pytest.mark.skipif(shutil.which("code") is None, reason="VS Code is not installed")
def test_vs_code_installs_it(vsix: Path, settings: Mapping[str, str], tmp_path: Path) -> None:
    own = ("--extensions-dir", tmp_path / "extensions", "--user-data-dir", tmp_path / "data")
    env = {**settings, "PATH": os.environ["PATH"]}
    done("code", "--install-extension", vsix, *own, cwd=tmp_path, env=env)
    assert "mkdocs-rulebook.rulebook" in done("code", "--list-extensions", *own, cwd=tmp_path, env=env)
