"""A record is what `dataclass` would have made of it."""

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, replace
from functools import cached_property
from typing import Any

import pytest

from rulesmod.records import record


@record
class Die:
    sides: int
    name: str = "d"
    marks: tuple[str, ...] = field(default_factory=tuple)
    seen: int = field(default=0, compare=False, repr=False)


@record
class Named:
    name: str

    def __repr__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and self.name.lower() == other.name.lower()

    def __hash__(self) -> int:
        return hash(self.name.lower())


@record
class Checked:
    """It looks at itself when it is made."""

    whole: int
    half: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "half", self.whole // 2)


@record
class Pool:
    dice: tuple[Die, ...]

    @cached_property
    def sides(self) -> int:
        return sum(die.sides for die in self.dice)


@record
class NamedPool(Pool):
    name: str = ""


def _usual(name: str = "Die") -> Any:
    """The same fields in a usual data class."""
    fields = {"sides": int, "name": str, "marks": tuple, "seen": int}
    space = {"name": "d", "marks": (), "seen": field(default=0, compare=False, repr=False), "__annotations__": fields}
    return dataclass(frozen=True, slots=True)(type(name, (), space))


@pytest.mark.parametrize(
    "ask", [repr, lambda die: die == replace(die, seen=2), lambda die: die == replace(die, sides=8)]
)
def test_it_answers_as_a_data_class_does(ask: Callable[[Any], object]) -> None:
    assert ask(Die(6, marks=("*",))) == ask(_usual()(6, marks=("*",)))


def test_it_is_equal_only_to_its_own_kind_and_found_by_its_fields() -> None:
    assert Die(6) == Die(6) != _usual()(6)
    assert Named("a") != Die(1)
    assert {Die(6), Die(6, seen=3), Die(8)} == {Die(8), Die(6)}
    assert pickle.loads(pickle.dumps(Die(6, seen=3))).seen == 3


def test_it_is_never_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Die(6).sides = 8  # type: ignore[misc]
    assert not hasattr(Die(6), "__dict__")


def test_it_takes_its_fields_as_a_data_class_does() -> None:
    assert Die(sides=6, name="w") == Die(6, "w", (), 0)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'sides'"):
        Die()  # type: ignore[call-arg]
    assert Checked(3).half == 1


def test_what_a_class_says_of_itself_stays() -> None:
    assert Named("Ash") == Named("ash")
    assert hash(Named("Ash")) == hash(Named("ash"))
    assert repr(Named("Ash")) == "Ash"


def test_it_keeps_what_it_works_out_where_it_may() -> None:
    pool = NamedPool((Die(6), Die(8)), "both")
    assert pool.sides == vars(pool)["sides"] == 14
    assert pool == NamedPool((Die(6), Die(8)), "both") != Pool((Die(6), Die(8)))
    assert vars(pickle.loads(pickle.dumps(pool))) == vars(pool)
    assert "sides" not in vars(replace(pool, name="other"))
    with pytest.raises(FrozenInstanceError):
        pool.name = "other"  # type: ignore[misc]
