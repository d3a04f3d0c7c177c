"""The table of terms of a site: what names are called in other languages, from a `terms.yml` beside mkdocs.yml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml

from rulebook_core import workspace
from rulebook_core.findings import Finding, Place
from rulebook_core.source import Source, Span
from rulebook_rules.settings.faults import invalid_setting

TERMS_FILE = "terms.yml"


def terms_of(folder: Path) -> tuple[Mapping[str, Mapping[str, Sequence[str]]], list[Finding]]:
    """Read the forms of each name by language, with the faults of the file."""
    path = folder / TERMS_FILE
    if not workspace.is_file(path):
        return {}, []
    source = Source(str(path), workspace.read_text(path))
    try:
        content = yaml.safe_load(source.text) or {}
    except yaml.YAMLError as error:
        return {}, [_fault(source, f"this is no YAML: {getattr(error, 'problem', None) or 'it cannot be read'}")]
    if not isinstance(content, Mapping) or not all(isinstance(names, Mapping) for names in content.values()):
        return {}, [_fault(source, "a table of terms has languages, and below each its names: `de: {Strength: Kraft}`")]
    return {
        str(language): {str(name): _forms(forms) for name, forms in names.items()}
        for language, names in content.items()
    }, []


def _forms(forms: object) -> tuple[str, ...]:
    return tuple(map(str, forms)) if isinstance(forms, list) and forms else (str(forms),)


def _fault(source: Source, fact: str) -> Finding:
    return invalid_setting(Place(source, Span(0, min(1, len(source.text)))), fact)
