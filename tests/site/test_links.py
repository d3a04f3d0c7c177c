"""No link of the built site leads nowhere: pages, files, ids; and no id stands twice on a page."""

from __future__ import annotations

import posixpath
from collections import Counter
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

from tests.site.sites import Site


class _Ids(HTMLParser):
    """The ids of a page, and where it links to."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.targets: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids[value] += 1
            elif name == "aria-describedby" and value:
                self.targets.update(f"#{part}" for part in value.split())
            elif value and name in ("href", "src") and tag in ("a", "img", "script"):
                self.targets.add(value)


def test_every_link_leads_somewhere(real_site: Site) -> None:
    pages = {}
    for path in real_site.folder.rglob("*.html"):
        reader = _Ids()
        reader.feed(path.read_text(encoding="utf-8"))
        pages[path.relative_to(real_site.folder).as_posix()] = reader
    wrong = []
    for name, page in pages.items():
        if name == "404.html":
            continue  # It may be shown at any address, so its links begin at the root.
        for target in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            path = (
                posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path))) if parts.path else name
            )
            if (real_site.folder / path).is_dir():
                path = posixpath.normpath(posixpath.join(path, "index.html"))
            known = path in pages or (real_site.folder / path).is_file()
            lost = path in pages and parts.fragment and unquote(parts.fragment) not in pages[path].ids
            if not known or (lost and not parts.fragment.startswith("__")):
                wrong.append(f"{name}: {target}")
    assert not wrong


def test_ids_are_unique(real_site: Site) -> None:
    for path in real_site.folder.rglob("*.html"):
        reader = _Ids()
        reader.feed(path.read_text(encoding="utf-8"))
        assert [id_ for id_, count in reader.ids.items() if count > 1] == [], path.name
