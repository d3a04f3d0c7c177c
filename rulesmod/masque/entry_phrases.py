"""Masque's phrasebook of entries: what stands in the entry of a monster or an item can only be about that one.

So a few words say which rule is meant, whatever their order.
"""

from __future__ import annotations

from rulesmod.dice.digits import to_int
from rulesmod.masque import figures
from rulesmod.masque.wordings import Answers, dice_of, phrase, sizes_of
from rulesmod.system import Answer, Phrase

DICE: dict[str, tuple[int, ...]] = {
    "Goblin": (),
    "Orc": (),
    "Rounder": (figures.ROUNDER_SIZE,),
    "Hobgoblin": (),
    "Commoner": (),
    "Gnome": (),
    "Halfling": (6,),
    "Elf": (figures.ELF_DIE,),
    "Dwarf": (),
    "Turbul Bats": (),
    "Mast Rats": (figures.RAT_DIE,),
    "Merekite": (),
    "Warg": (figures.WARG_DIE,),
    "Spidure": figures.VENOM,
    "Ghoul": (),
    "Witcher": (figures.WITCHER_DIE,),
    "Ogre": (),
    "Fell G'root": (),
    "Salamander": (),
    "Troll": (figures.TROLL_TABLE[-1][-1],),
}
"""The dice that a monster has to do with beside those of its Cast."""
ITEM_DICE = {
    "+n (armor)": (figures.ARMOR_DIE,),
    "Pirate glaive": (to_int(figures.GLAIVE[2:]),),
    "Defile bow": (figures.BOW_DIE,),
    "Arrant staff": (figures.STAFF_DIE,),
    "Alley armor": (figures.ALLEY_DIE,),
    "Healing salve": (figures.SALVE[1],),
    "Headlong mail coif": (figures.COIF_DIE,),
}


def _dice(name: str, sizes: tuple[int, ...]) -> Phrase:
    known = sorted({size for size in sizes if size})

    def rule(die: int) -> Answers:
        return {} if die in known else {"die": Answer(" or ".join(f"d{size}" for size in known))}

    rule.__name__ = f"dice_of_{''.join(letter for letter in name.lower() if letter.isalpha())}"
    rule.__doc__ = f"The dice of its entry are those of {name}."
    return phrase("{die:die}", "{die:die}s", "{count:numeral}{die:die}", under=(name,), is_sure=False)(rule)


def _fixed(name: str, *wordings: str, **answers: object) -> Phrase:
    def rule() -> Answers:
        return answers

    rule.__name__ = f"entry_of_{''.join(letter for letter in name.lower() if letter.isalpha())}"
    rule.__doc__ = f"The entry of {name} has its own numbers."
    return phrase(*wordings, under=(name,), is_sure=False)(rule)


def _cast(name: str) -> tuple[int, ...]:
    return (*sizes_of(name), *(part.other for part in dice_of(name)))


ENTRY_PHRASES = (
    *(_dice(name, (*_cast(name), *others)) for name, others in DICE.items()),
    *(_dice(name, sizes) for name, sizes in ITEM_DICE.items()),
    _fixed("Orc", "(no more than|at most|up to|limit of) {most:numeral}", "{most:numeral} (dice|in all)", most=3),
    _fixed(
        "Rounder",
        "{natural} on (the|a) {large:die} <> natural",
        "{low} or {high} <> (never|not|no)",
        natural=4,
        large=6,
        low=5,
        high=6,
    ),
    _fixed(
        "Hobgoblin",
        "initial die (is|of|shows) [a] {one} <> (ally|adjacent|mark)",
        "initial (die|dice) (of|is|showing) [at least] {least:numeral} [or more]",
        one=1,
        least=figures.BARE_TWO,
    ),
    _fixed(
        "Commoner", "natural {face:numeral} <> {die:die}", face=sizes_of("Commoner")[0], die=sizes_of("Commoner")[0]
    ),
    _fixed(
        "Gnome",
        "{die:die} <> (lost|dropped|loses|drops) <> {face:numeral} or (8|eight|more)",
        "{face:numeral} or (8|eight|more) on (the|its) {die:die}",
        die=8,
        face=7,
    ),
    _fixed(
        "Hybor",
        "{chance:fraction} [of]",
        "(every|each) {place:ordinal} <> (hit|hits)",
        place="second",
        chance=figures.HALF,
    ),
    _fixed("Mast Rats", "below {least:numeral}", "(min|minimum|least) [of] {least:numeral}", least=0),
    _fixed("Merekite", "double <> {times:numeral} times", times=2),
    _fixed("Ogre", "{place:ordinal} [(alloted|allotted)] hit", place="second"),
    _fixed("Witcher", "(by|least|of) [the roll of] a {die:die}", die=figures.WITCHER_DIE),
    _fixed("Pirate glaive", "{count:numeral} {die:die}s", count=2, die=8),
    _fixed(
        "Holdout dagger",
        "{count:numeral} (of one's|of its|of the user's|Build) (Build|dice) [dice]",
        count=figures.DAGGER_DICE,
    ),
    _fixed("Animos potion", "(every|each) {hits:numeral} [such|of these] hits", hits=figures.POTION_HITS),
    _fixed(
        "Healing salve",
        "{count:numeral} {die:die}s",
        "all {count:numeral} <> (rolled|again|reroll)",
        "(each|every|a) {top:numeral} [(that|which)] (comes|came|occurs|is rolled|shows)",
        count=figures.SALVE[0],
        die=figures.SALVE[1],
        top=figures.SALVE[1],
    ),
)
