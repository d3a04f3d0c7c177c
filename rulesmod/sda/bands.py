"""Ranges of SdA: words for scores, MoSes for faces, names for difficulties."""

from __future__ import annotations

from rulesmod.sda import rules, tables
from rulesmod.system import Band, Bands

BANDS = (
    Bands(
        name="scores",
        title="scores of an attribute",
        rows=tuple(Band(*score) for score in tables.SCORES),
        about=("attribute", "attributes", "score", "scores"),
    ),
    Bands(
        name="mos-per-die",
        title="MoS per Die",
        rows=tuple(Band(rules.faces_of(mos)[0], rules.faces_of(mos)[-1], mos) for mos in range(1, 6)),
        about=("MoS", "MoSes", "measure of success"),
        heads=(("die", "dice", "face", "faces", "shows"), ("MoS", "MoSes", "measure of success")),
    ),
    Bands(
        name="difficulties",
        title="Difficulty Level",
        rows=tuple(Band(low, high, name) for name, low, high in tables.DIFFICULTIES),
        about=("task", "tasks", "difficulty"),
    ),
)
