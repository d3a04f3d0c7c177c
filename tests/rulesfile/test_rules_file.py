"""Rules as data: what a `rules.yml` makes, and what is said of one that makes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rulebook.loading.reading import read_book, read_paths
from rulebook_core.findings import Finding
from rulebook_core.imports.modules import UnknownSystemError
from rulebook_rules.claims.language.blank_types import blank_types
from rulebook_rules.config import load_config
from rulebook_rules.rulesfile import dice, file, phrases, tables, values
from rulebook_rules.rulesfile.file import RulesFileError, load_rules
from rulebook_rules.rulesfile.formulas import FORM, MAX_SIGNS, FormulaError, parse
from rulebook_rules.rulesfile.working import Scope, UndecidedError, shown, work_out
from rulebook_rules.systems import load_system
from rulesmod.sheets import work_out as fill_in
from rulesmod.system import Answer, System

SCHEMA = json.loads(files("rulebook").joinpath("schemas/rules-file.schema.json").read_text(encoding="utf-8"))

GAME = """\
game: Lanterns
values:
  Bright: 5
  Body: 1..6
  Will:
    chosen: 1..6
    also: [Wits]
  Hit Points: 10 * Body
  Grit: 2 * Body + Will
  Stride:
    is: Body / 2
    round: up
    unit: steps
    because: half of a Body of {Body}
  Load:
    is: Grit + 1
    unless: {Body = 1: 0}
    never_above: 12
  Pace:
    by: Body
    ranges: {1..2: 1, 3 or more: Will}
  Price: Cost from Steps by Body
tables:
  Steps:
    columns: [Step, Cost]
    rows: 1..6
    cells: {Cost: Step * (Step + 1) / 2}
phrases:
  grit: Body {body} and Will {will} make a Grit of {grit}
  worth:
    says: "{pool:dice} is worth {points}"
    gives: {points: "sum(pool, count * (size + 1))"}
