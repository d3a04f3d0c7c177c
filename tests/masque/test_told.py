"""The set-to that the book tells: each of its bits shows what the book says below it."""

import re
from pathlib import Path

import pytest

from rulebook_render.presentation.stage import OUTLINES, Rule, scene_html
from rulesmod.masque.play import PLAY
from rulesmod.play import Scene, Step
from tests.masque.test_edition import BOOK

ROOT = Path(__file__).parents[2]
SCENES = {scene.name: scene for scene in PLAY.scenes}
SHOWN = {
    "told-1": ["The strike goes to the troupe.", "Orc 1 is hit; hits so far: 1."],
    "told-2": ["Tied totals: parley."],
    "told-3": [
        "Orc 1 rerolls a natural d4 and adds ", "The strike goes to the entourage.", "Bravo 1 takes a singleton hit.",
    ],
    "told-4": [
        "Bravo 1 rerolls its natural d8 to ", "Bravo 1 takes the d4:", "Orc 1 comes to 0",
        "Orc 1 is hit; hits so far: 2.", "Orc 1 is out of action.",
        "Bravo 1 forgets a singleton hit.", "Bravo 1 has 1 Chops.",
    ],
}  # fmt: skip
"""What the book comments on, in the order of the steps."""


@pytest.mark.parametrize("name", SHOWN)
def test_each_bit_has_the_steps_that_the_book_comments_on(name: str) -> None:
    words = [step.words for step in SCENES[name].steps()]
    at = [next(place for place, text in enumerate(words) if text.startswith(begun)) for begun in SHOWN[name]]
    assert at == sorted(at)
    if name in ("told-1", "told-4"):  # The book says that the average was met.
        assert not [text for text in words if "Nobody meets" in text or "did not meet" in text]


def test_the_book_tells_all_of_it_in_order() -> None:
    assert re.findall("`stage: (told-[0-9])`", BOOK) == list(SCENES)
    assert list(SHOWN) == list(SCENES)


def test_dice_are_drawn_and_rules_are_linked() -> None:
    html = scene_html(SCENES["told-3"], lambda name: Rule("#it", ()) if name == "Hits" else None, "stage.css")
    assert html.count('<svg class="rulebook-lying"') == 3
    assert f'<path d="{OUTLINES[8]}"/><text x="20" y="27" text-anchor="middle">4</text>' in html
    assert 'Bravo 1 takes a singleton hit. <a href="#it">Hits</a>' in html
    assert "<span>The strike</span>" in html
    assert '<span class="rulebook-said">d8:4</span>' in html
    assert "aria-label" not in html  # Or several on a page would be landmarks of one name.


def test_what_lies_is_drawn_as_what_is_rolled() -> None:
    script = (ROOT / "plugins/rulebook_markdown/assets/result.js").read_text(encoding="utf-8")
    table = script[script.index("const SHAPES") : script.index("const ROUND")]
    assert {int(sides): path for sides, path in re.findall(r"(\d+): '([^']+)'", table)} == OUTLINES


def test_only_what_lies_is_a_die() -> None:
    step = Step("1", "Hits", "a d4 of word d4:x, Id4:3 and -d6:2")
    html = scene_html(Scene("one", lambda: [step]), lambda _: None, None)
    assert re.findall(r'rulebook-said">([^<]+)<', html) == ["-d6:2"]
    assert re.findall(r"<text[^>]*>([^<]+)<", html) == ["-2"]
