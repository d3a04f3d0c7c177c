"""Lighthouse's score for speed on its phone profile: the landing page, a long chapter, the bestiary."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.site.lighthouse import KINDS, LIGHTHOUSE, ROOT, compressed, scores
from tests.site.sites import build


def main() -> int:
    if not LIGHTHOUSE.exists():
        print("lighthouse: not installed, nothing is measured")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        build(ROOT / "mkdocs.yml", Path(folder))
        with compressed(Path(folder)) as url:
            found = scores([f"{url}/{page}" for page in KINDS], "performance")
        for page, given in zip(KINDS, found, strict=True):
            print(f"lighthouse: {page}: speed {100 * given['performance']:.0f} of 100")
    return 0


if __name__ == "__main__":
    sys.exit(main())
