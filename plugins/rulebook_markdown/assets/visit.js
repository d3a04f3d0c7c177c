// The rolls of this visit.

import { late } from './page.js'

const KEY = 'rulebook-rolls'
const LIMIT = 200

let kept = load()

function load() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)).filter(({ system, text, summary }) => system && text && summary)
  } catch {
    return []  // storage is off, or someone else's: the rolls of this page are kept all the same
  }
}

function save() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch { /* see above */ }
  dispatchEvent(new Event('rulebook-rolls'))
}

/** Whenever they are others, the window has an event `rulebook-rolls`. */
export const visit = {
  /** Newest first, each with the `summary` of what it came to, and `when` that was. */
  get rolls() {
    return kept
  },
  add(roll) {
    kept = [{ ...roll, when: Date.now() }, ...kept].slice(0, LIMIT)
    save()
    try {
      if (localStorage['rulebook-sound'] === 'on') late('rulebookSwitches').then(({ play }) => play())
    } catch { /* see above */ }
  },
  clear() {
    kept = []
    save()
  },
}
