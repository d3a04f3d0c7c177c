"""Rules in words alone, and denials of what the rules say."""

from pathlib import Path

import pytest

from rulebook_rules.rulesfile.file import RulesFileError, load_rules
from rulesmod.system import System
from tests.checking import check_text, shown

RULES = """\
game: Kilns
values:
  Toll: 3
names:
  guild: [Potters, Glaziers, Smiths]
phrases:
  the-higher-heat:
    - the higher of the two heats always wins
    - a kiln is not lit before every guild agrees
  the-potters: only the Potters may light a kiln
  toll:
    says: the ferry ... {toll} coins a mile
    gives: {toll: Toll}
"""
RIGHT = """\
# Kilns

The higher of the two heats always wins. A kiln is not lit before every guild agrees. Only the Potters may light a kiln.

The ferry costs 3 coins a mile.
"""


def game(tmp_path: Path, rules: str = RULES) -> System:
    path = tmp_path / "rules.yml"
    path.write_text(rules, encoding="utf-8")
    return load_rules(path)


def findings(tmp_path: Path, text: str) -> list[str]:
    return [f"{shown(one)}: {one.message}" for one in check_text(text, system=game(tmp_path)).findings]


def test_what_the_rules_say_in_words_is_silent(tmp_path: Path) -> None:
    assert findings(tmp_path, RIGHT) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("higher", "lower", "3:5 wrong-value 'lower': the rules give higher, the text says `lower`"),
        ("always", "never", "3:29 wrong-value 'never': the rules give always, the text says `never`"),
        ("not lit", "lit", "3:52 wrong-value 'lit': the rules give not lit, the text says `lit`"),
        ("before", "after", "3:60 wrong-value 'after': the rules give before, the text says `after`"),
        ("every", "any", "3:67 wrong-value 'any': the rules give every, the text says `any`"),
        ("Potters", "Smiths", "3:96 wrong-value 'Smiths': the rules give Potters, the text says `Smiths`"),
        ("may light", "may not light", "3:104 wrong-value 'may not': the rules give may, the text says `may not`"),
        ("costs", "does not cost", "5:16 denied-rule 'not': the rules say this without `not`"),
        ("costs", "doesn't cost", "5:15 denied-rule \"n't\": the rules say this without `n't`"),
    ],
)
def test_a_word_that_turns_the_meaning_is_reported_at_its_place(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert RIGHT.count(old) == 1
    assert findings(tmp_path, RIGHT.replace(old, new)) == [message]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("higher", "greater"),
        ("costs", "never costs more than"),
        ("costs", "does not run in winter, but else costs"),
        ("two heats", "two bids"),
        ("The ferry costs 3", "The ferry does not cost 4"),
    ],
    ids=["the same meaning", "a limit", "a clause of its own", "another sentence", "a denial of what is wrong"],
)
def test_what_says_something_else_is_silent(tmp_path: Path, old: str, new: str) -> None:
    assert findings(tmp_path, RIGHT.replace(old, new)) == []


def test_a_rule_in_words_needs_some_of_them(tmp_path: Path) -> None:
    with pytest.raises(RulesFileError, match="at least 5"):
        game(tmp_path, "game: Kilns\nphrases: {short: the higher wins}\n")
