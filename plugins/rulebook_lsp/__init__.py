"""Serve an open book to editors over the Language Server Protocol.

The server only translates: the rest of the library finds faults, explains numbers and resolves links.
"""
