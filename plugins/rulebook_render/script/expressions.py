"""Expressions of the plain subset of Python, each written as JavaScript that means the same."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from typing import NoReturn

BUILTINS = (
    "abs",
    "all",
    "any",
    "enumerate",
    "int",
    "len",
    "list",
    "max",
    "min",
    "range",
    "sorted",
    "str",
    "sum",
)
METHODS = (
    "append",
    "count",
    "extend",
    "index",
    "isdigit",
    "items",
    "join",
    "keys",
    "pop",
    "remove",
    "replace",
    "reverse",
    "values",
)
RESERVED = frozenset(
    """
    arguments await case catch class const debugger default delete do enum eval export extends false function
    implements instanceof interface let new null package private protected public static super switch this throw
    true try typeof undefined var void with yield
    """.split()  # noqa: SIM905
)
_COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_ARITHMETIC = {ast.Add: "$.add", ast.Mult: "$.mul", ast.Mod: "$.mod", ast.FloorDiv: "$.div"}
_CONDITIONS = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Call, ast.Attribute, ast.Subscript)


class NotPlainError(ValueError):
    """Python that the page could not be given: the place, and what stands there."""


class Expressions:
    """Writes the expressions of one module; `locals` are the names of the function at hand."""

    def __init__(self, module: str, scope: Mapping[str, list[str] | None], modules: set[str]) -> None:
        self.module_name = module
        self.scope = scope
        self.modules = modules
        self.locals: set[str] = set()

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        raise NotPlainError(f"{self.module_name}:{getattr(node, 'lineno', 0)}: {what}")

    def name(self, node: ast.AST, name: str) -> str:
        return f"{name}_" if name in RESERVED else name

    def expression(self, node: ast.expr) -> str:
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            self.refuse(node, f"no `{type(node).__name__}` expression goes into the page")
        return str(method(node))

    def truth(self, node: ast.expr) -> str:
        """A condition: what Python takes for true is asked of the runtime, where it is not a boolean for certain."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return f"({sign.join(self.truth(item) for item in node.values)})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.truth(node.operand)}"
        if isinstance(node, ast.Compare):
            return self.expression(node)
        return f"$.truth({self.expression(node)})"

    def _BoolOp(self, node: ast.BoolOp) -> str:  # noqa: N802
        if not all(isinstance(item, _CONDITIONS) for item in node.values):
            self.refuse(node, "`and` and `or` join conditions; of anything else they would give a value, not a truth")
        return self.truth(node)

    def _UnaryOp(self, node: ast.UnaryOp) -> str:  # noqa: N802
        if isinstance(node.op, ast.Not):
            return self.truth(node)
        if isinstance(node.op, ast.USub):
            return f"-{self.expression(node.operand)}"
        return self.refuse(node, "the signs are `-` and `not`")

    def _BinOp(self, node: ast.BinOp) -> str:  # noqa: N802
        return self.binary(node, node.op, node.left, node.right)

    def binary(self, node: ast.AST, operator: ast.operator, left: ast.expr, right: ast.expr) -> str:
        one, two = self.expression(left), self.expression(right)
        if isinstance(operator, ast.Sub):
            return f"({one} - {two})"
        name = _ARITHMETIC.get(type(operator))
        if name is None:
            self.refuse(node, f"no `{type(operator).__name__}` goes into the page")
        return f"{name}({one}, {two})"

    def _Compare(self, node: ast.Compare) -> str:  # noqa: N802
        left = node.left
        parts: list[str] = []
        for operator, right in zip(node.ops, node.comparators, strict=True):
            parts.append(self.comparison(operator, left, right))
            if right is not node.comparators[-1] and not _is_pure(right):
                self.refuse(node, "the middle of a comparison is written twice, so it is no call of a function")
            left = right
        return f"({' && '.join(parts)})"

    def comparison(self, operator: ast.cmpop, left: ast.expr, right: ast.expr) -> str:
        one, two = self.expression(left), self.expression(right)
        if isinstance(operator, ast.Eq | ast.NotEq):
            no = "!" if isinstance(operator, ast.NotEq) else ""
            if isinstance(right, ast.Constant) or isinstance(left, ast.Constant):
                return f"({one} {no or '='}== {two})"
            return f"{no}$.same({one}, {two})"
        if isinstance(operator, ast.In | ast.NotIn):
            return f"{'!' if isinstance(operator, ast.NotIn) else ''}$.within({one}, {two})"
        if isinstance(operator, ast.Is | ast.IsNot):
            return f"({one} {'!' if isinstance(operator, ast.IsNot) else '='}== {two})"
        return f"({one} {_COMPARISONS[type(operator)]} {two})"

    def _IfExp(self, node: ast.IfExp) -> str:  # noqa: N802
        return f"({self.truth(node.test)} ? {self.expression(node.body)} : {self.expression(node.orelse)})"

    def _Constant(self, node: ast.Constant) -> str:  # noqa: N802
        if isinstance(node.value, float | bytes | complex):
            self.refuse(node, "numbers are whole")
        return json.dumps(node.value, ensure_ascii=False)

    def _Name(self, node: ast.Name) -> str:  # noqa: N802
        return self.name(node, node.id)

    def _Attribute(self, node: ast.Attribute) -> str:  # noqa: N802
        return f"{self.expression(node.value)}.{node.attr}"

    def _Subscript(self, node: ast.Subscript) -> str:  # noqa: N802
        if isinstance(node.slice, ast.Slice):
            if node.slice.step:
                self.refuse(node, "a slice has no step")
            low = self.expression(node.slice.lower) if node.slice.lower else "0"
            high = f", {self.expression(node.slice.upper)}" if node.slice.upper else ""
            return f"{self.expression(node.value)}.slice({low}{high})"
        return f"$.at({self.expression(node.value)}, {self.expression(node.slice)})"

    def _List(self, node: ast.List | ast.Tuple) -> str:  # noqa: N802
        return f"[{', '.join(self.expression(item) for item in node.elts)}]"

    def _Tuple(self, node: ast.Tuple) -> str:  # noqa: N802
        return self._List(node)

    def _Starred(self, node: ast.Starred) -> str:  # noqa: N802
        return f"...{self.expression(node.value)}"

    def _Dict(self, node: ast.Dict) -> str:  # noqa: N802
        if any(key is None for key in node.keys):
            self.refuse(node, "a dictionary has keys")
        pairs = [
            f"[{self.expression(key)}, {self.expression(value)}]"
            for key, value in zip(node.keys, node.values, strict=True)
            if key is not None
        ]
        return f"new Map([{', '.join(pairs)}])"

    def _JoinedStr(self, node: ast.JoinedStr) -> str:  # noqa: N802
        parts: list[str] = []
        for item in node.values:
            if isinstance(item, ast.Constant):
                parts.append(json.dumps(item.value, ensure_ascii=False))
            elif isinstance(item, ast.FormattedValue) and item.format_spec is None and item.conversion == -1:
                parts.append(f"$.str({self.expression(item.value)})")
            else:
                self.refuse(node, "an f-string has no formats")
        return "(" + " + ".join(['""', *parts]) + ")"

    def _Lambda(self, node: ast.Lambda) -> str:  # noqa: N802
        names = ", ".join(self.name(node, argument.arg) for argument in node.args.args)
        return f"(({names}) => {self.expression(node.body)})"

    def _ListComp(self, node: ast.ListComp | ast.GeneratorExp) -> str:  # noqa: N802
        text = ""
        for generator in reversed(node.generators):
            target = self.expression(generator.target)
            source = f"$.each({self.expression(generator.iter)})"
            filters = "".join(f".filter(({target}) => {self.truth(test)})" for test in generator.ifs)
            text = (
                f"{source}{filters}.flatMap(({target}) => {text})"
                if text
                else f"{source}{filters}.map(({target}) => {self.expression(node.elt)})"
            )
        return text

    def _GeneratorExp(self, node: ast.GeneratorExp) -> str:  # noqa: N802
        return self._ListComp(node)

    def _DictComp(self, node: ast.DictComp) -> str:  # noqa: N802
        if len(node.generators) != 1 or node.generators[0].ifs:
            self.refuse(node, "a dictionary is made from one source, whole")
        generator = node.generators[0]
        pair = f"[{self.expression(node.key)}, {self.expression(node.value)}]"
        return (
            f"new Map($.each({self.expression(generator.iter)}).map(({self.expression(generator.target)}) => {pair}))"
        )

    def _Yield(self, node: ast.Yield) -> str:  # noqa: N802
        return f"(yield {self.expression(node.value) if node.value else 'null'})"

    def _YieldFrom(self, node: ast.YieldFrom) -> str:  # noqa: N802
        return f"(yield* {self.expression(node.value)})"

    def _Call(self, node: ast.Call) -> str:  # noqa: N802
        called = node.func
        if isinstance(called, ast.Attribute):
            if called.attr in METHODS and not node.keywords:
                arguments = [called.value, *node.args]
                return f"$.{called.attr}({', '.join(self.expression(item) for item in arguments)})"
            return f"{self.expression(called)}({', '.join(self.arguments(node, None))})"
        if not isinstance(called, ast.Name):
            self.refuse(node, "functions are called by their names")
        if called.id in self.locals:
            return f"{self.expression(called)}({', '.join(self.arguments(node, None))})"
        if called.id in self.scope:
            signature = self.scope[called.id]
            make = "new " if called.id[:1].isupper() else ""
            return f"{make}{self.expression(called)}({', '.join(self.arguments(node, signature))})"
        if called.id in BUILTINS:
            texts = [self.expression(item) for item in node.args]
            texts += [self.expression(item.value) for item in node.keywords if item.arg == "key"]
            if any(item.arg != "key" for item in node.keywords):
                self.refuse(node, f"`{called.id}` takes no option but `key`")
            return f"$.{called.id}({', '.join(texts)})"
        return self.refuse(node, f"`{called.id}` is not known in the page")

    def arguments(self, node: ast.Call, signature: list[str] | None) -> list[str]:
        """Arguments by position; named ones stand where the signature has them."""
        texts = [self.expression(item) for item in node.args]
        for item in node.keywords:
            if signature is None or item.arg not in signature:
                self.refuse(node, f"`{item.arg}` is no parameter that is known here")
            at = signature.index(item.arg)
            texts += ["undefined"] * (at + 1 - len(texts))
            texts[at] = self.expression(item.value)
        return texts


def _is_pure(node: ast.expr) -> bool:
    """Return whether an expression may be evaluated twice. It is made of names, constants, attributes and builtins of
    such.
    """
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in BUILTINS and all(map(_is_pure, node.args))
    return isinstance(node, ast.Name | ast.Constant | ast.Attribute)