"""


def made(text: str, folder: Path) -> System:
    path = folder / "rules.yml"
    path.write_text(text, encoding="utf-8")
    return load_rules(path)


def told_as(finding: Finding) -> str:
    """A finding as line, what stands there, message and help."""
    place = finding.place
    line = place.source.position(place.span.start).line
    return f"{line} `{place.source.slice(place.span)}` {finding.message} | {finding.help}"


def told(text: str, folder: Path) -> list[str]:
    """What is wrong with a file: line, what stands there, message and help."""
    with pytest.raises(RulesFileError) as raised:
        made(text, folder)
    return [*map(told_as, raised.value.findings)]


def answer(system: System, name: str, **given_values: int) -> Answer | None:
    quantity = next(one for one in system.quantities if one.name == name)
    assert quantity.rule is not None
    return quantity.rule(given_values)


@pytest.mark.parametrize(
    ("name", "given_values", "value", "because"),
    [
        ("Grit", {"Body": 3, "Will": 2}, 8, ("Grit is 2 × Body 3 + Will 2 = 8",)),
        ("Hit Points", {"Body": 3}, 30, ("Hit Points is 10 × Body 3 = 30",)),
        ("Stride", {"Body": 3}, 2, ("half of a Body of 3", "Stride is Body 3 / 2 = 1.5, rounded up 2")),
        ("Load", {"Body": 1, "Will": 2}, 0, ("Grit is 2 × Body 1 + Will 2 = 4", "Load is 0, for Body 1 = 1")),
        ("Load", {"Grit": 14, "Body": 2}, 12, ("Load is Grit 14 + 1 = 15, never above 12",)),
        ("Pace", {"Body": 2, "Will": 4}, 1, ("Pace is 1 for Body 2 (1 to 2)",)),
        ("Pace", {"Body": 3, "Will": 4}, 4, ("Pace is Will 4 for Body 3 (3 or more)",)),
        ("Price", {"Body": 3}, 6, ("Price is Cost 6 for Body 3 (Steps)",)),
    ],
)
def test_values_follow_and_say_how(
    name: str, given_values: dict[str, int], value: int, because: tuple[str, ...], tmp_path: Path
) -> None:
    found = answer(made(GAME, tmp_path), name, **given_values)
    assert found is not None
    assert (found.value, found.because) == (value, because)


def test_what_is_not_given_is_not_assumed(tmp_path: Path) -> None:
    assert answer(made(GAME, tmp_path), "Grit", Body=3) is None
    found = answer(made(GAME, tmp_path), "Price", Body=9)
    assert found is not None
    assert (found.value, found.because) == ("nothing", ("Steps has no row for 9",))


def test_ends_of_ranges_may_be_below_nothing_and_a_choice_may_come_to_words(tmp_path: Path) -> None:
    text = (
        "game: G\nvalues:\n  A: -1..3\n  B: −3 or more\n  C:\n    by: A\n"
        "    ranges: {-1: poor, 0 to 2: quite good, 3: best}\n"
        "tables:\n  T: {columns: [Of, Cost], rows: {-1..1: 5, 2 or more: 9}}\n"
    )
    system = made(
        f"{text}phrases:\n  a: {{says: 'costs {{cost}} at {{a}}', gives: {{cost: Cost from T by a}}}}", tmp_path
    )
    assert [(one.low, one.high) for one in system.quantities[:2]] == [(-1, 3), (-3, None)]
    assert [getattr(answer(system, "C", A=value), "value", None) for value in (-1, 2, 3)] == [
        "poor",
        "quite good",
        "best",
    ]
    assert [system.phrases[0].rule(a=value)["cost"].value for value in (-1, 2)] == [5, 9]
    nearly = text.replace("A: -1..3", "Fame: -1..3").replace("by: A", "by: Fame").replace("best", "Fane")
    assert [line.partition(" | ")[0] for line in told(nearly, tmp_path)] == ["7 `Fane` nothing here is called `Fane`"]


def test_the_sheet_comes_to_what_the_formulas_do(tmp_path: Path) -> None:
    system = made(GAME, tmp_path)
    (sheet,) = system.sheets
    labels = {item.name: item.label for group in sheet.groups for item in group.outcomes}
    fields = {item.label: name for name, item in sheet.fields()}
    for body in range(1, 7):
        for will in range(1, 7):
            worked = fill_in(sheet, system.notation.language, {fields["Body"]: body, fields["Will"]: will})
            for key, value in worked.outcomes.items():
                found = answer(system, labels[key], Body=body, Will=will)
                assert found is not None
                assert value == found.value, labels[key]
    assert set(labels.values()) == {"Hit Points", "Grit", "Stride", "Load", "Pace", "Price"}


def test_an_answer_may_be_all_names_that_belong_together(tmp_path: Path) -> None:
    system = made(
        "game: G\nnames:\n  roles: [Scout, Old Keeper]\nphrases:\n"
        "  a: {says: 'the roles are {all:list of roles}', gives: {all: Roles}}",
        tmp_path,
    )
    answered = system.phrases[0].rule()["all"]
    assert answered.value == ("Scout", "Old Keeper")
    assert answered.because == ("all is Scout, Old Keeper",)
    assert {*blank_types(system)} == {*phrases.BLANK_TYPES, "roles"}


def test_units_that_do_not_fit_and_circles_show_every_place_that_they_are_made_of(tmp_path: Path) -> None:
    text = "game: G\nvalues:\n  A: {is: 2, unit: stones}\n  B: {is: 3, unit: miles}\n  C: A + B\n"
    with pytest.raises(RulesFileError) as caught:
        made(f"{text}  D: E + 1\n  E: D - 1\n", tmp_path)
    circle, misfit = sorted(caught.value.findings, key=lambda finding: len(finding.details.related))
    assert [(place.source.slice(place.span), place.message) for place in misfit.details.related] == [
        ("stones", "`A` is counted in stones"),
        ("miles", "`B` is counted in miles"),
    ]
    assert [place.message for place in circle.details.related] == ["needs `D`"]


def test_the_schema_has_every_key(tmp_path: Path) -> None:
    definitions = SCHEMA["$defs"]

    def keys(part: Any) -> set[str]:
        return set(part["properties"])

    assert keys(SCHEMA) == set(file.GAME_KEYS)
    assert keys(definitions["dice"]) == set(dice.KEYS)
    assert keys(definitions["value"]) == set(values.VALUE_KEYS)
    assert keys(definitions["rule"]) == set(values.RULE_KEYS)
    assert keys(definitions["table"]) == set(tables.KEYS)
    assert keys(definitions["phrase"]) == set(phrases.KEYS)
    assert keys(SCHEMA["properties"]["ranges"]["additionalProperties"]) == set(file.RANGE_KEYS)
    assert keys(SCHEMA["properties"]["rulings"]["additionalProperties"]) == set(file.RULING_KEYS)
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(yaml.safe_load(GAME), SCHEMA)


def closed_parts(part: Any) -> Iterator[Any]:
    """Each part of the schema that says which keys there are."""
    if part.get("additionalProperties") is False:
        yield part
    for inner in part.values():
        for one in inner if isinstance(inner, list) else [inner]:
            if isinstance(one, dict):
                yield from closed_parts(one)


def test_editors_explain_every_key_by_the_schema() -> None:
    keys = [(key, one) for part in closed_parts(SCHEMA) for key, one in part["properties"].items()]
    assert len(keys) > 50
    for key, one in keys:
        target = SCHEMA["$defs"][one["$ref"].rsplit("/", 1)[1]] if "$ref" in one else one
        assert target.get("description"), key


@pytest.mark.parametrize(
    ("text", "at", "named"),
    [
        ("game: G\nvalue: {}", [], "'value' was unexpected"),
        ("values: {}", [], "'game' is a required"),
        ("game: G\nvalues: {A: {is: 3, rounds: up}}", ["values", "A"], "'rounds' was unexpected"),
        ("game: G\nvalues: {A: {is: 3, round: upp}}", ["values", "A", "round"], "'upp' is not one of"),
        ("game: G\ndice: {kind: cads}", ["dice", "kind"], "'cads' is not one of"),
        ("game: G\ndice: {kind: sum, succes: 5}", ["dice"], "'succes' was unexpected"),
        ("game: G\ndice: ordinery", ["dice"], "'ordinery' does not match"),
        ("game: G\nphrases: {a: {says: b, give: {c: 1}}}", ["phrases", "a"], "'give' was unexpected"),
        (
            "game: G\ntables: {T: {columns: [A, B], cells: {B: {is: A, unles: {}}}}}",
            ["tables", "T", "cells", "B"],
            "'unles'",
        ),
        ("game: G\nvalues: {A: [1]}", ["values", "A"], "is not of type"),
    ],
)
def test_editors_mark_a_mistake_at_its_place_by_the_schema(text: str, at: list[str], named: str) -> None:
    (error,) = jsonschema.Draft202012Validator(SCHEMA).iter_errors(yaml.safe_load(text))
    assert [*error.absolute_path] == at
    assert named in error.message


@pytest.mark.parametrize("is_right", [True, False], ids=["right", "wrong"])
def test_the_schema_and_the_loader_agree(is_right: bool, tmp_path: Path) -> None:
    for line in RIGHT if is_right else MISSHAPEN:
        text = line if line.startswith("game") else f"game: G\n{line}"
        by_schema = jsonschema.Draft202012Validator(SCHEMA).is_valid(yaml.safe_load(text))
        assert by_schema is is_right, line
        if is_right:
            made(text, tmp_path)
        else:
            assert told(text, tmp_path), line


EMPTY = ("values", "tables", "names", "ranges", "phrases", "rulings", "dice", "words")
RIGHT = [
    *(f"{section}:" for section in EMPTY),  # As they are while somebody writes, and where all is commented out.
    "game: 2300",
    "dice: {called: 7, written: '{count}d6', success: 5 or more}",
    "names: {roles: , codes: {a: 1, b: }, one: Scout}",
    "values: {A: {is: 3, never_below: , unless: , unit: , because: }}",
    "tables: {T: {columns: [A, B], rows: 3, cells: {B: A}}}",
    "tables: {T: {columns: [A, B], title: 3, rows: {x: 1}, units: }}",
    "ranges: {r: {about: 6, rows: {1: [a, b], 2: 3}}}",
    "phrases: {a: {says: 'costs {n}', gives: {n: 3}, under: , because: 3}}",
]
MISSHAPEN = [
    "game: ''",
    "dice: {}",
    "dice: {sucess: 5 or more, written: '{count}d6'}",
    "dice: {kind: sum, means: {1..3: }}",
    "dice: {kind: sum, success: 5 or more}",
    "dice: {kind: steps, steps: {1: d4}, faces: {A: [a, b]}}",
    "dice: {kind: symbols, faces: {A: [a, b]}, written: 2A}",
    "dice: {written: '{count}d6', success: 5 or more, numbers: {size: 6}}",
    "names: {codes: {a: {b: c}}}",
    "names:\n  roles:\n    - a\n    -",
    "values: {A: {}}",
    "values: {A: }",
    "values: {A: {by: B, ranges: {}}, B: 1..6}",
    "tables: {T: }",
    "tables: {T: {}}",
    "tables: {T: {columns: [A, ''], rows: {x: 1}}}",
    "tables: {T: {columns: [A, B, C], keys: true, rows: {x: [1, 2]}}}",
    "tables: {T: {columns: [A, B], rows: {x: {y: 1}}}}",
    "ranges: {r: {rows: }}",
    "ranges: {r: {rows: {1..3: }}}",
    "rulings: {r: }",
    "rulings: {r: {section: S}}",
    "phrases: {a: {says: }}",
    "phrases: {a: ''}",
]


def test_a_look_up_and_a_sum_have_units_that_fit(tmp_path: Path) -> None:
    text = (
        "game: G\nvalues:\n  A: {chosen: 1..6, unit: miles}\n  C: {is: 2 * A + Way from Roads by 1, unit: miles}\n"
        "tables:\n  Roads: {columns: [Road, Way], rows: {1: 2}, units: {Way: miles}}"
    )
    jsonschema.validate(yaml.safe_load(text), SCHEMA)
    path = tmp_path / "rules.yml"
    path.write_text(text, encoding="utf-8")
    assert [one.unit for one in load_rules(path).quantities] == ["miles", "miles"]


# What is wrong


FUNCTIONS = "`min`, `max`, `floor`, `ceil`, `round`, `abs`, `sum`, `count`, `chance`"
FITS = "let both have one `unit`, or multiply by what makes one of them the other (`coins per ell`)"

FAULTY = {
    "unnamed": ("values: {A: 1..3}", ["1 `values: {A: 1..3}` the game has no name | begin with `game: NAME`"]),
    "a range the other way round": (
        "game: G\nvalues: {A: 6..1}",
        ["2 `6..1` `6..1` ends before it begins | write `1..6`"],
    ),
    "key": ("game: G\nvalus: {}", ["2 `valus` `valus` is nothing that the rules of a game can say | write `values`"]),
    "twice": (
        "game: G\nwords: a\nwords: b",
        ["3 `words` `words` is set twice, and only the last one counts | keep one"],
    ),
    "name": (
        "game: G\nvalues:\n  Body: 1..6\n  Grit: 2 * Bdoy",
        ["4 `Bdoy` nothing here is called `Bdoy` | write `Body`"],
    ),
    "beside": (
        "game: G\nvalues:\n  Body: 1..6\n  Edge: {is: Body - 3, beside: Bdoy}",
        ["4 `Bdoy` nothing here is called `Bdoy` | write `Body`"],
    ),
    "circle": (
        "game: G\nvalues:\n  A: B + 1\n  B: C\n  C: A",
        [
            "3 `A` `A` goes round in a circle: it needs `B`, which needs `C`, which needs `A` | "
            "let one of them follow from something else"
        ],
    ),
    "rounding": (
        "game: G\nvalues:\n  A: 1..6\n  B: A / 2",
        [
            "4 `A / 2` this need not come out whole, and nothing says how it is rounded | "
            "say it beside it: `round: down`, `up`, `nearest` or `never`"
        ],
    ),
    "units": (
        "game: G\nvalues:\n  A: {chosen: 1..6, unit: stones}\n  B: {chosen: 1..6, unit: miles}\n  C: A + B",
        ["5 `B` stones (`A`) and miles (`B`) do not fit together | " + FITS],
    ),
    "unit": (
        "game: G\nvalues:\n  A: {chosen: 1..6, unit: stones}\n  C: {is: 2 * A, unit: miles}",
        ["4 `2 * A` this gives stones, and `C` is miles | " + FITS],
    ),
    "product": (
        "game: G\nvalues:\n  A: {chosen: 1..6, unit: miles per hour}\n  T: {chosen: 1..6, unit: hour}\n"
        "  W: {is: A * T, unit: hour}",
        ["5 `A * T` this gives miles, and `W` is hour | " + FITS],
    ),
    "unit of a column": (
        "game: G\nvalues:\n  A: {chosen: 1..6, unit: miles}\n  C: A + Oil from Lamps by 1\n"
        "tables:\n  Lamps: {columns: [Lamp, Oil], rows: {1: 2}, units: {Oil: pints}}",
        ["4 `Oil from Lamps by 1` miles (`A`) and pints (`Oil from Lamps by 1`) do not fit together | " + FITS],
    ),
    "unit of a value's column": (
        "game: G\nvalues:\n  Oil: {chosen: 1..6, unit: pints}\n  C: {is: Oil from Lamps by 1, unit: miles}\n"
        "tables:\n  Lamps: {columns: [Lamp, Oil], rows: {1: 2}}",
        ["4 `Oil from Lamps by 1` this gives pints, and `C` is miles | " + FITS],
    ),
    "unit of no column": (
        "game: G\ntables:\n  Lamps: {columns: [Lamp, Oil], rows: {1: 2}, units: {Oli: pints}}",
        ["3 `Oli` the table `Lamps` has no column `Oli` | the columns are `Lamp`, `Oil`"],
    ),
    "unit of a sum": (
        "game: G\nvalues:\n  A: {chosen: 1..6, unit: miles}\n  B: {chosen: 1..6, unit: stones}\n"
        "phrases:\n  a: {says: '{dice:dice} at {a} carry {b} stones', gives: {b: 'sum(dice, count * A)'}}",
        ["6 `sum(dice, count * A)` this gives miles, and `b` is stones | " + FITS],
    ),
    "units of a condition": (
        "game: G\nvalues:\n  A: {chosen: 1..6, unit: stones}\n  B: {chosen: 1..6, unit: miles}\n"
        "  C:\n    is: 2 * A\n    unless:\n      A > B: 0",
        ["8 `A > B` stones (`A`) and miles (`B`) do not fit together | " + FITS],
    ),
    "units of a choice": (
        "game: G\nvalues:\n  A: {chosen: 1..6, unit: stones}\n  C:\n    by: A\n    unit: miles\n"
        "    ranges: {1..3: 1, 4 or more: A}",
        ["7 `A` this gives stones, and `C` is miles | " + FITS],
    ),
    "a choice that lacks one": (
        "game: G\nvalues:\n  A: 1..6\n  C:\n    by: A\n    ranges: {1..3: 1, 5..6: 2}",
        ["6 `ranges` no range has 4, which `A` can be | write a line for 4"],
    ),
    "a choice that has one twice": (
        "game: G\nvalues:\n  A: {is: 2 * B}\n  B: 1..6\n  C:\n    by: A\n    ranges: {5 or less: 1, 5 or more: 2}",
        ["7 `5 or more` 5 is in two ranges | put each value into one"],
    ),
    "ranges that have one twice": (
        "game: G\nranges:\n  Load:\n    rows: {0-3: light, 2-5: heavy}",
        ["4 `2-5` 2 is in two ranges | put each value into one"],
    ),
    "a table twice": (
        "game: G\ntables:\n  Cost: {columns: [A, B], rows: {1: 2}}\n  cost: {columns: [A, B], rows: {1: 3}}",
        ["4 `cost` `cost` is there already, in other letters | keep one"],
    ),
    "text in a sum": (
        "game: G\nvalues:\n  A: 1..3\n  B: A + 'x'",
        ["4 `'x'` `+` is for numbers, and this is none | " + FORM],
    ),
    "a condition in a call": (
        "game: G\nvalues:\n  A: 1..3\n  B: max(A, A = 2)",
        ["4 `A = 2` `max` is for numbers, and this is none | " + FORM],
    ),
    "a face that there is not": (
        "game: G\ndice: {written: '{count}d6', success: 7 or more}",
        ["2 `7 or more` no face of a d6 is 7 or more | write for example `success: 6`"],
    ),
    "syntax": (
        "game: G\nvalues:\n  A: 2 * (3 + 1",
        ["3 `1` a parenthesis is never closed | write `)` where it ends"],
    ),
    "sign": (
        "game: G\nvalues:\n  A: 2 $ 3",
        ["3 `$` `$` cannot be in a formula | " + FORM],
    ),
    "power": (
        "game: G\nvalues:\n  A: 2 ** 3",
        ["3 `*` a number or a name is missing here | " + FORM],
    ),
    "call": (
        "game: G\nvalues:\n  A: __import__(1)",
        ["3 `__import__` there is no function `__import__` | the functions are " + FUNCTIONS],
    ),
    "table": (
        "game: G\nvalues:\n  A: Cost from Step by 1\ntables:\n  Steps: {columns: [Step, Cost], rows: {1: 2}}",
        ["3 `Step` there is no table `Step` | write `Steps`"],
    ),
    "column": (
        "game: G\nvalues:\n  A: Cots from Steps by 1\ntables:\n  Steps: {columns: [Step, Cost], rows: {1: 2}}",
        ["3 `Cots` the table `Steps` has no column `Cots` | write `Cost`"],
    ),
    "division by nothing": (
        "game: G\nvalues:\n  A: 3 / 0",
        ["3 `0` nothing can be divided by 0 | divide by something else"],
    ),
    "a cross for a product": (
        "game: G\nvalues:\n  A: 1..6\n  B: 2 x A",
        ["4 `x` an operator such as `+` is missing before this | write `*` for it"],
    ),
    "a product without a sign": (
        "game: G\nvalues:\n  A: 1..6\n  B: 2 A",
        ["4 `A` an operator such as `+` is missing before this | write `2 * A`"],
    ),
    "a condition as a value": (
        "game: G\nvalues:\n  A: 1..6\n  B: A > 3",
        [
            "4 `A > 3` this is a condition, and no number | "
            "write what it is, and beside it `unless:` with `condition: what it is then`"
        ],
    ),
    "no value": (
        "game: G\nvalues:\n  A:",
        ["3 `A` `A` must be a formula, and has no value | write for example `1..6`, or `2 * Body + Will`"],
    ),
    "a list as a value": (
        "game: G\nvalues:\n  A: [1, 6]",
        ["3 `[1, 6]` `A` must be text, not `[1, 6]` | write it in one line, without brackets or braces"],
    ),
    "names called as a type": (
        "game: G\nnames:\n  number: [One]",
        ["3 `number` `number` is what a blank of any game may hold | call them otherwise"],
    ),
    "names with a comma": (
        "game: G\nnames:\n  roles: Scout, Keeper",
        ["3 `Scout, Keeper` `roles` is one name here, with a comma | write `[Scout, Keeper]`"],
    ),
    "rows of a table that is taken": (
        "game: G\ntables:\n  T: {columns: [A, B], taken_from: X, rows: {1: 2}}",
        ["3 `rows` `T` is taken from the book, so its rows are there | leave out one of the two"],
    ),
    "an item without a blank": (
        "game: G\nphrases:\n  a:\n    says:\n      -costs {n}\n    gives: {n: 2}",
        ["5 `-costs {n}` a `-` without a blank behind it begins no item | write `- ` and the sentence"],
    ),
    "an item that is empty": (
        "game: G\nphrases:\n  a:\n    says:\n      - costs {n}\n      -\n    gives: {n: 2}",
        ["5 `- costs {n}\n      -` item 2 of `says` is empty | leave it out"],
    ),
    "entries that are none": (
        "game: G\nvalues:\n  A: 1..6\n  B: {is: A, unless: A = 1}",
        ["4 `A = 1` `unless` must be lines of `name: value`, not `A = 1` | write them below it, each indented"],
    ),
    "a blank that no sentence has": (
        "game: G\nphrases:\n  a: {says: it costs much, gives: {n: 2}}",
        ["3 `n` no wording has a blank `{n}` | put `{n}` where the text has its number"],
    ),
    "no name of the game": (
        "values:\n  A: 1..6\ndice: ordinary",
        ["1 `values:\n  A: 1..6\ndice: ordinary` the game has no name | begin with `game: NAME`"],
    ),
    "limits that cross": (
        "game: G\nvalues:\n  A: {is: 3, never_below: 4, never_above: 2}",
        ["3 `2` this is less than 4, which it is never below | let the limits part the other way, or leave out one"],
    ),
    "limits that are no numbers": (
        "game: G\nvalues:\n  A: {is: 3, never_below: .nan}\n  B: {is: 3, never_above: 1:30}",
        [
            "3 `.nan` `never_below` must be a number, as `3` or `2.5`, not `.nan` | ",
            "4 `1:30` `never_above` must be a number, as `3` or `2.5`, not `1:30` | ",
        ],
    ),
    "a value twice": (
        "game: G\nvalues:\n  A: 1..3\n  A: 2",
        ["4 `A` `A` is set twice, and only the last one counts | keep one"],
    ),
    "row": (
        "game: G\ntables:\n  Steps:\n    columns: [Step, Cost]\n    rows:\n      - [1, 2, 3]",
        [
            "6 `[1, 2, 3]` this row has 3 cells, and there are 2 columns: Step, Cost | "
            "write it as `Step: [Cost]`, with a value for each"
        ],
    ),
    "blank": (
        "game: G\nphrases:\n  a: {says: 'costs {coins} coins', gives: {cions: 3}}",
        ["3 `cions` no wording has a blank `{cions}` | write `coins`"],
    ),
    "undecided": (
        "game: G\nphrases:\n  a: costs {coins} coins",
        [
            "3 `a` nothing decides the phrase `a` | "
            "write `gives:` with a formula for one of its blanks, or name a blank as one of your values"
        ],
    ),
    "needs": (
        "game: G\nvalues: {Body: 1..6, Grit: 2 * Body}\nphrases:\n  a: a Grit of {grit}",
        ["4 `a` what the phrase `a` gives for `grit` needs `Body`, and no wording has it | put `{body}` into it"],
    ),
    "because": (
        "game: G\nvalues:\n  Body: 1..6\n  Grit: {is: 2 * Body, because: 'twice {Boyd}'}",
        ["4 `'twice {Boyd}'` nothing here is called `Boyd` | write `Body`"],
    ),
    "rounding of a choice": (
        "game: G\nvalues:\n  A: 1..2\n  C:\n    by: A\n    ranges:\n      1: 2\n      2: A / 2",
        [
            "8 `A / 2` this need not come out whole, and nothing says how it is rounded | "
            "say it beside it: `round: down`, `up`, `nearest` or `never`"
        ],
    ),
    "no range": (
        "game: G\nvalues:\n  A: {chosen: ''}",
        ["3 `''` `chosen` must be a range of numbers, as `1..6`, not `''` | "],
    ),
    "a phrase that gives nothing": (
        "game: G\nphrases:\n  a: {says: 'costs {n}', gives: }",
        [
            "3 `a` nothing decides the phrase `a` | "
            "write `gives:` with a formula for one of its blanks, or name a blank as one of your values"
        ],
    ),
    "a head that is empty": (
        "game: G\nvalues:\n  A: 1..2\n  C: 2 * A\ntables:\n  T: {columns: [A, ''], rows: {x: 1}}",
        ["6 `[A, '']` each column has a head of its own | name what each holds"],
    ),
    "range": (
        "game: G\nvalues:\n  A: {chosen: some}",
        ["3 `some` `some` is no range of numbers | write it like `1..6`, `5 or more`, `3 or less` or `4`"],
    ),
    "dice": (
        "game: G\ndice: {written: 3d6, success: 5 or more}",
        [
            "2 `3d6` dice are written with `{count}`, and with their faces or `{size}` | "
            'write for example `written: "{count}d6"`'
        ],
    ),
    "yaml": (
        "game: G\nphrases:\n  a:\n    says: {n} coins",
        ["4 `` this is not YAML: a text in quotes or in braces ends before this | put all of it into quotes"],
    ),
    "alias": (
        "game: G\nnames: {a: &x [b], c: *x}",
        ["2 `` this is used again elsewhere (`&`, `*`); write it out | "],
    ),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_has_its_line_cause_and_remedy(name: str, tmp_path: Path) -> None:
    text, wanted = FAULTY[name]
    assert told(text, tmp_path) == wanted


def test_each_fault_is_told_once_and_all_of_them_at_once(tmp_path: Path) -> None:
    text = GAME.replace("2 * Body + Will", "2 * Bdoy + Will").replace("Cost from", "Cots from")
    assert [line.partition(" |")[0] for line in told(text, tmp_path)] == [
        "9 `Bdoy` nothing here is called `Bdoy`",
        "22 `Cots` the table `Steps` has no column `Cots`",
    ]


def test_a_file_looks_up_nothing_outside_of_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "hidden")
    (fault,) = told("game: !ENV SECRET", tmp_path)
    assert "hidden" not in fault
    assert "could not determine a constructor for the tag '!ENV'" in fault


# Formulas


EMPTY = Scope({}, {}, {}, {})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3 - 4 / 2", 5),
        ("-(1 - 4)", 3),
        ("10 - 3 - 2", 5),
        ("max(1, 5, 3) + min(2, 1) + abs(-2)", 8),
        ("floor(7 / 2) + ceil(7 / 2) + round(7 / 2)", 11),
        ("2 > 1 and not 3 <= 2 or 1 = 2", True),
        ("'Scout' = 'scout'", True),
        ("25 %", Fraction(1, 4)),
        ("1 / 3 + 1 / 3 + 1 / 3", 1),
    ],
)
def test_formulas_are_exact(text: str, value: object) -> None:
    assert work_out(parse(text, ()), EMPTY) == value


def test_what_grows_without_end_is_not_counted() -> None:
    with pytest.raises(UndecidedError):
        work_out(parse("*".join(["999999999"] * 40), ()), EMPTY)
    with pytest.raises(FormulaError):
        parse("(" * 400 + "1" + ")" * 40, ())


NUMBERS = st.integers(0, 20).map(str)
FORMULAS = st.recursive(
    NUMBERS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda parts: f"({parts[0]}) {parts[1]} ({parts[2]})"),
        inner.map(lambda part: f"-({part})"),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"min({', '.join(parts)})"),
    ),
    max_leaves=12,
)


@given(FORMULAS)
@settings(max_examples=150, deadline=None)
def test_formulas_agree_with_python_and_with_what_is_shown_of_them(text: str) -> None:
    exact = "".join(f"Fraction({part})" if part.isdigit() else part for part in _parts(text))
    try:
        wanted = eval(exact, {"Fraction": Fraction, "min": lambda *numbers: min(numbers)})
    except ZeroDivisionError:
        return
    assume(len(text) <= MAX_SIGNS)
    found = parse(text, ())
    assert work_out(found, EMPTY) == wanted
    assert work_out(parse(shown(found, EMPTY), ()), EMPTY) == wanted


def _parts(text: str) -> list[str]:

    return re.findall(r"\d+|\D+", text)


# In its book


SITE = "site_name: S\nplugins:\n  - rulebook:\n      books:\n        lanterns: {}\n"
TAKING = """\
game: Lanterns
values:
  Step: 1..3
  Price: {is: 2 * Cost from Steps by Step, unit: coins}
