// How likely it was what came up: exactly that, at least and at most that, and what it takes to beat a number.

import { h, say } from './page.js'
import { count } from './counting.js'
import { ONE, ZERO, minus, plus } from './fraction.js'
import { boundOf } from './engine.js'
import { percent } from './odds.js'

/** Make the lines below a roll. A screen reader is told of them once a roll. */
export function makeChances() {
  let rolled = 0
  let known
  const words = h('p', { 'aria-live': 'polite' })
  const number = h('input', { type: 'number', step: 1, 'aria-label': say('To beat'), oninput: beat })
  const beaten = h('b', { 'aria-live': 'polite' })
  const goal = h('p', {}, `${say('To beat')} `, number, ' ', beaten)
  // All of it is told in the odds.
  const picture = h('div', { 'aria-hidden': 'true' })
  const parts = h('div', { class: 'rulebook-chances', hidden: true }, words, goal, picture)

  return { parts, show, hide }

  /** Show none: nothing was rolled, or it is no number. */
  function hide() {
    rolled++
    parts.hidden = true
    words.replaceChildren()
  }

  /**
   * Tell how likely a roll was.
   *
   * @param program what was rolled, `rows` the chances of its main result, `landed` what came up
   * @param told what else is told of the dice, and `drawn` their chart
   */
  async function show(program, rows, landed, told, drawn) {
    hide()
    const mine = rolled
    known = { program, rows }
    const [reached, more] = [await reach(landed), await reach(landed + 1)]
    if (mine !== rolled || !reached || !more) return
    parts.hidden = false
    number.value = landed
    picture.replaceChildren(...drawn.map(part => part.cloneNode(true)))
    const each = [
      say('exactly {0}: {1}', landed, percent(minus(reached, more))),
      say('at least {0}: {1}', landed, percent(reached)),
      say('at most {0}: {1}', landed, percent(minus(ONE, more))),
    ]
    words.replaceChildren(...each.flatMap(text => [h('span', {}, text), ', ']).slice(0, -1), h('br'), told)
    beaten.textContent = percent(more)
  }

  /** How likely the dice come to a number or more; it is counted where the rows end before that. */
  async function reach(least) {
    const { program, rows } = known
    const open = rows.filter(([value]) => typeof value == 'string')
    const isListed = open.every(([value]) => (value[0] === '>' ? least <= boundOf(value) : least > boundOf(value)))
    if (isListed) return rows.reduce((sum, [value, [odds]]) => (boundOf(value) < least ? sum : plus(sum, odds)), ZERO)
    return count({ programs: [program], reach: least }).catch(() => undefined)
  }

  async function beat() {
    beaten.textContent = ''
    if (!/^-?\d{1,9}$/.test(number.value)) return
    const asked = number.value
    const chance = await reach(+asked + 1)
    if (asked === number.value && chance) beaten.textContent = percent(chance)
  }
}
