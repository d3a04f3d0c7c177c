"""What lets a built site do without its server: a search index that a folder can load, and a worker that keeps pages.

Both are made from the finished site, so they are its last files.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from rulebook.files import write

WORKER = "offline.js"
"""At the root of the site, because a service worker serves only what lies beneath it."""

_KEPT = (".html", ".js", ".css", ".svg", ".json", ".png", ".webp", ".woff2")
_WORKER = """\
// Keeps the site for readers without a connection. Made with the site: its pages, and a version of their content.
const NAME = `${self.registration.scope} rulebook`, VERSION = %(version)s, FILES = %(files)s
const cache = `${NAME} ${VERSION}`
self.addEventListener("install", event => event.waitUntil((async () => {
  const kept = await caches.open(cache)
  // One page that cannot be had must not keep a reader from all the others.
  await Promise.allSettled(FILES.map(file => kept.add(new Request(file, { cache: "no-cache" }))))
  await self.skipWaiting()
})()))
self.addEventListener("activate", event => event.waitUntil((async () => {
  const names = await caches.keys()
  await Promise.all(names.filter(name => name.startsWith(NAME) && name !== cache).map(name => caches.delete(name)))
  await self.clients.claim()
})()))
self.addEventListener("fetch", event => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(self.registration.scope)) return
  // What is published now counts; what was kept answers when nothing else does.
  event.respondWith(fetch(event.request).catch(async () => {
    const kept = await caches.open(cache)
    for (const file of [event.request, new URL("index.html", event.request.url)]) {
      const found = await kept.match(file, { ignoreSearch: true })
      if (found) return found
    }
    return Response.error()
  }))
})
"""


def write_search_index(site: Path) -> None:
    """Give pages that are opened from a folder, and may fetch nothing, the search index as a script."""
    index = site / "search" / "search_index.json"
    if index.is_file():
        write(index.with_suffix(".js"), f"var __index = {index.read_text(encoding='utf-8')}", within=site)


def write_worker(site: Path) -> None:
    """Write the service worker that keeps the whole site."""
    digest = hashlib.sha256()
    files = []
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        # The search index as a script is for folders alone; maps of scripts are for who writes them.
        if path.is_file() and path.suffix in _KEPT and name not in (WORKER, "search/search_index.js"):
            files.append(name)
            digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    text = _WORKER % {"version": json.dumps(digest.hexdigest()[:16]), "files": json.dumps(files)}
    write(site / WORKER, text, within=site)
