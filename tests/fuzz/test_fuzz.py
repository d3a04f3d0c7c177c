"""The laws of reading, held against seeded changes of real texts: as many as 20 s of one idle core try."""

from itertools import islice

import pytest

from rulebook_proof.analysis import Report
from tests.fuzz.fuzzing import MAX, REDUCED, RENDERED, Input, fault, inputs, is_repeatable, reduced
from tests.shares import shares

SEED = 14
COUNT = 3000
REPEATED = 20
BATCHES = 12


@pytest.mark.parametrize("given", [Input(*item) for item in REDUCED], ids=lambda given: repr(given.text[:20]))
def test_what_broke_a_law_once_does_not_again(given: Input) -> None:
    # What shows a page takes long for many brackets.
    assert fault(given, rendered=len(given.text) <= MAX) is None


@pytest.mark.parametrize("batch", shares(range(BATCHES), seen=2))
def test_changed_texts_break_no_law(batch: int) -> None:
    for number, given in enumerate(islice(inputs(SEED + batch), COUNT // BATCHES)):
        found = fault(given, rendered=number % RENDERED == 0)
        assert found is None, (found, tuple(reduced(given)))


def test_the_same_text_is_read_the_same_again() -> None:
    for given in islice(inputs(SEED), REPEATED):
        assert is_repeatable(given), tuple(given)


def test_a_broken_law_is_seen_and_reduced(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(report: Report) -> None:
        assert all("d6" not in page.document.source.text for page in report.book.pages)

    monkeypatch.setattr("tests.fuzz.fuzzing._published", fail)
    given = Input("cavea", "markdown", "# One\n\nRoll `1:d6` and see.\n")
    assert fault(given) is not None
    assert reduced(given).text == "d6"