tables:
  Steps: {columns: [Step, Cost], taken_from: The steps}
phrases:
  price: Step {step} has a price of {price}
"""
PAGE = "# L\n\nStep 2 has a price of 10.\n\n## The steps\n\n| Step | Cost |\n| --- | --- |\n| 1 | 2 |\n| 2 | 5 |\n"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "docs" / "lanterns"
    folder.mkdir(parents=True)
    (tmp_path / "mkdocs.yml").write_text(SITE, encoding="utf-8")
    (folder / "rules.yml").write_text(TAKING, encoding="utf-8")
    (folder / "index.md").write_text(PAGE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def messages(site: Path) -> list[str]:
    from rulebook_proof.analysis import analyse

    report = analyse(read_book(load_config(Path("mkdocs.yml")), find_system=load_system))
    return [f"{f.place.source.path} {f.rule}: {f.message}" for f in report.findings]


def test_where_no_book_is_named_the_rules_beside_all_pages_are_theirs(site: Path) -> None:
    Path("mkdocs.yml").write_text("site_name: S\nplugins: [rulebook]\n", encoding="utf-8")
    assert load_config(Path("mkdocs.yml")).books == ()
    for name in ("rules.yml", "index.md"):
        (site / name).rename(site.parent / name)
    (book,) = load_config(Path("mkdocs.yml")).books
    assert (book.folder, book.system) == ("", "docs/rules.yml")
    assert messages(site) == []
    page = site.parent / "index.md"
    page.write_text(PAGE.replace("| 2 | 5 |", "| 2 | 6 |"), encoding="utf-8")
    assert messages(site) == ["docs/index.md wrong-value: the rules give 12, the text says `10`"]
    (site.parent / "rules.yml").write_text("groups: []\n", encoding="utf-8")
    assert load_config(Path("mkdocs.yml")).books == ()


def test_a_table_of_the_book_is_the_truth_where_the_rules_take_it(site: Path) -> None:
    assert messages(site) == []
    (site / "index.md").write_text(PAGE.replace("| 2 | 5 |", "| 2 | 6 |"), encoding="utf-8")
    assert messages(site) == ["docs/lanterns/index.md wrong-value: the rules give 12, the text says `10`"]


def test_a_table_that_the_book_has_not_is_told_where_it_is_asked_for(site: Path) -> None:
    (site / "index.md").write_text(PAGE.replace("## The steps", "## Prices"), encoding="utf-8")
    fact = "the book has no table `Step | Cost` under `The steps`"
    assert messages(site) == [f"docs/lanterns/rules.yml invalid-setting: {fact}"]


@pytest.mark.parametrize(
    ("before", "after", "remedy"),
    [
        ("## The steps", "## Prices", "write `taken_from: Prices`"),
        ("| Cost |", "| Price |", "write `columns: [Step, Price]`"),
    ],
)
def test_the_table_that_may_be_meant_is_named(site: Path, before: str, after: str, remedy: str) -> None:
    from rulebook_proof.analysis import analyse

    assert before in PAGE
    (site / "index.md").write_text(PAGE.replace(before, after), encoding="utf-8")
    report = analyse(read_book(load_config(Path("mkdocs.yml")), find_system=load_system))
    (finding,) = [one for one in report.findings if one.rule == "invalid-setting"]
    assert finding.help == remedy
    assert finding.place.source.slice(finding.place.span) == "Steps"


def test_a_change_of_a_table_that_is_taken_is_seen_in_what_follows_from_it(site: Path) -> None:
    from rulebook_proof.proof.ledger import Standing, numbers_of
    from rulebook_proof.proof.proving import prove
    from rulebook_rules.claims.reading import read_claims

    book = read_book(load_config(Path("mkdocs.yml")), find_system=load_system)
    (trial,) = prove(book, processes=1)
    assert not [mutant for mutant in trial.survivors if trial.targets[mutant.target].guarded]
    (analysis,) = read_claims(book).values()
    waived = [number.text for number in numbers_of(analysis) if number.standing is Standing.WAIVED]
    assert waived == ["1", "2", "2", "5"]


def test_the_rules_are_left_out_of_the_site(site: Path) -> None:
    config = load_config(Path("mkdocs.yml"))
    assert "lanterns/rules.yml" not in set(config.files())
    assert "lanterns/rules.json" in set(config.own_files())


def test_faults_of_the_rules_are_findings_and_other_pages_are_checked(site: Path) -> None:
    (site / "rules.yml").write_text(TAKING.replace("by Step", "by Stpe"), encoding="utf-8")
    (site.parent / "other.md").write_text("[x](#nowhere)\n", encoding="utf-8")
    assert messages(site) == [
        "docs/lanterns/rules.yml invalid-setting: nothing here is called `Stpe`",
        "docs/other.md unknown-anchor: there is no id `nowhere` on this page",
    ]


def test_a_file_of_that_name_that_makes_no_game_is_somebody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulebook.loading.reading import read_paths
    from rulebook_proof.analysis import analyse

    monkeypatch.chdir(tmp_path)
    Path("rules.yml").write_text("groups:\n  - name: alerts\n", encoding="utf-8")
    Path("page.md").write_text("# P\n", encoding="utf-8")
    assert not analyse(read_paths([Path("page.md")], find_system=load_system)).findings


def test_a_name_that_is_installed_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "rules.yml"
    path.write_text("game: Cavea\n", encoding="utf-8")
    with pytest.raises(UnknownSystemError, match="call this one otherwise"):
        load_system(str(path))


RULED = TAKING + "rulings:\n  ties: {section: SECTION, reading: They go to the elder., reason: He speaks first.}\n"


@pytest.mark.parametrize(
    ("section", "fact"),
    [("the steps", ""), ("''", ""), ("The stops", "write `The steps`"), ("Combat", "write the words of its heading")],
)
def test_a_ruling_is_on_a_section_of_the_book(section: str, fact: str, site: Path, tmp_path: Path) -> None:
    (site / "rules.yml").write_text(RULED.replace("SECTION", section), encoding="utf-8")
    found = read_book(load_config(Path("mkdocs.yml")), find_system=load_system).findings
    wanted = [f"10 `{section}` the book has no section `{section}`, which `ties` is a ruling on | {fact}"]
    assert [*map(told_as, found)] == wanted * bool(fact)
    (tmp_path / "mkdocs.yml").unlink()
    alone = [read_paths([path], find_system=load_system).findings for path in (site, site / "index.md")]
    assert [len(findings) for findings in alone] == [len(found), 0], "of a page alone nobody knows what others have"


def test_a_ruling_of_a_module_is_told_at_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ruledgame.py").write_text(
        "from rulesmod.plain_dice import NOTATION\nfrom rulesmod.system import Ruling, System\n\n"
        'TIES = Ruling("ties", "Combat", "To the elder.", "He speaks first.")\n'
        'SYSTEM = System("ruledgame", "R", NOTATION, rulings=(TIES,))\n',
        encoding="utf-8",
    )
    (tmp_path / "docs" / "lanterns").mkdir(parents=True)
    (tmp_path / "docs" / "lanterns" / "index.md").write_text("# Falling\n", encoding="utf-8")
    Path("mkdocs.yml").write_text(SITE.replace("{}", "{system: ruledgame}"), encoding="utf-8")
    (finding,) = read_book(load_config(Path("mkdocs.yml")), find_system=load_system).findings
    line = finding.place.source.position(finding.place.span.start).line
    assert (finding.place.source.path, line) == ("ruledgame.py", 4)
    assert finding.message.startswith("the book has no section `Combat`")


def test_a_wording_that_its_language_does_not_allow_is_told_at_its_place(site: Path) -> None:
    (site / "rules.yml").write_text(TAKING.replace("{price}", "{price:nmber}"), encoding="utf-8")
    (finding,) = read_book(load_config(Path("mkdocs.yml")), find_system=load_system).findings
    assert told_as(finding) == "8 `nmber` there is no type `nmber` of blanks | write `number`"
    (fault,) = messages(site)
    assert fault == "docs/lanterns/rules.yml invalid-setting: there is no type `nmber` of blanks"


def test_rules_that_change_are_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "rules.yml"
    path.write_text("game: One\n", encoding="utf-8")
    first = load_system(str(path))
    assert load_system(str(path)) is first
    path.write_text("game: Another\n", encoding="utf-8")
    assert load_system(str(path)).name == "another"


def test_dice_count_as_the_file_says(tmp_path: Path) -> None:
    from rulesmod.dice import distribution

    text = "game: G\ndice: {written: '{count}d{size}', sizes: [6, 8], success: 5 or more, loss: 1, again: 8}\n"
    notation = made(text, tmp_path).notation
    odds = distribution(notation.program(notation.parse("1d6")))
    assert {result["counted"]: chance for result, chance in odds.rows} == {
        -1: Fraction(1, 6),
        0: Fraction(1, 2),
        1: Fraction(1, 3),
    }
    with pytest.raises(ValueError, match="`7`"):
        notation.parse("2d7")


TWO_GAMES = "site_name: S\nplugins:\n  - rulebook:\n      books:\n        a: {}\n        b: {}\n"


@pytest.mark.parametrize(
    ("config", "other", "fact"),
    [
        (TWO_GAMES, "Lanterns", "the game of `docs/a/rules.yml` is called `lanterns`, too; give this one another name"),
        (TWO_GAMES.replace("b: {}", "b: {system: plain}"), "Lamps", "`docs/b/rules.yml` also makes a game"),
        (TWO_GAMES, "Lamps", ""),
        (TWO_GAMES.replace("b: {}", "b: {system: docs/b/rules.yml}"), "Lamps", ""),
    ],
)
def test_no_game_of_a_site_is_lost_without_a_word(
    config: str, other: str, fact: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder, game in (("a", "Lanterns"), ("b", other)):
        Path("docs", folder).mkdir(parents=True)
        Path("docs", folder, "rules.yml").write_text(f"game: {game}\nvalues: {{Body: 1..6}}\n", encoding="utf-8")
        Path("docs", folder, "page.md").write_text("# Page\n\nText.\n", encoding="utf-8")
    Path("mkdocs.yml").write_text(config, encoding="utf-8")
    book = read_book(load_config(Path("mkdocs.yml")), find_system=load_system)
    assert [finding.message.startswith(fact) for finding in book.findings] == [True] * bool(fact)


def test_a_table_has_a_limit_of_rows(tmp_path: Path) -> None:
    text = "game: X\ntables:\n  t: {columns: [A, B], rows: 1..1001, cells: {B: A * 2}}\n"
    (message,) = told(text, tmp_path)
    assert message.endswith("a table has at most 1,000 rows | leave out those that are not needed")


def test_all_tables_together_have_a_limit_of_cells(tmp_path: Path) -> None:
    tables = "".join(f"  t{i}: {{columns: [A, B], rows: 1..1000, cells: {{B: A * 2}}}}\n" for i in range(11))
    (message,) = told(f"game: X\ntables:\n{tables}", tmp_path)
    assert "`t10` all tables together have at most 20,000 cells" in message


def test_ranges_that_share_a_value_are_told_at_the_later_one(tmp_path: Path) -> None:
    text = "game: X\nranges:\n  r: {about: roll, rows: {7..9: c, 1..3: a, 3..5: b}}\n"
    (message,) = told(text, tmp_path)
    assert "`3..5` 3 is in two ranges" in message
