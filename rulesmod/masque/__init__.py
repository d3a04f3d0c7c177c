"""Masque (`masque`): casts of one to three dice whose naturals are rerolled and added. So far its dice."""

from rulesmod.masque.notation import NOTATION
from rulesmod.system import System

SYSTEM = System(name="masque", title="Masque", notation=NOTATION)
