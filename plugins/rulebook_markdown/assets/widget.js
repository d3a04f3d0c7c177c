// Where the page's script starts: listens for what readers do to dice and checked numbers. Nothing rolls by itself.

import { makeCite } from './cite.js'
import { makeFilter } from './filter.js'
import { pageLanguages } from './games.js'
import { makePanel } from './panel.js'
import { makeTables } from './randomtable.js'
import { makeSheets } from './sheets.js'
import { makeTray } from './tray.js'
import { linked } from './visit.js'
import { makeWhys } from './whys.js'

// Its being defined tells the style sheet that the buttons work.
customElements.define('rulebook-dice', class extends HTMLElement {})

const BUTTON = 'rulebook-dice > button'
const MARK = 'a[data-whys]'
const TERM = `${MARK}:not(.rulebook-right, .rulebook-wrong)`

const panel = makePanel()
const tray = makeTray(panel)
const whys = makeWhys()

const within = (event, selector) => event.target instanceof Element && event.target.closest(selector)

document.addEventListener('click', event => {
  const button = within(event, BUTTON)
  if (button) return panel.roll(button)
  const mark = within(event, MARK)
  if (!mark || event.ctrlKey || event.metaKey || event.shiftKey) return
  // A term leads to its definition; a finger, which cannot hover, gets to see it first.
  if (mark.matches(TERM) && event.pointerType !== 'touch') return whys.leave()
  event.preventDefault()
  whys.open(mark, event.detail === 0)
})
document.addEventListener('pointerover', event => {
  const mark = event.pointerType === 'mouse' && within(event, MARK)
  if (mark) whys.soon(mark)
})
document.addEventListener('pointerout', event => {
  if (event.pointerType === 'mouse' && within(event, MARK)) whys.leave()
})
document.addEventListener('focusin', event => {
  const mark = within(event, MARK)
  if (mark?.matches(':focus-visible')) whys.open(mark)
})
document.addEventListener('focusout', event => {
  if (within(event, MARK)) whys.leave()
})

// Links of the writer whose words are a term explain it as well.
for (const { id, dataset } of document.querySelectorAll('.rulebook-whys > [data-words]')) {
  const words = dataset.words.split('\n')
  for (const link of document.querySelectorAll('a[href]:not([class])')) {
    if (!words.includes(link.textContent.trim()) || link.closest('.rulebook, .rulebook-why')) continue
    link.dataset.whys = id
    link.setAttribute('aria-describedby', `${id}-is`)
  }
}

makeSheets(pageLanguages)
makeTables(pageLanguages)
makeFilter()
makeCite()
addEventListener('hashchange', follow)
follow()

/** Show the roll that the address asks for. Those on a random table are shown there. */
function follow() {
  const thrown = linked()
  if (!thrown || thrown.table || !tray) return
  const buttons = [...document.querySelectorAll(BUTTON)]
  panel.show(thrown, buttons.find(button => button.textContent.trim() === thrown.text) ?? tray)
}
