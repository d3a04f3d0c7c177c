"""A book's claims as tests of a project."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

CONFIG = "site_name: Test\nplugins:\n  - rulebook:\n      books:\n        game: {system: cavea}\n"
GOOD = "# Dodge\n\nA pool of `1:d20` is a single d20. And 1 + 1 = 2.\n"
BAD = "# Dodge\n\nA pool of `1:d20` is a single d12. And 1 + 1 = 2.\n\n[gone](#away)\n"


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    (pytester.path / "docs" / "game").mkdir(parents=True)
    (pytester.path / "mkdocs.yml").write_text(CONFIG)
    return pytester


def run(project: pytest.Pytester, *options: str) -> pytest.RunResult:
    # In a process of its own: a test of the plugin must not see what this one has imported. Other plugins that are
    # installed, such as that of pytest-lsp, take every item for a function.
    return project.runpytest_subprocess("-p", "no:cacheprovider", *options)


def write(project: pytest.Pytester, text: str) -> None:
    (project.path / "docs" / "game" / "dodge.md").write_text(text)


def test_every_claim_is_a_test_with_its_words_as_its_name(project: pytest.Pytester) -> None:
    write(project, GOOD)
    result = run(project, "--rulebook", "-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        ["*docs/game/dodge.md dice-in-words: *PASSED*", "*docs/game/dodge.md arithmetic: *PASSED*"]
    )


def test_a_wrong_claim_fails_with_its_lines_and_no_traceback(project: pytest.Pytester) -> None:
    write(project, BAD)
    result = run(project, "--rulebook")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(
        [
            "*docs/game/dodge.md:3:12: dice-in-words*",
            "error[[]notation-mismatch[]]*",
            "3| A pool of `1:d20` is a single d12.*",
            " |            ^^^^^ *",
            "*docs/game/dodge.md:5:9: unknown-anchor*",
            "5| [[]gone[]](#away)",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*rulebook_pytest*.py*")


def test_what_a_comment_allows_does_not_fail(project: pytest.Pytester) -> None:
    write(project, "# Dodge\n\n<!-- rulebook: allow wrong-sum, a joke -->\n\nIt is 1 + 1 = 3.\n")
    run(project, "--rulebook").assert_outcomes(skipped=1)


def test_nothing_is_collected_without_the_option(project: pytest.Pytester) -> None:
    write(project, BAD)
    assert run(project).ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_broken_configuration_is_one_clear_line(project: pytest.Pytester) -> None:
    (project.path / "mkdocs.yml").write_text("site_name: Test\nplugins: [search\n")
    result = run(project, "--rulebook")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*mkdocs.yml:*: this is not YAML*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_book_can_be_named_where_tests_have_a_folder_of_their_own(project: pytest.Pytester) -> None:
    write(project, GOOD)
    (project.path / "tests").mkdir()
    project.makeini("[pytest]\ntestpaths = tests\n")
    run(project, "--rulebook", "mkdocs.yml").assert_outcomes(passed=2)


def test_a_run_of_our_tests_says_at_its_end_what_it_skipped(pytester: pytest.Pytester) -> None:
    pytester.maketxtfile(slow="")
    pytester.makeconftest((Path(__file__).parents[1] / "conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.parametrize("number", range(3))
        def test_a(number):
            pytest.skip("the source is not here")

        @pytest.mark.skipif(True, reason="no browser")
        def test_b():
            pass

        def test_c():
            pass
        """
    )
    result = run(pytester)
    result.assert_outcomes(passed=1, skipped=4)
    result.stdout.fnmatch_lines(["3 skipped: the source is not here", "1 skipped: no browser"])


def test_a_claim_is_a_plain_function_for_other_plugins(project: pytest.Pytester) -> None:
    write(project, GOOD)
    project.makeconftest(
        """
        import pytest

        def pytest_collection_modifyitems(items):
            for item in items:
                assert isinstance(item, pytest.Function)
                assert "around" in item.fixturenames and item.function() is None
                item.add_marker("slow")

        @pytest.fixture(autouse=True)
        def around():
            yield
        """
    )
    run(project, "--rulebook", "-W", "ignore").assert_outcomes(passed=2)
