// Exact odds for the eye, of one pool or of two side by side: percent, fraction, chart and table.

import { h, say, svg } from './page.js'
import { boundOf } from './engine.js'
import { ONE, ZERO, add, lowest, minus, plus } from './fraction.js'
import { entries } from './hand.js'
import { measureOf, undo } from './measures.js'
import { capital } from './result.js'

const HEIGHT = 84
const SIDES = [say('first'), say('second')]
let inexact = false
const PLAIN = { win: say('first higher'), tie: say('equal'), lose: say('first lower') }

/**
 * The odds of one program or of two in elements.
 *
 * @param thrown what is measured: the `text` of the first, the `target` or the text `against` which it is held
 * @param opposed whether the game itself has one rolled against the other, and says who wins
 * @param counted what `countOdds` gives; it is `about` right where exact odds took too long
 * @returns {{parts, said, drawn, rows, told}} the elements; the chances of how it ends, and their chart; and where one
 *   program comes to a number, its chances, and what is told of them in a line
 */
export function oddsOf(programs, thrown, opposed, counted) {
  const { all, about } = counted
  inexact = about
  const [mine, theirs] = programs
  const goal = thrown.target ? +thrown.target : NaN
  const measure = about ? null : measureOf(thrown)
  const labels = new Map(programs.flatMap(({ fields }) => fields.map(({ name, label }) => [name, say(label)])))
  const [main, ...others] = [...labels].map(([name, label]) => [label, together(all.map(rows => marginal(rows, name, measure)))])
  const names = theirs ? SIDES : [say('odds')]
  const reached = () => (!counted.won ? main[1].reduce((sum, [value, [odds]]) => (boundOf(value) < goal ? sum : plus(sum, odds)), ZERO) : counted.won)
  const ends = theirs ? (about ? [] : endings(counted.ends, mine, opposed)) : isNaN(goal) ? [] : [[say('{0} or more', goal), [reached()]]]
  const drawn = theirs ? say('{0} in columns, {1} as a line, ', thrown.text, thrown.against) : ''
  const drawing = chart(main, drawn, value => value >= goal)
  const isPlain = !theirs && isNumber(main[1])
  const told = isPlain && numbers(main[1])
  const parts = [
    (measure || ends.length) && h('p', { class: 'rulebook-ends' }, measure ? measure.words.ending : ends.map(ending)),
    theirs && h('ul', { class: 'rulebook-legend' }, [thrown.text, thrown.against].map((text, i) =>
      h('li', {}, swatch(i), ` ${SIDES[i]}: `, h('code', {}, text)))),
    drawing,
    told && h('p', {}, told),
    about && h('p', {}, say('Not exact: each chance may be {0} higher.', counted.bound.toExponential(0))),
    others.flatMap(([label, rows]) => names.map((name, i) =>
      rows[0][1][i] && h('p', {}, `${label}${theirs ? `, ${name}` : ''}: `,
        rows.map(([value, odds]) => say('{0} in {1}', shown(value), percent(odds[i]))).join(', ')))),
    h('details', {}, h('summary', {}, say('As tables')),
      ends.length && table([say('outcome'), ends], [say('odds')]), [main, ...others].map(field => table(field, names))),
  ].flat(2).filter(Boolean)
  // A roll with a measure, or against another one, comes to no number.
  const yes = main[1].find(([value]) => value === true)
  return { parts, said: (yes && !ends[0] ? [[main[0], yes[1]]] : ends).map(ending), drawn: drawing, ...(isPlain && isNaN(goal) && !measure && { rows: main[1], told }) }
}

/** How two pools fare: by the game's own words, or plainly where it has none. Where a tie wins, there is none. */
function endings(odds, { tie_wins }, opposed) {
  if (opposed) return chances(odds).filter(([end]) => !(tie_wins && end === 'tie'))
  return chances(odds).map(([end, odds]) => [PLAIN[end], odds])
}

const chances = odds => entries(odds).map(([end, chance]) => [end, [chance]])

