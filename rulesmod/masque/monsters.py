"""The bestiary: what the stat blocks of Masque give as numbers; the abilities are in `abilities`."""

from __future__ import annotations

from dataclasses import dataclass

from rulesmod.masque.casts import Part

HITS_TO_FALL = 2
"""The hits in a set-to that take a monster out of action (introduction)."""


@dataclass(frozen=True, slots=True)
class Monster:
    """A monster's stat block: its build, the dice of its Cast and the constant behind them."""

    name: str
    build: int
    cast: list[Part]
    modifier: int = 0


def _die(size: int) -> Part:
    return Part(size)


def _less(size: int) -> Part:
    return Part(size, sign=-1)


def _least(size: int, other: int) -> Part:
    return Part(size, other=other, keep="least")


def _best(size: int, other: int) -> Part:
    return Part(size, other=other, keep="best")


_BESTIARY = [
    Monster("Goblin", 4, [_least(4, 6)]),
    Monster("Orc", 4, [_die(4)]),
    Monster("Rounder", 4, [_best(4, 3)]),
    Monster("Hobgoblin", 5, [_die(5)]),
    Monster("Commoner", 5, [_best(5, 4)]),
    Monster("Gnome", 6, [_least(6, 8)]),
    Monster("Halfling", 7, [_die(4), _die(3)]),
    Monster("Elf", 8, [_die(8)]),
    Monster("Dwarf", 8, [_die(4), _die(4)]),
    Monster("Turbul Bats", 5, [_die(6), _less(2)]),
    Monster("Hybor", 5, [_die(6)], -1),
    Monster("Mast Rats", 6, [_die(3), _die(3)]),
    Monster("Merekite", 7, [_die(4), _die(4)], -1),
    Monster("Warg", 9, [_die(6), _die(3)]),
    Monster("Spidure", 10, [_die(5), _die(5)]),
    Monster("Ghoul", 11, [_die(6), _die(6), _less(4)]),
    Monster("Witcher", 12, [_die(12)]),
    Monster("Pyethonda", 13, [_die(13)]),
    Monster("Ogre", 14, [_die(8), _die(6)]),
    Monster("Fell G'root", 16, [_die(6), _die(6), _die(4)]),
    Monster("Salamander", 17, [_die(8), _die(5), _die(4)]),
    Monster("Troll", 18, [_die(10), _die(4), _die(4)]),
]

MONSTERS = {monster.name: monster for monster in _BESTIARY}
"""The monsters that can be played, by name, in the order of the text."""
