"""Comments to the checker: what each does, and that one that does nothing is an error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook_rules.claims.model import Verdict
from rulebook_syntax.directives import without_directives
from tests.checking import check_text, serious, shown

HEALTH = """\
| Size | Toughness |
| --- | --- |
| d20 | 1 |
| d12 | 3 |
| d10 | 4 |
| d8 | 6 |
| d6 | 9 |
| d4 | 12 |
"""


def found(text: str, system: str | None = "cavea") -> list[str]:
    return [f"{shown(f)}: {f.message}" for f in serious(check_text("# Title\n\n" + text, system=system))]


@pytest.mark.parametrize(
    ("text", "stated", "computed"),
    [
        ('He is 13 <!-- check: pool_health_points("2:d8/1:d20") --> strong.', "13", "13"),
        ('He is thirteen <!-- check: health_points(bSt="2:d8/1:d20") --> strong.', "thirteen", "13"),
        ('He is 14 <!-- check: health_points(bSt="2:d8", bEn="1:d20/1:d20") --> strong.', "14", "14"),
        ("It costs **15** <!-- check: skill_cost(d20, d12) --> points.", "15", "15"),
        ("It costs 10 <!-- check: skill_cost(none, end=20) --> points.", "10", "10"),
        ("It costs 12 <!-- check: skill_cost(none, 20, initial=12) --> points.", "12", "12"),
        ("He rolls a total of 3 <!-- check: total([1, 4, 1], 1) -->.", "3", "3"),
        ("Such a die is tough: 9 <!-- check: die_to_health_points(d6) -->.", "9", "9"),
        ('Dear: 25 <!-- check: ladder("d12", "Skill") --> and 60 <!-- check: ladder(d12, "physical attribute") -->.',
         "25", "25"),
        ("It reaches 1 in 20 % <!-- check: reach('1:d5/+0', 1) -->", None, None),
        ('Odds of 25 % <!-- check: reach("1:d4", 1) -->.', "25 %", "25 %"),
        ('Odds of 27.1 percent <!-- check: reach("1:d8/1:d6", 1) -->.', "27.1", "27.1 percent"),
        ('Odds of 1 in 4 <!-- check: reach("1:d4", 1) -->.', "4", "1 in 4"),
        ("The d8 <!-- check: die_for_nothing() -->", None, None),
        ('He climbs to `1:d12/1:d20` <!-- check: advance("2:d20", d20) -->.', "1:d12/1:d20", "1:d12/1:d20"),
        ("He is 13 strong.\n\n<!-- check: pool_health_points('2:d8/1:d20') -->", "13", "13"),
    ],
)  # fmt: skip
def test_a_check_makes_a_claim_of_what_stands_before_it(text: str, stated: str | None, computed: str | None) -> None:
    report = check_text("# Title\n\n" + text)
    if stated is None:
        assert serious(report)
        return
    claim = next(claim for claim in report.claims if claim.kind.startswith("check-"))
    assert (claim.stated, claim.computed, claim.verdict) == (stated, computed, Verdict.RIGHT)
    assert serious(report) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He is 14 <!-- check: pool_health_points("2:d8/1:d20") --> strong.', "3:7 wrong-value '14'"),
        ('Odds of 26 % <!-- check: reach("1:d4", 1) -->.', "3:9 wrong-value '26 %'"),
        ('Odds of 1 in 5 <!-- check: reach("1:d4", 1) -->.', "3:14 wrong-value '5'"),
        ('He climbs to `2:d12` <!-- check: advance("2:d20", d20) -->.', "3:15 wrong-value '2:d12'"),
    ],
)
def test_a_wrong_number_is_found_where_it_stands_and_can_be_mended(text: str, expected: str) -> None:
    (finding,) = serious(check_text("# Title\n\n" + text))
    assert shown(finding) == expected
    assert [place.message for place in finding.details.related] == ["the rule asked for here"]
    (edit,) = finding.details.remedies[0].edits
    source = finding.place.source.text
    mended = source[: edit.place.span.start] + edit.text + source[edit.place.span.end :]
    assert serious(check_text(mended)) == []


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("check: pool_helth_points('1:d8')", "the game has no rule `pool_helth_points`"),
        ("check: pool_health_points('8')", "`8` is neither a level pool nor a name of the game"),
        ("check: pool_health_points()", "`pool_health_points` takes `pool`: missing a required argument: 'pool'"),
        ("check: pool_health_points('1:d8', 2)", "`pool_health_points` takes `pool`: too many positional arguments"),
        ("check: pool_health_points('1:d8'", "a `,` is missing"),
        ("check: pool_health_points('1:d8') + 1", "only names, numbers, lists and quoted texts can be in a call"),
        ("check: __import__('os').system('true')", "only names, numbers, lists and quoted texts can be in a call"),
        ("check: total(1) total(2)", "nothing can be behind the call of `total`"),
        ("check: [x for x in (1,)]", "the name of a rule is missing"),
        ("check: skill_cost(d6, d20)", "`skill_cost` does not take this: no advancement leads from d6 to d20"),
        ("check: is_dead(3)", "this rule gives neither a number nor dice that a text could state"),
        ("check: odds('1:d8')", "this rule gives neither a number nor dice that a text could state"),
        ("check: with Ann", "a `(` is missing"),
        ("check: off", "it does not say why nothing is checked here"),
        ("check: off, no number follows", "there is no number here to leave unchecked"),
        ("table: die-to-health-points", "no table follows this comment"),
        ("table: die-to-helth-points", "the game has no table `die-to-helth-points`"),
        ("chek: pool_health_points('1:d8')", "`chek:` is misspelt"),
        ("Check: off, because", "`Check:` is misspelt"),
        ("check pool_health_points('1:d8')", "`check` is misspelt"),
        ("tabel: die-to-health-points", "`tabel:` is misspelt"),
        ("rulbook: allow unknown-anchor, because", "`rulbook:` is misspelt"),
        ("rulebook: alow unknown-anchor, because", "`rulebook:` does not know `alow`"),
        ("rulebook: allow unknown-ancor, because", "there is no rule `unknown-ancor`"),
        ("rulebook: allow unknown-anchor", "it does not say why `unknown-anchor` is allowed"),
        ("rulebook: allow unknown-anchor, because", "nothing here breaks `unknown-anchor`"),
    ],
)
def test_a_comment_that_does_nothing_is_an_error_at_its_place(comment: str, message: str) -> None:
    (finding,) = serious(check_text(f"# Title\n\nA word.\n\n<!-- {comment} -->\n\nThe end."))
    assert (finding.rule, finding.message) == ("dangling-directive", message)
    assert finding.place.source.slice(finding.place.span) == f"<!-- {comment} -->"


def test_a_check_with_nothing_before_it_says_so() -> None:
    (line,) = found("No number here <!-- check: pool_health_points('1:d8') --> 6.")
    assert line.endswith("there is no number before this comment that it could be about")


def test_near_matches_are_offered_as_edits() -> None:
    (finding,) = serious(check_text("# Title\n\n6 <!-- check: pool_health_point('1:d8') -->."))
    (edit,) = finding.details.remedies[0].edits
    assert (edit.place.source.slice(edit.place.span), edit.text) == ("pool_health_point", "pool_health_points")


@pytest.mark.parametrize(
    "text",
    [
        "<!-- a note to myself: check the numbers -->",
        "<!-- note: this is fine -->",
        "<!-- heck: what is this -->",
        "<!-- label: intro -->",
        "<!-- tables: see below, all of them -->",
        "<!-- checked by Ann on Monday -->",
        "`<!-- chek: total(1) -->` is how not to write it.",
        "    <!-- check: nothing -->",
    ],
)
def test_comments_for_people_are_left_alone(text: str) -> None:
    assert found(text) == []


def test_a_page_without_a_game_can_check_nothing() -> None:
    (line,) = found("It is 6 <!-- check: pool_health_points('1:d8') -->.", system=None)
    assert line.endswith("this page states the rules of no game, so nothing can be checked by them")
    assert found("<!-- check: with Ann -->\n\n<!-- table: prices -->", system=None) == []


def test_a_table_directive_overrides_what_the_headers_say() -> None:
    strange = HEALTH.replace("| 9", "| 8").replace("| 1 ", "| 2 ").replace("| 3", "| 4").replace("| 12", "| 7")
    strange = strange.replace("d12 | 7", "d12 | 4")
    assert found(strange.replace("| 6", "| 5")) == []
    lines = found("<!-- table: die-to-health-points -->\n\n" + strange.replace("| 6", "| 5"))
    assert [line.split(":")[0] for line in lines] == ["7", "8", "10", "11", "12"]


def test_two_names_for_one_table_are_one_too_many() -> None:
    (line,) = found("<!-- table: die-to-health-points -->\n\n<!-- table: die-to-health-points -->\n\n" + HEALTH)
    assert line.endswith("another comment names the table that follows")


def test_a_table_under_another_heading_is_not_meant() -> None:
    (line,) = found("<!-- table: die-to-health-points -->\n\nText.\n\n## Other\n\n" + HEALTH)
    assert line.endswith("no table follows this comment")


@pytest.mark.parametrize(
    "text",
    [
        "<!-- check: off, a slip of Hedda's -->\nShe adds `1:d6`, three d8s, and 2 + 2 = 5.",
        "<!-- check: off, a slip of Hedda's -->\n\nShe adds `1:d6`, three d8s, and 2 + 2 = 5.",
        "She adds `1:d6`, three d8s, and 2 + 2 = 5. <!-- check: off, a slip of Hedda's -->",
        "<!-- check: off, a slip of Hedda's -->\n\n    2 + 2 = 5\n\n    3 + 3 = 7\n",
        "<!-- check: off, a slip of Hedda's -->\nNobody has such dice: `3:d7`.",
    ],
)
def test_off_waives_its_block_or_its_line_with_a_reason(text: str) -> None:
    report = check_text("# Title\n\n" + text + "\n\nBeyond, 1 + 1 = 2.\n")
    assert serious(report) == []
    assert [claim.stated for claim in report.claims] == ["2"]
    assert {number.reason for number in report.numbers if number.reason} == {"a slip of Hedda's"}
    assert all(number.guarded or number.reason for number in report.numbers)


def test_off_covers_no_more_than_its_block() -> None:
    (line,) = found("<!-- check: off, why not -->\n\nIt is 2 + 2 = 5.\n\nIt is 2 + 2 = 5.")
    assert line.startswith("7:")


def test_directives_do_not_get_into_the_page() -> None:
    html = (
        "<p>13<!-- check: f('a') --> is <!-- for people --> right<!--rulebook: allow x, y-->.</p>\n"
        "<!-- table:\n x -->\n<pre>&lt;!-- check: f() --&gt;</pre>"
    )
    assert without_directives(html) == (
        "<p>13 is <!-- for people --> right.</p>\n\n<pre>&lt;!-- check: f() --&gt;</pre>"
    )


@given(st.text(st.sampled_from("abcd_:d8,()[]=\"' 0123-.+−"), max_size=60))
def test_any_call_gives_a_claim_or_an_error_and_no_traceback(text: str) -> None:
    report = check_text(f"# Title\n\nIt is 6 <!-- check: pool_health_points({text}) -->.")
    assert len(report.claims) + len(report.findings) >= 1


@given(st.text(max_size=60))
def test_any_comment_is_for_people_or_told_at_its_place(text: str) -> None:
    page = f"# Title\n\nIt is 6 <!-- check: {text} -->."
    for finding in check_text(page).findings:
        assert finding.rule != "failed-rule"
        assert page.index("6") <= finding.place.span.start <= finding.place.span.end <= len(page)
