"""The dice of a `rules.yml`: how they are written, and what their faces count, as a notation that rolls."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rulebook_core.findings import Remedy
from rulebook_rules.rulesfile.setting import entries, items, range_of, text
from rulebook_rules.settings.kinds import Setting
from rulebook_text.lexing.ranges import Range
from rulebook_text.naming.spelling import near_names
from rulesmod import plain_dice
from rulesmod.dice.checking import InvalidLanguageError
from rulesmod.dice.digits import to_int
from rulesmod.dice.kinds import BLANK, KINDS, Kind, Ready, steps_of, symbols_notation, within
from rulesmod.dice.kinds import notation_of as notation_of_kind
from rulesmod.dice.language import Language, Parsed, Term
from rulesmod.plain import beginning, plain_notation
from rulesmod.records import record
from rulesmod.system import Band, CountedDice, Notation

MAX_COUNT = 999
MAX_SIZE = 1000
PUSHED = " pushed"
KEYS = (
    *("kind", "called", "written", "counts", "means", "numbers"),
    *("success", "again", "loss", "sizes", "push", "faces", "cancels", "steps"),
)
_OF_ALL = frozenset(("kind", "called", "means"))
_OF_KIND = {
    "successes": _OF_ALL | {"written", "counts", "success", "again", "loss", "sizes", "push"},
    "symbols": _OF_ALL | {"faces", "cancels"},
    "steps": _OF_ALL | {"written", "counts", "numbers", "steps", "again"},
}
_OF_OTHERS = _OF_ALL | {"written", "counts", "numbers"}
_SIZE = re.compile(r"\d{1,20}$")
_FACES = re.compile(r"(?<![^\W\d])[dDwW](\d{1,20})(?!\d)")
_STEP = re.compile(r"(\d*)d(\d+)")
PART = re.compile(r"\{(count|size)\}")


@record
class Pool:
    """Dice of one kind, of which some faces count.

    Attributes:
        called: what the book calls an expression ("lantern roll").
        written: how one is written: "{count}d6", or "{count}d{size}" for dice of several sizes.
        size: the faces of each die, where `written` does not say.
        sizes: the sizes that there are, where it does; none for any.
        success: the faces that count one.
        again: the faces that are rolled again, if any.
        loss: the faces that take one away, if any.
        counts: what the rolled dice are counted as ("lanterns lit").
        push: the faces that stay as they are where a roll is pushed (`4d6 pushed`): all others that count nothing are
            rolled once more. None where there is no such roll.
    """

    called: str
    written: str
    size: int | None
    sizes: tuple[int, ...]
    success: Range
    again: Range | None = None
    loss: Range | None = None
    counts: str = "successes"
    push: Range | None = None


def notation_of(pool: Pool, code_class: str) -> Notation:
    """The notation of such dice."""
    texts = PART.split(pool.written)
    count = ["number", "count", "a number of dice", {"min": 1, "max": MAX_COUNT}]
    limits = {"in": list(pool.sizes)} if pool.sizes else {"min": 2, "max": MAX_SIZE}
    size = ["number", "size", "a number of faces", limits]
    parts: list[Any] = [
        part if index % 2 == 0 else count if part == "count" else size for index, part in enumerate(texts) if part
    ]
    rows: list[dict[str, Any]] = []
    # The first row that holds applies, so what is special about a face comes before what is usual.
    for faces, again in ((pool.again, 1), (None, 0)):
        for tested, tally in ((pool.loss, -1), (pool.success, 1)):
            if tested is not None and (faces is not None or not again):
                when = _within(tested) if faces is None else ["and", _within(faces), _within(tested)]
                rows.append({"when": when, "tallies": {"counted": tally}, "again": again, "label": _LABELS[tally]})
        if faces is not None:
            rows.append({"when": _within(faces), "again": 1})
    axes = {"face": pool.size if pool.size is not None else "size"}
    name = pool.written.replace("{count}", "")
    grammar: list[Any] = ["term", "die", ["seq", *parts]]
    pushed: dict[str, Any] = {}
    if pool.push is not None:
        more = [["die", {"size": "size"} if pool.size is None else {}, 1]]
        stays = ["or", _within(pool.success), _within(pool.push)]
        pushed = {"name": f"{name}{PUSHED}", "axes": axes}
        pushed["rows"] = [{"when": ["=", stays, 0], "adds": more, "label": "pushed"}, *rows, {}]
        grammar = ["or", ["term", "pushed", ["seq", *parts, PUSHED]], grammar]
    language = Language(
        name=pool.called,
        grammar=grammar,
        dice={
            "die": {"name": name, "axes": axes, "rows": [*rows, {}]},
            **({"pushed": pushed} if pushed else {}),
        },
        fields=({"name": "counted", "label": pool.counts, "reading": "counted"},),
        sums=("counted",),
    )

    def write_group(number: int, faces: int) -> str:
        return pool.written.replace("{count}", str(number)).replace("{size}", str(faces))

    def sizes(term: Term) -> tuple[int, ...]:
        return (term.values.get("size", pool.size or 0),)

    def write(parsed: Parsed) -> str:
        return "".join(
            write_group(term.count, sizes(term)[0]) + (PUSHED if term.kind == "pushed" else "") for term in parsed.terms
        )

    return plain_notation(
        language,
        code_class=code_class,
        write=write,
        write_group=write_group,
        sizes=sizes,
        # What has another number of faces is meant as such dice as well, and is none.
        looks_like=beginning(re.sub(r"\d+", "{}", pool.written)),
    )


_LABELS = {1: "counts", -1: "counts against"}


def _within(faces: Range) -> Any:
    """A reading: whether a face is one of these."""
    return within("face", faces.low, faces.high)


def read_dice(setting: Setting | None, name: str) -> Notation:
    """The notation of a file, whose code spans have a class `name`; ordinary dice where it is faulty or says so."""
    if (
        setting is None
        or setting.value is None
        or text(setting if not isinstance(setting.value, Mapping) else None) == "ordinary"
    ):
        return plain_dice.NOTATION
    before = len(setting.faults)
    given = entries(setting, KEYS, what="dice")
    kind = text(given.get("kind")) or ("successes" if "success" in given else "")
    if not kind and len(setting.faults) == before:
        where = given.get("written", setting)
        fact = "nothing says which faces count, or what kind of dice these are"
        where.fault(fact, Remedy("write for example `success: 5 or more`, or `kind: highest`"))
        return plain_dice.NOTATION
    ends: dict[str, Any] = {"successes": _read_pool, "symbols": _read_symbols, "steps": _read_steps}
    notation: Notation | None = None
    if kind in ends or kind in KINDS:
        for key in given.keys() - _OF_KIND.get(kind, _OF_OTHERS):
            given[key].fault(f"`{key}` says nothing of dice of the kind `{kind}`", Remedy("leave it out"), of_name=True)
        try:
            notation = ends[kind](setting, given, name) if kind in ends else _read_kind(given, KINDS[kind], name)
        except InvalidLanguageError as error:
            setting.fault(str(error), Remedy("change how the dice are `written`"))
    else:
        known = [*KINDS, *ends]
        near = near_names(kind, known)[:1] or [", ".join(known)]
        if kind:
            given["kind"].fault(f"there are no dice of the kind `{kind}`", Remedy(f"write `{near[0]}`"))
    return notation or plain_dice.NOTATION


def _read_kind(given: Mapping[str, Setting], kind: Kind, name: str) -> Notation | None:
    written = text(given.get("written")) or kind.written
    if unknown := [blank for blank in BLANK.findall(written) if blank not in kind.numbers]:
        listed = ", ".join(f"`{{{one}}}`" for one in kind.numbers)
        given["written"].fault(f"these dice have no `{{{unknown[0]}}}`", Remedy(f"the blanks are {listed}"))
        return None
    if {"{", "}"} & {*BLANK.sub("", written)}:
        given["written"].fault(f"`{written}` has a brace that is of no blank", Remedy("write blanks as in `{count}d6`"))
        return None
    numbers = _written_numbers(written, kind)
    for key, inner in entries(given.get("numbers"), tuple(kind.numbers), what="dice of this kind").items():
        least, most, _ = kind.numbers[key]
        if not isinstance(inner.value, int) or not least <= inner.value <= most:
            inner.not_a(f"a number from {least} to {most}")
            return None
        if key in BLANK.findall(written):
            inner.fault(f"`{key}` is written in each expression", Remedy("keep one of the two"), of_name=True)
            return None
        if numbers.setdefault(key, inner.value) != inner.value:
            inner.fault(f"`{written}` says {numbers[key]}", Remedy(f"write `{key}: {numbers[key]}`, or leave it out"))
            return None
    for key, number in numbers.items():
        least, most, _ = kind.numbers[key]
        if not least <= number <= most:
            given["written"].fault(
                f"`{key}` of these dice is a number from {least} to {most}, and not {number}",
                Remedy("write one of these"),
            )
            return None
    means = [(row.low, row.high, str(row.gives)) for row in read_means(given)]
    called, counts = text(given.get("called")) or "roll", text(given.get("counts"))
    return notation_of_kind(Ready(kind, called, written, numbers, counts, means), name)


def read_means(given: Mapping[str, Setting]) -> list[Band]:
    """Read the meanings of the results of a roll, range by range."""
    means = []
    for key, inner in entries(given.get("means")).items():
        if (range_ := range_of(inner, key, of_name=True)) is not None:
            if not (word := text(inner)):
                inner.not_a("text")
            means.append(Band(range_.low, range_.high, word))
    return means


def _written_numbers(written: str, kind: Kind) -> dict[str, int]:
    """The numbers that stand where the kind has blanks: those of `2d6` are its `count` and `size`."""
    texts = BLANK.split(kind.written)
    shape = "".join(
        rf"(?:\{{{part}\}}|(?P<{part}>\d+))" if index % 2 else re.escape(part) for index, part in enumerate(texts)
    )
    match = re.fullmatch(shape, written)
    numbers = {key: to_int(number) for key, number in match.groupdict().items() if number} if match else {}
    sizes = {to_int(size) for size in _FACES.findall(written)}
    if "size" in kind.numbers and len(sizes) == 1 and "{size}" not in written and (match is None or not numbers):
        numbers["size"] = sizes.pop()
    return numbers


def _read_steps(setting: Setting, given: Mapping[str, Setting], name: str) -> Notation | None:
    steps: dict[int, list[tuple[int, int]]] = {}
    for key, inner in entries(given.get("steps")).items():
        dice = [_STEP.fullmatch(part.strip()) for part in text(inner).split("+")]
        if not key.isdecimal() or not all(dice):
            inner.fault(f"`{key}: {text(inner)}` is no step", Remedy("write for example `8: 2d6` or `11: d10 + d8`"))
            return None
        steps[to_int(key)] = [(to_int(one[1] or 1), to_int(one[2])) for one in dice if one is not None]
    if not steps or any(count > 20 or not 2 <= size <= 100 for dice in steps.values() for count, size in dice):
        setting.fault("nothing says what each step rolls", Remedy("write `steps:` and a line for each, as in `8: 2d6`"))
        return None
    kind = steps_of(steps, explodes="again" in given)
    return _read_kind({key: one for key, one in given.items() if key not in ("steps", "again")}, kind, name)


def _read_symbols(setting: Setting, given: Mapping[str, Setting], name: str) -> Notation | None:
    dice = {}
    for die, inner in entries(given.get("faces")).items():
        dice[die] = [[word for word in text(face).split() if word not in ("blank", "-")] for face in items(inner)]
    if not dice or not all(len(faces) > 1 for faces in dice.values()) or not all(map(str.isalpha, dice)):
        remedy = Remedy("write `faces:` and a line for each, as in `A: [blank, success, success success]`")
        setting.fault("nothing says which symbols each die has", remedy)
        return None
    cancels = {by: text(inner) for by, inner in entries(given.get("cancels")).items()}
    known = {symbol for faces in dice.values() for face in faces for symbol in face}
    if unknown := [word for pair in cancels.items() for word in pair if word not in known]:
        listed = ", ".join(f"`{symbol}`" for symbol in sorted(known))
        given["cancels"].fault(f"no die has the symbol `{unknown[0]}`", Remedy(f"the symbols are {listed}"))
        return None
    return symbols_notation(text(given.get("called")) or "roll", dice, cancels, name)


def _is_pool(written: str, size: re.Match[str] | None, setting: Setting) -> bool:
    """Return whether a pool is written with a count and either faces or a size; else there is a fault."""
    slots = PART.findall(written)
    if not written or slots.count("count") != 1 or len(slots) != len(set(slots)) or ("size" in slots) == bool(size):
        setting.fault(
            "dice are written with `{count}`, and with their faces or `{size}`",
            Remedy('write for example `written: "{count}d6"`'),
        )
        return False
    if size is not None and not 2 <= to_int(size[0]) <= MAX_SIZE:
        setting.fault(f"a die has 2 to {MAX_SIZE} faces, and not {size[0]}", Remedy("write one of these"))
        return False
    return True


def _read_pool(setting: Setting, given: Mapping[str, Setting], name: str) -> Notation | None:
    written = text(given.get("written"))
    size = _SIZE.search(written)
    if not _is_pool(written, size, given.get("written", setting)):
        return None
    faces = {key: range_of(given.get(key)) for key in ("success", "again", "loss", "push")}
    success = faces["success"]
    if success is None:
        if "success" not in given:
            setting.fault("nothing says which faces count", Remedy("write for example `success: 5 or more`"))
        return None
    for key, range_ in faces.items():
        if size is not None and range_ is not None and (range_.low or 1) > to_int(size[0]):
            given[key].fault(
                f"no face of a d{to_int(size[0])} is {text(given[key])}",
                Remedy(f"write for example `{key}: {to_int(size[0])}`"),
            )
            return None
    sizes = [one.value for one in items(given.get("sizes"))]
    if not all(isinstance(one, int) and 2 <= one <= MAX_SIZE for one in sizes):
        given["sizes"].not_a(f"a list of numbers from 2 to {MAX_SIZE}")
        return None
    pool = Pool(
        called=text(given.get("called")) or "roll",
        written=written,
        size=to_int(size[0]) if size else None,
        sizes=tuple(sizes),
        success=success,
        again=faces["again"],
        loss=faces["loss"],
        counts=text(given.get("counts")) or "successes",
        push=faces["push"],
    )
    return notation_of(pool, name)


def counted_dice(setting: Setting | None) -> CountedDice | None:
    """The dice of a game of which some faces count; None where they are others."""
    given = entries(setting) if setting is not None and isinstance(setting.value, Mapping) else {}
    success = range_of(given.get("success"))
    if success is None or "kind" in given:
        return None
    size = _STEP.search(text(given.get("written")))
    return CountedDice(
        to_int(size[2]) if size is not None else None,
        success.low,
        success.high,
        text(given.get("counts")),
        is_plain=given.keys().isdisjoint(("again", "loss", "push")),
        stated_at=given["success"].file.key(*given["success"].keys),
    )
