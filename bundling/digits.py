"""Let mypy refuse `int(text)`, `float(text)`, `Fraction(text)` and `Decimal(text)`.

Text is from anybody: Python raises at 4,301 digits, and arithmetic on fewer may not end. `rulesmod/dice/digits.py` is
the one module that makes values of digits, with a limit.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.errorcodes import ErrorCode
from mypy.nodes import Expression, RefExpr
from mypy.plugin import FunctionContext, Plugin
from mypy.types import AnyType, Instance, Type, UnionType, get_proper_type

MAKERS = ("builtins.int", "builtins.float", "fractions.Fraction", "decimal.Decimal")
ALLOWED = "rulesmod/dice/digits.py"
TEXT = ("builtins.str", "builtins.bytes", "builtins.bytearray")
DIGITS = ErrorCode("digits", "Text becomes a number in one module.", "Rulebook")


def _may_be_text(given: Type) -> bool:
    """Return whether a value of a type may be text; of `Any` and `object` nobody knows."""
    proper = get_proper_type(given)
    if isinstance(proper, UnionType):
        return any(map(_may_be_text, proper.items))
    if isinstance(proper, Instance):
        return proper.type.fullname == "builtins.object" or any(base.fullname in TEXT for base in proper.type.mro)
    return isinstance(proper, AnyType)


def _check_call(context: FunctionContext) -> Type:
    given = context.arg_types[0] if context.arg_types else []
    if any(map(_may_be_text, given)):
        _refuse(context)
    return context.default_return_type


def _check_passed(context: FunctionContext) -> Type:
    """Refuse a maker that is passed on, as in `map(int, ...)`."""
    for argument in (argument for group in context.args for argument in group):
        if _is_maker(argument):
            _refuse(context)
    return context.default_return_type


def _is_maker(argument: Expression) -> bool:
    return isinstance(argument, RefExpr) and argument.fullname in MAKERS


def _refuse(context: FunctionContext) -> None:
    if not str(getattr(context.api, "path", "")).endswith(ALLOWED):
        context.api.fail(f"text becomes a number in {ALLOWED} alone", context.context, code=DIGITS)


class DigitsPlugin(Plugin):
    """Check each call that makes a number."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        if fullname in MAKERS:
            return _check_call
        return (
            _check_passed if fullname in ("builtins.map", "builtins.sorted", "builtins.max", "builtins.min") else None
        )


def plugin(version: str) -> type[Plugin]:
    return DigitsPlugin
