// Dice that are only added up: a die is a quotient N / D of polynomials, and so is their product.
//
// With M = N D N' D' ... of all of them, the product Q solves M Q' = A Q for a polynomial A: each coefficient of Q follows
// from as many before it as M has terms (power_of in rulesmod/dice/series.py). Where dice are rolled again, the coefficient
// of x^k is multiplied by c once for each `reach` that k has room for, and so all of them are whole numbers.

import { take } from './fraction.js'

const { floor, max, min } = Math

/** Whether a die with its `effects` only adds to one sum, upwards without end, and brings no dice that do. */
export const isAdded = (effects, die, direction) =>
  !(direction[die] < 0) && effects[die].every(({ adds }) => adds.every(([added]) => !direction[added] && isAdded(effects, added, direction)))

/** The chances of the sum of dice, `[die, count]` each, at each value up to a limit, and beyond it: a Map by text. */
export function productOf(effects, pool, limit) {
  const going = pool.flatMap(([die]) => effects[die].filter(({ again }) => again))
  const reach = min(...going.map(({ moves }) => moves[0]), Infinity)
  const c = going.reduce((product, { share: [, cases] }) => (product % cases ? product * cases : product), 1n)
  const scale = at => c ** BigInt(floor(at / reach))
  const by = (i, j) => ((i % reach) + (j % reach) >= reach ? c : 1n)
  const put = (sums, at, number) => sums.set(at, (sums.get(at) ?? 0n) + number)
  const one = new Map([[0, 1n]])
  const less = new Map([[0, 1n], [1, -scale(1)]])
  const multiplied = (mine, theirs, weigh = () => 1) => {
    const found = new Map()
    for (const [i, a] of mine) for (const [j, b] of theirs) put(found, i + j, a * b * by(i, j) * BigInt(weigh(i, j)))
    return new Map([...found].filter(([, number]) => number))
  }

  /** A die as N, the values of which begin at `low`, and D; `cases` are what both are to be divided by. */
  const lawOf = die => {
    const rows = effects[die].map(({ moves, again, adds, share: [weight, cases] }) => {
      let [low, high, top, all] = [moves[0], moves[0], one, 1n]
      for (const [added, count] of adds) {
        const law = lawOf(added)
        for (let i = 0; i < count; i++) top = multiplied(top, law.top)
        low += count * law.low
        high += count * law.high
        all *= law.cases ** BigInt(count)
      }
      return { again, low, high, top, weight, cases, all }
    })
    const ends = rows.filter(({ again }) => !again)
    const low = min(...ends.map(row => row.low))
    const shared = ends.reduce((product, { all }) => (product % all ? product * all : product), 1n)
    const [top, bottom] = [new Map(), new Map(one)]
    for (const row of rows) {
      const from = row.again ? 0 : low
      const moved = multiplied(row.top, new Map([[row.low - from, row.weight * scale(row.low - from)]]))
      moved.forEach((number, at) => (row.again ? put(bottom, at, -number / row.cases) : put(top, at, (number * shared) / row.all)))
    }
    return { low, high: going[0] ? Infinity : max(...ends.map(row => row.high)), top, bottom, cases: shared * rows[0].cases }
  }

  let [start, high, first, cases, both, ahead] = [0, 0, 1n, 1n, one, new Map()]
  for (const [die, count] of pool) {
    const law = lawOf(die)
    let { top, bottom } = law
    // Faces that are equally likely are all of them but the first and the last one alike once 1 - x goes in.
    const flat = multiplied(top, less)
    if (flat.size < top.size) [top, bottom] = [flat, multiplied(bottom, less)]
    const mine = multiplied(top, bottom)
    const rising = multiplied(both, multiplied(top, bottom, (i, j) => count * (i - j)))
    ahead = multiplied(ahead, mine)
    rising.forEach((number, at) => put(ahead, at, number))
    both = multiplied(both, mine)
    start += count * law.low
    high += count * law.high
    first *= top.get(0) ** BigInt(count)
    cases *= law.cases ** BigInt(count)
  }

  const terms = [...new Set([...both.keys(), ...ahead.keys()])]
    .filter(Boolean)
    .sort((a, b) => a - b)
    .map(move => [move, ahead.get(move) ?? 0n, both.get(move) ?? 0n])
  const size = min(high, limit) - start
  take(size * terms.length, cases * c ** BigInt(floor(size / reach)))
  const found = [first]
  for (let at = 1; at <= size; at++) {
    let total = 0n
    for (const [move, more, fewer] of terms) {
      if (move > at) break
      const number = (more - fewer * BigInt(at - move)) * found[at - move]
      total += c > 1n ? number * by(move, at - move) : number
    }
    found.push(total / (both.get(0) * BigInt(at)))
  }
  const last = floor((found.length - 1) / reach)
  const all = cases * c ** BigInt(last)
  let rest = all
  const chances = new Map()
  found.forEach((number, at) => {
    const weight = c > 1n ? number * c ** BigInt(last - floor(at / reach)) : number
    rest -= weight
    if (weight) chances.set(`${start + at}`, [weight, all])
  })
  return rest ? chances.set(`${limit + 1}`, [rest, all]) : chances
}
