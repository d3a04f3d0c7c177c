// The rolls of this visit, and the links that show one of them again.

const KEY = 'rulebook-rolls'
const LIMIT = 50

/**
 * A throw as it is kept and linked: which game, what, against what, the seed that gives its dice, whose it is, and the
 * random table that it was rolled on, how many times, and the reader's values in it. One of a table is shown on its `page`, any other one everywhere.
 */
const FIELDS = ['system', 'text', 'seed', 'target', 'against', 'by', 'table', 'times', 'given']

let kept = load()
let watching = () => {}

function load() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)).filter(({ system, text, summary }) => system && text && summary)
  } catch {
    return []  // storage is off, or someone else's: the rolls of this page are kept all the same
  }
}

function save() {
  watching()
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch { /* see above */ }
}

export const visit = {
  /** Newest first, each with the `summary` of what it came to. */
  get rolls() {
    return kept
  },
  add(roll) {
    kept = [roll, ...kept].slice(0, LIMIT)
    save()
  },
  /** Have something done whenever the rolls are others. */
  watch(work) {
    watching = work
  },
  clear() {
    kept = []
    save()
  },
}

/** The address that shows a throw again: nothing of it leaves the browser, for it is all in the fragment. */
export function linkTo(thrown) {
  const fields = FIELDS.map(name => [name, thrown[name]]).filter(([, value]) => value)
  return `${(thrown.page ?? location.href).split('#')[0]}#roll?${new URLSearchParams(fields)}`
}

/** The throw that an address asks for, or null. Nothing about it has been checked. */
export function linked() {
  if (!location.hash.startsWith('#roll?')) return null
  const fields = new URLSearchParams(location.hash.slice(6))
  return Object.fromEntries(FIELDS.map(name => [name, fields.get(name) ?? '']))
}
