"""The address of the project: `python -m bundling.address https://HOST/OWNER/NAME` writes it wherever it stands.

`Source` in pyproject.toml is the setting. Texts that name the address, the version or the file of a release follow it;
`python -m bundling.address` without an address takes over the version alone.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parent.parent
TEXTS = ("README.md", "CONTRIBUTING.md", "action.yml", "pyproject.toml", "docs/guide", "editors/vscode/package.json")
UNPUBLISHED = "example.org"


def project() -> tuple[str, str]:
    """Return the address and the version of the project."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return settings["urls"]["Source"].rstrip("/"), settings["version"]


def rewritten(text: str, old: str, new: str, version: str) -> str:
    """Return a text with the new address, and the version in what it names of a release."""
    text = text.replace(old, new)
    owner_old, owner_new = (urlsplit(one).path.strip("/") for one in (old, new))
    text = re.sub(rf"(?<=uses: ){re.escape(owner_old)}@v[\w.]+", f"{owner_new}@v{version}", text)
    text = re.sub(r"(?<=rev: )v\d[\w.]*(?=\s+hooks:\s+- id: rulebook)", f"v{version}", text)
    text = re.sub(r"(?<=/releases/download/)v\d[\w.]*(?=/mkdocs_rulebook-)", f"v{version}", text)
    return re.sub(r"(?<=mkdocs_rulebook-)\d[\w.]*(?=-py3-none-any\.whl)", version, text)


def files() -> list[Path]:
    """Return the texts that may name the address, as git knows them."""
    listed = subprocess.run(["git", "ls-files", "-z", *TEXTS], cwd=ROOT, check=True, capture_output=True, text=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name.endswith((".md", ".yml", ".toml", ".json"))]


def problems(tag: str) -> list[str]:
    """Return what keeps a tag from being released."""
    address, version = project()
    results = []
    if tag != f"v{version}":
        results.append(f"the tag {tag} is not v{version}, the version in pyproject.toml")
    if urlsplit(address).hostname == UNPUBLISHED:
        results.append("pyproject.toml has no address of its own: run `python -m bundling.address ADDRESS`")
    for path in files():
        text = path.read_text(encoding="utf-8")
        if text != rewritten(text, address, address, version):
            results.append(f"{path.relative_to(ROOT)} names another version: run `python -m bundling.address`")
    return results


def main(arguments: list[str]) -> int:
    """Write an address, or check a tag: `--release TAG`."""
    address, version = project()
    if arguments[:1] == ["--release"]:
        faults = problems(arguments[1])
        print(*faults, sep="\n")
        return int(bool(faults))
    new = arguments[0].rstrip("/") if arguments else address
    for path in files():
        text = path.read_text(encoding="utf-8")
        if (changed := rewritten(text, address, new, version)) != text:
            path.write_text(changed, encoding="utf-8")
            print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
