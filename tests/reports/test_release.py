"""How the package is installed: by its address, by what this installation came from, and by the action."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import yaml
from click.testing import CliRunner

from bundling import address as addresses
from rulebook.cli import main
from rulebook_core.system import origin
from rulebook_core.system.parts import PROJECT

ROOT = Path(__file__).parent.parent.parent
ADDRESS, VERSION = addresses.project()
WHEEL = f"{ADDRESS}/releases/download/v{VERSION}/mkdocs_rulebook-{VERSION}-py3-none-any.whl"
METADATA = f"Metadata-Version: 2.4\nName: {PROJECT}\nVersion: 0.3.1\nProject-URL: Source, https://code.example/o/n/\n"
RECORDS = [
    (None, "mkdocs-rulebook[site]~=0.3.1"),
    (
        {
            "url": "https://code.example/a/b",
            "vcs_info": {"vcs": "git", "commit_id": "0123abc", "requested_revision": "x"},
        },
        "mkdocs-rulebook[site] @ git+https://code.example/a/b@0123abc",
    ),
    (
        {"url": "https://code.example/w-0.3.1-py3-none-any.whl", "archive_info": {}},
        "mkdocs-rulebook[site] @ https://code.example/w-0.3.1-py3-none-any.whl",
    ),
    (
        {"url": "file:///home/ann/mkdocs-rulebook", "dir_info": {"editable": True}},
        "mkdocs-rulebook[site] @ https://code.example/o/n/releases/download/v0.3.1/"
        "mkdocs_rulebook-0.3.1-py3-none-any.whl",
    ),
]


@pytest.mark.parametrize(("record", "expected"), RECORDS)
def test_a_requirement_installs_what_is_installed_here(
    record: Mapping[str, object] | None, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {"METADATA": METADATA, "direct_url.json": json.dumps(record) if record else ""}
    monkeypatch.setattr(origin.workspace, "installed_text", lambda project, name: texts[name])
    assert origin.requirement(["site"]) == expected
    assert origin.requirement() == expected.replace("[site]", "")


def test_a_damaged_record_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"METADATA": METADATA, "direct_url.json": "{"}
    monkeypatch.setattr(origin.workspace, "installed_text", lambda project, name: texts[name])
    assert origin.requirement() == "mkdocs-rulebook~=0.3.1"


def test_each_line_that_installs_names_the_one_address() -> None:
    lines = [
        line.strip()
        for path in (ROOT / "README.md", *sorted((ROOT / "docs" / "guide").glob("*.md")))
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.match(r"(?:- run: |- |\S*/)?(?:pip|pipx|uv tool) install\b", line.strip()) and PROJECT in line
    ]
    assert len(lines) >= 6
    extras = re.compile(rf"pip install '{PROJECT}\[(?:spelling|lsp)\]'")  # They add to what is installed already.
    others = [line for line in lines if not extras.fullmatch(line)]
    assert [line for line in others if f" @ {WHEEL}'" not in line and f" @ git+{ADDRESS}'" not in line] == []


def test_another_address_and_version_reach_every_text() -> None:
    new = "https://code.example/ann/rulebooks"
    for path in addresses.files():
        text = path.read_text(encoding="utf-8")
        changed = addresses.rewritten(text, ADDRESS, new, "9.8.7")
        assert ADDRESS not in changed
        assert f"v{VERSION}/mkdocs_rulebook" not in changed
        assert addresses.rewritten(changed, new, ADDRESS, VERSION) == text
    assert "uses: ann/rulebooks@v9.8.7" in addresses.rewritten(
        (ROOT / "docs" / "guide" / "ci.md").read_text(encoding="utf-8"), ADDRESS, new, "9.8.7"
    )


def test_a_release_needs_its_tag_and_an_address_of_its_own() -> None:
    problems = addresses.problems(f"v{VERSION}")
    assert problems == ["pyproject.toml has no address of its own: run `python -m bundling.address ADDRESS`"]
    assert addresses.problems("v9.9.9")[0] == f"the tag v9.9.9 is not v{VERSION}, the version in pyproject.toml"


def test_the_release_is_built_tested_attached_and_published() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    jobs = workflow["jobs"]
    assert workflow[True] == {"push": {"tags": ["v*"]}}
    runs = [step.get("run", "") for step in jobs["build"]["steps"]]
    order = [
        next(at for at, run in enumerate(runs) if word in run)
        for word in ("--release", "test-packages", "-m build", "npm run package")
    ]
    assert order == sorted(order)
    assert {jobs[name]["needs"] for name in ("attach", "publish")} == {"build"}
    brought = {
        name: [step["with"]["name"] for step in jobs[name]["steps"] if "download" in step.get("uses", "")]
        for name in ("attach", "publish")
    }
    assert brought == {"attach": ["dist", "extension"], "publish": ["dist"]}
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert not any("password" in str(step) for step in jobs["publish"]["steps"])


class _Releases(BaseHTTPRequestHandler):
    """A host that has the wheel of this version's release."""

    def do_HEAD(self) -> None:  # `http.server` calls it so.
        self.send_response(
            200 if self.path.endswith(f"/v{VERSION}/mkdocs_rulebook-{VERSION}-py3-none-any.whl") else 404
        )
        self.end_headers()

    def log_message(self, *arguments: object) -> None:
        """Keep the output of the tests clean."""


