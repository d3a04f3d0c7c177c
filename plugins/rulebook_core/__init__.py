"""Data and the machine beneath everything: sources, spans, findings, files, caches."""

PACKAGES = (
    "rulebook",
    "rulebook_core",
    "rulebook_markdown",
    "rulebook_mkdocs",
    "rulebook_proof",
    "rulebook_pytest",
    "rulebook_render",
    "rulebook_rules",
    "rulebook_start",
    "rulebook_syntax",
    "rulebook_text",
)
"""The packages of this tool that lie side by side, without its optional parts: see `system.parts`."""
