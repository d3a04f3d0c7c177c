"""Dry Cereal (`dry-cereal`): two six-sided dice, a modifier, a Margin. So far its dice."""

from rulesmod.dry_cereal.notation import NOTATION
from rulesmod.system import System

SYSTEM = System(name="dry-cereal", title="Dry Cereal", notation=NOTATION)
