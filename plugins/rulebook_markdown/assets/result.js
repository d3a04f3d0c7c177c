// What a roll came to: its dice with the rule's reading of each, its results, and how it ended.

import { h } from './dom.js'
import { shown } from './odds.js'

export const capital = text => text.charAt(0).toUpperCase() + text.slice(1)

/** The results of a roll by the names that readers know: [label, value]. */
const results = (program, rolled) => program.fields.map(({ name, label }) => [label, shown(rolled.outcome[name])])

const spoken = ({ die, face, label }) => `${die} shows ${face}${label ? `, ${label}` : ''}`

/**
 * A roll in elements and in words.
 *
 * @returns {{parts: Element[], words: string, faces: string, announcement: string}} `words` are results and verdict
 */
export function describe(thrown, program, own, other) {
  const verdict = judge(thrown, program, own, other)
  const found = results(program, own)
  const words = [found.map(pair => pair.join(' ')).join(', '), verdict].filter(Boolean).join('; ')
  return {
    parts: [
      thrown.by && h('p', {}, `${thrown.by}:`),
      dice(own),
      other && h('p', {}, `against ${thrown.against}`),
      other && dice(other),
      h('p', { class: 'rulebook-total' }, found.map(([label, value]) => h('span', {}, `${label} `, h('b', {}, value)))),
      verdict && h('p', { class: 'rulebook-verdict' }, capital(verdict), '.'),
    ].filter(Boolean),
    words,
    faces: own.dice.map(({ face }) => face).join(', '),
    announcement: `${thrown.text}: ${own.dice.map(spoken).join(', ')}. ${capital(words)}.`,
  }
}

/** How it ended, where there is something to be measured by. */
function judge({ target }, { fields: [main], needs }, own, other) {
  const mine = own.outcome[main.name]
  if (target) {
    const margin = mine - target
    if (margin < 0) return `failure, ${-margin} short of ${target}`
    return `success, ${target} reached${margin ? ` with ${margin} to spare` : ''}`
  }
  if (!other) return ''
  const theirs = other.outcome[main.name]
  const end = needs > Math.max(mine, theirs) ? 'neither wins' : mine > theirs ? 'won' : mine < theirs ? 'lost' : 'a tie'
  return `${end}, ${mine} against ${theirs}`
}

/** The dice as they lie; those that do something are framed, and say what. ↻ was rolled again, + came in later. */
function dice({ dice: all }) {
  return h('ol', { class: 'rulebook-faces' }, all.map(({ die, face, label, cause }) =>
    h('li', { class: label && 'rulebook-counts' },
      h('span', { class: 'rulebook-die' }, cause == null ? die : `${die} ${all[cause]?.die === die ? '↻' : '+'}`), ' ', h('b', {}, face), ' ',
      h('span', { class: 'rulebook-label' }, label))))
}
