"""Every way from the sources to a wheel gives the same, whole one, or says in a line what it lacks."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from collections.abc import Mapping
from email import message_from_string
from pathlib import Path

from rulebook_core.system.parts import packages as own_packages
from tests.packages.conftest import ROOT, Packages, done, environment, outcome, tracked

BUNDLES = {
    *(
        f"rulebook_markdown/bundle/{name}"
        for name in (
            "cards.js",
            "catalogue.js",
            "cite.js",
            "dice.js",
            "drawer.js",
            "encounter.js",
            "history.js",
            "lists.js",
            "rulebook.css",
            "rulebook.js",
            "sheets.js",
            "stage.css",
            "stage.js",
            "start.css",
            "switches.js",
        )
    ),
    *(f"rulebook_mkdocs/theme/assets/rulebook/{name}.js" for name in ("folder-worker", "search", "theme")),
    "rulebook_asciidoc/bundle/asciidoctor.js",
}
REFUSAL = "mkdocs-rulebook: building it from its sources needs Node 18 or newer, with npm: "


def content(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def sources(sdist: Path) -> dict[str, bytes]:
    with tarfile.open(sdist) as archive:
        files = [member for member in archive.getmembers() if member.isfile()]
        return {member.name.partition("/")[2]: archive.extractfile(member).read() for member in files}  # type: ignore[union-attr]


def wheel_of(what: str | Path, folder: Path, settings: Mapping[str, str]) -> dict[str, bytes]:
    done(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, what, cwd=folder, env=settings)
    (wheel,) = folder.glob("*.whl")
    return content(wheel)


def test_the_sdist_has_every_source_as_it_is_and_what_was_made(packages: Packages) -> None:
    packed = sources(packages.sdist)
    assert [name for name in tracked() if packed.get(name) != (ROOT / name).read_bytes()] == []
    made = {f"plugins/{name}" for name in BUNDLES} | {"NOTICES.txt", "bundling/made.txt"}
    added = {"PKG-INFO", "setup.cfg", *(name for name in packed if ".egg-info/" in name)}
    assert packed.keys() - set(tracked()) == made | added


def test_the_wheel_has_what_the_packages_are_made_of_and_no_source_of_a_bundle(packages: Packages) -> None:
    names = {name for name in content(packages.wheel) if ".dist-info/" not in name}
    ours = {name.removeprefix("plugins/") for name in tracked() if name.startswith(("plugins/", "rulesmod/"))}
    bundled = {name for name in ours if "/assets/" in name and name.startswith("rulebook_markdown/")}
    bundled |= {name for name in ours if name.startswith("rulebook_asciidoc/") and name.endswith(".js")}
    bundled |= {name for name in ours if name.startswith("rulebook_mkdocs/scripts/")}
    assert names == ours - bundled | BUNDLES


def test_a_clone_and_the_sdist_give_the_same_wheel_and_the_sdist_without_node(
    repository: Path,
    packages: Packages,
    settings: Mapping[str, str],
    without_node: Mapping[str, str],
    tmp_path: Path,
) -> None:
    expected = content(packages.wheel)
    for way, what, env in (
        ("git", f"git+file://{repository}", settings),
        ("sdist", packages.sdist, without_node),
    ):
        (tmp_path / way).mkdir()
        assert wheel_of(what, tmp_path / way, env) == expected, way


def test_a_clone_without_node_is_refused_in_a_line(
    repository: Path, without_node: Mapping[str, str], tmp_path: Path
) -> None:
    command = (
        sys.executable,
        "-m",
        "pip",
        "install",
        "--no-deps",
        "--target",
        tmp_path / "x",
        f"git+file://{repository}",
    )
    code, output = outcome(*command, cwd=tmp_path, env=without_node)
    assert code != 0
    assert output.count(REFUSAL) == 1
    assert "Traceback" not in output
    assert not (tmp_path / "x").exists()


def test_bundles_are_made_anew_when_a_source_of_theirs_or_one_of_them_has_changed(
    packages: Packages, settings: Mapping[str, str], without_node: Mapping[str, str], tmp_path: Path
) -> None:
    with tarfile.open(packages.sdist) as archive:
        archive.extractall(tmp_path)
    (clone,) = tmp_path.iterdir()
    bundle = clone / "plugins" / "rulebook_markdown" / "bundle" / "stage.css"
    style = clone / "plugins" / "rulebook_markdown" / "assets" / "stage.css"
    make = (sys.executable, clone / "bundling" / "bundles.py")
    assert done(*make, cwd=tmp_path, env=without_node) == ""

    bundle.write_text("")
    code, output = outcome(*make, cwd=tmp_path, env=without_node)
    assert (code, output.startswith(REFUSAL), output.count("\n")) == (1, True, 1)
    done(*make, cwd=tmp_path, env=settings)
    assert bundle.read_bytes() == content(packages.wheel)["rulebook_markdown/bundle/stage.css"]

    style.write_text(".anew{color:red}")
    assert outcome(*make, cwd=tmp_path, env=without_node).code == 1
    done(*make, cwd=tmp_path, env=settings)
    assert bundle.read_text().strip() == ".anew{color:red}"

    (style.parent / "stage.js").write_text("}{")
    code, output = outcome(*make, cwd=tmp_path, env=settings)
    assert code == 1
    assert output.endswith("mkdocs-rulebook: `npm run` failed as it says above: the bundles are not made\n")
    assert outcome(*make, cwd=tmp_path, env=without_node).code == 1, "what failed is not taken for made"


def test_an_editable_installation_of_a_clean_clone_is_whole(
    repository: Path, settings: Mapping[str, str], tmp_path: Path
) -> None:
    clone = tmp_path / "clone"
    done("git", "clone", "-q", repository, clone, cwd=tmp_path, env=settings)
    commands = environment(tmp_path / "venv", sys.executable, ["--no-deps", "--editable", clone], settings)
    code = "import rulebook_core, pathlib; print(pathlib.Path(rulebook_core.__file__).parent.parent)"
    assert Path(done(commands / "python", "-c", code, cwd=tmp_path, env=settings).strip()) == clone / "plugins"
    assert [name for name in BUNDLES if not (clone / "plugins" / name).stat().st_size] == []
    assert done("git", "status", "--porcelain", cwd=clone, env=settings) == ""


def test_what_the_package_says_of_itself(packages: Packages) -> None:
    files = content(packages.wheel)
    (name,) = (name for name in files if name.endswith(".dist-info/METADATA"))
    about = message_from_string(files[name].decode())
    assert about["License-Expression"] == "MIT"
    assert about.get_all("License-File") == ["LICENSE", "NOTICES.txt"]
    licences = name.replace("METADATA", "licenses/")
    assert files[licences + "LICENSE"].startswith(b"MIT License\n\nCopyright (c) 2026 the mkdocs-rulebook authors\n")
    needed = [line for line in about.get_all("Requires-Dist") or () if "extra ==" not in line]
    assert not any(line.startswith("codespell") for line in needed)
    assert {*own_packages(), "rulesmod"} == {path.partition("/")[0] for path in files if path.endswith("/py.typed")}


def test_the_notices_name_all_code_of_others_with_its_licence(packages: Packages) -> None:
    files = content(packages.wheel)
    (notices,) = (text.decode() for name, text in files.items() if name.endswith("/NOTICES.txt"))
    heads = [part.partition("\n")[0].rpartition(" ")[0] for part in notices.split("=" * 80 + "\n")[1:]]
    assert [head.partition(" ")[0] for head in heads] == ["@asciidoctor/core"]
    assert notices.count("Permission is hereby granted, free of charge") == 1
    assert notices.count("Copyright (c) ") == 1
