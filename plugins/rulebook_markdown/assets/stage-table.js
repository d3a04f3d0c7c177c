// What stands and lies on a stage, as tables: who is on which mark with which dice, and everybody with their state.

import { h, svg } from './dom.js'
import { say } from './words.js'

/** Both sides upstage, each actor with its dice, its build and its hits. */
export function marks(game, stage, rows) {
  const cell = (side, mark) => h('td', {}, spot(mark), rows.flat().filter((row) => row[7] === `${side}` && row[8] === mark).map(figure))
  const line = (side) => h('tr', {}, h('th', { scope: 'row' }, game.SIDES[side]), ['1', '2', '3'].map((mark) => cell(side, mark)))
  return table(say('Upstage in bit {0}', stage.bit), ['', ...[1, 2, 3].map((mark) => say('Mark {0}', mark))], [line(1), line(0)], 'rulebook-stage-marks')
}

/** A mark as it is drawn in the book. */
function spot(mark) {
  return svg('svg', { viewBox: '0 0 60 38', class: 'rulebook-stage-spot', 'aria-hidden': 'true' },
    svg('path', { d: 'M2 19a28 17 0 1 0 56 0a28 17 0 1 0 -56 0' }), svg('text', { x: 30, y: 25, 'text-anchor': 'middle' }, mark))
}

function figure([name, , build, hits, rolled, average, , , , casting]) {
  return h('div', {}, h('b', {}, name), h('small', {}, say('Build {0}, hits {1}', build, hits)), dice(rolled),
    rolled && h('span', {}, say('{0} (average {1})', casting, average)))
}

/** Everybody: where, with what build, how many hits, in which state. */
export function actors(rows) {
  const heads = [say('Actor'), say('Place'), say('Build'), say('Hits'), say('State')]
  const line = ([name, place, build, hits, , , state]) =>
    h('tr', { class: place === 'out' && 'rulebook-stage-out' }, h('th', { scope: 'row' }, name),
      [place, build, hits, state].map((text, at) => h('td', { 'data-label': heads[at + 1] }, text)))
  return table(say('Actors'), heads, [...rows[1], ...rows[0]].map(line), 'rulebook-stage-actors')
}

function table(caption, heads, rows, name) {
  const head = heads.map((text) => (text ? h('th', { scope: 'col' }, text) : h('td')))
  return h('table', { class: name }, h('caption', {}, caption), h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows))
}

/** `d6:4 -d2:1` as dice, one that counts nothing struck out. */
function dice(text) {
  return h('span', { class: 'rulebook-stage-dice' }, text.split(' ').filter(Boolean).map((die) => {
    const [, name, value, void_] = /^(.*):(-?\d+)(!?)$/.exec(die)
    return [h(void_ ? 's' : 'span', {}, h('small', {}, `${name} `), h('b', {}, value)), ' ']
  }))
}
