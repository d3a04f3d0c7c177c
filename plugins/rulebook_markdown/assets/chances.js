// How likely it was what came up: exactly that, at least and at most that, and what it takes to beat a number.

import { h, say } from './page.js'
import { count } from './counting.js'
import { ONE, ZERO, minus, plus } from './fraction.js'
import { boundOf } from './engine.js'
import { percent } from './odds.js'

/** Make the lines below a roll. A screen reader is told of them once a roll. */
export function makeChances() {
  /** The odds that are shown, with what `landed` last. */
  let known
  const words = h('p', { 'aria-live': 'polite' })
  const number = h('input', { type: 'number', step: 1, oninput: beat })
  const beaten = h('b')
  const goal = h('p', {}, h('label', {}, `${say('To beat')} `, number), ' ', beaten)
  // All of it is told in the odds.
  const picture = h('div', { 'aria-hidden': 'true' })
  const parts = h('div', { class: 'rulebook-chances', hidden: true }, words, goal, picture)

  return { parts, show, hide }

  /** Show none: nothing was rolled, or it is no number. */
  function hide() {
    known = undefined
    parts.hidden = true
    words.replaceChildren()
  }

  /** Tell the odds side by side, and `more` below them. */
  function tell({ said, drawn }, ...more) {
    parts.hidden = false
    goal.hidden = !known
    picture.replaceChildren(...drawn.map(part => part.cloneNode(true)))
    words.replaceChildren(...said.flatMap(text => [h('span', {}, text), ', ']).slice(0, -1), ...more)
  }

  /**
   * Tell how likely a roll was, or else what is said of its odds.
   *
   * @param odds `program`: what was rolled; `rows`: the chances of its main result, where that is a number; `said`: what is
   *   told instead; `told`: what else is told of the dice; `drawn`: their chart
   * @param landed what came up
   */
  async function show(odds, landed) {
    hide()
    if (!odds.rows) return odds.said[0] && tell(odds)
    known = odds
    odds.landed = landed
    const [reached, more] = [await reach(landed, odds), await reach(landed + 1, odds)]
    if (known?.landed !== landed || !reached || !more) return
    number.value = landed
    // A reader who asks is told by how much it is beaten; of a roll the words below say it.
    beaten.ariaLive = 'off'
    beaten.textContent = percent(more)
    odds.said = [
      say('exactly {0}: {1}', landed, percent(minus(reached, more))),
      say('at least {0}: {1}', landed, percent(reached)),
      say('at most {0}: {1}', landed, percent(minus(ONE, more))),
    ]
    tell(odds, h('br'), odds.told)
  }

  /** How likely the dice come to a number or more; it is counted where the rows end before that. */
  async function reach(least, { program, rows }) {
    const open = rows.filter(([value]) => typeof value == 'string')
    const isListed = open.every(([value]) => (value[0] === '>' ? least <= boundOf(value) : least > boundOf(value)))
    if (isListed) return rows.reduce((sum, [value, [odds]]) => (boundOf(value) < least ? sum : plus(sum, odds)), ZERO)
    return count({ programs: [program], reach: least }).catch(() => undefined)
  }

  async function beat() {
    beaten.ariaLive = 'polite'
    beaten.textContent = ''
    if (!/^-?\d{1,9}$/.test(number.value)) return
    const asked = number.value
    const chance = await reach(+asked + 1, known)
    if (asked === number.value && chance) beaten.textContent = percent(chance)
  }
}
