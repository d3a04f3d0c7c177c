"""Words that stand once and are nearly one that the book has often: told in headings and names, nowhere else."""

import importlib.util

import pytest

from rulebook_rules.checks import spelling
from tests.checking import check_pages, check_text, page_of, shown
from tests.seeds import seed

OFTEN = "The skill counts. A skill is rolled. Another skill helps. Health is health, and more health. "
OFTEN += "The director directs; no director, no play; ask the director.\n"


def found(text: str, system: str | None = "cavea") -> list[str]:
    return [shown(finding) for finding in check_text(text, system=system).findings if finding.rule == "misspelt-term"]


@pytest.mark.parametrize(
    ("heading", "slip"),
    [
        ("The Sikll Test", "Sikll"),
        ("Skiill", "Skiill"),
        ("Lost helath", "helath"),
        ("The Diretor", "Diretor"),
        ("Directot", "Directot"),
    ],
)
def test_a_slip_in_a_heading(heading: str, slip: str) -> None:
    assert found(f"# {heading}\n\n{OFTEN}") == [f"1:{3 + heading.index(slip)} misspelt-term {slip!r}"]
    assert found(f"# {heading}\n\n{OFTEN}", system=None) == [], "who knows what a stranger calls things"


@pytest.mark.parametrize(
    "text",
    [
        f"# Skills\n\n{OFTEN}",  # a form of the word
        f"# Skillful\n\n{OFTEN}",
        f"# Healthy\n\n{OFTEN}",  # an ending
        f"# Skull\n\n{OFTEN}",  # a word by itself
        f"# Sikll\n\n{OFTEN} All sikll is called so.\n",  # twice: meant
        f"# `sikll`\n\n{OFTEN}",  # code
        f"# Stats\n\n{OFTEN} Sikll in running text.\n",  # running prose
        "# Sikll\n\nOne skill, and another skill.\n",  # too seldom
        f"# Elvar\n\n{OFTEN} Elvan, Elvan and Elvan.\n",  # names of a world
    ],
)
def test_what_is_no_slip(text: str) -> None:
    assert found(text) == []


def test_what_another_page_has_is_no_slip() -> None:
    first = page_of(f"# Sikll\n\n{OFTEN}", path="a.md")
    second = page_of("# Other\n\nThe word sikll is used here.\n", path="b.md")
    assert [finding.rule for finding in check_pages(first, second).findings] == []


MASQUE_NAMES = {
    "a Goblin rolling": "Gobin",
    "a Ghoul's 2d6": "Ghul",
    "A Curate revises": "Curte",
    "any Witcher is": "Wicther",
    "A Magnus forces": "Magus",
}


@pytest.mark.parametrize(("words", "slip"), MASQUE_NAMES.items())
def test_the_names_of_a_game_are_looked_up_in_its_text(words: str, slip: str) -> None:
    text = seed("004")
    name = max(words.replace("'s", "").split(), key=lambda word: word[0].isupper() and len(word))
    changed = text.replace(words, words.replace(name, slip), 1)
    assert changed != text
    report = check_text(changed, system="masque", dialect="prose")
    start = changed.index(words.replace(name, slip)) + words.index(name)
    # Where the rules know which name belongs there, they say so.
    found = [shown(f) for f in report.findings if f.place.span.start == start]
    assert len(found) == 1
    assert found[0] in (f"1:{start + 1} misspelt-term {slip!r}", f"1:{start + 1} wrong-value {slip!r}")


@pytest.mark.parametrize(
    ("text", "slips"),
    [
        ("A Warg bites. Every Warg runs, and no Warg stays. Then the Worg was gone.", ["1:60 misspelt-term 'Worg'"]),
        ("A Warg bites. Then the Worg was gone.", []),  # too seldom to tell it from a name of somebody
        ("A Warg bites. Every Warg runs, and no Warg stays. Then Warp was gone, and so was Worth.", []),
    ],
)
def test_a_short_name_is_a_slip_of_one_that_stands_often(text: str, slips: list[str]) -> None:
    assert found(text, system="masque") == slips


