// Notations as data: parses an expression to a program, as rulesmod/dice/language.py does.

import { refuse } from './fraction.js'
import { defineHand, entries, fromEntries, put, sum } from './hand.js'
import { evaluate } from './reading.js'

const MAX_TERMS = 100

const fill = (text, values) => text.replace(/\{([^{}]+)\}/g, (_, name) => values[name])

/**
 * The program that an expression rolls. What is none throws an Error with `start`, `end` and `expected`.
 */
export function parse(language, text) {
  const terms = read(language, text)
  const kinds = new Set(terms.map((term) => term.kind))
  const wanted = (item) => [item.with].flat().some((kind) => !kind || kinds.has(kind))
  const fields = language.fields.filter(wanted).map(({ with: _, ...field }) => field)
  const dice = {}
  const hands = {}
  const pool = new Map()
  const constants = { ...language.constants }
  for (const { kind, constant, tags } of terms) {
    if (constant) constants[constant] += (tags.sign ?? 1) * tags.value
    else {
      const name = define(language, kind, tags, dice, hands)
      pool.set(name, (pool.get(name) ?? 0) + (tags.count ?? 1))
    }
  }
  return {
    dice,
    pool: [...pool],
    fields,
    sums: language.sums.filter(tally => JSON.stringify(fields.map(({ reading }) => [reading])).includes(`"${tally}"`)),
    flags: language.flags,
    constants,
    triggers: language.triggers.filter(wanted).map(({ tally, at_least, adds }) => ({
      tally,
      at_least,
      adds: adds.map(([kind, count]) => [define(language, kind, {}, dice, hands), count]),
    })),
    needs: language.needs,
    tie_wins: language.tie_wins,
    ...(Object.keys(hands)[0] && { hands }),
  }
}

const valued = (readings, value) => fromEntries(entries(readings).map(([name, reading]) => [name, value(reading)]))

