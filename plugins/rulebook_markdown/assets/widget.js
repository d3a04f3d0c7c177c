// Where the page's script starts: listens for what readers do to dice and checked numbers. Nothing rolls by itself.

import { announce, button, copy, during, given, h, isPage, lend, place, svg, turn } from './dom.js'
import { isEachMarked, makeEach } from './each.js'
import { makeFolds, unfold } from './folds.js'
import { GAMES, again, late } from './late.js'
import { makeStops, setStops } from './stops.js'
import { makeTray } from './tray.js'
import { say, words } from './words.js'
import { CARD, TERM, makeWhys } from './whys.js'

// Its being defined tells the style sheet that the buttons work.
customElements.define('rulebook-dice', class extends HTMLElement {})

globalThis.rulebookPage = { GAMES, announce, button, copy, dice, during, given, h, late, lend, place, say, svg, words }

const BUTTON = 'rulebook-dice > button'
const MARK = '[data-whys]'

const tray = makeTray(dice)
const whys = makeWhys()

const within = (event, selector) => event.target instanceof Element && event.target.closest(selector)

document.addEventListener('click', event => {
  const button = within(event, BUTTON)
  if (button) return dice(button, ({ roll }) => roll(button))
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = within(event, 'a.headerlink')
  const book = link && document.querySelector('.rulebook[data-book]')
  // The page goes there first, and the address with it.
  if (book) setTimeout(() => late('rulebookCite').then(({ open }) => open(link, book.dataset), () => {}))
  const mark = within(event, MARK)
  if (!mark) return
  // A term leads to its definition; a finger, which cannot hover, gets to see it first.
  if (mark.matches(TERM) && event.pointerType !== 'touch') return whys.leave()
  if (mark.matches('.rulebook-right') && !isEachMarked()) return
  event.preventDefault()
  whys.open(mark, event.detail === 0)
})
document.addEventListener('pointerover', event => {
  const term = event.pointerType === 'mouse' && within(event, TERM)
  if (term) whys.soon(term)
})
document.addEventListener('pointerout', event => {
  if (event.pointerType === 'mouse' && within(event, TERM)) whys.leave()
})

document.addEventListener('focusin', event => {
  const link = within(event, CARD)
  // What gives the focus back has just been closed.
  if (link?.matches(':focus-visible') && !event.relatedTarget?.closest('[popover]')) whys.open(link)
})
document.addEventListener('focusout', event => within(event, CARD) && whys.leave())
makeFolds()
makeStops()
let stage
let shown
begin()
// The rolls of a visit are shown on all of its pages.
if (hasRolls()) dice()
addEventListener('hashchange', follow)
// A theme may put the text of another page in the place of this one's.
globalThis.document$?.subscribe?.(() => shown !== text() && begin())

/** What the theme puts another one in the place of. */
function text() {
  return document.querySelector('[data-md-component=container]')
}

/** Do what is done on each page. */
function begin() {
  shown = text()
  turn()
  makeEach()
  for (const die of document.querySelectorAll(`${BUTTON}[data-table]`))
    die.title = die.dataset.title ? say('Roll on {0}', die.dataset.title) : say('Roll on this table')

  // Links of the writer whose words are a term explain it as well.
  for (const { id, dataset } of document.querySelectorAll('.rulebook-whys > [data-words]')) {
    const words = dataset.words.split('\n')
    for (const link of document.querySelectorAll('a[href]:not([class])')) {
      if (!words.includes(link.textContent.trim()) || link.closest('.rulebook, .rulebook-why')) continue
      link.dataset.whys = id
      link.setAttribute('aria-describedby', `${id}-is`)
    }
  }

  // So does a link to an entry, by its card.
  const cards = new Set([...document.querySelectorAll('link[itemprop=rulebook-card]')].map(({ href }) => href))
  if (cards.size)
    for (const link of document.querySelectorAll('a[href]:is(:not([class]), .rulebook-term)'))
      if (cards.has(link.href) && !link.closest('.rulebook, .entry-list')) link.dataset.whys = ''

  stage = document.querySelector('.rulebook-stage-offer')?.closest('[data-plays]')
  again('rulebookStage')
  stage?.querySelector('.rulebook-stage-offer').addEventListener('click', play)
  const sheet = document.querySelector('form.rulebook-sheet')
  if (sheet) told('dice', sheet, () => beginLate('rulebookSheets'))
  const quietly = name => beginLate(name).catch(() => {})
  if (document.querySelector('form.rulebook-filter')) quietly('rulebookCards')
  // The list of a bestiary sorts and filters from its first use on.
  for (const kind of ['pointerover', 'focusin'])
    document.querySelector('.entry-list')?.addEventListener(kind, () => quietly('rulebookLists'))
  setStops()
  follow()
}

async function beginLate(name) {
  (await late(name)).begin()
}

function hasRolls() {
  try {
    return sessionStorage.getItem('rulebook-rolls')?.length > 2
  } catch {
    return false  // storage is off
  }
}

/** Do something with the script that rolls, which is loaded by then. */
function dice(from, work = () => {}) {
  return told('dice', from, async () => work(await late('rulebookDice')))
}

/** Open the stage, which shows what the address asks for; the game's script comes when somebody is to play. */
function play() {
  return told('stage', stage.querySelector('details'), () => late('rulebookStage', stage.dataset.plays))
}

/** Do what needs a script that comes late, by the name that readers know; where it cannot be had, say so behind an element. */
async function told(name, from, work) {
  const forget = () => document.querySelector('.rulebook-missed')?.remove()
  forget()
  try {
    await work()
  } catch (error) {
    if (error) throw error
    forget()
    from?.after(h('span', { class: 'rulebook-missed', role: 'alert' }, ` ${say(name === 'stage' ? 'The stage could not be loaded. Try again.' : 'The dice could not be loaded. Try again.')}`))
  }
}

/** Go where the address leads now, or show the roll that it asks for. */
function follow() {
  if (/^#rulebook-odds/.test(location.hash)) {
    unfold()
    location.replace(location.hash)
  }
  const thrown = /^#rolls?\?/.test(location.hash)
  const table = thrown && new URLSearchParams(location.hash.slice(6)).get('table')
  const hash = table ? `#${table}` : location.hash
  for (const [page, ids] of given('moved') ?? [])
    if (isPage(page) && ids.some(id => !id || new URL(`#${id}`, location).hash === hash)) return location.replace(page + location.hash)
  if (stage && location.hash.startsWith('#stage?')) play()
  if (thrown) dice(tray ?? document.querySelector('h1'), ({ follow }) => follow([...document.querySelectorAll(BUTTON)], tray))
}
