// Why numbers are right, what a term means, and the card of an entry. Without this script a sign leads to the list at
// the end of the page, a term to where it is defined, and a link to the entry.

import { h, place } from './dom.js'
import { late } from './late.js'
import { say } from './words.js'

const DELAY = 150
/** What is explained to a pointer that rests on it; all else is opened. */
export const TERM = 'a[data-whys]:not([aria-label])'
/** A link to an entry, whose card is on another page or another place of this one. */
export const CARD = "a[data-whys='']"

export function makeWhys() {
  let anchor = null
  let timer = 0
  let wanted
  const box = h('div', { class: 'rulebook-why', popover: 'auto', role: 'dialog', tabindex: -1 })
  box.addEventListener('toggle', event => { if (event.newState === 'closed') anchor = null })
  box.addEventListener('pointerenter', () => clearTimeout(timer))
  box.addEventListener('pointerleave', leave)
  box.addEventListener('click', ({ target }) => { if (target.closest('a')) box.hidePopover() })

  return { open, soon, leave }

  /** Show why; `enter` takes the keyboard's focus into it, so that its links can be reached. */
  async function open(mark, enter = false) {
    clearTimeout(timer)
    wanted = mark
    if (anchor !== mark) {
      const items = mark.matches(CARD) ? await cardOf(mark) : mark.dataset.whys.split(' ').map(id => document.getElementById(id))
      if (wanted !== mark || !items) return
      fill(mark, items.filter(Boolean))
    }
    if (enter) box.focus()
  }

  /** The card that a link leads to. Where it cannot be had, a finger follows the link: it has no other way. */
  async function cardOf(link) {
    try {
      const card = await (await late('rulebookCards')).cardOf(link, box)
      return !document.querySelector('.rulebook-panel:popover-open') && [card]
    } catch {
      if (matchMedia('(hover: none)').matches) location = link.href
    }
  }

  function fill(mark, items) {
    const label = mark.getAttribute('aria-label')
    box.replaceChildren(
      ...label ? [h('p', {}, h('b', {}, label))] : [],
      ...items.map(item => h('div', {}, ...item.cloneNode(true).childNodes)))
    box.setAttribute('aria-label', label ?? (mark.matches(CARD) ? mark.textContent : mark.matches(TERM) ? say('What {0} means', mark.textContent) : say('Why this is right')))
    if (!box.isConnected) document.body.append(box)
    if (!box.matches(':popover-open')) box.showPopover()
    anchor = mark
    place(box, mark)
  }

  function soon(mark) {
    clearTimeout(timer)
    // A pointer that crosses the page must not close what somebody works in, or has opened.
    if (document.querySelector('.rulebook-panel:popover-open') || (anchor && !anchor.matches(TERM))) return
    timer = setTimeout(() => open(mark), DELAY)
  }

  /** Close after a moment, in which the pointer may reach the box; not while the focus is within, nor what was opened. */
  function leave() {
    clearTimeout(timer)
    timer = setTimeout(() => {
      wanted = null
      const stays = box.contains(document.activeElement) || !anchor?.matches(TERM)
      if (!stays && box.matches(':popover-open')) box.hidePopover()
    }, 2 * DELAY)
  }
}
