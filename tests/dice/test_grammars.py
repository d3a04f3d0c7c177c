"""Any grammar and any text: the page reads what Python reads, and refuses the same in the same words at the same place.

Grammars of no game: words of digits, of which one begins another; blank space that is part of a word, or skipped, or
wanted; kinds, dice and slots that are named by digits; letters that Unicode folds to ASCII ones, and signs that are two
characters to JavaScript.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from rulesmod.dice import InvalidProgramError, Language, distribution
from rulesmod.notation import NotationError
from rulesmod.plain_dice import LANGUAGE as PLAIN
from tests.dice.page import Page
from tests.dice.test_twin import same_rolls, shown

GRAMMARS = 400
TEXTS = 12
PIECES = [
    "d",
    "D",
    "1",
    "10",
    "01",
    "2",
    "12",
    " ",
    "  ",
    " 1",
    "1 ",
    "+",
    "K",
    "k",
    "\u212a",
    "s",
    "\u017f",
    "é",
    "🎲",
    "%",
]
KINDS = ["6", "10", "2", "die"]


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


def random_language(random: Random) -> Language:
    """A language whose grammar is drawn; its terms always have a `size`, its constants a `value`."""

    def words(tag: str) -> list[Any]:
        chosen = random.sample(PIECES, random.randint(2, 6))
        return ["word", tag, f"a word for {tag}", {word: random.randint(1, 4) for word in chosen}]

    def number(tag: str) -> list[Any]:
        limits = random.choice([{}, {"min": 1}, {"in": [1, 2, 10]}, {"max": 12}, {"zeros": True}, {"min": 1, "max": 3}])
        return ["number", tag, f"a number for {tag}", limits]

    def tag(name: str) -> list[Any]:
        return random.choice([words, number])(name)

    def space() -> Any:
        blank = random.choice([" ", "  "])
        return random.choice([blank, ["skip", blank], ["many", blank], ["opt", ["seq", blank, ["skip", "1"]]]])

    def term(kind: str) -> list[Any]:
        parts = [["opt", tag("count")], space(), random.choice(PIECES), tag("size")]
        return ["term", kind, ["seq", *random.sample(parts[:3], random.randint(0, 3)), parts[3]]]

    def node(depth: int) -> Any:
        if not depth:
            return random.choice([term(random.choice(KINDS)), random.choice(PIECES), space(), tag("count")])
        parts = [node(depth - 1) for _ in range(random.randint(1, 3))]
        return random.choice(
            [["seq", *parts], ["or", *parts], ["opt", parts[0]], ["many", parts[0]], ["constant", "7", tag("value")]]
        )

    def die(name: str) -> dict[str, Any]:
        adds = [["2", {"size": 2}, ["-", "1", 2]]] if name == "10" else []
        return {
            "name": random.choice([f"{name}{{size}}", "{size}", f"{name} {{size}}"]),
            "axes": {"1": "size", "0": 2} if random.random() < 0.5 else {"1": "size"},
            "rows": [
                {"when": ["=", "1", 1], "tallies": {"9": ["*", "sign", "1"]}, "label": "{9} of {size} on a {1}"},
                {"tallies": {"9": 1}, "adds": adds},
            ][random.randint(0, 1) :],
        }

    # The dice that the trigger brings take no arguments.
    plain = {
        name: {"name": name[6:], "axes": {"face": 2}, "rows": [{"tallies": {"9": 0}}]}
        for name in ("plain 10", "plain 2")
    }
    return Language(
        name="draw",
        grammar=["seq", term("die"), node(2), node(2)],
        dice={kind: die(kind) for kind in KINDS} | plain,
        fields=(
            {"name": "8", "label": "sum", "reading": ["+", "9", "7"]},
            {"name": "5", "label": "flag", "reading": [">=", "9", 2], "with": ["10", "2"]},
        ),
        sums=("9",),
        constants={"7": 0},
        triggers=({"with": "6", "tally": "9", "at_least": 1, "adds": {"plain 10": 2, "plain 2": 1}},),
    )


def derive(random: Random, node: Any) -> str:
    """A text that a node may read."""
    if isinstance(node, str):
        return node
    head, *rest = node
    if head == "word":
        return random.choice(list(rest[2]))
    if head == "number":
        return random.choice(["0", "1", "2", "3", "10", "01", "9" * 15, "9" * 16])
    if head in ("term", "constant"):
        return derive(random, rest[1])
    if head == "seq":
        return "".join(derive(random, part) for part in rest)
    if head == "or":
        return derive(random, random.choice(rest))
    times = random.randint(0, 3 if head == "many" else 1)
    return "".join(derive(random, rest[0]) for _ in range(times))


def spoilt(random: Random, text: str) -> str:
    at = random.randint(0, len(text))
    return text[:at] + random.choice(["", *PIECES]) + text[at + random.randint(0, 1) :]


def said(language: Language, text: str) -> dict[str, Any]:
    """What Python says; places as a script counts, to which a sign beyond the first 65,536 is two."""
    try:
        return {"program": language.program(language.parse(text)).to_json()}
    except InvalidProgramError as error:
        return {"error": [str(error)]}
    except NotationError as error:
        start, end = (len(text[:at].encode("utf-16-le")) // 2 for at in (error.start, error.end))
        return {"error": [error.message, start, end, error.expected]}


def heard(page: Page, language: Language, text: str) -> dict[str, Any]:
    answer = page.call("parse", language.to_json(), text)
    if "error" in answer:
        answer["error"] = [part for part in answer["error"] if part is not None]
    return dict(answer)


@pytest.mark.parametrize("first", range(0, GRAMMARS, 50))
def test_any_grammar_reads_any_text_alike(page: Page, first: int) -> None:
    read = refused = 0
    for seed in range(first, first + 50):
        random = Random(seed)
        language = random_language(random)
        for _ in range(TEXTS):
            text = derive(random, language.grammar)
            text = spoilt(random, text) if random.random() < 0.4 else text
            ours = said(language, text)
            assert heard(page, language, text) == ours, (seed, text)
            read, refused = read + ("program" in ours), refused + ("error" in ours)
    assert min(read, refused) > 50


def test_dice_of_any_grammar_are_rolled_alike(page: Page) -> None:
    """The order of dice that are named by digits is the one in which they are written, in both."""
    rolled = 0
    for seed in range(60):
        random = Random(seed)
        language = random_language(random)
        text = derive(random, language.grammar)
        if "program" in (ours := said(language, text)) and sum(count for _, count in ours["program"]["pool"]) < 30:
            program = language.program(language.parse(text))
            same_rolls(page, program, 10)
            assert page.distribution(program.to_json()) == shown(program)
            rolled += 1
    assert rolled > 10


# As small as it gets


def one(node: Any, **more: Any) -> Language:
    """A language of one kind of die, whose grammar is a node with a `size`."""
    die = {"name": "d{size}", "axes": {"face": "size"}, "rows": [{"tallies": {"sum": "face"}}], **more}
    fields = ({"name": "sum", "label": "sum", "reading": "sum"},)
    return Language(name="draw", grammar=["term", "die", node], dice={"die": die}, fields=fields, sums=("sum",))


SIZE: Any = ["number", "size", "a size", {}]


@pytest.mark.parametrize("text", ["1", "12", "123", "13", "2", ""])
@pytest.mark.parametrize("words", [{"1": 3, "12": 4}, {"12": 4, "1": 3}])
def test_the_longest_word_wins_in_whatever_order(page: Page, text: str, words: dict[str, int]) -> None:
    language = one(["word", "size", "a word", words])
    assert heard(page, language, text) == said(language, text)
    if text == "12":
        assert list(said(language, text)["program"]["dice"]) == ["d4"]


@pytest.mark.parametrize(
    "text", ["\u212a6", "k6", "\u017f6", "s6", "d6\u212a", "d6\u017fx", "d6x\u212a", "🎲d6", "d🎲6", "d6 🎲🎲"]
)
def test_only_ascii_letters_are_taken_together(page: Page, text: str) -> None:
    """KELVIN SIGN and LONG S fold to k and s, and are none: what cannot stand there is that one sign."""
    language = one(["seq", "d", SIZE])
    assert heard(page, language, text) == said(language, text)
    assert said(language, "d6\u212ax")["error"] == ["`\u212a` cannot stand here", 2, 3, "the end"]


@pytest.mark.parametrize("slot", ["größe", "the size", "1", "a-b"])
def test_a_slot_may_be_called_anything(page: Page, slot: str) -> None:
    language = one(["seq", "d", ["number", slot, "a size", {}]], name=f"d{{{slot}}}", axes={"face": slot})
    assert heard(page, language, "d6") == said(language, "d6")
    assert list(said(language, "d6")["program"]["dice"]) == ["d6"]


def test_what_follows_dice_does_not_change_them(page: Page) -> None:
    language = one(["seq", "d", SIZE])
    node = ["seq", language.grammar, ["opt", ["seq", "x", ["number", "count", "a number", {}]]]]
    language = Language(
        **{**{name: getattr(language, name) for name in language.__dataclass_fields__}, "grammar": node}
    )
    assert heard(page, language, "d6x3") == said(language, "d6x3")
    assert said(language, "d6x3")["program"]["pool"] == [["d6", 1]]


GROWING = [{"when": ["=", "face", "size"], "tallies": {"sum": "face"}, "again": 1}, {"tallies": {"sum": "face"}}]


@pytest.mark.parametrize(
    ("text", "more", "words"),
    [
        pytest.param("d1", {"rows": GROWING}, "`d1` has no face that stays", id="always again"),
        pytest.param("d0", {}, "`d0` has no face that stays", id="no face"),
        pytest.param("d3", {"rows": [{"weight": 0}]}, "`d3` has no face that stays", id="no weight"),
        pytest.param("d65537", {}, "`d65537` has more than 65536 rows", id="too many faces"),
        pytest.param("d999999999999999", {}, "`d999999999999999` has more than 65536 rows", id="far too many"),
        pytest.param(
            "d300", {"axes": {"a": "size", "b": "size"}, "rows": [{}]}, "`d300` has more than 65536 rows", id="two axes"
        ),
    ],
)
def test_dice_that_cannot_be_are_refused_alike(page: Page, text: str, more: dict[str, Any], words: str) -> None:
    language = one(["seq", "d", SIZE], **more)
    assert heard(page, language, text) == said(language, text) == {"error": [words]}


def test_a_face_that_no_row_is_for_counts_nothing(page: Page) -> None:
    language = one(["seq", "d", SIZE], rows=[{"when": ["=", "face", 1], "tallies": {"sum": 1}}])
    assert heard(page, language, "d3") == said(language, "d3")
    program = language.program(language.parse("d3"))
    assert [row.tallies for row in program.dice["d3"].rows] == [{"sum": 1}, {}, {}]


@pytest.mark.parametrize("text", ["d%×100", "d1000×10", "d6×1000000", "d6+999999999999999", "99d6-999999999999999"])
def test_large_numbers_alone_are_no_reason_to_refuse(page: Page, text: str) -> None:
    """As long as nothing grows without end, the page gives odds whatever the results are counted in."""
    program = PLAIN.program(PLAIN.parse(text))
    odds = partial(page.odds, "target", program.to_json())
    assert sum(odds(5000).values()) == 1
    assert page.distribution(program.to_json()) == shown(program)
    assert max(map(int, (str(outcome["total"]) for outcome, _ in distribution(program).rows))) < 2**53


def test_a_factor_that_would_not_be_exact_in_the_page_is_refused(page: Page) -> None:
    assert heard(page, PLAIN, "d1000×1000001")["error"] == said(PLAIN, "d1000×1000001")["error"][:3]
    assert said(PLAIN, "d1000×1000001")["error"][0] == "a factor is at most 1,000,000"
