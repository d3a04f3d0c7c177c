"""The settings of a book: what mkdocs.yml and the front matter of pages say, and what is wrong with that.

`yamlfile` reads the file and knows where each setting stands, `options` is the table of the plugin's options, `kinds`
holds what is set against it, and `faults` words what does not fit. `rulebook.config` makes the site of it.
"""
