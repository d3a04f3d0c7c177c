"""The dice of a `rules.yml`: what each kind rolls, against every case one by one, and what is said of faulty ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from rulebook_rules.rulesfile.file import load_rules
from rulesmod.dice import Sfc32, Tail, distribution, roll
from rulesmod.dice.kinds import KINDS
from rulesmod.notation import NotationError
from rulesmod.system import Notation
from tests.checking import check_text, shown
from tests.dice.brute import exploding
from tests.dice.page import Page
from tests.rulesfile.test_rules_file import SCHEMA, told

SEED = "00112233445566778899aabb"


def notation(dice: str, folder: Path) -> Notation:
    text = f"game: G\ndice:\n{dice}"
    jsonschema.validate(yaml.safe_load(text), SCHEMA)
    path = folder / "rules.yml"
    path.write_text(text, encoding="utf-8")
    return load_rules(path).notation


def cases(*sizes: int) -> list[tuple[int, ...]]:
    return [*product(*(range(1, size + 1) for size in sizes))]


def alike(cast: Sequence[int]) -> dict[str, Any]:
    width, height = max((count, face) for face, count in Counter(cast).items())
    return {"width": width, "height": height}


def uncancelled(cast: Sequence[int]) -> dict[str, Any]:
    left = Counter(cast[:3]) - Counter(cast[3:])
    return {"best": max(left, default=0), "left": left.total()}


def blades(cast: Sequence[int]) -> dict[str, Any]:
    number = 7 if cast.count(6) > 1 else max(cast)
    return {"total": number, "means": ["bad", "bad", "bad", "mixed", "mixed", "good", "great"][number - 1]}


def pushed(cast: Sequence[int]) -> dict[str, Any]:
    finals = [face if face in (1, 6) else again for face, again in zip(cast[:3], cast[3:], strict=True)]
    return {"counted": finals.count(6)}


SYMBOLS = {"A": [[], ["hit"], ["hit", "hit"], ["luck"]], "D": [[], ["miss"], ["miss"], ["miss", "luck"]]}


def symbols(cast: Sequence[int]) -> dict[str, Any]:
    faces = Counter([*SYMBOLS["A"][cast[0] - 1], *SYMBOLS["A"][cast[1] - 1], *SYMBOLS["D"][cast[2] - 1]])
    return {"hit": faces["hit"] - faces["miss"], "luck": faces["luck"]}


def total(of: Callable[[Sequence[int]], int]) -> Callable[[Sequence[int]], dict[str, Any]]:
    return lambda cast: {"total": of(cast)}


def bands(cast: Sequence[int]) -> dict[str, Any]:
    number = sum(cast) + 1
    return {"total": number, "means": "miss" if number <= 6 else "weak" if number <= 9 else "strong"}


FIT = "  kind: highest\n  numbers: {double: 1}\n  means: {1..3: bad, 4..5: mixed, 6: good, 7: great}\n"
PBTA = (
    "  kind: sum\n  written: 2d6\n  numbers: {count: 2, size: 6}\n"
    "  means: {6 or less: miss, 7..9: weak, 10 or more: strong}\n"
)
YEAR = '  written: "{count}d6"\n  success: 6\n  push: 1\n'
SIGNS = (
    "  kind: symbols\n  faces:\n    A: [blank, hit, hit hit, luck]\n    D: [blank, miss, miss, miss luck]\n"
    "  cancels: {miss: hit}\n"
)
STEPS = "  kind: steps\n  steps: {1: d4, 2: d6, 3: 2d4, 4: d6 + d4}\n"
EXACT: dict[str, tuple[str, str, list[tuple[int, ...]], Callable[[Sequence[int]], dict[str, Any]]]] = {
    "bands of the highest": (FIT, "3d6", cases(6, 6, 6), blades),
    "the lower of two for none": (
        "  kind: highest\n  numbers: {double: 1}\n",
        "0d6",
        cases(6, 6),
        total(min),
    ),
    "bands of 2d6": (PBTA, "2d6+1", cases(6, 6), bands),
    "lowest": ("  kind: lowest\n", "3d8 - 1", cases(8, 8, 8), total(lambda cast: min(cast) - 1)),
    "keep": (
        "  kind: keep\n  numbers: {size: 6}\n",
        "4k2+1",
        cases(6, 6, 6, 6),
        total(lambda c: sum(sorted(c)[2:]) + 1),
    ),
    "either": ("  kind: either\n", "d6+d8", cases(6, 8), total(max)),
    "matches": ("  kind: matches\n", "4d6", cases(6, 6, 6, 6), alike),
    "opposed": ("  kind: opposed\n", "3d6 vs 2d6", cases(6, 6, 6, 6, 6), uncancelled),
    "unopposed": ("  kind: opposed\n", "3d6 vs 0d6", cases(6, 6, 6), uncancelled),
    "cards": (
        "  kind: cards\n  numbers: {size: 4, copies: 3}\n",
        "3 cards",
        [*combinations([face for face in range(1, 5) for _ in range(3)], 3)],
        lambda cast: {"total": sum(cast), "high": max(cast)},
    ),
    "timed": ("  kind: timed\n", "(d3)d4", cases(3, 4, 4, 4), total(lambda cast: sum(cast[1 : cast[0] + 1]))),
    "product": ("  kind: product\n", "d6×d4", cases(6, 4), total(lambda cast: cast[0] * cast[1])),
    "pushed": (YEAR, "3d6 pushed", cases(*[6] * 6), pushed),
    "not pushed": (YEAR, "3d6", cases(6, 6, 6), lambda cast: {"counted": cast.count(6)}),
    "symbols": (SIGNS, "2A 1D", cases(4, 4, 4), symbols),
    "steps": (STEPS, "step 4+2", cases(6, 4), total(lambda cast: sum(cast) + 2)),
}


@pytest.fixture(scope="module")
def page() -> Page:
    return Page()


@pytest.mark.parametrize("name", EXACT)
def test_every_kind_is_exact_and_rolls_the_same_in_the_page(name: str, page: Page, tmp_path: Path) -> None:
    data, text, casts, read = EXACT[name]
    found = notation(data, tmp_path)
    program = found.program(found.parse(text))
    counted = Counter(tuple(read(cast).items()) for cast in casts)
    rows = distribution(program).rows
    assert {tuple((key, _plain(value)) for key, value in outcome.items()): chance for outcome, chance in rows} == {
        outcome: Fraction(number, counted.total()) for outcome, number in counted.items()
    }
    assert found.parse(found.format(found.parse(text))) == found.parse(text)
    _same_in_the_page(page, found, text)


def _plain(value: Any) -> Any:
    return str(value) if type(value) not in (int, bool) else value


def _same_in_the_page(page: Page, found: Notation, text: str) -> None:
    assert found.language is not None
    program = found.program(found.parse(text))
    assert page.call("parse", found.language.to_json(), text) == {"program": program.to_json()}
    shown = [({key: _plain(value) for key, value in one.items()}, chance) for one, chance in distribution(program).rows]
    assert page.distribution(program.to_json()) == shown
    random = Sfc32(SEED)
    assert page.call("rolls", program.to_json(), SEED, 30) == [roll(program, random).to_json() for _ in range(30)]


@pytest.mark.parametrize(
    ("data", "text", "sizes", "read"),
    [
        ("  kind: keep\n  numbers: {explodes: 1, size: 4}\n", "3k2", (4, 4, 4), lambda cast: sum(sorted(cast)[1:])),
        ("  kind: trait\n", "d8", (8, 6), max),
        ("  kind: trait\n  numbers: {wild: 0}\n", "d8", (8,), max),
        ("  kind: exploding\n", "2d6", (6, 6), sum),
        ("  kind: steps\n  steps: {1: d4, 2: d6 + d4}\n  again: 6\n", "step 2", (6, 4), sum),
    ],
)
def test_what_explodes_is_exact(
    data: str, text: str, sizes: Sequence[int], read: Callable[[Sequence[int]], int], page: Page, tmp_path: Path
) -> None:
    most = 14
    chances = exploding(sizes, most, read)
    found = notation(data, tmp_path)
    rows = distribution(found.program(found.parse(text)), reach=most).rows
    assert isinstance(rows[-1][0]["total"], Tail)
    told = {outcome["total"]: chance for outcome, chance in rows}
    for number in range(1, most + 1):
        assert told.get(number, 0) == chances.get(number, 0), number
    _same_in_the_page(page, found, text)


def test_every_kind_is_tried() -> None:
    tried = {yaml.safe_load(data).get("kind") for data, *_ in EXACT.values()}
    assert tried | {"trait", "exploding"} == {*KINDS, "symbols", "steps", None}


@pytest.mark.parametrize(
    ("dice", "wanted"),
    [
        ("{kind: higest}", "`higest` there are no dice of the kind `higest` | write `highest`"),
        ("{kind: keep, numbers: {size: 99}}", "`99` `size` must be a number from 2 to 20, not `99` | "),
        (
            "{kind: keep, numbers: {sise: 6}}",
            "`sise` `sise` is nothing that dice of this kind can say | write `size`",
        ),
        (
            "{kind: keep, numbers: {keep: 2}}",
            "`keep` `keep` is written in each expression | keep one of the two",
        ),
        (
            "{kind: sum, written: 2d6, numbers: {size: 8}}",
            "`8` `2d6` says 6 | write `size: 6`, or leave it out",
        ),
        (
            "{kind: keep, written: 'best {keep} of {count}d6', numbers: {size: 10}}",
            "`10` `best {keep} of {count}d6` says 6 | write `size: 6`, or leave it out",
        ),
        (
            "{kind: keep, written: '{count}d90k{keep}'}",
            "`'{count}d90k{keep}'` `size` of these dice is a number from 2 to 20, and not 90 | write one of these",
        ),
        (
            "{kind: lowest, written: '{count}d{sides}'}",
            "`'{count}d{sides}'` these dice have no `{sides}` | the blanks are `{count}`, `{size}`",
        ),
        (
            "{kind: steps, steps: {8: 2x6}}",
            "`2x6` `8: 2x6` is no step | write for example `8: 2d6` or `11: d10 + d8`",
        ),
        (
            "{kind: highest, means: {some: good}}",
            "`some` `some` is no range of numbers | write it like `1..6`, `5 or more`, `3 or less` or `4`",
        ),
        (
            "{kind: symbols, faces: {A: [blank, hit]}, cancels: {miss: hit}}",
            "`{miss: hit}` no die has the symbol `miss` | the symbols are `hit`",
        ),
        (
            "{kind: highest, sizes: [6]}",
            "`sizes` `sizes` says nothing of dice of the kind `highest` | leave it out",
        ),
        (
            "{written: '{count}d99999999999', success: 5 or more}",
            "`'{count}d99999999999'` a die has 2 to 1000 faces, and not 99999999999 | write one of these",
        ),
        (
            "{kind: sum, written: d99999999999}",
            "`d99999999999` `size` of these dice is a number from 2 to 1000, and not 99999999999 | write one of these",
        ),
    ],
)
def test_a_fault_of_dice_has_its_place_and_remedy(dice: str, wanted: str, tmp_path: Path) -> None:
    assert told(f"game: G\ndice: {dice}", tmp_path) == [f"2 {wanted}"]


@pytest.mark.parametrize(
    ("dice", "text", "faces"),
    [
        ("  kind: sum\n  written: 2d6\n", "2d6", [range(1, 7)] * 2),
        ("  kind: sum\n  written: '{count}d8'\n", "2d8", [range(1, 9)] * 2),
        ("  kind: either\n  written: d4+d8\n", "d4+d8", None),
    ],
)
def test_numbers_that_are_written_need_not_be_said_again(
    dice: str, text: str, faces: list[range] | None, tmp_path: Path
) -> None:
    found = notation(dice, tmp_path)
    rows = distribution(found.program(found.parse(text))).rows
    casts = [sum(cast) for cast in product(*faces)] if faces else [max(cast) for cast in cases(4, 8)]
    assert {outcome["total"]: chance for outcome, chance in rows} == {
        total: Fraction(number, len(casts)) for total, number in Counter(casts).items()
    }


FIRES = """\
game: Ember
dice:
  kind: highest
  called: ember roll
  written: "{count}d6"
  means: {1..3: the fire goes out, 4..5: it smoulders, 6: it blazes}
