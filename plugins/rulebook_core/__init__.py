"""Data and the machine beneath everything: sources, spans, findings, files, caches."""

PACKAGES = (
    "rulebook",
    "rulebook_asciidoc",
    "rulebook_core",
    "rulebook_export",
    "rulebook_formats",
    "rulebook_lsp",
    "rulebook_markdown",
    "rulebook_mkdocs",
    "rulebook_pandoc",
    "rulebook_proof",
    "rulebook_prose",
    "rulebook_pytest",
    "rulebook_render",
    "rulebook_rules",
    "rulebook_start",
    "rulebook_syntax",
    "rulebook_text",
)
"""The packages of this tool, which lie side by side."""
