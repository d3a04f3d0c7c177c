"""No link of the built site leads nowhere, in pages, data and scripts; and no id stands twice on a page."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.site.sites import Site


class _Ids(HTMLParser):
    """The ids of a page, and where it links to."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.targets: set[str] = set()
        self.scripted: set[str] = set()
        """What a script of the page reads in an address, before a `?`."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if any(name == "data-plays" for name, _ in attrs):
            self.scripted.add("stage")
        for name, value in attrs:
            if name == "id" and value:
                self.ids[value] += 1
            elif name == "aria-describedby" and value:
                self.targets.update(f"#{part}" for part in value.split())
            elif value and name in ("href", "src") and tag in ("a", "img", "script"):
                self.targets.add(value)


def read_pages(folder: Path) -> dict[str, _Ids]:
    pages = {}
    for path in folder.rglob("*.html"):
        reader = _Ids()
        reader.feed(path.read_text(encoding="utf-8"))
        pages[path.relative_to(folder).as_posix()] = reader
    return pages


def leads_nowhere(folder: Path, pages: dict[str, _Ids], name: str, target: str) -> bool:
    """Whether a link of the file `name` is neither a page, with its fragment, nor a file of the site."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return False
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path))) if parts.path else name
    if (folder / path).is_dir():
        path = posixpath.normpath(posixpath.join(path, "index.html"))
    known = path in pages or (folder / path).is_file()
    id_, asked, _ = unquote(parts.fragment).partition("?")
    lost = path in pages and id_ and id_ not in pages[path].ids and not (asked and id_ in pages[path].scripted)
    return bool(not known or (lost and not id_.startswith("__")))


def test_every_link_leads_somewhere(real_site: Site) -> None:
    pages = read_pages(real_site.folder)
    assert not [
        f"{name}: {target}"
        for name, page in pages.items()
        if posixpath.basename(name) != "404.html"  # It may be shown at any address, so its links begin at the root.
        for target in page.targets
        if leads_nowhere(real_site.folder, pages, name, target)
    ]


def addresses_in_data(folder: Path) -> Iterator[tuple[str, str]]:
    """What data and scripts of a site name: the file that the address is relative to, and the address."""
    for location in json.loads((folder / "search/search_index.json").read_text(encoding="utf-8"))["docs"]:
        yield "", location["location"]
    for path in folder.rglob("rules.json"):
        for address in re.findall(r'"url": ("[^"]*")', path.read_text(encoding="utf-8")):
            yield path.relative_to(folder).as_posix(), json.loads(address)
    for path in folder.rglob("*.html"):
        for moved in re.findall(r'data-rulebook="moved">(.*?)</script>', path.read_text(encoding="utf-8")):
            for page, ids in json.loads(moved):
                yield from ((path.relative_to(folder).as_posix(), f"{page}#{id_}") for id_ in ids)
    offline = (folder / "offline.js").read_text(encoding="utf-8")
    shell, folders = (
        json.loads(re.findall(rf"{name} = ({{.*?}}|\[.*?\])[,\n]", offline)[0]) for name in ("SHELL", "FOLDERS")
    )
    yield from (("", file) for files in (shell, *folders.values()) for file in files)
    for path in folder.glob("assets/rulebook/rulebook.*.js"):
        for files in re.findall(r"rulebookFiles=({.*?})", path.read_text(encoding="utf-8")):
            yield from ((path.relative_to(folder).as_posix(), file) for file in json.loads(files).values())


def test_every_address_in_data_leads_somewhere(real_site: Site) -> None:
    pages = read_pages(real_site.folder)
    found = list(addresses_in_data(real_site.folder))
    kinds = {"rules.json", "masque.html", "", "js", "any-game.html", "first-rulebook.html", "setup.html"}
    assert {posixpath.basename(name) if not name.endswith(".js") else "js" for name, _ in found} == kinds
    assert not [(name, target) for name, target in found if leads_nowhere(real_site.folder, pages, name, target)]


def test_ids_are_unique(real_site: Site) -> None:
    for path in real_site.folder.rglob("*.html"):
        reader = _Ids()
        reader.feed(path.read_text(encoding="utf-8"))
        assert [id_ for id_, count in reader.ids.items() if count > 1] == [], path.name
