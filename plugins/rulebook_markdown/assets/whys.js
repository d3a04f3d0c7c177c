// Why a number is right, and what a term means, beside it on hover, focus and tap. Without this script the mark of a
// number is a link to the list at the end of the page, and that of a term to where it is defined.

import { h, place } from './dom.js'

const DELAY = 150

export function makeWhys() {
  let anchor = null
  let timer = 0
  const box = h('div', { class: 'rulebook-why', popover: 'auto', role: 'dialog', tabindex: -1 })
  box.addEventListener('toggle', event => { if (event.newState === 'closed') anchor = null })
  box.addEventListener('pointerenter', () => clearTimeout(timer))
  box.addEventListener('pointerleave', leave)

  return { open, soon, leave }

  /** Show why; `enter` takes the keyboard's focus into it, so that its links can be reached. */
  function open(mark, enter = false) {
    clearTimeout(timer)
    if (anchor !== mark) fill(mark)
    if (enter) box.focus()
  }

  function fill(mark) {
    const items = mark.dataset.whys.split(' ').map(id => document.getElementById(id)).filter(Boolean)
    box.replaceChildren(...items.flatMap(item => [...item.cloneNode(true).childNodes]))
    box.setAttribute('aria-label', nameOf(mark))
    if (!box.isConnected) document.body.append(box)
    if (!box.matches(':popover-open')) box.showPopover()
    anchor = mark
    place(box, mark)
  }

  function soon(mark) {
    clearTimeout(timer)
    // A pointer that crosses the page must not close what somebody works in.
    if (document.querySelector('.rulebook-panel:popover-open')) return
    timer = setTimeout(() => open(mark), DELAY)
  }

  /** Close after a moment, in which the pointer may reach the box; not while the focus is within. */
  function leave() {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const busy = box.contains(document.activeElement) || anchor === document.activeElement
      if (!busy && box.matches(':popover-open')) box.hidePopover()
    }, 2 * DELAY)
  }
}

const nameOf = mark =>
  mark.matches('.rulebook-wrong') ? 'Why this is wrong' : mark.matches('.rulebook-right') ? 'Why this is right' : `What ${mark.textContent} means`
