// The rolls of this visit.


const KEY = 'rulebook-rolls'
const LIMIT = 200

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
  /** Newest first, each with the `summary` of what it came to, and `when` that was. */
  get rolls() {
    return kept
  },
  add(roll) {
    kept = [{ ...roll, when: Date.now() }, ...kept].slice(0, LIMIT)
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
