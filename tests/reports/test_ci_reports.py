"""Reports for machines: valid by their schemas, with every place where it is."""

import json
import re
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest
import sarif_pydantic
import xmlschema

from rulebook.reports import renderer
from rulebook.reports.items import Outcome, items_of
from rulebook_core.system import origin
from rulebook_proof.analysis import Report
from tests.checking import check_text

TEXT = """\
# Gärten 漢字

Äpfel 😀: `2:d6` -- three *d6*s. And 2 + 2 = 5, but 1 + 1 = 2.

A die \x0b of `2:d6`, [gone](#away "&<>"), and 3 + 3 = 7. <!-- rulebook: allow wrong-sum, a joke -->

[unused]: https://example.org
"""


@pytest.fixture(scope="module")
def report() -> Report:
    return check_text(TEXT, path="docs/odd name.md")


def slice_of(region: dict[str, int]) -> str:
    lines = TEXT.split("\n")
    assert region["startLine"] == region["endLine"]
    return lines[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1]


def test_sarif_is_valid_and_its_columns_count_code_points(report: Report) -> None:
    data = json.loads(renderer("sarif")(report))
    sarif_pydantic.Sarif.model_validate(data)
    (run,) = data["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    shown = {}
    for result in run["results"]:
        rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
        assert rule["id"] == result["ruleId"]
        assert rule["help"]["text"].startswith(rule["shortDescription"]["text"])
        location = result["locations"][0]["physicalLocation"]
        assert location["artifactLocation"]["uri"] == "docs/odd%20name.md"
        shown[result["ruleId"]] = (result["level"], slice_of(location["region"]))
    assert shown == {
        "notation-mismatch": ("error", "2:d6"),
        "wrong-sum": ("error", "5"),
        "unknown-anchor": ("error", "away"),
        "unused-definition": ("note", "unused"),
    }


def test_sarif_leads_to_the_guide_where_the_project_has_an_address(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "informationUri" not in json.loads(renderer("sarif")(report))["runs"][0]["tool"]["driver"]
    monkeypatch.setattr(origin, "address", lambda: "https://code.example/ann/rulebooks")
    data = json.loads(renderer("sarif")(report))
    sarif_pydantic.Sarif.model_validate(data)
    driver = data["runs"][0]["tool"]["driver"]
    assert driver["informationUri"] == "https://code.example/ann/rulebooks"
    pages = {rule["id"]: rule["helpUri"] for rule in driver["rules"]}
    assert pages["wrong-sum"].endswith("/docs/guide/rules.md#wrong-sum")
    guide = (Path(__file__).parents[2] / "docs" / "guide" / "rules.md").read_text(encoding="utf-8")
    assert all(f"## `{name}` {{#{name}}}" in guide for name in pages)


def test_sarif_brings_fixes_and_related_places(report: Report) -> None:
    results = json.loads(renderer("sarif")(report))["runs"][0]["results"]
    (wrong,) = (result for result in results if result["ruleId"] == "wrong-sum")
    (change,) = wrong["fixes"][0]["artifactChanges"]
    (replacement,) = change["replacements"]
    assert slice_of(replacement["deletedRegion"]) == "5"
    assert replacement["insertedContent"]["text"] == "4"
    (mismatch,) = (result for result in results if result["ruleId"] == "notation-mismatch")
    related = [slice_of(place["physicalLocation"]["region"]) for place in mismatch["relatedLocations"]]
    assert any("d6" in text for text in related)


def test_an_empty_report_is_a_valid_one() -> None:
    nothing = Report((), {}, 0)
    sarif_pydantic.Sarif.model_validate_json(renderer("sarif")(nothing))
    schema().validate(renderer("junit")(nothing))


def schema() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(Path(__file__).with_name("junit.xsd"))


def test_tests_keep_their_names_when_lines_move_and_numbers_change() -> None:
    """In JUnit, and in pytest, which names them alike."""

    def names(text: str) -> list[tuple[str | None, str | None]]:
        tree = ElementTree.fromstring(renderer("junit")(check_text(text, path="docs/odd name.md")))
        return [(case.get("classname"), case.get("name")) for case in tree.iter("testcase")]

    moved = TEXT.replace("# Gärten", "Another line.\n\nAnd one more.\n\n# Gärten", 1).replace(
        "2 + 2 = 5", "21 + 2 = 23"
    )
    assert names(moved) == names(TEXT)
    assert len(set(names(TEXT))) == len(names(TEXT)) >= 5


def test_junit_is_valid_and_has_a_case_for_each_claim(report: Report) -> None:
    text = renderer("junit")(report)
    schema().validate(text)
    (suite,) = ElementTree.fromstring(text)
    cases = suite.findall("testcase")
    assert suite.get("name") == "docs/odd name.md"
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("5", "3", "1")
    assert len(cases) == 5
    (failure,) = (case.find("failure") for case in cases if case.get("name", "").endswith("and # + # = # , but"))
    assert failure is not None
    assert failure.get("type") == "wrong-sum"
    assert failure.text is not None
    assert "^" in failure.text
    assert "unused-definition" in (suite.findtext("system-out") or "")


def test_items_fail_where_the_check_has_errors_and_only_there(report: Report) -> None:
    items = items_of(report)
    outcomes = {item.place.source.slice(item.place.span): item.outcome for item in items}
    assert len({item.name for item in items}) == len(items)
    assert list(outcomes.values()).count(Outcome.FAILED) == 3
    assert outcomes["3 + 3 = 7"] == Outcome.SKIPPED
    assert outcomes["1 + 1 = 2"] == Outcome.PASSED


def test_the_problem_matcher_reads_our_concise_lines(report: Report) -> None:
    matchers = json.loads(files("rulebook").joinpath("ci/problem-matcher.json").read_text(encoding="utf-8"))
    lines = renderer("concise")(report).splitlines()
    found = []
    for line in lines:
        for matcher in matchers["problemMatcher"]:
            (pattern,) = matcher["pattern"]
            if match := re.search(pattern["regexp"], line):
                found.append((matcher["severity"], match[pattern["code"]], int(match[pattern["line"]])))
                assert match[pattern["file"]] == "docs/odd name.md"
                assert match[pattern["message"]]
    assert found == [
        ("error", "notation-mismatch", 3),
        ("error", "wrong-sum", 3),
        ("error", "unknown-anchor", 5),
        ("notice", "unused-definition", 7),
    ]
    assert len(lines) == len(found) + 1
