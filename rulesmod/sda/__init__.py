"""The SdA system (`sda`): pools of like dice that give measures of success. So far its dice."""

from rulesmod.sda.notation import NOTATION
from rulesmod.system import System

SYSTEM = System(name="sda", title="The SdA system", notation=NOTATION)
