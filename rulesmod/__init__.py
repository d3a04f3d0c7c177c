"""The rules of the games as Python: standard library only, and nothing of the toolchain."""
