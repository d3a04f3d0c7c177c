"""The MkDocs plugin `rulebook`: events only; what they do lives in `rulebook` and `rulebook_markdown`."""

from mkdocs.exceptions import PluginError

from rulebook_start import shadow

if fault := shadow():
    raise PluginError(f"rulebook: {fault}")

from rulebook_core.system.gc_policy import never_collected

with never_collected():  # All that is loaded stays.
    from rulebook_mkdocs.plugin import RulebookPlugin

__all__ = ["RulebookPlugin"]
