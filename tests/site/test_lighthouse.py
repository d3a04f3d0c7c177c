"""What Lighthouse says of some kinds of pages, speed aside; the benchmarks have all kinds, and speed as well."""

from __future__ import annotations

import pytest

from tests.shares import whole
from tests.site.lighthouse import KINDS, LIGHTHOUSE, compressed, scores
from tests.site.sites import Site


@pytest.mark.skipif(not LIGHTHOUSE.exists(), reason="lighthouse is not installed: run `npm ci`")
@whole
@pytest.mark.parametrize("page", [KINDS[0], KINDS[-1]])
def test_a_page_is_for_everybody_and_well_made(real_site: Site, page: str) -> None:
    with compressed(real_site.folder) as url:
        (given,) = scores([f"{url}/{page}"], "accessibility", "best-practices", "seo")
    assert [(name, score) for name, score in given.items() if score < 0.95] == []
