"""The packages, built from a clone of what is in the work tree, and environments outside of it that have nothing else.

Nothing here asks a network: `make test-packages` has fetched what pip and npm will want.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent.parent
FETCHED = ROOT / "build" / "packages"
WHEELS = FETCHED / "wheels"

Run = Callable[..., str]


class Outcome(NamedTuple):
    """How a command ended, and all that it printed."""

    code: int
    output: str


def pythons() -> list[str]:
    """This Python, and the one of the system where that is another of the same line: its bug fixes may be fewer."""
    system = shutil.which("python3", path=os.pathsep.join(["/usr/local/bin", "/usr/bin", "/bin"]))
    line = "{}.{}".format(*sys.version_info)
    asked = "import sys; print('{}.{}'.format(*sys.version_info), sys.version.split()[0])"
    if system is None:
        return [sys.executable]
    same, version = subprocess.run([system, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    return [sys.executable] if same != line or version == sys.version.split()[0] else [sys.executable, system]


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The environment of somebody who has never seen this work tree, and has no network."""
    if not WHEELS.is_dir():
        pytest.fail("run `make test-packages`: it fetches what these tests install")
    home = tmp_path_factory.mktemp("home")
    taken = {
        name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON", "npm_", "GIT_"))
    }
    taken.pop("VIRTUAL_ENV", None)
    own = {"HOME": home, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": WHEELS, "PIP_CONFIG_FILE": os.devnull}
    own |= {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_CACHE_DIR": home / "pip"}
    own |= {"npm_config_offline": "true", "npm_config_cache": FETCHED / "npm", "NO_MKDOCS_2_WARNING": "1"}
    own |= {"GIT_CONFIG_GLOBAL": os.devnull, "PRE_COMMIT_HOME": home / "pre-commit"}
    for role in ("AUTHOR", "COMMITTER"):
        own |= {f"GIT_{role}_NAME": "Ann", f"GIT_{role}_EMAIL": "ann@example.org"}
    return taken | {name: str(value) for name, value in own.items()}


@pytest.fixture(scope="session")
def without_node(settings: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The same on a machine that has git, and no Node."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "git").symlink_to(shutil.which("git") or "")
    return {**settings, "PATH": str(folder)}


def outcome(*command: str | Path, cwd: Path, env: Mapping[str, str]) -> Outcome:
    """Run a command, its two outputs in one."""
    result = subprocess.run(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    return Outcome(result.returncode, result.stdout)


def done(*command: str | Path, cwd: Path, env: Mapping[str, str]) -> str:
    """Run a command that must end well; returns what it printed."""
    code, output = outcome(*command, cwd=cwd, env=env)
    assert code == 0, output
    return output


def tracked() -> list[str]:
    """What a commit of the work tree as it is would hold."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    if listed.returncode != 0:
        pytest.skip("this is no clone")
    return sorted(name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())


def committed(folder: Path, settings: Mapping[str, str]) -> Path:
    """Make a folder a repository that has all of its files."""
    for arguments in (("init", "-q", "-b", "main"), ("add", "."), ("commit", "-q", "-m", "All of it")):
        done("git", *arguments, cwd=folder, env=settings)
    return folder


@pytest.fixture(scope="session")
def repository(settings: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The work tree as a repository to clone: never built in."""
    folder = tmp_path_factory.mktemp("repository")
    for name in tracked():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return committed(folder, settings)


class Packages(NamedTuple):
    """What `python -m build` makes of a clean clone: an sdist, and of that a wheel."""

    sdist: Path
    wheel: Path


@pytest.fixture(scope="session")
def packages(repository: Path, settings: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Packages:
    clone = tmp_path_factory.mktemp("build") / "clone"
    done("git", "clone", "-q", repository, clone, cwd=clone.parent, env=settings)
    done(sys.executable, "-m", "build", "--outdir", clone.parent / "dist", cwd=clone, env=settings)
    (sdist,) = clone.parent.glob("dist/*.tar.gz")
    (wheel,) = clone.parent.glob("dist/*.whl")
    return Packages(sdist, wheel)


def environment(folder: Path, python: str, what: Sequence[str | Path], settings: Mapping[str, str]) -> Path:
    """An environment that has something installed and what that needs; returns the folder of its commands."""
    done(python, "-m", "venv", folder, cwd=folder.parent, env=settings)
    done(folder / "bin" / "python", "-m", "pip", "install", "-q", *what, cwd=folder.parent, env=settings)
    return folder / "bin"
