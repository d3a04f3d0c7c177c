"""The dice engine (placeholder until the engine lands in this package)."""

from typing import Any

Program = Any
