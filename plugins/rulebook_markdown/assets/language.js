// Notations as data: parses an expression to a program, as rulesmod/dice/language.py does.

import { tallyOf } from './formulas.js'
import { refuse } from './fraction.js'
import { entries, fromEntries, put, sum } from './hand.js'
import { read, fill } from './reader.js'
import { evaluate } from './reading.js'

const known = new WeakMap()

/** The kinds of die of a language with all that they have of others, and what they are in certain cases. */
function kindsOf({ dice }) {
  if (!known.has(dice)) {
    const kinds = {}
    for (const kind in dice) {
      const whole = { ...dice[dice[kind].like], ...dice[kind], base: kind }
      kinds[kind] = whole
      whole.as?.forEach(([, more], i) => (kinds[`${kind} ${i}`] = { ...whole, as: [], ...more }))
    }
    known.set(dice, kinds)
  }
  return known.get(dice)
}

/**
 * The program that an expression rolls. What is none throws an Error with `start`, `end`, `expected` and `remedy`, or with
 * the `name` of a number that only the reader knows, and has not `given` yet.
 */
export function parse(language, text, given) {
  const { terms, constants: read_, form, reading } = read(language, text, given)
  const kinds = new Set([...terms.map(({ kind }) => kind), form])
  const wanted = item => [item.with].flat().some(kind => !kind || kinds.has(kind))
  const resulting = one => (one == 'result' && reading ? reading : Array.isArray(one) ? one.map(resulting) : one)
  const fields = language.fields.filter(wanted).map(({ with: _, ...field }) => ({ ...field, reading: resulting(field.reading) }))
  const made = { dice: {}, hands: {}, parts: {} }
  const pool = new Map()
  const constants = { ...language.constants }
  for (const [name, number] of read_) constants[name] += number
  let last = 0
  for (const { kind, tags } of terms) {
    const name = define(language, kind, tags, made)
    const { whole } = kindsOf(language)[resolved(language, kind, tags)[0]]
    put(pool, name, whole ? 1 : (tags.count ?? 1))
    last = Math.max(last, tags.part ?? 0)
  }
  const triggers = language.triggers.filter(wanted).map(({ tally, at_least, adds }) => ({
    tally,
    at_least,
    adds: adds.map(([kind, count]) => [define(language, kind, {}, made), count]),
  }))
  const named = JSON.stringify(fields.map(({ reading }) => [reading]))
  const sums = [...language.sums, ...Array.from({ length: last }, (_, i) => tallyOf(i + 1))]
  return {
    dice: made.dice,
    pool: [...pool],
    fields,
    sums: sums.filter(tally => named.includes(`"${tally}"`)),
    flags: language.flags,
    constants,
    triggers,
    needs: language.needs,
    tie_wins: language.tie_wins,
    ...(Object.keys(made.hands)[0] && { hands: made.hands }),
  }
}

const valued = (readings, value) => fromEntries(entries(readings).map(([name, reading]) => [name, value(reading)]))

/** The kind that dice are by their arguments, and all of these. */
function resolved(language, kind, tags) {
  const given = { sign: 1, ...language.defaults, ...tags }
  const index = kindsOf(language)[kind].as?.findIndex(([reading]) => evaluate(reading, given)) ?? -1
  return [index < 0 ? kind : `${kind} ${index}`, given]
}

/** What a die's name begins with that counts so many times. */
const signed = times => (times < 0 ? '-' : '') + (Math.abs(times) == 1 ? '' : `${Math.abs(times)}×`)
const inPart = (tally, part) => (part && tally == 'total' ? tallyOf(part) : tally)
const argument = value => (Array.isArray(value) ? value : Number(value))
const axisOf = end => (Array.isArray(end) ? end.flatMap(([low, high]) => range(low, high)) : range(1, end))
const range = (low, high) => Array.from({ length: Math.max(0, high - low + 1) }, (_, i) => low + i)

