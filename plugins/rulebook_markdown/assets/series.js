// Dice that are only added up: a die is a quotient N / D of polynomials, and so is their product.
//
// A die N / D that adds others is the sum of its rows, each a term times the quotients of what it brings; D is kept as its
// factors, one for each kind of die. With M = N D N' D' ... of pools, the product Q solves M Q' = A Q for a polynomial A:
// each coefficient of Q follows from as many before it as M has terms (power_of in rulesmod/dice/series.py). Where dice are
// rolled again, the coefficient of x^k is multiplied by c once for each `reach` that k has room for, and so all are whole.

import { take } from './fraction.js'

const { floor, max, min } = Math

const one = new Map([[0, 1n]])

/**
 * Sums of terms, Maps from exponent, as far as there is room. That of x^k is multiplied by c once for each `reach` that k
 * has room for, where `weigh` is `by`; c is divided by all these `cases`.
 */
export function termsUpTo(size, reach, cases) {
  const c = cases.reduce((product, number) => (product % number ? product * number : product), 1n)
  const scale = at => c ** BigInt(floor(at / reach))
  const longest = scale(max(size, 0))
  const by = (i, j) => ((i % reach) + (j % reach) >= reach ? c : 1n)
  const put = (sums, at, number) => sums.set(at, (sums.get(at) ?? 0n) + number)
  const multiplied = (mine, theirs, weigh) => {
    take(mine.size * theirs.size, longest)
    const found = new Map()
    for (const [i, a] of mine) for (const [j, b] of theirs) if (i + j <= size) put(found, i + j, weigh ? a * b * weigh(i, j) : a * b)
    return new Map([...found].filter(([, number]) => number))
  }
  const divided = (top, [, ...terms], weigh) => {
    if (!terms[0]) return top
    take(size * terms.length, longest)
    const found = new Map()
    for (let at = 0; at <= size; at++) {
      let number = top.get(at) ?? 0n
      for (const [move, share] of terms) {
        const before = found.get(at - move)
        if (before) number -= weigh ? share * before * weigh(move, at - move) : share * before
      }
      if (number) found.set(at, number)
    }
    return found
  }
  /** They as chances, of so many cases at first. */
  const chancesOf = (sums, cases) => {
    const all = cases * longest
    const powers = []
    const chances = []
    sums.forEach((number, at) => number && chances.push([at, [c > 1n ? number * (powers[floor(at / reach)] ??= longest / scale(at)) : number, all]]))
    return chances
  }
  return { c, scale, by, put, longest, multiplied, divided, chancesOf }
}

/**
 * The chances of the sum of dice, `[die, count]` each, at each value up to a limit, and beyond it: `[value, chance]` each.
 * The sum is the tally at a place of what their `effects` move; by a sign of -1 all of it is turned round.
 */
