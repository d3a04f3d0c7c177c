// Dice that grow upwards against dice that grow downwards, as rulesmod/dice/chain.py explains it.

import { ONE, ZERO, add, lowest, minus, over, plus, times, total } from './fraction.js'

/** Multiplies a series, a list of fractions, by (1 - step) for each step. */
const multiplyOut = (numbers, steps) =>
  steps.reduce(
    (series, step) =>
      series.map((number, k) =>
        lowest([...step].reduce((rest, [move, share]) => minus(rest, times(share, series[k - move] ?? ZERO)), number)),
      ),
    numbers,
  )

/**
 * The weights below `-limit`, at each value from there to `limit`, and above, of one open series less another.
 * Each is given by its first value, its weights from there on, and its dice's steps.
 */
export function window(mine, theirs, limit) {
  const [ups, downs] = [mine.steps, theirs.steps]
  const start = new Map()
  multiplyOut(mine.weights, ups).forEach((p, i) =>
    multiplyOut(theirs.weights, downs).forEach((q, j) => p[0] * q[0] && add(start, mine.first + i - theirs.first - j, times(p, q))),
  )
  const rising = []
  let row = [start, ...downs.map(() => new Map())]
  for (const up of ups) {
    const below = row.map(() => new Map())
    downs.forEach((down, j) => visits(row[j], up, down).forEach((weight, value) => add(value < 0 ? below[j] : row[j + 1], value, weight)))
    rising.push(row.at(-1))
    row = below
  }
  const turned = row.slice(0, -1).map(weights => new Map([...weights].map(([value, weight]) => [-value, weight])))
  const up = half([...rising, row.at(-1)], ups, limit)
  const down = half([...turned, new Map()], downs, limit)
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
      step.forEach((share, move) => value + move > limit || add(listed, value + move, times(listed.get(value) ?? ZERO, share)))
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
    links.set(value, new Map())
    for (const [move, share] of value < 0 ? up : down) {
      links.get(value).set(value < 0 ? value + move : value - move, share)
      waiting.push(value < 0 ? value + move : value - move)
    }
  }
  const weights = new Map(start)
  const eliminated = []
  for (const value of [...links.keys()].sort((a, b) => Math.abs(b) - Math.abs(a))) {
    const moves = links.get(value)
    const loop = minus(ONE, moves.get(value) ?? ZERO)
    moves.delete(value)
    links.delete(value)
    const incoming = []
    for (const [source, targets] of links) {
      const link = targets.get(value)
      if (!link) continue
      targets.delete(value)
      incoming.push([source, link])
      moves.forEach((share, target) => add(targets, target, over(times(link, share), loop)))
    }
    const weight = weights.get(value) ?? ZERO
    moves.forEach((share, target) => add(weights, target, over(times(weight, share), loop)))
    eliminated.push([value, weight, incoming, loop])
  }
  const found = new Map()
  for (const [value, weight, incoming, loop] of eliminated.reverse()) {
    found.set(value, lowest(over(plus(weight, total(incoming.map(([source, link]) => times(link, found.get(source))))), loop)))
  }
  return found
}
