// The fighters of an encounter as the browser keeps them; what others have put there is no fighter.

import { isOfThisSite } from './links.js'

const KEY = 'rulebook-encounter'
const MAX_FIGHTERS = 40
const MAX_TEXT = 200

const isText = value => typeof value === 'string' && value.length <= MAX_TEXT
const isCount = value => Number.isInteger(value) && value >= 0

const isFighter = ({ name, href, system, stage, initiative, full, hits, rolls }) =>
  [name, href, system, stage, initiative, ...rolls].every(isText) && isOfThisSite(href) && isOfThisSite(stage)
    && (full === null || isCount(full)) && hits.length > 0 && hits.every(isCount)

/** All fighters, in the order in which they came. */
export function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY)).filter(isFighter).slice(0, MAX_FIGHTERS)
  } catch {
    return []  // none yet, storage is off, or it has something else
  }
}

/** Keep them; false where the browser does not. */
export function save(fighters) {
  try {
    localStorage.setItem(KEY, JSON.stringify(fighters.slice(0, MAX_FIGHTERS)))
    return true
  } catch {
    return false
  }
}
