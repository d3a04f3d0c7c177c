"""Frozen data classes that are quick to declare.

They are slotted unless a class caches a computed value. `dataclass` compiles seven methods for each class, and a
command that runs for a fifth of a second imports a hundred of them. Here all classes share the code that compares,
hashes, shows and guards. A constructor is compiled only for a class of which many are made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from functools import cached_property
from operator import attrgetter
from types import MemberDescriptorType
from typing import Any, NoReturn, TypeVar, cast, dataclass_transform

_T = TypeVar("_T")
_Methods = dict[str, Callable[..., Any]]

MAX_UNCOMPILED = 8
"""Instances of a record class before its constructor is compiled."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[_T]) -> type[_T]:
    """Make a class a record, like `dataclass(frozen=True, slots=True)`. Methods that the class defines stay.

    A class with a `cached_property` is not slotted.
    """
    # Where a class says nothing of itself, `dataclass` has its signature parsed, which takes longer than all else here.
    cls.__doc__ = cls.__doc__ or cls.__name__
    own = vars(cls)
    slots = not any(isinstance(value, cached_property) for kind in cls.__mro__ for value in vars(kind).values())
    made: Any = dataclass(slots=slots, init=False, eq=False, repr=False)(cls)
    for name, method in {**_SHARED, **(_SLOTTED if slots else {}), **_methods(made)}.items():
        if name not in own:
            setattr(made, name, method)
    return cast("type[_T]", made)


def _methods(made: Any) -> _Methods:
    every = fields(made)
    names = [each.name for each in every]
    values = attrgetter(*(each.name for each in every if each.compare))
    left = MAX_UNCOMPILED

    def make(self: Any, *given: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0 or not _filled(self, every, names, given, named):
            made.__init__ = _maker(made)
            made.__init__(self, *given, **named)

    def is_equal(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return {"__init__": make, "__eq__": is_equal, "__hash__": lambda self: hash(values(self))}


def _filled(
    self: Any, every: Sequence[Any], names: Sequence[str], given: Sequence[Any], named: Mapping[str, Any]
) -> bool:
    """Set the fields of a new record, field by field; whether what is given fits, without saying what does not."""
    values = {**dict(zip(names, given, strict=False)), **named}
    if len(values) != len(given) + len(named):
        return False
    for each in every[len(given) :]:
        if each.name not in values:
            if each.default_factory is not MISSING:
                values[each.name] = each.default_factory()
            elif each.default is not MISSING:
                values[each.name] = each.default
    if len(values) != len(every):
        return False
    for name in names:
        object.__setattr__(self, name, values[name])
    if hasattr(self, "__post_init__"):
        self.__post_init__()
    return True


def _maker(made: Any) -> Callable[..., None]:
    """Return a function that sets the fields of a new record. It names them as parameters, because no other one is as
    fast.
    """
    known: dict[str, Any] = {"_record__set": object.__setattr__, "_record__missing": MISSING}
    given, lines = ["self"], []
    for each in fields(made):
        name = value = each.name
        default, known[f"_record_{name}"] = "", each.default
        if each.default_factory is not MISSING:
            known[f"_record_{name}"] = each.default_factory
            default, value = "=_record__missing", f"_record_{name}() if {name} is _record__missing else {name}"
        elif each.default is not MISSING:
            default = f"=_record_{name}"
        given.append(f"{name}{default}")
        slot = getattr(made, name, None)
        if isinstance(slot, MemberDescriptorType):  # It sets itself sooner than it is found by its name.
            known[f"_record__set_{name}"] = slot.__set__
            lines.append(f"\n _record__set_{name}(self, {value})")
        else:
            lines.append(f"\n _record__set(self, {name!r}, {value})")
    if hasattr(made, "__post_init__"):
        lines.append("\n self.__post_init__()")
    exec(f"def __init__({', '.join(given)}):{''.join(lines)}", known)
    return cast("Callable[..., None]", known["__init__"])


def _shown(self: Any) -> str:
    said = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(said)})"


def _unchanged(self: Any, name: str, *value: Any) -> NoReturn:
    raise FrozenInstanceError(f"`{name}` of a record stays as it is")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _take(self: Any, state: list[Any]) -> None:
    for each, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


_SHARED: _Methods = {
    "__repr__": _shown,
    "__setattr__": _unchanged,
    "__delattr__": _unchanged,
}
_SLOTTED: _Methods = {
    "__getstate__": _state,
    "__setstate__": _take,
}
