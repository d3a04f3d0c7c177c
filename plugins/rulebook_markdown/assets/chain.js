// Dice that grow upwards against dice that grow downwards, as rulesmod/dice/chain.py explains it.

import { ONE, ZERO, add, lowest, minus, over, plus, times, total } from './fraction.js'

const MAX_STATES = 50000

/** Multiplies a series, a list of fractions, by (1 - step) for each step. */
const multiplyOut = (numbers, steps) =>
  steps.reduce(
    (series, step) => series.map((number, k) => lowest([...step].reduce((rest, [by, share]) => minus(rest, times(share, series[k - by] ?? ZERO)), number))),
    numbers,
  )

/**
 * The weights below `-limit`, at each value from there to `limit`, and above, of one open series less another.
 * Each is given by its first value, its weights from there on, and its dice's steps.
 */
export function window(mine, theirs, limit) {
  const all = [mine, theirs].map(({ steps }) => steps.flatMap(({ shares, count }) => Array(count).fill(shares)))
  const [ups, downs] = all
  if (ups.length * downs.length * mine.weights.length > MAX_STATES) throw Error('too many dice are rolled again on both sides for exact odds')
  const start = new Map()
  const [starts, others] = [mine, theirs].map(({ weights }, i) => multiplyOut(weights, all[i]))
  starts.forEach((p, i) => others.forEach((q, j) => p[0] * q[0] && add(start, mine.first + i - theirs.first - j, times(p, q))))
  const rising = []
  let row = [start, ...downs.map(() => new Map())]
  for (const up of ups) {
    const below = row.map(() => new Map())
    downs.forEach((down, j) => visits(row[j], up, down).forEach((weight, value) => add(value < 0 ? below[j] : row[j + 1], value, weight)))
    rising.push(row.at(-1))
    row = below
  }
  const falling = row.map(weights => new Map([...weights].map(([value, weight]) => [-value, weight])))
  const up = half([...rising, row.pop()], ups, limit)
  const down = half(falling.with(-1, new Map()), downs, limit)
  const beyond = (one, other) => total([one.beyond, ...[...other.listed].map(([value, weight]) => (value < -limit ? weight : ZERO))])
  const inside = Array.from({ length: 2 * limit + 1 }, (_, i) => plus(up.listed.get(i - limit) ?? ZERO, down.listed.get(limit - i) ?? ZERO))
  return [beyond(down, up), ...inside, beyond(up, down)].map(lowest)
}

/** Values that grow upwards, `starts[i]` being where the dice from `steps[i]` on begin: up to a limit, and beyond. */
function half(starts, steps, limit) {
  let all = ZERO
  const listed = new Map()
  starts.forEach((start, i) => {
    const step = steps[i] ?? new Map()
    all = over(plus(all, total(start.values())), minus(ONE, total(step.values())))
    start.forEach((weight, value) => value > limit || add(listed, value, weight))
    for (let value = Math.min(...listed.keys(), limit); value < limit; value++) {
      step.forEach((share, by) => value + by > limit || add(listed, value + by, times(listed.get(value) ?? ZERO, share)))
    }
  })
  return { listed, beyond: minus(all, total(listed.values())) }
}

/** How often each value is visited, when 0 and more step down and less than 0 steps up. */
function visits(start, up, down) {
  const links = new Map()
  const waiting = [...start.keys()]
  for (const value of waiting) {
    if (links.has(value)) continue
    const targets = new Map([...(value < 0 ? up : down)].map(([by, share]) => [value < 0 ? value + by : value - by, share]))
    links.set(value, targets)
    waiting.push(...targets.keys())
  }
  // One value after the other is eliminated: paths through it become direct links.
  const weights = new Map(start)
  const eliminated = []
  for (const value of [...links.keys()].sort((a, b) => Math.abs(b) - Math.abs(a))) {
    const targets = links.get(value)
    const loop = minus(ONE, targets.get(value) ?? ZERO)
    links.delete(value)
    targets.delete(value)
    const incoming = [...links].filter(([, others]) => others.has(value)).map(([source, others]) => [source, others, others.get(value)])
    const weight = weights.get(value) ?? ZERO
    targets.forEach((share, target) => {
      const part = over(share, loop)
      add(weights, target, times(weight, part))
      for (const [, others, link] of incoming) add(others, target, times(link, part))
    })
    for (const [, others] of incoming) others.delete(value)
    eliminated.unshift([value, weight, incoming, loop])
  }
  const found = new Map()
  for (const [value, weight, incoming, loop] of eliminated) {
    found.set(value, lowest(over(total([weight, ...incoming.map(([source, , link]) => times(link, found.get(source)))]), loop)))
  }
  return found
}
