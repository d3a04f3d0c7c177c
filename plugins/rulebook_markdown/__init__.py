"""The Python-Markdown extension `rulebook`: buttons and checked numbers in the pages of an analysed book.

It needs no MkDocs: any tool that runs Python-Markdown extensions has it by naming `rulebook` with the
book's `config_file`. The MkDocs plugin hands over the book that it has read and checked already.
"""

from rulebook_markdown.extension import RulebookExtension, makeExtension
from rulebook_markdown.files import BundleFile, bundle_files

__all__ = ["BundleFile", "RulebookExtension", "bundle_files", "makeExtension"]
