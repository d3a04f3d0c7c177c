"""Underlying Concepts (`drama`): pools of Base, Risk, Passion and Penalty dice. So far its dice."""

from rulesmod.drama.notation import NOTATION
from rulesmod.system import System

SYSTEM = System(name="drama", title="Underlying Concepts", notation=NOTATION)
