"""The MkDocs plugin `rulebook`: events only; what they do lives in `rulebook` and `rulebook_markdown`."""

from rulebook_mkdocs.plugin import RulebookPlugin

__all__ = ["RulebookPlugin"]
