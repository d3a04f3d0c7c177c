// What to cite: beside a permanent link that has been followed. Loaded when a reader first follows one; without this
// script such a link is a link.

import { button, copy, h, place, say } from './page.js'

const HEADINGS = 'h1, h2, h3, h4, h5, h6'

const text = h('p')
const box = h('div', { class: 'rulebook-panel rulebook-cite', popover: 'auto', role: 'dialog', 'aria-label': say('Cite this') },
  text,
  h('div', { class: 'rulebook-actions' },
    button(say('Copy link'), event => copy(box.dataset.address, event.target), say('Copied')),
    button(say('Copy citation'), event => copy(text.textContent, event.target), say('Copied'))))

globalThis.rulebookCite = {
  /** Show what to cite beside a link, in the book that a section of the page names. */
  open(link, { book, version }) {
    const page = document.querySelector('link[rel=canonical]')?.href ?? location.href.split('#')[0]
    // Where it is published, a card has a page of its own to share.
    const isCard = link.closest('.stat-card, .item-card') && /^https?:/.test(page) && /^#[\w-]+$/.test(link.hash)
    box.dataset.address = isCard && document.querySelector('link[rel=canonical]')
      ? `${page.replace(/(\.html|\/)$/, '')}/${link.hash.slice(1)}.html` : page + link.hash
    text.textContent = [...placeOf(link, book), say('version {0}', version), box.dataset.address].join(', ')
    if (!box.isConnected) document.body.append(box)
    link.focus({ preventScroll: true })
    box.showPopover()
    box.querySelector('button').focus({ preventScroll: true })
    place(box, link)
  },
}

/** Where a link stands: book, sections, and what it is. */
function placeOf(link, book) {
  const own = link.closest(HEADINGS)
  const path = []
  let level = 7
  for (const heading of [...document.querySelectorAll(`article :is(${HEADINGS})`)].reverse()) {
    const before = heading.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING
    if (!before || +heading.tagName[1] >= level) continue
    level = +heading.tagName[1]
    path.unshift(wordsOf(heading))
  }
  if (path[0] === book) path.shift()
  const kind = link.dataset.cite ?? own?.closest('[data-kind]')?.dataset.kind
  return [book, path.length ? `“${path.join(' › ')}”` : null, kind].filter(Boolean)
}

function wordsOf(heading) {
  const words = heading.cloneNode(true)
  words.querySelector('.headerlink')?.remove()
  return words.textContent.trim().replace(/\s+/g, ' ')
}
