"""Translations: each page of a site in several languages is compared with its original; gettext catalogues out and in.

The check registers by the entry point `rulebook.checks`, and knows the layouts of mkdocs-static-i18n.
"""
