"""Ways out: from the contents of a book to the files of another tool.

Each way is a function from the contents and a title to files by name. `WAYS` lists them.
"""
