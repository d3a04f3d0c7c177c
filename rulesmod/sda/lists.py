"""SdA's phrases about what it lists and counts: attributes, skills, and what a character is made of."""

from __future__ import annotations

from collections.abc import Sequence

from rulesmod.sda import tables
from rulesmod.sda.wordings import Answers, names, phrase
from rulesmod.system import Phrase

# Attributes


@phrase(
    "{count:numeral} attributes (define|describe|make up) (every|each|a|all|the)",
    "(all|there are) {count:numeral} attributes",
    "(character|characters) (has|have) {count:numeral} attributes",
    "(character|characters) .. (described|defined|measured) by {count:numeral} attributes",
    "{count:numeral} attributes (in all|altogether|in total)",
)
def number_of_attributes() -> Answers:
    """The attributes are counted (Attributes)."""
    return {"count": len(tables.ATTRIBUTES)}


@phrase(
    "attributes ... (are|include|:) {first:word}, {rest:list of word}",
    "attributes[:] {first:word}, {rest:list of word}",
    "(in|by) {first:word}, {rest:list of word}",
)
def attribute_names(first: str, rest: Sequence[str]) -> Answers:
    """Characters have these attributes (Attributes)."""
    return names(first, rest, tables.ATTRIBUTES)


@phrase(
    "(humanoid|humanoids) .. (between|from) {low} (and|to) {high}",
    "{low} to {high} for [(a|most)] (humanoid|humanoids)",
    "humanoid <> (seldom|rarely|hardly ever) (lower|less) than {low} or (higher|more) than {high}",
    "humanoid <> from {low:numeral} (to|up to) {high:numeral}",
    under=("attributes",),
)
def humanoid_scores() -> Answers:
    """The attributes of a humanoid usually lie in one range (Attributes)."""
    low, high = tables.HUMANOID_SCORES
    return {"low": low, "high": high}


# Skills


@phrase(
    "(linked|tied|bound|belongs|belong) to {fewest} or {most} attributes",
    "(governed|ruled) by {fewest} or {most} attributes",
    "{fewest} or {most} attributes govern",
    "governed by more than {fewest} attribute",
    "(where|when|if) {most:numeral} attributes govern",
    "{most:numeral} attributes to choose from",
    "(linked|tied) to more than {most:numeral} attributes",
)
def governing_attributes() -> Answers:
    """One attribute governs a skill, or several do (Skills)."""
    return {"fewest": tables.MIN_GOVERNING, "most": tables.MAX_GOVERNING}


@phrase(
    "(divided|subdivided|split|falls|fall|splits) [up] (in|into) {count:numeral} specialities",
    "(skill|skills) (has|have) {count:numeral} specialities",
    "all {count:numeral} specialities",
)
def number_of_specialities() -> Answers:
    """A skill falls into specialities (Skill specialities)."""
    return {"count": tables.SPECIALITIES}


@phrase(
    "{speciality:word} is a {skill:word} speciality",
    "{speciality:word} is a speciality of {skill:word}",
    "{speciality:word}[,] a speciality of {skill:word}",
)
def skill_of_a_speciality(speciality: str) -> Answers:
    """Each speciality belongs to a skill (Skill specialities)."""
    skill = tables.SPECIALITY_OF.get(speciality.casefold())
    return {"skill": skill} if skill else {}


# What a character is made of


@phrase("between {first:name}, {rest:list of name}", "races[:] {first:name}, {rest:list of name}")
def races(first: str, rest: Sequence[str]) -> Answers:
    """Characters are of one of these races (What a character is made of)."""
    return names(first, rest, tables.RACES)


@phrase(
    "{count:numeral} KINDS of coins",
    "(coins are|coins are of|coins come in) {count:numeral} KINDS",
)
def number_of_coins() -> Answers:
    """The coins are counted (What a character is made of)."""
    return {"count": len(tables.COINS)}


@phrase("coins ... {first:coin}, {rest:list of word}", "{first:coin}, {rest:list of word} coins")
def coins(first: str, rest: Sequence[str]) -> Answers:
    """These are the coins (What a character is made of)."""
    return names(first, rest, tables.COINS)


@phrase("(all|the) {count:numeral} virtues (are|:|exist)", "(all|there are) {count:numeral} virtues")
def number_of_virtues() -> Answers:
    """The virtues are counted (What a character is made of)."""
    return {"count": len(tables.VIRTUES)}


@phrase(
    "virtues (are|:) {first:word}, {rest:list of word}",
    "virtues[:] {first:word}, {rest:list of word}",
    "virtues ... {first:word}, {rest:list of word}",
)
def virtues(first: str, rest: Sequence[str]) -> Answers:
    """These are the virtues (What a character is made of)."""
    return names(first, rest, tables.VIRTUES)


@phrase("virtue (lies|stands|is|lies midway|sits) [midway] between {count:numeral} (vice|vices)")
def vices() -> Answers:
    """A virtue has a vice on either side (What a character is made of)."""
    return {"count": tables.VICES_AROUND_A_VIRTUE}


LISTS = tuple(value for value in list(globals().values()) if isinstance(value, Phrase))
"""In the order above; the tools do not mind it."""
