"""The command as a whole: any failure becomes one line and an exit code of the guide."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial, wraps
from importlib import import_module
from types import MappingProxyType
from typing import Any

import click

from rulebook.commands.shared import UsageFault
from rulebook_core.late import late
from rulebook_core.system.bundled import MissingPartError
from rulebook_core.system.interrupts import stoppable
from rulebook_core.system.machine import has_gone
from rulebook_core.system.parts import all_parts, find_part
from rulebook_core.system.streams import let_go, show_all_signs

contained: Callable[..., AbstractContextManager[None]] = late("rulebook_rules.systems", "contained")
blame: Callable[[BaseException], str] = late("rulebook_rules.systems", "blame")
switched_off: Callable[[], AbstractContextManager[None]] = late("rulebook_core.store.entries", "switched_off")

COMMANDS = "rulebook.commands"
"""The group of entry points for commands."""


class Program(click.Group):
    """Commands, each a function that gives its exit code."""

    def __init__(self, *args: Any, modules: Mapping[str, str] = MappingProxyType({}), **kwargs: Any) -> None:
        """Make it.

        Args:
            args, kwargs: as for any group.
            modules: the module of `commands` that has each command that is loaded when it is asked for, by the name of
                both.
        """
        super().__init__(*args, **kwargs)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*self.commands, *self._modules, *all_parts(COMMANDS)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.commands and cmd_name in self._modules:
            module = import_module(f"rulebook.commands.{self._modules[cmd_name]}")
            self.add_command(getattr(module, cmd_name))
        if cmd_name not in self.commands and (part := find_part(COMMANDS, cmd_name)) is not None:
            with suppress(MissingPartError):
                self.add_command(part.load(), cmd_name)
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is asked for; of one that is not installed, say how to install it."""
        if self.get_command(ctx, args[0]) is None and (part := find_part(COMMANDS, args[0])) is not None:
            try:
                part.load()
            except MissingPartError as error:
                raise UsageFault(f"the command {error}") from None
        return super().resolve_command(ctx, args)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command; whatever is raised by it or by the rules ends no run well, and is no traceback.

        Each command that reads a book or a source has an option to ignore stored results.
        """
        assert cmd.callback is not None
        cmd.callback = _contained(cmd.callback)
        if any(parameter.name in ("config_file", "dialect") for parameter in cmd.params):
            about = "Read everything anew, and store nothing for the next run."
            cmd.params.append(click.Option(["--no-cache"], is_flag=True, help=about))
        super().add_command(cmd, name)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command that is asked for, and exit."""
        show_all_signs()
        try:
            return stoppable(partial(super().main, *args, **kwargs))
        except OSError:
            sys.exit(2)  # Not even what went wrong could be told.
        finally:
            let_go()

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _written():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _written():
            code = super().invoke(ctx)
        ctx.exit(code or 0)


def _contained(command: Callable[..., int | None]) -> Callable[..., int | None]:
    @wraps(command)
    def run(*args: Any, no_cache: bool = False, **kwargs: Any) -> int | None:
        with contained(UsageFault):
            if not no_cache:
                return command(*args, **kwargs)
            with switched_off():
                return command(*args, **kwargs)

    return run


@contextmanager
def _written() -> Iterator[None]:
    """Tell that the output cannot be written, unless its reader has gone (`| head`): then nobody is left to tell."""
    try:
        yield
    except OSError as error:
        if has_gone(error):
            raise click.exceptions.Exit(2) from None
        raise UsageFault(blame(error)) from None
