"""What an editor asks of a book while it is written, over the Language Server Protocol.

The server only carries: what is found, why a number is right and where a link leads, the rest of the library says.
"""
