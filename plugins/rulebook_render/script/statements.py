"""Modules, functions and statements of the plain subset, as JavaScript."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from rulebook_render.script.expressions import Expressions

IGNORED = ("__future__", "collections.abc", "dataclasses", "typing")
"""Modules that only serve Python's own checks."""


class Writer(Expressions):
    """Writes one module."""

    def module(self, tree: ast.Module) -> Iterator[str]:
        for node in tree.body:
            if isinstance(node, ast.ImportFrom):
                self.check_import(node)
            elif isinstance(node, ast.FunctionDef):
                yield self.function(node)
            elif isinstance(node, ast.ClassDef):
                yield self.record(node)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                if not is_type(node) and node.value is not None:
                    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                    yield f"const {self.expression(target)} = {self.expression(node.value)}"
            elif not _is_docstring(node):
                self.refuse(node, "a module holds imports, functions, dataclasses and constants")

    def check_import(self, node: ast.ImportFrom) -> None:
        if node.module in IGNORED:
            return
        if node.module not in self.modules:
            self.refuse(node, f"`{node.module}` is not among the modules that go into the page")
        for alias in node.names:
            if alias.asname and alias.asname != alias.name:
                self.refuse(node, f"`{alias.name}` keeps its name")

    def record(self, node: ast.ClassDef) -> str:
        """A dataclass; its fields in order, with their defaults."""
        if len(fields_of(node)) + sum(map(_is_docstring, node.body)) != len(node.body) or node.bases:
            self.refuse(node, "a class is a dataclass without methods")
        names: list[str] = []
        parameters: list[str] = []
        for field in fields_of(node):
            name = self.expression(field.target)
            names.append(name)
            parameters.append(f"{name} = {self.default(field.value)}" if field.value else name)
        body = "; ".join(f"this.{name} = {name}" for name in names)
        return f"class {node.name} {{ constructor({', '.join(parameters)}) {{ {body} }} }}"

    def default(self, value: ast.expr) -> str:
        """The default of a field; `field(default_factory=list)` is a new list each time."""
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "field":
            factory = value.keywords[0].value if value.keywords else None
            if isinstance(factory, ast.Name) and factory.id in ("list", "dict"):
                return "[]" if factory.id == "list" else "new Map()"
            self.refuse(value, "a field's factory is list or dict")
        return self.expression(value)

    def function(self, node: ast.FunctionDef) -> str:
        arguments = node.args
        rest = [f"...{arguments.vararg.arg}"] if arguments.vararg else []
        if arguments.kwonlyargs or arguments.kwarg or arguments.posonlyargs or node.decorator_list:
            self.refuse(node, "a function has plain parameters and no decorator")
        names = [self.name(argument, argument.arg) for argument in arguments.args]
        defaults = [""] * (len(names) - len(arguments.defaults)) + [
            f" = {self.expression(item)}" for item in arguments.defaults
        ]
        parameters = [name + default for name, default in zip(names, defaults, strict=True)] + rest
        assigned = sorted(_assigned(node) - set(names))
        self.locals = {*names, *assigned, *([arguments.vararg.arg] if arguments.vararg else [])}
        star = "*" if any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node)) else ""
        declared = f"let {', '.join(self.name(node, name) for name in assigned)}\n" if assigned else ""
        body = declared + self.block(node.body)
        self.locals = set()
        return f"function{star} {self.name(node, node.name)}({', '.join(parameters)}) {{\n{body}\n}}"

    # Statements

    def block(self, body: list[ast.stmt]) -> str:
        return "\n".join(self.statement(node) for node in body if not _is_docstring(node))

    def statement(self, node: ast.stmt) -> str:
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            self.refuse(node, f"no `{type(node).__name__}` statement goes into the page")
        end = "" if isinstance(node, ast.If | ast.For | ast.While) else ";"
        return f"{method(node)}{end}"

    def _Expr(self, node: ast.Expr) -> str:  # noqa: N802
        return self.expression(node.value)

    def _Pass(self, node: ast.Pass) -> str:  # noqa: N802
        return ""

    def _Break(self, node: ast.Break) -> str:  # noqa: N802
        return "break"

    def _Continue(self, node: ast.Continue) -> str:  # noqa: N802
        return "continue"

    def _Return(self, node: ast.Return) -> str:  # noqa: N802
        return f"return {self.expression(node.value)}" if node.value else "return"

    def _Raise(self, node: ast.Raise) -> str:  # noqa: N802
        if isinstance(node.exc, ast.Call) and node.exc.args:
            return f"throw new Error({self.expression(node.exc.args[0])})"
        return self.refuse(node, "an error is raised with its message")

    def _Assign(self, node: ast.Assign) -> str:  # noqa: N802
        if len(node.targets) != 1:
            self.refuse(node, "one assignment at a time")
        return self.assign(node.targets[0], self.expression(node.value))

    def _AnnAssign(self, node: ast.AnnAssign) -> str:  # noqa: N802
        return self.assign(node.target, self.expression(node.value)) if node.value else ""

    def _AugAssign(self, node: ast.AugAssign) -> str:  # noqa: N802
        return self.assign(node.target, self.binary(node, node.op, node.target, node.value))

    def assign(self, target: ast.expr, value: str) -> str:
        if isinstance(target, ast.Subscript):
            return f"$.set({self.expression(target.value)}, {self.expression(target.slice)}, {value})"
        if isinstance(target, ast.Tuple):
            return f"[{', '.join(self.expression(item) for item in target.elts)}] = {value}"
        return f"{self.expression(target)} = {value}"

    def _If(self, node: ast.If) -> str:  # noqa: N802
        text = f"if ({self.truth(node.test)}) {{\n{self.block(node.body)}\n}}"
        return f"{text} else {{\n{self.block(node.orelse)}\n}}" if node.orelse else text

    def _While(self, node: ast.While) -> str:  # noqa: N802
        if node.orelse:
            self.refuse(node, "a loop has no else")
        return f"while ({self.truth(node.test)}) {{\n{self.block(node.body)}\n}}"

    def _For(self, node: ast.For) -> str:  # noqa: N802
        if node.orelse:
            self.refuse(node, "a loop has no else")
        source = f"$.each({self.expression(node.iter)})"
        return f"for ({self.expression(node.target)} of {source}) {{\n{self.block(node.body)}\n}}"


def fields_of(node: ast.ClassDef) -> list[ast.AnnAssign]:
    return [item for item in node.body if isinstance(item, ast.AnnAssign)]


def is_type(node: ast.Assign | ast.AnnAssign) -> bool:
    """Return whether an assignment only names a type."""
    if isinstance(node, ast.AnnAssign):
        return isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"
    value = node.value
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "TypeVar"


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _assigned(node: ast.FunctionDef) -> set[str]:
    """The names that a function assigns, without those of comprehensions."""
    names: set[str] = set()
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            names.add(part.id)
        if not isinstance(part, ast.ListComp | ast.GeneratorExp | ast.DictComp | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(part))
    return names
