"""What Lighthouse says of some kinds of pages, speed aside; the benchmarks have all kinds, and speed as well."""

from __future__ import annotations

import pytest

from tests.site.lighthouse import KINDS, LIGHTHOUSE, compressed, scores
from tests.site.sites import Site

LOOKED_AT = (KINDS[0], KINDS[-1])


@pytest.mark.skipif(not LIGHTHOUSE.exists(), reason="lighthouse is not installed: run `npm ci`")
def test_pages_are_for_everybody_and_well_made(real_site: Site) -> None:
    with compressed(real_site.folder) as url:
        found = scores([f"{url}/{page}" for page in LOOKED_AT], "accessibility", "best-practices", "seo")
    poor = [
        (page, name, score)
        for page, given in zip(LOOKED_AT, found, strict=True)
        for name, score in given.items()
        if score < 0.95
    ]
    assert poor == []
