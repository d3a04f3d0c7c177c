// Exact odds for the eye: percent, fraction, chart and table.

import { h, svg } from './dom.js'
import { contest, distribution, target } from './engine.js'
import { add, lowest } from './fraction.js'

/**
 * The odds of a program in elements, exact.
 *
 * @param goal what the main result is to reach, if anything
 * @param theirs the program that it is rolled against, if any
 */
export function oddsOf(program, goal, theirs) {
  const all = distribution(program)
  const [main, ...others] = program.fields.map(({ name, label }) => ({ label, rows: marginal(all, name) }))
  const ends = goal !== undefined ? { [`${goal} or more`]: target(program, goal).win } : theirs ? contest(program, theirs) : {}
  return [
    ...Object.entries(ends).map(([end, odds]) =>
      h('p', { class: 'rulebook-end' }, `${end}: `, h('b', {}, percent(odds)), ` (${fraction(odds)})`)),
    chart(main.rows, `Odds of the ${main.label}, as in the table below`, value => value >= goal),
    h('p', { class: 'rulebook-axis' }, `${main.label}, odds in %`),
    ...others.map(({ label, rows }) =>
      h('p', {}, `${label}: `, rows.map(([value, odds]) => `${shown(value)} in ${percent(odds)}`).join(', '))),
    h('details', {}, h('summary', {}, 'As tables'), [main, ...others].map(({ label, rows }) => table(rows, label))),
  ]
}

/** A fraction as a number from 0 to 1. */
const decimal = ([n, d]) => Number((n * 10n ** 9n) / d) / 1e9

/** As a percentage: one decimal, two where it is small; never 0 or 100 unless it is. */
export function percent([n, d]) {
  if (n === 0n) return '0 %'
  if (n === d) return '100 %'
  const hundredths = Number((n * 20000n + d) / (2n * d))
  if (hundredths < 1) return '< 0.01 %'
  if (hundredths > 9995) return '> 99.9 %'
  if (hundredths < 100) return `${(hundredths / 100).toFixed(2)} %`
  return `${(Number((n * 2000n + d) / (2n * d)) / 10).toFixed(1)} %`
}

/** Exactly, in lowest terms. */
function fraction(odds) {
  const [n, d] = lowest(odds)
  return d === 1n ? `${n}` : `${n}/${d}`
}

/** The odds of one field of the outcome: [value, fraction] in order. */
function marginal(distribution, name) {
  const sums = new Map()
  for (const [outcome, ...odds] of distribution) add(sums, outcome[name], odds)
  // An open tail is a text such as ">=21".
  const order = value => (value.slice ? value.slice(2) - (value < '>' ? 0.5 : -0.5) : +value)
  return [...sums].sort(([a], [b]) => order(a) - order(b))
}

/** A result as readers see it. */
export const shown = value =>
  value === true ? 'yes' : value === false ? 'no' : `${value}`.replace('>=', '≥ ').replace('<=', '≤ ')

/** Columns over the values of a field, but for ends too low to be seen; a picture of the table below it. */
function chart(all, label, marked) {
  const width = 320
  const height = 72
  const top = Math.max(...all.map(([, odds]) => decimal(odds)))
  const high = ([, odds]) => decimal(odds) > top / 300
  const rows = all.slice(all.findIndex(high), all.findLastIndex(high) + 1)
  const step = width / rows.length
  const every = Math.ceil(rows.length / 16)
  const columns = rows.map(([value, odds], index) => {
    const tall = Math.max((decimal(odds) / top) * height, 0.75)
    const x = step * (index + 0.5)
    return [
      svg('rect', {
        x: step * (index + 0.06),
        y: 14 + height - tall,
        width: step * 0.88,
        height: tall,
        class: marked(value) && 'rulebook-marked',
      }),
      step > 24 && decimal(odds) >= 0.001 && svg('text', { x, y: 10 + height - tall }, percent(odds).slice(0, -2)),
      index % every === 0 && svg('text', { x, y: height + 30 }, shown(value)),
    ]
  })
  const viewBox = `0 0 ${width} ${height + 36}`
  return svg('svg', { viewBox, class: 'rulebook-chart', role: 'img', 'aria-label': label }, columns)
}

/** Value, percent and fraction, one row a value. */
function table(rows, label) {
  return h('table', {},
    h('thead', {}, h('tr', {}, [label, 'odds', 'exactly'].map(text => h('th', { scope: 'col' }, text)))),
    h('tbody', {}, rows.map(([value, odds]) =>
      h('tr', {}, h('th', { scope: 'row' }, shown(value)), h('td', {}, percent(odds)), h('td', {}, fraction(odds))))))
}
