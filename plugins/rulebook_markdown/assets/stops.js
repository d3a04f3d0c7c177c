// A card of a bestiary, and the list before it, are one stop of the tab key each: within them the arrow keys go on.

const ONE = '.stat-card, .entry-list table'
const STOPS = 'a[href], button, summary'
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Make one stop of each on the page. */
export function setStops() {
  for (const one of document.querySelectorAll(ONE)) stopAt(one, one.querySelector('button') ?? one.querySelector(STOPS))
}

export function makeStops() {
  addEventListener('focusin', ({ target }) => {
    const one = target.closest?.(ONE)
    if (one && target.matches(STOPS)) stopAt(one, target)
  })
  addEventListener('keydown', event => {
    const step = STEPS[event.key]
    const one = step && !event.altKey && !event.ctrlKey && !event.metaKey && event.target.closest?.(ONE)
    if (!one || !event.target.matches(STOPS)) return
    const all = [...one.querySelectorAll(STOPS)].filter(stop => stop.checkVisibility())
    const next = all[all.indexOf(event.target) + step]
    if (next) {
      event.preventDefault()
      next.focus()
    }
  })
}

function stopAt(one, stop) {
  for (const other of one.querySelectorAll(STOPS)) other.tabIndex = other === stop ? 0 : -1
}
