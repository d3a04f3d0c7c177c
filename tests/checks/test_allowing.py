"""The comments that allow a finding: what they name, and the line that reports offer."""

import json

import pytest

from rulebook.reports import full
from rulebook.reports import json as as_json
from tests.checking import check_pages, check_text, page_of, shown

COMMENTS = {
    "markdown": "<!-- {} -->\n{}",
    "obsidian": "%% {} %%\n{}",
    "asciidoc": "// {}\n{}",
}
SUMS = "The crew has 4 + 6 = 11 heads, and 5 + 6 = 12 legs."


@pytest.mark.parametrize("dialect", COMMENTS)
def test_a_number_alone_is_named_by_itself(dialect: str) -> None:
    text = COMMENTS[dialect].format('rulebook: allow wrong-sum "11", he cannot count', SUMS)
    report = check_text(text, dialect=dialect)
    assert [shown(finding).split(" ", 1)[1] for finding in report.findings] == ["wrong-sum '12'"]
    assert report.suppressed == 1


def test_another_number_allows_nothing() -> None:
    report = check_text(COMMENTS["markdown"].format('rulebook: allow wrong-sum "13", he cannot count', SUMS))
    assert [finding.rule for finding in report.findings] == ["wrong-sum", "wrong-sum"]


@pytest.mark.parametrize("dialect", COMMENTS)
@pytest.mark.parametrize(
    "text", [SUMS, "A [link](#nowhere) and `1:d7`.", "Health has six attributes: mSt, mEn.", 'The "1:d8" is 2 + 2 = 5.']
)
def test_the_line_that_is_offered_allows_its_finding(dialect: str, text: str) -> None:
    page = page_of(text, dialect=dialect)
    report = check_pages(page)
    for found in json.loads(as_json.render(report))["findings"]:
        changed = check_text(f"{found['allow']}\n{text}", dialect=dialect)
        assert changed.suppressed == 1
        assert len(changed.findings) == len(report.findings) - 1


def test_the_full_report_offers_it_for_what_may_be_right() -> None:
    report = check_text("It deals 3d6 (3-17), and 2 + 2 = 5.")
    lines = [line.strip() for line in full.render(report).splitlines() if "= allow:" in line]
    assert lines == ['= allow: <!-- rulebook: allow wrong-value "17", REASON -->']


def test_what_another_fault_hides_is_still_allowed() -> None:
    lines = [
        "<!-- rulebook: allow table-gap, there is no word for 13 to 19 -->",
        *("- 8 or 9: strong", "- 10 or 11: exceptional", "- 12: hero", "- 20 or higher: supernatural"),
    ]
    text = "# Scores of an attribute\n\n" + "\n".join(lines) + "\n"
    assert check_text(text, system="sda").suppressed == 1
    (finding,) = check_text(text.replace("20 or", "21 or"), system="sda").findings
    assert shown(finding) == "7:3 wrong-value '21'"
