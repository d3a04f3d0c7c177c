// Odds are counted in a worker, so that no page stands still; where a browser or a policy has none, on the page itself.

import { boundOf, contest, distribution, estimate, limitDice, target } from './engine.js'
import { PATIENT, QUICK, allow } from './fraction.js'
import { late } from './page.js'

/** Milliseconds in which the page goes on before it counts what takes long. */
const PAUSE = 300

const { document: page } = globalThis
const here = late?.of('rulebookDice')
let worker
let isAlone = !page
const waiting = new Map()
let last = 0

/**
 * The odds of one program or of two, or how likely one reaches a number, as data.
 *
 * @param request the `programs`; what is to be reached by the first, `target` or `reach`; whether they are `opposed` in
 *   the game itself; whether it may be `about` right; and how much work it may take, `most`
 */
export function countOdds({ programs, target: goal, reach, opposed, about, most }) {
  allow(most)
  limitDice(programs)
  const [mine, theirs] = programs
  if (reach !== undefined) return target(mine, reach).win
  const alone = programs.map(program => (about ? estimate : distribution)(program))
  // The open ends of each begin where all that is listed of the other is passed.
  const mainOf = ([outcome], { fields }) => boundOf(outcome[fields[0].name])
  const all = theirs && !about ? programs.map((program, i) => distribution(program, alone[1 - i].map(row => mainOf(row, programs[1 - i])))) : alone
  const sides = opposed ? programs : programs.map(program => ({ ...program, needs: null, tie_wins: false }))
  return {
    all, about,
    bound: about && Math.max(...alone.map(({ bound }) => bound)),
    won: about || goal === undefined ? null : target(mine, goal).win,
    ends: theirs && !about ? contest(...sides) : null,
  }
}

/** Exactly with so much work at most; on the `last` try about, if that is too little. */
function counted(request, most, isLast) {
  try {
    return countOdds({ ...request, most })
  } catch (error) {
    if (!error.refused || !isLast || request.reach !== undefined) throw error
    return countOdds({ ...request, most, about: true })
  }
}

/** Answer a page, in its worker. */
export function serve() {
  onmessage = ({ data: { id, request } }) => {
    try {
      postMessage({ id, found: counted(request, PATIENT, true) })
    } catch (error) {
      if (!error.refused) throw error
      postMessage({ id, refused: error.message })
    }
  }
}

/**
 * Count a request of `countOdds`; what is too large is an error that is `refused`.
 *
 * @param isNew whether nobody waits any more for what was asked before
 */
export function count(request, isNew) {
  const id = ++last
  if (isNew && waiting.size) {
    worker?.terminate()
    worker = null
    waiting.clear()
  }
  return new Promise((resolve, reject) => {
    waiting.set(id, { request, resolve, reject })
    begin()
    if (isAlone) countHere(id)
    else worker.postMessage({ id, request })
  })
}

/** The browser's own worker: in a folder a theme may put a frame in its place, which would count on the page. */
function realWorker(isFile) {
  if (!isFile || /native code/.test(Worker)) return Worker
  const frame = page.createElement('iframe')
  frame.hidden = true
  page.body.append(frame)
  return frame.contentWindow.Worker
}

function begin() {
  if (worker || isAlone) return
  try {
    // A page in a folder has no worker of a file, but one that takes the file in.
    const isFile = location.protocol === 'file:'
    // What a page in a folder says of its policy holds for that one as well.
    isAlone = isFile && !!page.querySelector('meta[http-equiv="Content-Security-Policy" i]')
    if (isAlone) return
    worker = new (realWorker(isFile))(isFile ? URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(here)})`])) : here)
  } catch {
    isAlone = true
    return
  }
  worker.onmessage = ({ data: { id, found, refused } }) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (refused) asked?.reject(Object.assign(Error(refused), { refused: true }))
    else asked?.resolve(found)
  }
  worker.onerror = event => {
    event.preventDefault()
    isAlone = true
    for (const id of waiting.keys()) countHere(id)
  }
}

/** Count on the page: at once what is quick, and after a pause what is not. */
function countHere(id, most = QUICK) {
  setTimeout(() => {
    const asked = waiting.get(id)
    if (!asked) return
    try {
      asked.resolve(counted(asked.request, most, most === PATIENT))
    } catch (error) {
      if (error.refused && most === QUICK) return countHere(id, PATIENT)
      asked.reject(error)
    }
    waiting.delete(id)
  }, most === QUICK ? 0 : PAUSE)
}
