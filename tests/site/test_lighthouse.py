"""What Lighthouse says of each kind of page, speed aside: that depends on the machine, and is in the benchmarks."""

from __future__ import annotations

import pytest

from tests.site.lighthouse import KINDS, LIGHTHOUSE, compressed, scores
from tests.site.sites import Site


@pytest.mark.skipif(not LIGHTHOUSE.exists(), reason="lighthouse is not installed: run `npm ci`")
@pytest.mark.parametrize("page", KINDS)
def test_a_page_is_for_everybody_and_well_made(real_site: Site, page: str) -> None:
    with compressed(real_site.folder) as url:
        found = scores(f"{url}/{page}", "accessibility", "best-practices", "seo", slowed=False)
    assert {name: score for name, score in found.items() if score < 0.95} == {}
