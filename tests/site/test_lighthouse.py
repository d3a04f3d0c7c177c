"""What Lighthouse says of each kind of page, speed aside: that depends on the machine, and is in the benchmarks."""

from __future__ import annotations

import pytest

from tests.site.lighthouse import KINDS, LIGHTHOUSE, compressed, scores
from tests.site.sites import Site


@pytest.mark.skipif(not LIGHTHOUSE.exists(), reason="lighthouse is not installed: run `npm ci`")
def test_pages_are_for_everybody_and_well_made(real_site: Site) -> None:
    with compressed(real_site.folder) as url:
        found = scores([f"{url}/{page}" for page in KINDS], "accessibility", "best-practices", "seo")
    poor = [
        (page, name, score)
        for page, given in zip(KINDS, found, strict=True)
        for name, score in given.items()
        if score < 0.95
    ]
    assert poor == []
