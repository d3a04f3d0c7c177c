// What Material for MkDocs does in inline scripts, as a file: a strict Content-Security-Policy refuses those.
// Runs behind the choices of the palette and before the text, so that a dark page is never painted light.
(() => {
  const { base, folder: game, folders, offline } = document.currentScript.dataset
  const scope = new URL(base, location)
  const storage = () => {
    try {
      return localStorage
    } catch {
      return { getItem: () => null, setItem() {} }  // The reader's browser keeps nothing, which is fine.
    }
  }

  // Material's own script asks for these four by their names.
  window.__md_scope = scope
  window.__md_hash = text => [...text].reduce((hash, character) => (hash << 5) - hash + character.charCodeAt(0), 0)
  window.__md_get = (name, store = storage(), at = scope) => JSON.parse(store.getItem(`${at.pathname}.${name}`))
  window.__md_set = (name, value, store = storage(), at = scope) => {
    try {
      store.setItem(`${at.pathname}.${name}`, JSON.stringify(value))
    } catch {
      // Full, or forbidden: the next page asks again.
    }
  }

  // Material's search runs in a worker and shows what that sends. What readers ask is put into the worker's words, and
  // its answer into the order that they expect (search.js). Where nothing has any of their words, words that are a
  // letter away do.
  const ASK = 2, ANSWER = 3, LONG_ENOUGH = 4
  const within = ({ pathname }) => pathname.slice(scope.pathname.length)
  const folder = () => within(location).split("/").slice(0, -1)[0]
  // A site of several games is one for each of them: their bars, their tabs and what the search prefers differ. A theme
  // that puts the text of one page in the place of another's does so within a game.
  const games = JSON.parse(folders ?? "[]")
  const gameOf = address => games.find(one => within(address).startsWith(`${encodeURI(one)}/`))
  const isInstant = () => /"navigation.instant"/.test(document.getElementById("__config")?.textContent)
  addEventListener("click", ({ target }) => {
    const link = target.closest?.("a[href]")
    if (link?.target !== "" || !isInstant()) return
    const isHere = link.hash && link.href.split("#")[0] === location.href.split("#")[0]
    if (isHere || gameOf(link) !== gameOf(location)) link.target = "_self"
  }, true)
  // It would take the first place within its page that a reader goes to for another page, and load that again.
  const first = location.pathname
  let hasTurned = false
  addEventListener("popstate", event => {
    if (isInstant() && !hasTurned && location.pathname === first) event.stopImmediatePropagation()
  }, true)
  const nearly = words => words.replace(/[^\s"]+/g, word => /^[^\W_]+$/.test(word) && word.length >= LONG_ENOUGH ? `${word}~1` : word)
  const isSearch = target => target?.closest?.("[data-md-component=search-query], #__search")
  // The index is half of a page, and the theme would ask for it at once: it waits for who looks for something.
  const sought = new Promise(resolve => {
    const come = ({ target }) => {
      if (!isSearch(target)) return
      const script = document.createElement("script")
      script.src = new URL("assets/rulebook/search.js", scope)
      script.onload = resolve
      document.head.append(script)
      for (const type of ["focusin", "change"]) removeEventListener(type, come)
    }
    for (const type of ["focusin", "change"]) addEventListener(type, come)
  })
  const { open, send } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (method, url, ...others) {
    this.waits = /\/search_index\.json$/.test(url)
    return open.call(this, method, url, ...others)
  }
  XMLHttpRequest.prototype.send = function (...body) {
    if (this.waits) sought.then(() => send.apply(this, body))
    else send.apply(this, body)
  }

  let Plain = window.Worker, isOwnAlone = false, again = () => {}
  const makeWorker = function (url, options) {
    if (!/\/search\.[^/]+$/.test(url)) return new Plain(url, options)
    // A tenth of a page by itself: it is started when it is told something, which is when the index has come.
    let worker
    const asked = []
    const standIn = new EventTarget()
    const tell = data => standIn.dispatchEvent(new MessageEvent("message", { data }))
    const ask = message => {
      if (!worker) {
        worker = new Plain(url, options)
        worker.addEventListener("message", heard)
      }
      worker.postMessage(message)
    }
    standIn.postMessage = message => {
      if (message.type !== ASK) return ask(message)
      asked.push(message.data)
      sought.then(() => ask({ ...message, data: rulebookSearch.asked(message.data) }))
    }
    const answer = ({ items, ...others }) => {
      again = () => answer({ items, ...others })
      // A game's readers find games: pages of none, such as a writer's guide, are found from outside of them.
      const isShown = ([{ guide, location }]) => (isOwnAlone ? location.startsWith(`${folder()}/`) : game === undefined || !guide)
      const shown = items.filter(isShown)
      tell({ type: ANSWER, data: { ...others, items: shown } })
    }
    const heard = event => {
      const { type, data } = event.data
      if (type !== ANSWER) return tell(event.data)
      const [words] = asked
      const similar = nearly(rulebookSearch.asked(words))
      if (!data.items.length && asked.length === 1 && !asked.isNear && similar !== words) {
        asked.isNear = true
        return ask({ type: ASK, data: similar })
      }
      asked.shift()
      asked.isNear = false
      rulebookSearch.inOrder(data.items, words, folder())
      answer(data)
    }
    return standIn
  }
  // What takes the worker's place in a folder comes later, and puts itself here.
  Object.defineProperty(window, "Worker", { configurable: true, get: () => makeWorker, set: worker => { Plain = worker } })

  // Material's palette works out the style of all elements three times more while a page loads, for the two tags that it
  // puts into the head. It finds no form, which is back for scripts that listen to it when Material's own has begun.
  const form = document.querySelector("[data-md-component=palette]")
  const choices = [...document.querySelectorAll("input[data-md-color-media]")]
  const light = matchMedia("(prefers-color-scheme: light)")
  const bySystem = "(prefers-color-scheme)"
  const tag = name => {
    const made = document.createElement("meta")
    made.name = name
    document.head.append(made)
    return made
  }
  const colorsOf = ({ dataset }) => Object.fromEntries(["media", "scheme", "primary", "accent"].map(name => [name, dataset[`mdColor${name[0].toUpperCase()}${name.slice(1)}`]]))
  const fitting = () => choices.find(({ dataset: { mdColorMedia: media } }) => media && media !== bySystem && matchMedia(media).matches)
  const paint = choice => {
    const colors = colorsOf(choice)
    const shown = colors.media === bySystem ? { ...colors, ...colorsOf(fitting() ?? choice), media: bySystem } : colors
    for (const [key, value] of Object.entries(shown)) document.body.setAttribute(`data-md-color-${key}`, value)
    for (const other of choices) if (other.nextElementSibling?.matches("label")) other.nextElementSibling.hidden = other !== choice
    choice.checked = true
  }
  const chosen = () => {
    const { index, color } = __md_get("__palette") ?? {}
    return choices[index] ?? choices.find(({ dataset }) => color && dataset.mdColorMedia === color.media && dataset.mdColorScheme === color.scheme)
  }
  if (form && choices.length && document.body) {
    form.removeAttribute("data-md-component")
    document.addEventListener("DOMContentLoaded", () => form.setAttribute("data-md-component", "palette"))
    const bar = tag("theme-color"), scheme = tag("color-scheme")
    const follow = () => {
      const { colorScheme, backgroundColor } = getComputedStyle(document.querySelector(".md-header") ?? document.body)
      bar.content = `#${backgroundColor.match(/\d+/g).slice(0, 3).map(part => (+part).toString(16).padStart(2, "0")).join("")}`
      if (scheme.content !== colorScheme) scheme.content = colorScheme
    }
    const first = chosen() ?? fitting() ?? choices[0]
    paint(first)
    scheme.content = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light"
    addEventListener("load", follow)
    const change = choice => {
      // Nothing fades from one palette to the other.
      document.body.setAttribute("data-md-color-switching", "")
      paint(choice)
      follow()
      requestAnimationFrame(() => document.body.removeAttribute("data-md-color-switching"))
    }
    form.addEventListener("change", ({ target }) => {
      __md_set("__palette", { index: choices.indexOf(target), color: colorsOf(target) })
      change(target)
    })
    form.addEventListener("keydown", ({ key }) => {
      if (key !== "Enter") return
      const next = choices[(choices.findIndex(choice => choice.checked) + 1) % choices.length]
      next.click()
      next.focus()
    })
    light.addEventListener("change", () => change(chosen() ?? fitting() ?? choices[0]))
  }

  // A host has one page for lost addresses: below the folder of a game it becomes the one that the game has.
  const findGame = async () => {
    const lost = document.querySelector("meta[name=rulebook-folders]")
    if (!lost || !JSON.parse(lost.content).includes(decodeURI(folder()))) return
    const answer = await fetch(new URL(`${folder()}/404.html`, scope))
    const own = new DOMParser().parseFromString(await answer.text(), "text/html")
    document.head.append(...own.querySelectorAll("link[href*='/look-']"))
    for (const part of ["title", ".md-header__topic", ".md-tabs", ".md-sidebar--primary", "article"]) {
      const mine = document.querySelector(part), theirs = own.querySelector(part)
      if (theirs) mine?.replaceWith(theirs)
      else mine?.remove()
    }
  }

  const isKept = location.protocol !== "file:" && offline !== undefined && navigator.serviceWorker
  // A reader keeps a whole game: what is shown of that is what the worker has in the end.
  const keeper = button => {
    const { game, begun, kept, missed } = button.dataset
    const status = document.createElement("span")
    status.role = "status"
    button.after(status)
    button.hidden = false
    button.addEventListener("click", async () => {
      button.disabled = true
      status.textContent = begun
      // Browsers may ask for it, or refuse: then what is kept goes when they need room.
      navigator.storage?.persist?.().catch(() => {})
      const { active } = await navigator.serviceWorker.ready
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => {
        status.textContent = data ? missed : kept
        button.disabled = !data
      }
      active.postMessage(game, [port2])
    })
  }

  if (location.protocol === "file:") {
    // Pages in a folder may start no worker; a frame takes its place. It has to be there before Material asks.
    document.write(`<script src="${new URL("assets/rulebook/folder-worker.js", scope)}"><\/script>`)
  } else if (isKept) {
    addEventListener("load", () => navigator.serviceWorker.register(new URL("offline.js", scope)).catch(() => {}))
  }

  // Nor have the places of its copy buttons one, which come later and are landmarks to a screen reader.
  const name = () => document.querySelectorAll(".md-code__nav").forEach((nav, index) => {
    nav.ariaLabel ??= `Example ${index + 1}`
  })
  // A listing that scrolls is reached by keyboard; the theme sees to it only where there is a mouse, and elsewhere undoes it.
  const reach = () => document.querySelectorAll("pre > code:not([tabindex])").forEach(code => {
    if (code.scrollWidth > code.clientWidth) code.tabIndex = 0
  })
  // So is a table, which the theme has wrapped by then, and which may be wide enough or not.
  const reachTables = () => document.querySelectorAll(".md-typeset__scrollwrap").forEach(wrap => {
    const scrolls = wrap.scrollWidth > wrap.clientWidth && getComputedStyle(wrap).overflowX !== "visible"
    if (scrolls) wrap.tabIndex = 0
    else wrap.removeAttribute("tabindex")
  })
  let hasListings = false
  const watchListings = () => {
    if (hasListings || !document.querySelector("pre")) return
    hasListings = true
    new MutationObserver(name).observe(document.body, { childList: true, subtree: true })
    if (matchMedia("(hover: none)").matches) {
      reach()
      new MutationObserver(reach).observe(document.body, { attributeFilter: ["tabindex"], subtree: true })
    }
  }

  // The link that led to a page is gone, and the focus of the keyboard with it. What lies over the page, as a roll, is of
  // the one before.
  const attend = () => {
    document.querySelector(":popover-open")?.hidePopover()
    const head = document.getElementById(location.hash.slice(1)) ?? document.querySelector("article h1")
    if (!head || document.activeElement !== document.body) return
    head.tabIndex = -1
    head.focus({ preventScroll: true })
  }

  // What is done on each page: a theme may put the text of another one in the place of this one's.
  let container
  const begin = () => {
    hasTurned ||= location.pathname !== first
    const isNew = container && !container.isConnected
    container = document.querySelector("[data-md-component=container]")
    if (isNew) attend()
    const target = document.getElementById(location.hash.slice(1))
    if (target?.name?.startsWith("__tabbed_")) target.checked = true
    if (isKept) document.querySelectorAll(".rulebook-keep[hidden]").forEach(keeper)
    watchListings()
    requestAnimationFrame(reachTables)
    const tabs = document.querySelector(".tabbed-set") ? __md_get("__tabs") : null
    for (const label of Array.isArray(tabs) ? document.querySelectorAll(".tabbed-labels label") : []) {
      if (tabs.includes(label.innerText.trim())) document.getElementById(label.htmlFor).checked = true
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    findGame()
    // The theme's search is a dialog without a name.
    const search = document.querySelector("[data-md-component=search][role=dialog]")
    if (search && !search.ariaLabel) search.ariaLabel = search.querySelector("input")?.ariaLabel ?? "Search"
    // On a page of a book, who searches may leave out the others.
    const heading = document.querySelector("section.rulebook[data-book]") && search?.querySelector(".md-search-result__meta")
    if (heading) {
      const scopes = ["All games, this one first", "This game"].map((text, index) => {
        const button = document.createElement("button")
        button.type = "button"
        button.textContent = text
        button.ariaPressed = !index
        button.addEventListener("click", () => {
          isOwnAlone = index === 1
          scopes.forEach(other => (other.ariaPressed = other === button))
          again()
        })
        return button
      })
      const choice = document.createElement("div")
      choice.className = "rulebook-scope"
      choice.append(...scopes)
      heading.before(choice)
    }
    // A theme that puts pages in each other's place makes each address a whole one: on paper, only those of others are told.
    addEventListener("beforeprint", () => document.querySelectorAll('article a[href^="http"]').forEach(link => {
      if (link.origin === location.origin) link.dataset.here = ""
    }))
    addEventListener("load", reachTables)
    addEventListener("resize", reachTables)
    document.addEventListener("toggle", reachTables, true)
    if (window.document$?.subscribe) document$.subscribe(begin)
    else begin()
  })
})()
