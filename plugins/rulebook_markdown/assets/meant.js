// What somebody means who writes dice almost as a notation has them. The grammar itself says what could stand where it
// stops, so that this knows the ways of no game.

import { read } from './reader.js'

/** Longer texts are nobody's slip; and so many texts are tried at most, twice. */
const LONGEST = 80
const TRIES = 100

/** Whether two texts are the same but for spaces and capitals. */
export const isAlike = (one, other) => bare(one) === bare(other)
const bare = text => text.replace(/\s/g, '').toLowerCase()

/**
 * The text itself where it can be read, else the nearest that can: first what differs by spaces and capitals alone, then
 * what has something put in. Undefined where nothing is near.
 */
export function meant(language, text) {
  if (text.length > LONGEST) return
  let left
  for (const mayDiffer of [false, true]) {
    left = TRIES
    for (const start of [text, bare(text.normalize('NFKC'))]) {
      const found = mended(start, -1, other => mayDiffer || isAlike(other, text))
      if (found !== undefined) return found
    }
  }

  function mended(tried, before, isFair) {
    const fault = left-- > 0 ? faultOf(language, tried) : {}
    if (!fault) return tried
    const { start, literals } = fault
    // What breaks off may go on in any way, and what is read no further than before is no better.
    if (!(start > before) || start >= tried.length) return
    for (const other of others(language, tried, start)) {
      const found = isFair(other) ? mended(other, start - 1, isFair) : undefined
      if (found !== undefined) return found
    }
    for (const other of neighbours(tried, start, literals)) {
      const found = isFair(other) ? mended(other, start, isFair) : undefined
      if (found !== undefined) return found
    }
  }
}

/**
 * The texts that can be read with something else at the place of a fault: the nearest number below and above, where
 * numbers could stand there, else the first two.
 */
export function exchanged(language, text, start, end, literals = []) {
  if (text.length > LONGEST) return []
  const readable = literals.map(word => [word, text.slice(0, start) + word + text.slice(end)]).filter(([, other]) => !faultOf(language, other))
  const [number, ...numbers] = [text.slice(start, end), ...readable.map(([word]) => word)].map(word => parseInt(word.replace(/^\D+/, '')))
  if ([number, ...numbers].some(isNaN)) return readable.slice(0, 2).map(([, other]) => other)
  const nearest = step => {
    const distances = numbers.map(other => (other - number) * step).map(distance => (distance < 0 ? Infinity : distance))
    const least = Math.min(...distances)
    return least < Infinity ? readable[distances.indexOf(least)][1] : undefined
  }
  return [nearest(-1), nearest(1)].filter(Boolean)
}

function faultOf(language, text) {
  try {
    read(language, text)
  } catch (error) {
    return error
  }
}

/** Whether a text begins with a word, and not with a longer one. */
const isSaid = (text, word) => text.toLowerCase().startsWith(word) && !/^\p{L}{2}/u.test(text.slice(word.length - 1))

/** The texts with what is written here for what others write at a place ("8+" too), or without a last letter that says nothing. */
function others({ synonyms = [] }, text, at) {
  const [before, behind] = [text.slice(0, at).trimEnd(), text.slice(at)]
  return [
    ...(/^\d+\+$/.test(behind.trim()) ? [`${before}>=${parseInt(behind)}`] : []),
    ...synonyms.filter(([word]) => isSaid(behind, word)).map(([word, here]) => {
      const rest = behind.slice(word.length).trimStart()
      return before + here + (here.endsWith('>=') ? rest.replace(/\+$/, '') : rest)
    }),
    ...(/^(\p{L}{1,2}$|\|)/u.test(behind.trim()) ? [before] : []),
  ]
}

/** The texts without the space or sign at a place, with other capitals there, or with what may stand there put in. */
function neighbours(text, at, literals = []) {
  const [before, behind] = [text.slice(0, at), text.slice(at)]
  // Whoever puts dice side by side adds them up.
  literals = [...literals].sort((a, b) => (b === '+') - (a === '+'))
  const bared = behind.replace(/^(\s+|[+:/,])/, '')
  return [
    ...literals.filter(word => isAlike(behind.slice(0, word.length), word)).map(word => before + word + behind.slice(word.length)),
    ...['', ...literals].flatMap(word => [before + word + bared, before + word + behind]),
  ]
}