export function productOf(effects, pool, place, sign, limit) {
  const laws = {}
  const moveOf = ({ moves }) => sign * moves[place]
  /** The least and the most that dice come to. */
  const endsOf = dice => dice.reduce(([low, high], [die, count]) => {
    laws[die] ??= effects[die].reduce((law, effect) => {
      const [least, most] = endsOf(effect.adds)
      return effect.again ? { ...law, high: Infinity } : { low: min(law.low, moveOf(effect) + least), high: max(law.high, moveOf(effect) + most) }
    }, { low: Infinity, high: -Infinity })
    return [low + count * laws[die].low, high + count * laws[die].high]
  }, [0, 0])
  const [start, high] = endsOf(pool)
  const size = min(high, limit) - start
  const going = Object.keys(laws).flatMap(die => effects[die].filter(({ again }) => again))
  const reach = min(...going.map(moveOf), Infinity)
  const { c, scale, by, put, longest, multiplied, divided, chancesOf } = termsUpTo(size, reach, going.map(({ share: [, cases] }) => cases))
  // Faces that are equally likely are all of them but the first and the last one alike once 1 - x goes in.
  const less = new Map([[0, 1n], [1, -1n]])
  const flattened = top => {
    const flat = multiplied(top, less)
    return flat.size < top.size ? [flat, [less]] : [top, []]
  }

  /** A die as N, the values of which begin at its lowest, and how often each kind's factor is in D. */
  const lawOf = die => {
    const law = laws[die]
    if (law.top) return law
    const own = new Map([[0, effects[die][0].share[1]]])
    const parts = {}
    law.factors = new Map()
    for (const effect of effects[die]) {
      const part = (parts[effect.adds] ??= { adds: effect.adds, top: new Map(), factors: new Map() })
      if (effect.again) put(own, moveOf(effect), -effect.weight)
      else put(part.top, moveOf(effect) + endsOf(effect.adds)[0] - law.low, effect.weight)
    }
    for (const part of Object.values(parts)) {
      for (const [added, count] of part.adds) {
        const { powers, flat, factors } = lawOf(added)
        while (powers.length <= count) powers.push(flat[1].reduce((product, factor) => divided(product, factor), multiplied(powers.at(-1), flat[0])))
        part.top = multiplied(part.top, powers[count])
        factors.forEach((number, factor) => part.factors.set(factor, (part.factors.get(factor) ?? 0) + count * number))
      }
      part.factors.forEach((number, factor) => law.factors.set(factor, max(number, law.factors.get(factor) ?? 0)))
    }
    law.top = new Map()
    for (let { top, factors } of Object.values(parts)) {
      law.factors.forEach((number, factor) => {
        for (let i = factors.get(factor) ?? 0; i < number; i++) top = multiplied(top, factor)
      })
      top.forEach((number, at) => put(law.top, at, number))
    }
    law.factors.set(own, 1)
    law.powers = [one]
    law.flat = flattened(law.top)
    return law
  }

  const scaled = (sums, cases = 1n) => new Map([...sums].map(([at, number]) => [at, (number * scale(at)) / cases]))
  let [cases, first, both, ahead, width] = [1n, 1n, one, new Map(), 0]
  const [single, many] = [[], []]
  for (const [die, count] of pool) {
    const law = lawOf(die)
    const [top, bottoms] = [scaled(law.flat[0]), law.flat[1].map(factor => scaled(factor))]
    law.factors.forEach((number, factor) => {
      cases *= factor.get(0) ** BigInt(number * count)
      while (number--) bottoms.push(scaled(factor, factor.get(0)))
    })
    if (count == 1) {
      single.push([top, bottoms])
      continue
    }
    const bottom = bottoms.reduce((product, factor) => multiplied(product, factor, by), one)
    const mine = multiplied(top, bottom, by)
    const rising = multiplied(both, multiplied(top, bottom, (i, j) => BigInt(count * (i - j)) * by(i, j)), by)
    ahead = multiplied(ahead, mine, by)
    rising.forEach((number, at) => put(ahead, at, number))
    both = multiplied(both, mine, by)
    width += count * (law.high - law.low)
    first *= top.get(0) ** BigInt(count)
    many.push([law.top, count])
  }

  const length = min(size, width)
  const terms = [...new Set([...both.keys(), ...ahead.keys()])]
    .filter(Boolean)
    .sort((a, b) => a - b)
    .map(move => [move, ahead.get(move) ?? 0n, both.get(move) ?? 0n])
  /** All of a power at once, as one number of which each coefficient is so many digits. */
  const digits = cases.toString(16).length
  const inOne = () => {
    take((digits * length) / 12)
    const read = text => BigInt(`0x${text || 0}`)
    const numberOf = top => read(Array.from({ length: max(...top.keys()) + 1 }, (_, at, all) => (top.get(at) ?? 0n).toString(16).padStart(digits, 0)).reverse().join(''))
    const text = many.reduce((product, [top, count]) => product * numberOf(top) ** BigInt(count), 1n).toString(16)
    return Array.from({ length: length + 1 }, (_, at) => read(text.slice(max(0, text.length - (at + 1) * digits), text.length - at * digits)))
  }
  const oneByOne = () => {
    take(length * terms.length, cases * longest)
    const found = [first]
    for (let at = 1; at <= length; at++) {
      let total = 0n
      for (const [move, more, fewer] of terms) {
        if (move > at) break
        const number = (more - fewer * BigInt(at - move)) * found[at - move]
        total += c > 1n ? number * by(move, at - move) : number
      }
      found.push(total / (both.get(0) * BigInt(at)))
    }
    return found
  }
  const powers = c == 1n && terms.length > 8 + digits / 4 ? inOne() : oneByOne()
  const found = single.reduce(
    (product, [top, bottoms]) => bottoms.reduce((rest, factor) => divided(rest, factor, by), multiplied(product, top, by)),
    new Map(powers.entries()),
  )
  const all = cases * longest
  let rest = all
  const chances = chancesOf(found, cases)
  for (const one of chances) {
    rest -= one[1][0]
    one[0] = sign * (start + one[0])
  }
  return rest ? [...chances, [sign * (limit + 1), [rest, all]]] : chances
}