function define(language, of, tags, made) {
  const [kind, given] = resolved(language, of, tags)
  const template = kindsOf(language)[kind]
  const { part = 0 } = given
  const pieces = Array.isArray(template.name) ? template.name : [template.name]
  const texts = pieces.map(piece => (Array.isArray(piece) ? (evaluate(piece[0], given) ? piece[1] : '') : piece))
  let name = signed(given.sign) + texts.map(text => fill(text == '*' ? template.written : text, given)).join('')
  while ((made.parts[name] ?? part) != part) name += '′'
  if (name in made.parts) return name
  const inner = part ? { part } : {}
  if (template.hand) made.hands[name] = handOf(language, template, given, inner, made)
  else made.dice[name] = rowsOf(language, template, name, given, inner, made)
  made.parts[name] = part
  return name
}

function handOf(language, { hand, takes = [], base }, given, inner, made) {
  const { of, first = 0, last, each, gives, drawn, grows = 0 } = hand
  const number = reading => Number(evaluate(reading, given))
  const known = fromEntries([...takes, 'sign'].filter(key => key in given).map(key => [key, given[key]]))
  const groups = of.flatMap(([kind, arguments_, count, as = 'n']) => {
    if (number(count) < 1) {
      known[as] = 0
      return []
    }
    const die = define(language, kind || base, { ...valued(arguments_, reading => argument(evaluate(reading, given))), ...inner }, made)
    return [[die, number(count), as]]
  })
  if (!groups[0]) refuse('there are no dice')
  const thrown = sum(groups.map(([, count]) => count))
  const named = JSON.stringify([each, gives].map(pairs => pairs.map(([, reading]) => [reading])))
  return [
    groups,
    Math.max(0, number(first)),
    Math.min(thrown, number(last ?? thrown)),
    each,
    gives.map(([tally, reading]) => [inPart(tally, inner.part), reading]),
    entries(known).filter(([name]) => named.includes(`"${name}"`)),
    !!drawn,
    number(grows),
  ]
}

function rowsOf(language, template, name, given, inner, made) {
  const check = (fits, what) => fits || refuse(`\`${name}\` ${what}`)
  const ends = template.axes.map(([axis, end]) => [axis, given[end] ?? end])
  const lengthOf = end => (Array.isArray(end) ? axisOf(end).length : end)
  check(ends.reduce((rows, [, end]) => rows * lengthOf(end), 1) <= 65536, 'has more than 65536 rows')
  const rows = points(ends.map(([axis, end]) => [axis, axisOf(end)]), given).map(values => {
    for (const [let_, reading] of template.lets ?? []) values[let_] = evaluate(reading, values)
    const row = template.rows.find(({ when }) => when === undefined || evaluate(when, values)) ?? {}
    const value = (reading, otherwise) => (reading === undefined ? otherwise : Number(evaluate(reading, values)))
    const tallies = valued(row.tallies ?? {}, value)
    const adds = new Map()
    for (const [added, arguments_, number] of row.adds ?? []) {
      const its = () => ({ ...valued(arguments_, reading => argument(evaluate(reading, values))), ...inner })
      if (value(number) > 0) put(adds, define(language, added || template.base, its(), made), value(number))
    }
    const shown = template.shown ?? ends[0][0]
    return {
      face: /\{/.test(shown) ? fill(shown, values) : value(shown),
      weight: value(row.weight, 1),
      tallies: fromEntries(entries(tallies).filter(([, number]) => number).map(([tally, number]) => [inPart(tally, inner.part), number])),
      again: !!value(row.again, 0),
      adds: [...adds],
      label: fill(row.label ?? '', { ...values, ...tallies }),
    }
  })
  check(rows.some(({ again, weight }) => weight && !again), 'has no face that stays')
  return rows
}

const points = ([axis, ...others], values) =>
  axis ? axis[1].flatMap(at => points(others, { ...values, [axis[0]]: at })) : [values]
