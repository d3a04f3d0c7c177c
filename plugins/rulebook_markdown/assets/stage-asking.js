// What a stage asks: a few choices as buttons, many in a list; of many casts the best as buttons, all behind them.

import { button, h } from './dom.js'
import { say } from './words.js'

const FEW = 8
const BEST = 5

/** A question and what may be chosen; `choose` is told the index. */
export function choices(game, stage, question, choose) {
  const asked = game.question_text(stage, question)
  const texts = question.choices.map((choice) => game.choice_text(stage, choice))
  const head = h('p', {}, h('b', {}, `${game.asker(question)}:`), ` ${asked}`)
  if (texts.length <= FEW) return [head, h('p', { class: 'rulebook-actions' }, texts.map((text, at) => button(text, () => choose(at))))]
  const casts = game.casts_ranked(stage, question)
  const order = [...new Set([...casts.map(([at]) => +at), ...texts.keys()])]
  const worth = new Map(casts.map(([at, average, chance]) => [+at, say(', average {0}: {1} %', average, chance)]))
  const list = h('select', { 'aria-label': asked }, order.map((at) => h('option', { value: at }, texts[at], worth.get(at))))
  list.value = game.automatic(stage, question, 'bold')
  const all = h('p', { class: 'rulebook-row' }, list, button(say('Choose'), () => choose(+list.value)))
  if (!casts.length) return [head, all]
  return [
    head,
    h('small', {}, game.ranking_text(stage, question)),
    h('p', { class: 'rulebook-actions' }, casts.slice(0, BEST).map(([at, average, chance]) =>
      button([h('b', {}, texts[at]), ` ${say('{0} % to meet {1}', chance, average)}`], () => choose(+at)))),
    h('details', { class: 'rulebook-fold' }, h('summary', {}, say('All {0}', texts.length)), all),
  ]
}
