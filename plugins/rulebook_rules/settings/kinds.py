"""Kinds of settings: each reads a value and reports one that does not fit."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import Field, fields
from pathlib import Path
from typing import Any, Protocol

from rulebook_core import workspace
from rulebook_core.findings import Finding, Place, Remedy
from rulebook_core.store.files import is_pattern
from rulebook_rules.settings.faults import invalid_setting, meant, quoted
from rulebook_rules.settings.yamlfile import Key, Keys, SettingsFile
from rulebook_syntax.dialects import UnknownDialectError, dialects, traits_of
from rulesmod.records import record


@record
class Setting:
    """Something that is set.

    Attributes:
        file: the configuration that sets it.
        keys: where it is in that.
        value: to what.
        docs_dir: the folder that paths count from.
        faults: what is wrong with this and other settings, to which more can be added.
    """

    file: SettingsFile
    keys: Keys
    value: Any
    docs_dir: Path
    faults: list[Finding]

    @property
    def name(self) -> str:
        return self.file.written(*self.keys)

    @property
    def written(self) -> str:
        """The value as its writer has it."""
        place = self.file.value(*self.keys)
        return place.source.slice(place.span)

    def inner(self, key: Key, value: Any) -> Setting:
        return Setting(self.file, (*self.keys, key), value, self.docs_dir, self.faults)

    def fault(self, fact: str, *remedies: Remedy, of_name: bool = False, related: Sequence[Place] = ()) -> None:
        """Something is wrong with the value, or with the name."""
        place = self.file.key(*self.keys) if of_name else self.file.value(*self.keys)
        self.faults.append(invalid_setting(place, fact, remedies=remedies, related=related))

    def not_a(self, what: str, *remedies: Remedy) -> None:
        """The value is of the wrong type."""
        text = f"not {quoted(self.written)}" if self.value is not None else "and has no value"
        self.fault(f"`{self.name}` must be {what}, {text}", *remedies, of_name=self.value is None)

    def mapping(self, what: str, *remedies: Remedy) -> dict[Key, Setting] | None:
        """Return the entries of a mapping by key, and report keys that are set twice.

        None where there is something else.
        """
        if not isinstance(self.value, Mapping):
            self.not_a(what, *remedies)
            return None
        for _, first, again in self.file.repeated(*self.keys):
            name = again.source.slice(again.span)
            earlier = Place(first.source, first.span, "and here")
            fact = f"`{name}` is set twice, and only the last one counts"
            self.faults.append(invalid_setting(again, fact, remedies=(Remedy("keep one"),), related=(earlier,)))
        return {key: self.inner(key, value) for key, value in self.value.items()}


class Kind(Protocol):
    """A kind of setting."""

    @property
    def says(self) -> str:
        """In the words of messages and of the guide: "text"."""

    def read(self, setting: Setting) -> Any:
        """The value that counts: None where nothing is set, or where it is wrong."""


@record
class Text:
    """Any text; empty text is as good as none."""

    says: str = "text"

    def read(self, setting: Setting) -> str | None:
        value = setting.value
        if value is None or isinstance(value, str):
            return value or None
        # 1.10 would be 1.1 before anybody could look, and `no` would be false.
        is_scalar = isinstance(value, (bool, int, float))
        setting.not_a(self.says, *((Remedy(f"put `{setting.written}` into quotes"),) if is_scalar else ()))
        return None


@record
class Patterns:
    """Patterns of files, one a line."""

    says: str = "patterns as in a .gitignore"

    def read(self, setting: Setting) -> str | None:
        text = Text(self.says).read(setting)
        unknown = next((line for line in (text or "").splitlines() if not is_pattern(line)), None)
        if unknown is not None:
            setting.fault(f"{quoted(unknown)} is no pattern as in a .gitignore")
        return text


@record
class Flag:
    """On or off."""

    says: str = "true or false"

    def read(self, setting: Setting) -> bool | None:
        if setting.value is None or isinstance(setting.value, bool):
            return setting.value
        text = str(setting.value).strip().lower()
        near = meant(text, ("true", "false")) or ((Remedy(f"write `{text}`"),) if text in ("true", "false") else ())
        setting.not_a(self.says, *near)
        return None


@record
class Colour:
    """A colour in hexadecimal: `#8a1c3c`."""

    says: str = "a colour such as `#8a1c3c`"

    def read(self, setting: Setting) -> str | None:
        value = setting.value
        if value is None or (isinstance(value, str) and re.fullmatch("#[0-9a-fA-F]{6}", value)):
            return value
        setting.not_a(self.says)
        return None


@record
class Letters:
    """Some letters, in small ones."""

    known: str

    @property
    def says(self) -> str:
        return f"letters among {', '.join(f'`{letter}`' for letter in self.known)}"

    def read(self, setting: Setting) -> str | None:
        value = setting.value
        if value is None or (isinstance(value, str) and set(value.lower()) <= set(self.known)):
            return "".join(sorted(set(value.lower()))) if value else None
        setting.not_a(self.says)
        return None


@record
class Number:
    """A whole number from `least` to `most`."""

    least: int
    most: int

    @property
    def says(self) -> str:
        return f"a number from {self.least} to {self.most}"

    def read(self, setting: Setting) -> int | None:
        value = setting.value
        if value is None or (
            isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most
        ):
            return value
        setting.not_a(self.says)
        return None


@record
class Choice:
    """One of some names, which `of` lists."""

    of: Callable[[], Collection[str]]

    @property
    def says(self) -> str:
        return "one of " + ", ".join(f"`{name}`" for name in self.of())

    def read(self, setting: Setting) -> str | None:
        value = setting.value
        if value is None or value in self.of():
            return value  # type: ignore[no-any-return]
        setting.not_a(self.says, *meant(str(value), self.of()))
        return None


class DialectName:
    """The name of a dialect, which another project may bring."""

    @property
    def says(self) -> str:
        return Choice(dialects).says

    def read(self, setting: Setting) -> str | None:
        value = setting.value
        if not isinstance(value, str):
            return Choice(dialects).read(setting)
        try:
            traits_of(value)
        except UnknownDialectError as error:
            if not error.is_missing:
                return Choice(dialects).read(setting)
            setting.fault(str(error))
            return None
        return value


@record
class Options:
    """Settings by their names: the fields of a dataclass, each with its kind; `owner` has them.

    Its field `places` takes where the value of each option stands.
    """

    owner: str
    of: Callable[..., Any]
    ignored: Collection[str] = ()
    """Names that are somebody else's to read."""

    @property
    def says(self) -> str:
        return "a mapping of options"

    def listed(self) -> list[tuple[str, Kind, str]]:
        """The options with their kinds, and what they are for."""
        return [(field.name, field.metadata["kind"], field.metadata["about"]) for field in _options(self.of)]

    def read(self, setting: Setting) -> Any:
        """An instance of the dataclass with what is set right; None where there is no mapping at all."""
        kinds = kinds_of(self.of)
        names = ", ".join(f"`{name}`" for name in kinds)
        settings = setting.mapping(f"{self.says} ({names})")
        if settings is None:
            return None
        read: dict[str, Any] = {"places": {}}
        for key, inner in settings.items():
            if key in kinds:
                read[key] = kinds[key].read(inner)
                read["places"][key] = setting.file.value(*inner.keys)
            elif key not in self.ignored:
                fact = f"`{inner.name}` is no option of {self.owner}"
                inner.fault(fact, *meant(inner.name, kinds, "options"), of_name=True)
        return self.of(**{name: value for name, value in read.items() if value is not None})


