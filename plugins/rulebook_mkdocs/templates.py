"""Compiles the templates of a theme once while a site is served. Saving a page does not compile them again."""

from __future__ import annotations

from types import CodeType

from jinja2 import BytecodeCache, Environment, TemplateNotFound
from jinja2.bccache import Bucket


class Templates(BytecodeCache):
    """Compiled templates in the memory of one process, each with the text that it was made of."""

    def __init__(self) -> None:
        self._compiled: dict[str, tuple[str, CodeType | None]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        checksum, code = self._compiled.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key] = bucket.checksum, bucket.code


def has_template(env: Environment, name: str) -> bool:
    """Return whether a theme has a file of a name."""
    try:
        return env.loader is not None and bool(env.loader.get_source(env, name))
    except (TemplateNotFound, OSError, ValueError):
        return False