def test_without_the_list_of_misspellings_the_words_of_the_book_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"# The Sikll Test\n\n{OFTEN}\n## Requirments\n\nText.\n"
    caches = (spelling._dictionary, spelling._words, spelling.is_misspelt, spelling._misspelt_in)
    both = ["1:7 misspelt-term 'Sikll'", "5:4 misspelt-term 'Requirments'"]
    assert sorted(found(text)) == both
    with monkeypatch.context() as patch:
        patch.setattr(importlib.util, "find_spec", lambda _: None)
        for each in caches:
            each.cache_clear()
        assert found(text) == both[:1]
    for each in caches:
        each.cache_clear()


@pytest.mark.parametrize(
    ("text", "slips"),
    [
        ("# Aspected stunts\n\nEach has an aspect.\n", []),
        ("# A missable clue\n\nWhoever may miss it, misses it.\n", []),
        ("# A wepon\n\nWhoever may miss it, misses it.\n", ["1:5 misspelt-term 'wepon'"]),
        ("# The joint recal\n\nYou recall it, and recalibrate.\n", []),
        ("# The joint recieve\n\nYou receive it.\n", ["1:13 misspelt-term 'recieve'"]),
        ("# Offical Ice Keeper\n\nOf those some keep the ice.\n", []),
        ("# **Dezember**\n\nIt is told in DECEMBER, or in DECEMBERİ.\n", ["1:5 misspelt-term 'Dezember'"]),
        ("# Offical Ice Keeper\n\nOf those some official ones keep the ice.\n", ["1:3 misspelt-term 'Offical'"]),
    ],
)
def test_a_word_that_is_made_of_others_or_stands_in_a_name_may_be_right(text: str, slips: list[str]) -> None:
    assert found(text, system=None) == slips


def test_a_name_that_looks_like_a_slip_and_stands_again_and_again_is_a_name() -> None:
    once = "# Straightfoward\n\nA rule.\n"
    often = "# Recieve\n\nRecieve is a ghost. Nobody calls Recieve twice.\n"
    assert found(once, system=None) == ["1:3 misspelt-term 'Straightfoward'"]
    assert found(often, system=None) == []


STABILITY = (
    "# Stability Score\n\n"
    + "Your Stability Score counts. Roll the Stability Score. A Stability Score is safe.\n\n" * 2
)


@pytest.mark.parametrize(
    ("sentence", "slip"),
    [
        ("Every Sttability Score is low.", "Sttability"),
        ("Add the Stabiltiy Score.", "Stabiltiy"),
        ("Add the stabiltiy score.", "stabiltiy"),
        ("Lower the Stablity Score by one.", "Stablity"),
    ],
)
def test_a_slip_of_a_heading_in_a_book_without_a_game(sentence: str, slip: str) -> None:
    assert found(f"{STABILITY}{sentence}\n", None) == [f"7:{1 + sentence.index(slip)} misspelt-term {slip!r}"]


@pytest.mark.parametrize(
    "sentence",
    [
        "The stablity score is lower.",  # another word, for all we know: no capital
        "Of Stabiltiy nobody speaks.",  # nothing beside it stands beside the term
        "The Stabiltiy Score, or any Stabiltiy Score.",  # twice: meant
        "Roll `Stabiltiy Score` here.",
        "The Stabilities Score is another.",
    ],
)
def test_what_may_be_another_word_of_a_stranger(sentence: str) -> None:
    assert found(f"{STABILITY}{sentence}\n", None) == []


def test_a_word_that_another_page_has_is_no_slip_of_a_heading() -> None:
    first = page_of(f"{STABILITY}The Stabiltiy Score.\n", system=None, path="a.md")
    second = page_of("# Other\n\nStabiltiy is a town.\n", system=None, path="b.md")
    assert check_pages(first, page_of("# Other\n", system=None, path="b.md")).findings
    assert not check_pages(first, second).findings