function ending([end, [odds]]) {
  const exactly = fraction(odds)
  return h('span', {}, `${say(end)}: `, h('b', {}, percent(odds)), exactly.length < 16 && ` (${exactly})`)
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

/** Exactly, in lowest terms; nothing where it is not exact, or too long to be read. */
function fraction(odds) {
  const [n, d] = lowest(odds)
  const text = d === 1n ? `${n}` : `${n}/${d}`
  return inexact || text.length > 40 ? '' : text
}

const isNumber = rows => rows.every(([value]) => value !== !!value)

/** Mean, deviation, least and most of a result, as rulesmod/dice/summary.py has them. */
function numbers(rows) {
  const mean = rows.reduce((sum, [value, [odds]]) => sum + boundOf(value) * decimal(odds), 0)
  const square = rows.reduce((sum, [value, [odds]]) => sum + (boundOf(value) - mean) ** 2 * decimal(odds), 0)
  const end = (at, sign, name) => (`${rows.at(at)[0]}`[0] === sign ? say('no {0}', name) : `${name} ${rows.at(at)[0]}`)
  const ends = inexact ? '' : `, ${end(0, '<', say('least'))}, ${end(-1, '>', say('most'))}`
  return say('mean {0}, deviation {1}', +(+mean.toFixed(9)).toPrecision(4), +Math.sqrt(square).toPrecision(3)) + ends
}

/** The odds of one field of the outcome, where it has that: a Map from value to fraction. What is held to a measure has one. */
function marginal(distribution, name, measure) {
  const sums = new Map()
  for (const [outcome, ...odds] of distribution) if (Object.hasOwn(outcome, name)) add(sums, outcome[name], odds)
  if (measure) undo(sums, measure)
  return sums
}

/**
 * The rows of one field for all sides: [value, [fraction, ...]] in order, null for a side that has no such field.
 * An open tail is a text such as ">=21"; that of one side takes in what lies there of the other.
 */
function together(sides) {
  const bounds = sign => sides.flatMap(odds => [...odds.keys()].filter(value => value[0] === sign).map(boundOf))
  const [high, low] = [Math.min(...bounds('>')), Math.max(...bounds('<'))]
  const place = value => (boundOf(value) >= high ? `>=${high}` : boundOf(value) <= low ? `<=${low}` : value)
  const merged = sides.map(odds => {
    const sums = new Map()
    odds.forEach((weight, value) => add(sums, place(value), weight))
    return sums
  })
  return [...new Set(merged.flatMap(sums => [...sums.keys()]))]
    .sort((a, b) => boundOf(a) - boundOf(b))
    .map(value => [value, merged.map(sums => (sums.size ? (sums.get(value) ?? ZERO) : null))])
}

/** A result as readers see it. */
export const shown = value =>
  value === true ? say('yes') : value === false ? say('no') : `${value}`.replace('>=', '≥ ').replace('<=', '≤ ')

/**
 * Columns over the values of a field, but for ends too low to be seen; a picture of the table below it.
 * A second side is a line over them: the two are told apart without colours.
 */
function chart([name, all], drawn, marked) {
  const width = 320
  const base = HEIGHT + 2
  const top = Math.max(...all.flatMap(([, sides]) => sides.map(decimal)))
  const tall = odds => (decimal(odds) / top) * (all[0][1][1] ? HEIGHT : HEIGHT - 12)
  const high = ([, sides]) => sides.some(odds => decimal(odds) > top / 300)
  const rows = all.slice(all.findIndex(high), all.findLastIndex(high) + 1)
  const step = width / rows.length
  const every = Math.ceil(rows.length / 16)
  const columns = rows.map(([value, [odds, other]], i) => {
    const x = step * (i + 0.5)
    const y = base - Math.max(tall(odds), other ? 0 : 0.75)
    return [
      svg('rect', {
        x: step * (i + 0.06), y, width: step * 0.88, height: base - y,
        class: marked(value) && 'rulebook-marked', 'data-value': shown(value),
      }),
      !other && step > 24 && decimal(odds) >= 0.001 && svg('text', { x, y: y - 4 }, percent(odds).slice(0, -2)),
      i % every === 0 && svg('text', { x, y: base + 16 }, shown(value)),
    ]
  })
  const scale = ticks(100 * top).map(mark => {
    const y = base - tall([BigInt(Math.round(mark * 1e6)), 10n ** 8n])
    return [svg('line', { x2: width, y1: y, y2: y, stroke: 'currentColor', 'stroke-opacity': 0.25 }), svg('text', { x: -14, y: y + 4 }, `${mark}`)]
  })
  const line = rows[0][1][1] && rows.map(([, [, odds]], i) => `V${base - tall(odds)}H${step * (i + 1)}`).join('')
  const label = say('Odds of the {0}, {1}as in the table below', name, drawn)
  return [
    svg('svg', { viewBox: `-28 0 ${width + 28} ${base + 22}`, class: 'rulebook-chart', role: 'img', 'aria-label': label },
      scale, columns, line && svg('path', { d: `M0 ${base}${line}V${base}` })),
    h('p', { class: 'rulebook-axis' }, line ? say('{0}, up to {1} %', name, (100 * top).toFixed(1)) : say('{0}, odds in %', name)),
  ]
}

/** A few round numbers from 0 to a chance in percent, for the axis of a chart. */
function ticks(most) {
  const unit = 10 ** Math.floor(Math.log10(most))
  const step = unit * (most < 2 * unit ? 0.5 : most < 5 * unit ? 1 : 2)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => +(i * step).toPrecision(3))
}

const swatch = i => svg('svg', { viewBox: '0 0 20 14', class: 'rulebook-chart rulebook-swatch', 'aria-hidden': 'true' },
  i ? svg('path', { d: 'M1 14V7h9V2h9v12' }) : svg('rect', { width: 20, height: 14 }))

/** Value, percent and fraction of each side, one row a value. */
function table([label, rows], names) {
  let rest = ONE
  const reached = odds => {
    const before = rest
    rest = minus(rest, odds)
    return h('td', {}, percent(before))
  }
  const more = !names[1] && rows[2] && isNumber(rows) && label !== say('outcome')
  const head = [label, ...names.flatMap(name => [name, say('exactly')]), ...(more ? [say('at least')] : [])].map(capital)
  return h('table', {},
    h('thead', {}, h('tr', {}, head.map(text => h('th', { scope: 'col' }, text)))),
    h('tbody', {}, rows.map(([value, sides]) =>
      h('tr', {}, h('th', { scope: 'row' }, shown(value)),
        sides.flatMap(odds => (odds ? [percent(odds), fraction(odds)] : ['–', '–']).map(text => h('td', {}, text))), more && reached(sides[0])))))
}
