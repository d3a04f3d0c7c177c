"""The pictures of the guide can be taken from the site of today."""

from __future__ import annotations

import pytest

from tests.edition.pictures import LOOK, PICTURES, limit, taken
from tests.shares import whole
from tests.site.sites import Open, Site


@whole
@pytest.mark.parametrize("name", [name for name in PICTURES if not name.startswith("look-")])
def test_a_picture_can_be_taken(real_site: Site, open_page: Open, name: str) -> None:
    page = open_page(f"{real_site.url}/index.html", **LOOK)
    picture = taken(page, PICTURES[name](page, real_site.url), limit(name))
    assert picture[8:12] == b"WEBP"
    assert 2_000 < len(picture) <= limit(name)
