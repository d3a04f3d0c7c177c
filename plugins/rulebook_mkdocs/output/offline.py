"""Makes a site work without its server: a search index as a script, a service worker.

Both are made from the finished site, so they are its last files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from pathlib import Path

from rulebook_core import workspace
from rulebook_core.store.files import write
from rulebook_render.publishing.formats import CARD, ICONS

WORKER = "offline.js"
"""At the root of the site, because a service worker serves only what lies beneath it."""

_ENDINGS = (".html", ".js", ".css", ".svg", ".png", ".webp", ".woff2")
_SHELL = "assets"
"""The folder of what every page needs; pages beside it are kept with it."""
_ON_DEMAND = ("assets/javascripts/lunr/", "search/")
"""Folders that are cached only when a reader asks for a file: the search, in any language."""
_SEARCH = ("search/search_index.json",)
"""Files that only a game that is kept as a whole needs, for its search."""
_UNREAD = (CARD, *ICONS.values(), "print.html")
"""Files that no reader of pages needs: the pictures for others, and the pages once more."""
_WORKER = """\
// Keeps the site for readers without a connection. Made with the site: what all pages need, the pages of each folder,
// and a version of their content.
const NAME = `${self.registration.scope} rulebook`, VERSION = %(version)s, SHELL = %(shell)s
const FOLDERS = %(folders)s, ON_DEMAND = %(on_demand)s
const cache = `${NAME} ${VERSION}`
// One page that cannot be had must not keep a reader from all the others.
const keep = async files => {
  const kept = await caches.open(cache)
  const missing = []
  for (const file of files) if (!await kept.match(file)) missing.push(file)
  await Promise.allSettled(missing.map(file => kept.add(new Request(file, { cache: "no-cache" }))))
}
// Who opens a page of a book goes on in that book.
const keepFolder = url => {
  const folder = decodeURI(url.slice(self.registration.scope.length)).split("/")[0]
  return Object.hasOwn(FOLDERS, folder) ? keep(FOLDERS[folder]) : undefined
}
self.addEventListener("install", event => event.waitUntil((async () => {
  await keep(SHELL)
  await self.skipWaiting()
})()))
self.addEventListener("activate", event => event.waitUntil((async () => {
  const names = await caches.keys()
  await Promise.all(names.filter(name => name.startsWith(NAME) && name !== cache).map(name => caches.delete(name)))
  await self.clients.claim()
  await Promise.all((await self.clients.matchAll()).map(client => keepFolder(client.url)))
})()))
self.addEventListener("fetch", event => {
  const { request } = event
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return
  // What is published now counts; what was kept answers when nothing else does.
  event.respondWith((async () => {
    const kept = await caches.open(cache)
    try {
      const response = await fetch(request)
      if (response.status === 200) event.waitUntil(kept.put(request, response.clone()))
      return response
    } catch {
      for (const file of [request, new URL("index.html", request.url)]) {
        const found = await kept.match(file, { ignoreSearch: true })
        if (found) return found
      }
      return Response.error()
    }
  })())
  if (request.mode === "navigate") event.waitUntil(keepFolder(request.url))
})
// A reader asks for a whole game, with what finds its words: the answer is how many files could not be had.
self.addEventListener("message", event => event.waitUntil((async () => {
  // A site of one game is that game.
  const own = event.data ? FOLDERS[event.data] ?? [] : Object.values(FOLDERS).flat()
  const files = [...SHELL, ...own, ...ON_DEMAND]
  await keep(files)
  const kept = await caches.open(cache)
  const found = await Promise.all(files.map(file => kept.match(file)))
  event.ports[0].postMessage(found.filter(file => !file).length)
})()))
"""


def write_search_index(site: Path) -> None:
    """Write the search index as a script, for pages opened from a folder. Such pages may fetch nothing."""
    index = site / "search" / "search_index.json"
    if workspace.is_file(index):
        write(index.with_suffix(".js"), f"var __index = {workspace.read_text(index, encoding='utf-8')}", within=site)


def write_worker(site: Path, unread: Collection[str] = ()) -> None:
    """Write the service worker. It caches what every page needs, and each folder that is read in.

    Args:
        site: the folder of the site.
        unread: files that no reader of pages needs.
    """
    digest = hashlib.sha256()
    shell: list[str] = []
    folders: dict[str, list[str]] = {}
    on_demand = [name for name in _SEARCH if workspace.is_file(site / name)]
    for path in sorted(workspace.all_paths(site)):
        name = path.relative_to(site).as_posix()
        if not workspace.is_file(path) or path.suffix not in _ENDINGS or name == WORKER or name.startswith(_ON_DEMAND):
            continue
        digest.update(name.encode() + b"\0" + hashlib.sha256(workspace.read_bytes(path)).digest())
        folder = name.partition("/")[0] if "/" in name else ""
        if folder in ("", _SHELL):
            shell.append(name)
        elif path.name not in _UNREAD and name not in unread:
            folders.setdefault(folder, []).append(name)
    made = {"version": digest.hexdigest()[:16], "shell": shell, "folders": folders, "on_demand": on_demand}
    write(site / WORKER, _WORKER % {name: json.dumps(value) for name, value in made.items()}, within=site)
