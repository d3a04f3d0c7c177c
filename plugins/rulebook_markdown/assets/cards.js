// Cards of entries: one comes to a link that names its entry, and catalogues are filtered. Loaded on pages of catalogues,
// and on others when a reader first points at such a link.

import { makeFilters } from './filter.js'
import { given, h, late, lend, say } from './page.js'
import styles from './cards.css'

const CARDS = '.stat-card, .item-card'
const FOCUSABLE = 'a[href], button'
/** What the dice of a card need from its page. */
const NEEDED = ['notations', 'measures']

const style = new CSSStyleSheet()
style.replaceSync(styles)
document.adoptedStyleSheets.push(style)

const pages = new Map()
const boxes = new WeakSet()
/** The link whose card is shown. */
let shown

/** The page at an address, read once. */
function pageAt(address) {
  if (address === location.href.split('#')[0]) return document
  if (!pages.has(address)) pages.set(address, read(address).catch(error => {
    pages.delete(address)
    throw error
  }))
  return pages.get(address)
}

async function read(address) {
  const answer = await fetch(address)
  if (!answer.ok) throw Error(answer.statusText)
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

/** A copy of the card that a link leads to, for a box that shows it. */
async function cardOf(link, box) {
  const [address, id] = link.href.split('#')
  const page = await pageAt(address)
  if (page !== document) for (const name of NEEDED) lend(name, { ...given(name, page), ...given(name) })
  const card = page.getElementById(decodeURIComponent(id)).closest(CARDS).cloneNode(true)
  for (const part of card.querySelectorAll('.headerlink, script, .rulebook-used, .rulebook-signs')) part.remove()
  // What is explained on its page has other notes, or none, on this one.
  for (const name of ['id', 'tabindex', 'data-whys', 'aria-describedby'])
    for (const part of card.querySelectorAll(`[${name}]`)) part.removeAttribute(name)
  for (const part of card.querySelectorAll('[href]')) part.href = new URL(part.getAttribute('href'), address)
  for (const part of card.querySelectorAll('[src]')) part.src = new URL(part.getAttribute('src'), address)
  const name = card.querySelector('h1, h2, h3, h4, h5, h6')
  name?.replaceWith(h('p', { class: 'rulebook-card-name' }, h('a', { href: link.href }, ...name.childNodes)))
  if (!boxes.has(box)) listen(box)
  shown = link
  // The box shows a copy of it, which has no listeners.
  const add = card.matches('.stat-card') && h('button', { type: 'button', class: 'rulebook-add' }, say('Add to the encounter'))
  return h('div', {}, h('div', { class: 'rulebook-entry md-typeset' }, ...card.childNodes, add))
}

/** The keyboard goes from a link into its card and on behind it; dice of a card roll at the link, as the card closes. */
function listen(box) {
  boxes.add(box)
  const stops = () => [...box.querySelectorAll(FOCUSABLE)].filter(stop => stop.checkVisibility())
  document.addEventListener('keydown', event => {
    if (event.key !== 'Tab' || event.shiftKey || event.target !== shown || !box.matches(':popover-open')) return
    event.preventDefault()
    stops()[0]?.focus()
  })
  box.addEventListener('keydown', event => {
    if (event.key !== 'Tab' || !box.querySelector('.rulebook-entry') || event.target !== stops().at(event.shiftKey ? 0 : -1)) return
    shown.focus()
    box.hidePopover()
    // Backwards, the link itself is next.
    if (event.shiftKey) event.preventDefault()
  })
  box.addEventListener('click', event => {
    const add = event.target.closest('.rulebook-add')
    if (add) late('rulebookEncounter').then(encounter => encounter.add(add.parentNode, add), () => {})
    const die = event.target.closest('.rulebook-entry rulebook-dice > button')
    if (!die || die.dataset.table) return
    event.stopPropagation()
    const { system, dice = die.textContent.trim() } = die.dataset
    Object.assign(shown.dataset, { system, dice, by: box.querySelector('.rulebook-card-name').textContent.trim() })
    rollAt(shown)
  })
}

async function rollAt(link) {
  const { roll } = await late('rulebookDice')
  roll(link)
}

globalThis.rulebookCards = { begin: makeFilters, cardOf }
