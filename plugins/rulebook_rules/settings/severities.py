"""How bad the findings of a book are to its writer: rules by name, each turned off or with a severity of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulebook_core.findings import Remedy, Rule, Severity
from rulebook_core.late import late
from rulebook_rules.settings.faults import meant
from rulebook_rules.settings.kinds import Setting
from rulesmod.records import record

load_rules: Callable[[], Mapping[Any, Rule]] = late("rulebook_rules.catalogue", "load_rules")
"""Loads all that finds something, which only a book that sets severities has to pay."""

OFF = "off"
_WORDS = (OFF, *map(str, Severity))


@record
class Severities:
    """Severities by the names of rules."""

    says: str = "a mapping of findings to " + ", ".join(f"`{word}`" for word in _WORDS[:-1]) + f" or `{_WORDS[-1]}`"

    def read(self, setting: Setting) -> dict[str, Severity | None] | None:
        """The severity of each rule that is set right; None stands for one that is turned off."""
        settings = setting.mapping(self.says) if setting.value is not None else None
        if settings is None:
            return None
        rules = load_rules()
        severities: dict[Any, Severity | None] = {}
        for key, inner in settings.items():
            # YAML takes a bare `off` for false.
            word = OFF if inner.value is False else inner.value
            if key not in rules:
                inner.fault(f"there is no finding `{inner.name}`", *meant(inner.name, rules), of_name=True)
            elif rules[key].is_final:
                inner.fault(f"no setting can change `{key}`", Remedy("remove it"), of_name=True)
            elif not isinstance(word, str) or word not in _WORDS:
                inner.not_a("one of " + ", ".join(f"`{known}`" for known in _WORDS), *meant(inner.written, _WORDS))
            else:
                severities[key] = None if word == OFF else Severity[word.upper()]
        return severities
