"""The catalogue of items: who may use each, and where it acts; what they do in a set-to is in `gear`."""

from __future__ import annotations

from dataclasses import dataclass

EVERYONE = "LCBM"
MAX_BONUS = 5
"""The modifier of a weapon or of armor runs from minus to plus this (Stock Items)."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item: the letters of the roles that may use it; `kind` is `set-to` or `persona` (reactions, saving throws)."""

    name: str
    roles: str = EVERYONE
    kind: str = "set-to"


_CATALOGUE = [
    Item("Upsurge staff", "M"),
    Item("Smiting blacksword", "LB"),
    Item("Warding longsword", "LM"),
    Item("weapon"),
    Item("armor"),
    Item("Pirate glaive", "LBM"),
    Item("Fencing foil", "L"),
    Item("Dueling rapier"),
    Item("Battery mace", "CB"),
    Item("Manifold scabbard", "B"),
    Item("Defile bow", "LB"),
    Item("Holdout dagger", "BM"),
    Item("Arrant staff", "CM"),
    Item("Cavalier boots"),
    Item("Shuffle boots", "BM"),
    Item("Scud shield", "CBM"),
    Item("Alley armor", "LC"),
    Item("Prop ring"),
    Item("Remand rod", "M"),
    Item("Omen scroll", "CM"),
    Item("Animos potion", "C"),
    Item("Healing salve"),
    Item("Yahoo Currycomb", kind="persona"),
    Item("Elvish Camp song", kind="persona"),
    Item("Trenchant attendance", "M", "persona"),
    Item("Ingratiating presents", "CB", "persona"),
    Item("Steadfast commendation", "LC", "persona"),
    Item("Fetlock Bangle", kind="persona"),
    Item("Headlong mail coif", "LC", "persona"),
    Item("Webwise cool", "CB", "persona"),
    Item("Tactical grasp", "LM", "persona"),
    Item("Anomalous index", "CM", "persona"),
]

ITEMS = {item.name: item for item in _CATALOGUE}
"""The items by name, in the order of the text. `weapon` and `armor` stand for any with a modifier."""

ARMOR = ["armor", "shield", "helm", "Alley armor", "Scud shield"]
"""Items whose modifier counts as armor; every other modifier is a weapon's."""


def usable(name: str, role: str) -> bool:
    """Return whether a role may use an item; `role` is empty for a monster. Anybody may use an item that is not in the
    catalogue.
    """
    return name not in ITEMS or ITEMS[name].roles == EVERYONE or (role != "" and role in ITEMS[name].roles)