"""
TABLE = "| Highest | |\n|--|--|\n| 1-3 | The fire goes out. |\n| 4-5 | It smoulders. |\n| 6 | It blazes. |"
SENTENCE = (
    "On 1 to 3 the fire goes out, on 4 or 5 it smoulders, and on a 6 it blazes. With two dice, it smoulders often."
)


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ("", "", []),
        ("| 4-5 |", "| 4-6 |", ["6:5 wrong-value '6'"]),
        ("| It smoulders.", "| It blazes.", ["6:9 wrong-value 'It blazes.'"]),
        ("on 4 or 5", "on 3 or 5", ["9:33 wrong-value '3'"]),
    ],
)
def test_what_a_roll_means_is_held_against_the_text(before: str, after: str, wanted: list[str], tmp_path: Path) -> None:
    path = tmp_path / "rules.yml"
    path.write_text(FIRES, encoding="utf-8")
    text = f"# Ember\n\n{TABLE}\n\n{SENTENCE}\n"
    assert before in text
    found = check_text(text.replace(before, after) if before else text, system=load_rules(path))
    assert [shown(finding) for finding in found.findings] == wanted
    assert before or sum(claim.kind == "bands-means" for claim in found.claims) == 6


def test_what_is_no_such_roll_is_refused(tmp_path: Path) -> None:
    found = notation("  kind: keep\n", tmp_path)
    for text in ("11k3", "3k0", "3k", "k3", "3k2+"):
        with pytest.raises(NotationError):
            found.parse(text)


MISFITS = ("4d6kh", "2d6+", "4d6!", "1d6/level", "4d6 or so", "0d6")
"""Code that begins as `{count}d6` and goes on otherwise."""
TEXTS = ("xd6", "4dx", "dice: 4dx", "roll(4d8)", "git commit", "Nd6")


@pytest.mark.parametrize(
    "dice",
    [
        "  {written: '{count}d6', success: 5 or more}",
        "  {kind: highest, written: '{count}d{size}'}",
        "  ordinary",
    ],
    ids=["success", "highest", "ordinary"],
)
def test_code_that_begins_as_the_notation_of_its_game_is_meant_as_it(dice: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.yml"
    path.write_text(f"game: G\ndice:\n{dice}", encoding="utf-8")
    game = load_rules(path)
    for text in MISFITS:
        try:
            game.notation.parse(text)
        except NotationError:
            (finding,) = check_text(f"Roll `{text}`.", system=game).findings
            assert (finding.rule, str(finding.severity)) == ("invalid-notation", "error"), text
    marked = f'<code class="{game.notation.code_class}">no dice</code>'
    assert [finding.rule for finding in check_text(marked, system=game).findings] == ["invalid-notation"]
    others = "".join(f"Say `{text}`.\n" for text in TEXTS)
    assert not check_text(f'{others}<code class="other">4d8</code>', system=game).findings


def test_no_code_of_a_page_of_plain_dice_is_an_error() -> None:
    spans = "".join(f"Say `{text}`.\n" for text in (*MISFITS, *TEXTS))
    for system in ("plain", None):
        findings = check_text(f'{spans}<code class="dice">no dice</code>', system=system).findings
        assert [(finding.rule, str(finding.severity)) for finding in findings] == [("unread-dice", "info")]
