"""Sites of Antora: what they call their files, and what is not there."""

from pathlib import Path

import pytest

from rulebook.loading.reading import read_paths
from rulebook_asciidoc.antora import Named, named
from rulebook_proof.analysis import analyse
from rulebook_rules.systems import load_system

PARTS = {
    "antora.yml": "name: hills\nversion: main\n",
    "modules/ROOT/nav.adoc": "* xref:index.adoc[Start]\n* xref:fights:blows.adoc[Blows]\n",
    "modules/ROOT/pages/index.adoc": """= Hills

See xref:fights:blows.adoc#_hard_blows[hard blows], xref:fights:gone.adoc[what is gone], and
xref:moors:ROOT:index.adoc[the moors].

image::hill.png[]

image::fights:blow.png[]
""",
    "modules/ROOT/images/hill.png": "",
    "modules/fights/pages/blows.adoc": """= Blows

include::partial$hard.adoc[]

include::ROOT:partial$gone.adoc[]

include::moors:ROOT:partial$elsewhere.adoc[]

{set-by-the-playbook} blows are left. Write `include::x.adoc[]`, or include::x.adoc[] in a line.
""",
    "modules/fights/partials/hard.adoc": "== Hard blows\n\nxref:hills:ROOT:index.adoc[Back], xref:blows.adoc[Blows].\n",
}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in PARTS.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_only_what_is_not_there_is_told(site: Path) -> None:
    report = analyse(read_paths([Path()], find_system=load_system))
    assert sorted(
        f"{finding.place.source.path} {finding.rule}: {finding.message} {finding.place.message}"
        for finding in report.findings
        if finding.severity.name != "INFO"
    ) == [
        "modules/ROOT/pages/index.adoc unknown-target: there is no file `fights:gone.adoc` "
        "this means `modules/fights/pages/gone.adoc`",
        "modules/ROOT/pages/index.adoc unknown-target: there is no image `fights:blow.png` "
        "this means `modules/fights/images/blow.png`",
        "modules/fights/pages/blows.adoc unresolved-include: cannot include `ROOT:partial$gone.adoc`: "
        "there is no such file ",
    ]


@pytest.mark.parametrize(
    ("name", "family", "path"),
    [
        ("blows.adoc", "page", "ROOT/pages/blows.adoc"),
        ("fights:deep/blows.adoc", "page", "fights/pages/deep/blows.adoc"),
        ("hills:fights:example$roll.txt", "", "fights/examples/roll.txt"),
        ("hills::blow.png", "image", "ROOT/images/blow.png"),
        ("partial$hard.adoc", "", "ROOT/partials/hard.adoc"),
    ],
)
def test_a_name_counts_from_its_module(site: Path, name: str, family: str, path: str) -> None:
    assert named(name, site / "modules/ROOT/pages/deep/index.adoc", family) == Named(site / "modules" / path)


def test_other_components_are_elsewhere_and_paths_are_paths(site: Path) -> None:
    here = site / "modules/ROOT/pages/index.adoc"
    assert named("2.0@blows.adoc", here, "page") == named("moors::blows.adoc", here, "page") == Named(None)
    for name, family in (("../x.adoc", "page"), ("x.adoc", ""), ("https://x.org/a", "image"), ("./x.png", "image")):
        assert named(name, here, family) is None
    assert named("fights:blows.adoc", site / "index.adoc", "page") is None
