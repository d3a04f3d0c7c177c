"""What is wrong with an entry is told once, with a way out."""

import pytest

from tests.checking import check_text, serious, shown


@pytest.mark.parametrize(
    ("text", "place", "help_"),
    [
        ("Wyvern: Build 4 Cast d8 @4.5. It flies.", "4:22 illegal-cast 'd8'", "make the build `8`"),
        (
            "Wyvern: Build 30 Cast 5d4 @2.5. It flies.",
            "4:23 illegal-cast '5d4'",
            "write dice that the rules allow here",
        ),
        (
            "Goblin: Build 4 Cast d13 (=doubled 2d10) @7. It waits.",
            "4:22 illegal-cast 'd13 (=doubled 2d10)'",
            "write `d4 |d6 least max`",
        ),
        ("Fencing foil (X): It helps.", "4:15 near-miss 'X'", "write `L`, or write `C`, or write `B`, or write `M`"),
        ("Fencing foil (L/ X): It helps.", "4:18 near-miss 'X'", "write `C`, or write `B`, or write `M`"),
        (
            "It is told, see Thingz below.",
            "4:17 unknown-entry 'Thingz'",
            "write `Things`, or call the heading `Thingz`",
        ),
        ("Begin at entry {1}.", "4:16 unknown-entry '{1}'", "write the text of entry `1`, or refer to another entry"),
    ],
)
def test_a_fault_has_a_remedy(text: str, place: str, help_: str) -> None:
    (finding,) = serious(check_text(f"Things\n======\n\n{text}\n", system="masque", dialect="prose"))
    assert (shown(finding), finding.help) == (place, help_)
    assert finding.message
