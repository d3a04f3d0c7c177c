"""Random strings of the grammar of dice in a real Chromium, beside Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from tests.dice.page import Page, script
from tests.dice.test_typed import STRINGS, compare_strings
from tests.shares import shares


class InChromium(Page):
    """The dice modules in a tab of the browser instead of in QuickJS."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        # The modules use names that a window has already.
        tab.add_script_tag(content=f"globalThis.dice = (() => {{\n{script()}\nreturn page\n}})()")

    def call(self, name: str, *arguments: Any) -> Any:
        texts = [json.dumps(item) if isinstance(item, dict) else item for item in arguments]
        return json.loads(self._tab.evaluate("([name, texts]) => dice[name](...texts)", [name, texts]))


@pytest.fixture(scope="module")
def dice_page(browser: Browser) -> Iterator[InChromium]:
    tab = browser.new_page()
    yield InChromium(tab)
    tab.close()


@pytest.mark.parametrize("first", shares(range(0, STRINGS, 100), seen=1))
def test_random_strings_mean_the_same_in_chromium(dice_page: InChromium, first: int) -> None:
    assert compare_strings(dice_page, range(first, first + 100))