@record
class Paths:
    """Settings by paths within the docs folder, of files or (where `folders`) of folders as well."""

    kind: Kind
    folders: bool = False

    @property
    def says(self) -> str:
        return (
            f"a mapping of {'folders' if self.folders else 'sources'} to {self.kind.says.removeprefix('a mapping of ')}"
        )

    def read(self, setting: Setting) -> dict[str, Any] | None:
        """Return the values by path with forward slashes. "" is the docs folder. None stands for what is set wrong."""
        settings = setting.mapping(self.says) if setting.value is not None else None
        if settings is None:
            return None
        values: dict[str, Any] = {}
        for inner in settings.values():
            known_faults = len(setting.faults)
            read = self.kind.read(inner)
            path = posixpath.normpath(inner.name.replace("\\", "/").strip("/") or ".")
            path = "" if path == "." else path
            if path in values:
                inner.fault(f"`{inner.name}` is set already, in other words", Remedy("keep one"), of_name=True)
            else:
                values[path] = read if len(setting.faults) == known_faults else None
                if read is not None:
                    self._look_for(inner, path)
        return values

    def _look_for(self, setting: Setting, path: str) -> None:
        what, root = "folder" if self.folders else "file", setting.docs_dir
        if path == ".." or path.startswith("../"):
            setting.fault(f"`{setting.name}` lies outside of `{root.name}`", of_name=True)
        elif not (workspace.exists(root / path) if self.folders else workspace.is_file(root / path)):
            there = sorted(_there(root, folders=self.folders))
            name = posixpath.basename(path)
            same = [other for other in there if posixpath.basename(other) == name]
            remedies = tuple(Remedy(f"write `{other}`") for other in same[:3]) or meant(path, there)
            setting.fault(f"there is no {what} `{setting.name}` in `{root.name}`", *remedies, of_name=True)


def _there(root: Path, *, folders: bool) -> list[str]:
    """The folders or files that a path may mean."""
    paths = (
        path.relative_to(root).as_posix() for path in workspace.all_paths(root) if workspace.is_dir(path) == folders
    )
    return [path for path in paths if not path.startswith(".") and "/." not in path]


def kinds_of(options: Any) -> dict[str, Kind]:
    """The kind of each option that a dataclass holds."""
    return {field.name: field.metadata["kind"] for field in _options(options)}


def _options(options: Any) -> list[Field[Any]]:
    return [field for field in fields(options) if "kind" in field.metadata]