@pytest.fixture
def host() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Releases)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/ann/rulebooks"
    server.shutdown()
    server.server_close()


def found(book: Path, **env: str) -> dict[str, str]:
    step = next(one for one in action()["runs"]["steps"] if one.get("id") == "find")
    command = step["run"].replace("python ", f"{sys.executable} ", 1).replace(' >> "$GITHUB_OUTPUT"', "")
    given = {"GITHUB_ACTION_PATH": str(ROOT), "EXTRAS": "", "PATH": "/usr/bin:/bin", **env}
    assert given.keys() >= step["env"].keys()
    done = subprocess.run(["bash", "-c", command], cwd=book, env=given, capture_output=True, text=True, check=True)
    return dict(line.split("=", 1) for line in done.stdout.splitlines())


def action() -> dict[str, dict[str, list[dict[str, str]]]]:
    loaded = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def test_the_action_installs_the_wheel_of_its_release_without_node(host: str, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.adoc").write_text("= A\n", encoding="utf-8")
    wheel = f"{host}/releases/download/v{VERSION}/mkdocs_rulebook-{VERSION}-py3-none-any.whl"
    expected = {"requirement": f"mkdocs-rulebook[asciidoc] @ {wheel}", "needs-node": "false"}
    assert found(tmp_path, ADDRESS=host, REF=f"v{VERSION}") == expected
    named = found(tmp_path, ADDRESS=host, REF=f"v{VERSION}", EXTRAS="spelling, pdf")
    assert named["requirement"].startswith("mkdocs-rulebook[spelling,pdf] @ ")


@pytest.mark.parametrize("ref", ["main", "v0.0.1", ""])
def test_the_action_builds_what_has_no_release(ref: str, host: str, tmp_path: Path) -> None:
    assert found(tmp_path, ADDRESS=host, REF=ref) == {"requirement": str(ROOT), "needs-node": "true"}


def test_the_action_builds_where_the_host_does_not_answer(tmp_path: Path) -> None:
    nowhere = found(tmp_path, ADDRESS="http://127.0.0.1:9", REF=f"v{VERSION}")
    assert nowhere == {"requirement": str(ROOT), "needs-node": "true"}


@pytest.mark.parametrize(("answer", "published"), [("echo workflow", True), ("echo legacy", False), ("exit 1", False)])
def test_the_first_run_of_a_new_workflow_is_green(
    answer: str, published: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["new", "--ci", "github"]).exit_code == 0
    workflow = yaml.safe_load(Path(".github/workflows/rulebook.yml").read_text(encoding="utf-8"))
    assert workflow["env"]["NO_MKDOCS_2_WARNING"] == "1"
    step = next(one for one in workflow["jobs"]["check"]["steps"] if one.get("id") == "pages")
    (tmp_path / "gh").write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
    (tmp_path / "gh").chmod(0o755)
    output = tmp_path / "output"
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin", "RUNNER_TEMP": str(tmp_path), "GITHUB_OUTPUT": str(output)}
    env["GITHUB_REPOSITORY"] = "ann/book"
    done = subprocess.run(["bash", "-e", "-c", step["run"]], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert output.exists() is published
    assert ("Not published" in done.stdout) is not published
    upload = next(one for one in workflow["jobs"]["check"]["steps"] if "upload-pages" in one.get("uses", ""))
    assert "steps.pages.outputs.source == 'workflow'" in upload["if"]


def test_the_metadata_are_those_of_a_release() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"Source", "Changelog"} <= settings["urls"].keys()
    assert all(url.startswith(ADDRESS) for url in settings["urls"].values())
    assert origin.address() in ("", ADDRESS)
