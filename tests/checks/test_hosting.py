"""Links that only a host can follow are looked up where the settings say which host it is, and let be elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.loading.reading import read_book
from rulebook_proof.analysis import analyse
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from tests.checking import shown

PAGES = {
    "index": "# Home\n",
    "combat/rest": "# Rest\n\n## Food & Sleep\n\n## Long :id=long-rest\n",
    "combat/README": "# Combat\n",
}
CONFIG = "site_name: A\n{0}plugins:\n  - search\n{1}"
LINKS = "  - rulebook: {{links: {0}}}\n"


def found(folder: Path, text: str, links: str, more: str = "") -> list[str]:
    for name, content in {**PAGES, "a": text, "combat/a": text}.items():
        path = folder / "docs" / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(CONFIG.format(more, LINKS.format(links) if links else ""), encoding="utf-8")
    report = analyse(read_book(load_config(folder / "mkdocs.yml"), find_system=load_system))
    return [
        shown(finding)
        for finding in report.findings
        if finding.place.source.path.endswith("docs/a.md") and finding.rule in ("unknown-target", "unknown-anchor")
    ]


ROOTED = "[a](/combat/rest/) [b](/combat/) [c](/combat/rest#food-sleep) [d](/) [e](/combat/rest.html)\n"
WRONG = "[a](/rest/) [b](/combat/rest/#food) <a href='/combats'>c</a> [d](//elsewhere.example/x)\n"


def test_links_from_the_root_are_those_of_the_site(tmp_path: Path) -> None:
    assert found(tmp_path, ROOTED, "root") == []
    wrong = ["1:5 unknown-target '/rest/'", "1:31 unknown-anchor 'food'", "1:46 unknown-target '/combats'"]
    assert found(tmp_path, WRONG, "root") == wrong
    assert found(tmp_path, WRONG, "") == wrong, "MkDocs is known to serve the site, be it from a folder of its host"


def test_a_site_may_lie_in_a_folder_of_its_host(tmp_path: Path) -> None:
    more = "site_url: https://a.example/game/\n"
    assert found(tmp_path, "[a](/game/combat/) [b](/game) [c](/combat/) [d](/gamer/)\n", "root", more) == [
        "1:49 unknown-target '/gamer/'"
    ]


DOCSIFY = (
    "[a](combat/rest?id=food-sleep) [b](combat/rest.md?id=long-rest) [c](/combat/) [d](#/combat/rest) [e](?id=one)\n\n"
    "# One\n"
)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("id=food-sleep", "id=food", ["1:20 unknown-anchor 'food'"]),
        ("id=long-rest", "id=long", ["1:54 unknown-anchor 'long'"]),
        ("(/combat/)", "(/fight/)", ["1:69 unknown-target '/fight/'"]),
        ("#/combat/rest", "#/rest", ["1:83 unknown-target '#/rest'"]),
        ("?id=one", "?id=two", ["1:106 unknown-anchor 'two'"]),
        ("combat/rest.md?", "rest.md?", ["1:36 unknown-target 'rest.md'"]),
    ],
)
def test_links_of_docsify(old: str, new: str, expected: list[str], tmp_path: Path) -> None:
    assert found(tmp_path, DOCSIFY.replace(old, new), "docsify") == expected


def test_an_address_that_counts_from_its_page_goes_no_higher_than_the_host(tmp_path: Path) -> None:
    text = "[a](../combat/rest) [b](../../combat/rest) [c](../../../combat/rest/) [d](../../fights)\n"
    lost = ["1:75 unknown-target '../../fights'"]
    assert found(tmp_path, text, "") == lost
    assert found(tmp_path, text, "", "site_url: https://example.org/\n") == lost
    higher = ["1:25 unknown-target '../../combat/rest'", "1:48 unknown-target '../../../combat/rest/'", *lost]
    assert found(tmp_path, text, "", "site_url: https://example.org/book/\n") == higher