function define(language, kind, tags, dice, hands) {
  const template = language.dice[kind]
  const given = { sign: 1, ...tags }
  const name = (given.sign < 0 ? '-' : '') + fill(template.name, given)
  if (dice[name]) return name
  if (template.hand) {
    const { of, first = 0, last, each, gives, drawn } = template.hand
    const number = reading => Number(evaluate(reading, given))
    const known = fromEntries([...(template.takes ?? []), 'sign'].filter(key => key in given).map(key => [key, given[key]]))
    const groups = of.flatMap(([kind, inner, count, as = 'n']) => {
      if (number(count) < 1) {
        known[as] = 0
        return []
      }
      return [[define(language, kind, valued(inner, number), dice, hands), number(count), as]]
    })
    if (!groups[0]) refuse('there are no dice')
    const thrown = sum(groups.map(([, count]) => count))
    defineHand(name, [groups, Math.max(0, number(first)), Math.min(thrown, number(last ?? thrown)), each, gives, entries(known), !!drawn], dice, hands)
    return name
  }
  const axes = template.axes.map(([axis, end]) => [axis, given[end] ?? end])
  const check = (fits, what) => fits || refuse(`\`${name}\` ${what}`)
  check(axes.reduce((rows, [, end]) => rows * end, 1) <= 65536, 'has more than 65536 rows')
  const rows = points(axes, given).map((values) => {
    const row = template.rows.find(({ when }) => when === undefined || evaluate(when, values)) ?? {}
    const value = (reading, otherwise) => (reading === undefined ? otherwise : Number(evaluate(reading, values)))
    const tallies = valued(row.tallies ?? {}, value)
    const adds = new Map()
    for (const [added, inner, number] of row.adds ?? []) {
      if (value(number) > 0) put(adds, define(language, added, valued(inner, value), dice, hands), value(number))
    }
    const shown = template.shown ?? axes[0][0]
    return {
      face: /\{/.test(shown) ? fill(shown, values) : value(shown),
      weight: value(row.weight, 1),
      tallies: fromEntries(entries(tallies).filter(([, number]) => number)),
      again: !!value(row.again, 0),
      adds: [...adds],
      label: fill(row.label ?? '', { ...values, ...tallies }),
    }
  })
  check(rows.some(({ again, weight }) => weight && !again), 'has no face that stays')
  dice[name] = rows
  return name
}

const points = ([axis, ...others], values) =>
  axis
    ? Array.from({ length: axis[1] }, (_, i) => points(others, { ...values, [axis[0]]: i + 1 })).flat()
    : [values]

/**
 * The terms of an expression, in order. What is none throws as above, with the `literals` that could have stood there.
 */
export function read(language, text) {
  let terms = []
  let tags = {}
  let furthest = 0
  let stop = 0
  let expected = []
  let literals = []

  const fail = (start, what, fitting = [], end = undefined) => {
    if (start < furthest) return
    if (start > furthest || !expected.length) {
      furthest = start
      stop = end ?? start + (/^([A-Za-z0-9]+|.)/su.exec(text.slice(start))?.[0].length ?? 0)
      expected = []
      literals = []
    }
    expected.push(what)
    literals.push(...fitting)
  }
  const attempt = (node, at) => {
    const kept = [terms.length, tags]
    tags = { ...tags }
    const end = match(node, at)
    if (end === undefined) {
      terms.length = kept[0]
      tags = kept[1]
    }
    return end
  }
  const tagged = (node, at, entry) => {
    tags = {}
    const end = match(node, at)
    if (end === undefined) return
    if (terms.length == MAX_TERMS) throw Object.assign(Error(`a roll has at most ${MAX_TERMS} terms`), { start: at, end })
    terms.push({ ...entry, tags: { ...tags }, start: at, end })
    return end
  }
  const match = (node, at) => {
    if (typeof node == 'string') return text.startsWith(node, at) ? at + node.length : fail(at, `\`${node}\``, [node])
    const [head, ...rest] = node
    return nodes[head](at, ...rest)
  }
  const nodes = {
    skip: (at, word) => (text.startsWith(word, at) ? at + word.length : at),
    seq: (at, ...parts) => parts.reduce((end, part) => (end === undefined ? end : match(part, end)), at),
    or: (at, ...parts) => parts.reduce((end, part) => end ?? attempt(part, at), undefined),
    opt: (at, part) => attempt(part, at) ?? at,
    many: (at, part) => {
      for (let end; (end = attempt(part, at)) > at; ) at = end
      return at
    },
    number: (at, tag, what, { min = 0, max = Infinity, in: allowed, zeros }) => {
      const digits = /^\d*/.exec(text.slice(at))[0]
      const end = at + digits.length
      const number = +digits
      const fits = value => value >= min && (!allowed || allowed.includes(value))
      if (!digits) return fail(at, what, fits(1) ? ['1'] : [])
      if (digits.length > 15) return fail(at, 'a number of at most 15 digits', [], end)
      if (!fits(number) || (digits != `${number}` && !zeros)) return fail(at, what, [], end)
      if (number > max) return fail(at, `a number up to ${max}`, [], end)
      tags[tag] = number
      return end
    },
    word: (at, tag, what, words) => {
      const word = Object.keys(words).sort((a, b) => b.length - a.length).find((word) => text.startsWith(word, at))
      if (word === undefined) return fail(at, what, Object.keys(words))
      tags[tag] = words[word]
      return at + word.length
    },
    part: (at, name) => match(language.parts[name], at),
    term: (at, kind, part) => tagged(part, at, { kind }),
    constant: (at, constant, part) => tagged(part, at, { constant }),
  }

  const end = match(language.grammar, 0)
  if (end == text.length) return terms
  if (end !== undefined) fail(end, 'the end')
  const token = text.slice(furthest, stop)
  throw Object.assign(new Error(token ? `\`${token}\` cannot stand here` : `the ${language.name} breaks off`), {
    start: furthest,
    end: stop,
    expected: [...new Set(expected)].join(' or '),
    literals: [...new Set(literals)],
  })
}
