"""The named values of a `rules.yml`: chosen ones, and those that follow by a rule; units fit, and no circle is left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from rulebook_core.findings import Place, Remedy
from rulebook_rules.rulesfile.formulas import CHANCE, FUNCTIONS, JOINING, SLOT, FormulaError, folded, parse
from rulebook_rules.rulesfile.ruling import Named, Rule, Values
from rulebook_rules.rulesfile.setting import (
    Names,
    are_apart,
    check_names,
    entries,
    fault_within,
    formula,
    instead,
    number,
    range_of,
    text,
    texts,
    unknown_dice,
    unknown_names,
)
from rulebook_rules.rulesfile.units import CONDITIONS, Units
from rulebook_rules.rulesfile.working import ROUNDINGS, Scope, UndecidedError
from rulebook_rules.settings.kinds import Setting
from rulebook_text.lexing.grammar import Formula
from rulebook_text.lexing.ranges import Range, signed_range
from rulebook_text.naming.spelling import near_names

RULE_KEYS = ("is", "by", "ranges", "unless", "round", "never_below", "never_above", "unit", "because")
VALUE_KEYS = (*RULE_KEYS, "chosen", "also", "beside", "for", "default")
MAX_CHOICES = 1000
"""A value that may be more than so many others is not gone through."""
_UNLESS = "write what it is, and beside it `unless:` with `condition: what it is then`"
_ROUNDED = (*ROUNDINGS, "never")
_NAME = re.compile(r"[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*){0,9}")


def read_rule(setting: Setting, known: Names, *, needs_rounding: bool = True) -> Rule | None:
    """A rule as a formula, or as a mapping of one with what belongs to it; None where it is faulty.

    Args:
        setting: what is written.
        known: all names that it may have, by folded ones.
        needs_rounding: whether it must be said what becomes of a fraction.
    """
    before = len(setting.faults)
    if not isinstance(setting.value, Mapping):
        result = formula(setting, known.values())
        rule = Rule(result) if result is not None and check_names(setting, result, known) else None
    else:
        rule = _of_mapping(setting, known)
    if len(setting.faults) > before:
        return None
    for one, place in zip(rule.results, _results(setting), strict=True) if rule is not None else ():
        if is_condition(one):
            fault_within(place, one.start, one.end, "this is a condition, and no number", Remedy(_UNLESS))
            return None
    if rule is not None and needs_rounding and not rule.rounding:
        for one, place in zip(rule.results, _results(setting), strict=True):
            if not _is_whole(one) and not is_chance(one):
                fact = "this need not come out whole, and nothing says how it is rounded"
                remedy = Remedy("say it beside it: `round: down`, `up`, `nearest` or `never`")
                fault_within(place, one.start, one.end, fact, remedy)
                return None
    return rule


def _results(setting: Setting) -> list[Setting]:
    """Return where the formulas stand that can be what a rule comes to, in their order."""
    if not isinstance(setting.value, Mapping):
        return [setting]
    given = entries(setting)
    first = [given["is"]] if "is" in given else [*entries(given["ranges"]).values()]
    return [*first, *(entries(given["unless"]).values() if "unless" in given else ())]


def _of_mapping(setting: Setting, known: Names) -> Rule | None:
    given = {key: inner for key, inner in entries(setting).items() if key in RULE_KEYS}

    def one(key: str) -> Formula | None:
        if key not in given:
            return None
        result = formula(given[key], known.values())
        return result if result is not None and check_names(given[key], result, known) else None

    if ("is" in given) == ("by" in given):
        setting.fault(
            "a rule has either `is` or `by`", Remedy("write `is: formula`, or `by: name` with `ranges`"), of_name=True
        )
        return None
    if ("by" in given) != ("ranges" in given and bool(given["ranges"].value)):
        setting.fault("`by` chooses among `ranges`, and one of them is missing", Remedy("write both"), of_name=True)
        return None
    least, most = number(given.get("never_below")), number(given.get("never_above"))
    if least is not None and most is not None and least > most:
        fact = f"this is less than {text(given['never_below'])}, which it is never below"
        given["never_above"].fault(fact, Remedy("let the limits part the other way, or leave out one"))
    rounding = text(given.get("round"))
    if rounding and rounding not in _ROUNDED:
        given["round"].not_a("one of " + ", ".join(f"`{name}`" for name in _ROUNDED))
    because = text(given.get("because"))
    for slot in SLOT.findall(because):
        if folded(slot) not in known:
            given["because"].fault(f"nothing here is called `{slot}`", *instead(slot, known))
    return Rule(
        formula=one("is"),
        by=one("by"),
        cases=tuple(_cases(given.get("ranges"), known)),
        unless=tuple(_unless(given.get("unless"), known)),
        rounding=rounding,
        least=least,
        most=most,
        because=because,
        unit=text(given.get("unit")),
    )


def _cases(setting: Setting | None, known: Names) -> Iterator[tuple[Range, Formula]]:
    """Yield what a rule comes to in each range."""
    for key, inner in entries(setting).items():
        result, range_ = _word(inner, known) or formula(inner, known.values()), range_of(inner, key, of_name=True)
        if result is not None and range_ is not None and check_names(inner, result, known):
            yield range_, result


def _unless(setting: Setting | None, known: Names) -> Iterator[tuple[Formula, Formula]]:
    """Yield the exceptions of a rule: a condition, and what it comes to then."""
    for key, inner in entries(setting).items():
        condition, result = _condition(inner, key, known), formula(inner, known.values())
        if condition is not None and result is not None and check_names(inner, result, known):
            yield condition, result


def _word(setting: Setting, known: Names) -> Formula | None:
    """A word that a choice comes to, as "novice": it names nothing, and is not nearly a name."""
    written = text(setting)
    words = [folded(word) for word in written.split()]
    is_word = _NAME.fullmatch(written) and not {folded(written), *words} & {*known, *FUNCTIONS, *JOINING}
    if not is_word or near_names(folded(written), known):
        return None
    return Formula("text", 0, len(written), written)


def _condition(setting: Setting, written: str, known: Names) -> Formula | None:
    try:
        result = parse(written, known.values())
    except FormulaError as error:
        setting.fault(error.fact, Remedy(error.remedy), of_name=True)
        return None
    for part, fact, others in unknown_names(result, known, written):
        setting.fault(fact, *instead(str(part.value), others), of_name=True)
        return None
    for _, fact, remedy in unknown_dice(result, known):
        setting.fault(fact, remedy, of_name=True)
        return None
    if not is_condition(result):
        setting.fault("this is no condition", Remedy("compare something, as in `Body = 1`"), of_name=True)
        return None
    return result


def is_condition(result: Formula) -> bool:
    """Return whether a formula is true or false."""
    return result.kind in CONDITIONS


def is_chance(result: Formula) -> bool:
    """Return whether a formula gives a chance: odds of dice, one less such odds, or a difference or sum of two."""
    if result.kind not in ("−", "+"):
        return result.kind == CHANCE
    first, last = result.parts
    return is_chance(last) and (is_chance(first) or (result.kind == "−" and first.value == 1))


def _is_whole(result: Formula) -> bool:
    """Return whether a formula gives a whole number for whole numbers."""
    if result.kind == "number":
        return isinstance(result.value, Fraction) and result.value.denominator == 1
    if result.kind in ("floor", "ceil", "round", "text", "name", "look") or is_condition(result):
        return True
    if result.kind == "sum":
        return _is_whole(result.parts[1])
    if result.kind == CHANCE:
        return False
    return result.kind != "/" and all(_is_whole(part) for part in result.parts)


def read_values(setting: Setting | None, known: Names, scope: Scope, units: Units) -> Values:
    """All named values, each behind those that it needs.

    Args:
        setting: the entry `values`.
        known: all names of the file, by folded ones.
        scope: the tables.
        units: those of the tables' columns; it takes in those of the values.
    """
    written = entries(setting)
    named: dict[str, Named] = {}
    for name, inner in written.items():
        if folded(name) in named:
            inner.fault(f"`{name}` is there already, in other letters", Remedy("keep one"), of_name=True)
        elif (value := _value(name, inner, known)) is not None:
            named[folded(name)] = value
    ordered = _ordered(named, written)
    settings = {folded(name): inner for name, inner in written.items()}
    for name, value in ordered.items():
        units.name(value.name, value.unit, value.rule, settings[name])
        _check_cases(value, ordered, settings[name])
    constants = scope
    for name, value in ordered.items():
        if value.rule is not None and all(other in constants.values for other in value.rule.names):
            try:
                constants = constants.having({name: value.rule.work_out(value.name, constants).value})
            except UndecidedError:
                continue  # A table of the book may have it, once that is read.
    return Values(ordered, constants)


def _check_cases(value: Named, named: Mapping[str, Named], setting: Setting) -> None:
    """A fault where a choice has two ranges for one value, or none for one that may be chosen."""
    if value.rule is None or value.rule.by is None:
        return
    ranges = [range_ for range_, _ in value.rule.cases]
    lines = [*entries(entries(setting)["ranges"]).values()]
    if not are_apart([*zip(lines, ranges, strict=True)]):
        return
    by = named.get(str(value.rule.by.value)) if value.rule.by.kind == "name" else None
    if by is None or by.low is None or by.high is None or by.high - by.low > MAX_CHOICES:
        return
    for chosen in range(by.low, by.high + 1):
        if not any(
            (one.low is None or one.low <= chosen) and (one.high is None or chosen <= one.high) for one in ranges
        ):
            fact = f"no range has {chosen}, which `{by.name}` can be"
            entries(setting)["ranges"].fault(fact, Remedy(f"write a line for {chosen}"), of_name=True)
            return


def _value(name: str, setting: Setting, known: Names) -> Named | None:
    if folded(name) in FUNCTIONS or not name[:1].isalpha():
        remedy = Remedy("a name begins with a letter, and is none of " + ", ".join(f"`{one}`" for one in FUNCTIONS))
        setting.fault(f"`{name}` is no name for a value", remedy, of_name=True)
        return None
    if not isinstance(setting.value, Mapping):
        written = text(setting)
        if (bounds := signed_range(written)) is not None and not bounds.is_single and not bounds.values:
            range_ = range_of(setting)
            return Named(name, low=range_.low, high=range_.high) if range_ is not None else None
        rule = read_rule(setting, known)
        return Named(name, rule=rule) if rule is not None else None
    given = entries(setting, VALUE_KEYS, what="a value")
    also = texts(given.get("also"))
    unit = text(given.get("unit"))
    written = text(given.get("beside"))
    if written and folded(written) not in known:
        given["beside"].fault(f"nothing here is called `{written}`", *instead(written, known))
    beside = known.get(folded(written), "")
    under = texts(given.get("for"))
    if "chosen" in given:
        if clash := [key for key in ("is", "by") if key in given]:
            given[clash[0]].fault("what is `chosen` follows from nothing", Remedy("keep one of the two"), of_name=True)
        range_ = range_of(given["chosen"])
        default = number(given.get("default"))
        if range_ is None or not _is_among(default, range_, given):
            return None
        named = Named(name, unit, range_.low, range_.high, also=also, beside=beside)
        return replace(named, under=under, default=default)
    if "default" in given:
        remedy = Remedy("leave it out, or write `chosen:` and its range")
        given["default"].fault("only what is `chosen` has a value where the text is silent", remedy, of_name=True)
        return None
    rule = read_rule(setting, known)
    return Named(name, unit, rule=rule, also=also, beside=beside, under=under) if rule is not None else None


def _is_among(default: Fraction | None, range_: Range, given: Mapping[str, Setting]) -> bool:
    """Return whether a default can be chosen, and report one that cannot."""
    low, high = range_.low, range_.high
    if default is None or ((low is None or low <= default) and (high is None or default <= high)):
        return True
    remedy = Remedy(f"write one of {text(given['chosen'])}")
    given["default"].fault(f"{text(given['default'])} cannot be chosen", remedy)
    return False


def _needing(setting: Setting, other: str) -> Place:
    """Return where a value stands that needs another one."""
    place = setting.file.key(*setting.keys)
    return Place(place.source, place.span, f"needs `{other}`")


def _ordered(named: Mapping[str, Named], written: Mapping[str, Setting]) -> dict[str, Named]:
    """The values, each behind those that it needs; a circle is a fault, and none of it is kept."""
    ordered: dict[str, Named] = {}
    by_fold = {folded(name): setting for name, setting in written.items()}
    names: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> bool:
        if name in ordered or name not in named:
            return True
        if name in trail:
            circle = [*trail[trail.index(name) :], name]
            if not names.intersection(circle):
                way = ", which needs ".join(f"`{named[one].name}`" for one in circle[1:])
                fact = f"`{named[name].name}` goes round in a circle: it needs {way}"
                others = [_needing(by_fold[one], named[other].name) for one, other in pairwise(circle)][1:]
                remedy = Remedy("let one of them follow from something else")
                by_fold[name].fault(fact, remedy, of_name=True, related=others)
            names.update(circle)
            return False
        rule = named[name].rule
        visits = [visit(other, (*trail, name)) for other in (rule.names if rule is not None else ())]
        if sound := all(visits):
            ordered[name] = named[name]
        return sound

    for name in named:
        visit(name, ())
    return ordered
