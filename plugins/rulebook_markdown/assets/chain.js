// Dice that grow upwards against dice that grow downwards, as rulesmod/dice/chain.py explains it.

import { ONE, ZERO, add, lowest, minus, over, plus, take, times } from './fraction.js'
import { termsUpTo } from './series.js'

/** Multiplies a series, a list of fractions, by (1 - step) for each step. */
const multiplyOut = (numbers, steps) =>
  steps.reduce(
    (series, step) => take(step.size * series.length, series[0][1]) ?? series.map((number, k) => lowest([...step].reduce((rest, [by, share]) => minus(rest, times(share, series[k - by] ?? ZERO)), number))),
    numbers,
  )

/**
 * The weights below `-limit`, at each value from there to `limit`, and above, of one open series less another.
 * Each is given by its first value, its weights from there on, and its dice's steps.
 */
export function window(mine, theirs, limit) {
  const all = [mine, theirs].map(({ steps }) => steps.flatMap(({ shares, count }) => Array(count).fill(shares)))
  const [ups, downs] = all
  const start = new Map()
  const [starts, others] = [mine, theirs].map(({ weights }, i) => multiplyOut(weights, all[i]))
  starts.forEach((p, i) => others.forEach((q, j) => p[0] * q[0] && add(start, mine.first + i - theirs.first - j, times(p, q))))
  const rising = []
  let row = [start, ...downs.map(() => new Map())]
  for (const up of ups) {
    const below = row.map(() => new Map())
    downs.forEach((down, j) => {
      const turn = value => [...(value < 0 ? up : down)].map(([by, share]) => [value < 0 ? value + by : value - by, share])
      visits(row[j], turn, value => -Math.abs(value)).forEach((weight, value) => add(value < 0 ? below[j] : row[j + 1], value, weight))
    })
    rising.push(row.pop())
    row = below
  }
  rising.push(row.pop())

  const found = Array(2 * limit + 3).fill(ZERO)
  // Where one side has no dice left, the other goes on alone, in whole numbers of one number of cases.
  const goOn = (flows, steps, sign) => {
    const all = flows.flatMap(flow => [...flow])
    const shares = steps.flatMap(step => [...step])
    const first = Math.min(...all.map(([value]) => sign * value))
    const cases = all.reduce((common, [, [, d]]) => lowest([common, d])[0] * d, 1n)
    const { scale, by, put, divided, chancesOf } = termsUpTo(limit - first, Math.min(...shares.map(([move]) => move)), shares.map(([, [, d]]) => d))
    let [values, beyond] = [new Map(), ZERO]
    flows.forEach((flow, i) => {
      flow.forEach((weight, value) => {
        beyond = plus(beyond, weight)
        const at = sign * value - first
        if (sign * value <= limit) put(values, at, weight[0] * (cases / weight[1]) * scale(at))
      })
      if (!steps[i]) return
      beyond = over(beyond, [...steps[i].values()].reduce(minus, ONE))
      values = divided(values, [[], ...[...steps[i]].map(([move, [n, d]]) => [move, (-n * scale(move)) / d])], by)
    })
    for (const [at, weight] of chancesOf(values, cases)) {
      beyond = minus(beyond, weight)
      const place = sign * Math.max(at + first, -limit - 1) + limit + 1
      found[place] = plus(found[place], weight)
    }
    found[(sign + 1) * (limit + 1)] = plus(found[(sign + 1) * (limit + 1)], beyond)
  }
  goOn(rising, ups, 1)
  goOn([...row, new Map()], downs, -1)
  return found
}

/** How often each value is visited, if `turn` says where it goes on to, and how likely: a linear system. */
function visits(start, turn, place) {
  const rows = new Map()
  const rowOf = value => {
    if (!rows.has(value)) rows.set(value, new Map([[value, ONE], ['', start.get(value) ?? ZERO]]))
    return rows.get(value)
  }
  start.forEach((_, value) => rowOf(value))
  for (const value of rows.keys()) {
    for (const [target, share] of turn(value)) add(rowOf(target), value, minus(ZERO, share))
  }
  for (const [value, row] of [...rows].sort(([a], [b]) => place(a) - place(b))) {
    const pivot = row.get(value)
    row.delete(value)
    row.forEach((number, key) => row.set(key, lowest(over(number, pivot))))
    for (const other of rows.values()) {
      const factor = other.get(value)
      if (factor && other.delete(value)) take(9 * row.size, factor[1]) ?? row.forEach((number, key) => add(other, key, times(number, minus(ZERO, factor))))
    }
  }
  return new Map([...rows].map(([value, row]) => [value, row.get('')]))
}
