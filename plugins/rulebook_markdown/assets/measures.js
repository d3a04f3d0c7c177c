// What throws of an entry's own dice are held to: an average that grows with the dice, and ones that undo the throw.

import { given } from './page.js'
import { isAlike } from './meant.js'
import { add } from './fraction.js'

/** What a throw is held to that has no other goal, if it is of an entry of the page and of its own dice. */
export function measureOf({ by, text, target, against }) {
  const measure = !target && !against && given('measures')?.[by]
  return measure?.expression && isAlike(measure.expression, text) ? measure : null
}

/** How a throw compares to its average, to which every die that was thrown adds, or that its ones undo it. */
export function measured({ lowest, tally, averages, constant, words }, { dice }, mine) {
  const first = dice.filter(({ cause }) => cause == null)
  if (lowest.every(at => Math.abs(first[at].tallies[tally]) === 1)) return words.undone
  const average = dice.reduce((sum, { die }) => sum + averages[die], constant)
  return (mine >= average ? words.met : words.missed).replace('{}', average)
}

/** Make of the odds of a main result those of a throw that counts nothing where it is undone. */
export const undo = (weights, { changes }) =>
  changes.forEach(([value, text]) => {
    add(weights, value, text.split('/').map(BigInt))
    if (!weights.get(value)[0]) weights.delete(value)
  })
