// Rolls and exact odds of a program (the IR of rulesmod/dice/program.py), with the same results as there.

import { window } from './chain.js'
import { ONE, ZERO, add, lowest, minus, over, plus, times } from './fraction.js'
import { evaluate, numbersIn } from './reading.js'

const MAX_DICE = 1000
const MAX_WORK = 2e6

const sum = numbers => numbers.reduce((a, b) => a + b, 0)

/** Rolls a program: `{dice: [{die, face, label, tallies, cause}], outcome}`; `next` gives numbers below 2**32. */
export function roll(program, next) {
  const dice = []
  const values = { ...Object.fromEntries([...program.sums, ...program.flags].map(tally => [tally, 0])), ...program.constants }
  const pick = rows => {
    const weight = sum(rows.map(row => row.weight))
    let number
    do number = next()
    while (number >= 2 ** 32 - (2 ** 32 % weight))
    number %= weight
    return rows.find(row => (number -= row.weight) < 0)
  }
  const throwAll = waiting => {
    for (let [die, count, cause] of waiting) {
      while (count-- > 0) {
        for (let row, source = cause; !row || row.again; source = dice.length - 1) {
          if (dice.length == MAX_DICE) throw Error(`a roll has at most ${MAX_DICE} dice`)
          row = pick(program.dice[die])
          for (const tally in row.tallies) values[tally] = program.flags.includes(tally) ? 1 : values[tally] + row.tallies[tally]
          for (const added in row.adds) waiting.push([added, row.adds[added], dice.length])
          dice.push({ die, face: row.face, label: row.label, tallies: row.tallies, cause: source })
        }
      }
    }
  }
  throwAll(program.pool.map(([die, count]) => [die, count, null]))
  throwAll(Object.entries(brought(program, values)).map(([die, count]) => [die, count, -1]))
  return { dice, outcome: Object.fromEntries(program.fields.map(({ name, reading }) => [name, evaluate(reading, values)])) }
}

/** How many of which dice the triggers bring to a roll. */
function brought({ triggers }, values) {
  const counts = {}
  for (const { tally, at_least, adds } of triggers) {
    for (const die in adds) if (values[tally] >= at_least) counts[die] = (counts[die] ?? 0) + adds[die] * values[tally]
  }
  return counts
}

/** All outcomes with their probabilities, `[outcome, n, d]`, in order; an open tail's result is a text: ">=21". */
export function distribution(program, reach) {
  let found = gather(program, program.fields, 3)
  if (reach !== undefined) {
    const missing = Math.max(0, ...found.map(([[main]]) => signOf(main) * (reach - boundOf(main)) + (signOf(main) < 0)))
    if (missing) found = gather(program, program.fields, 3, missing)
  }
  return joinTails(found)
    .sort(([a], [b]) => a.map((result, i) => place(result) - place(b[i])).find(Boolean))
    .map(([outcome, weight]) => [Object.fromEntries(program.fields.map(({ name }, i) => [name, outcome[i]])), ...lowest(weight)])
}

/** An open result, such as ">=21": which way it is open, and where it begins. */
const signOf = result => (result[0] == '>') - (result[0] == '<')
const tail = (sign, bound) => (sign > 0 ? '>=' : '<=') + bound
const boundOf = result => (signOf(result) ? +result.slice(2) : +result)
const place = result => boundOf(result) + signOf(result) / 2

/** The odds that the main result reaches a number: `{win, tie, lose}`, fractions `[n, d]`. */
export function target(program, number) {
  let win = ZERO
  for (const [outcome, ...weight] of distribution(program, number)) {
    const [main] = Object.values(outcome)
    if (signOf(main) > 0 || (!signOf(main) && main >= number)) win = plus(win, weight)
  }
  return odds(win, ZERO)
}

/** The odds of one program's main result against another's: `{win, tie, lose}`, `neither` where the game knows it. */
export function contest(mine, theirs) {
  let sides = [side(mine), side(theirs)]
  const missing = Math.max(0, ...sides.map((one, i) => missingOf(one, sides[1 - i])))
  if (missing) sides = [side(mine, missing), side(theirs, missing)]
  let [win, tie, neither] = [ZERO, ZERO, mine.needs == null ? undefined : ZERO]
  for (const sign of [1, -1]) {
    if (!sides.every(({ ends }) => ends[sign])) continue
    const [less, equal, more] = meet(sides, sign)
    win = plus(win, sign > 0 ? more : less)
    tie = plus(tie, equal)
  }
  const [ours, others] = sides.map(({ results, ends }) => {
    const ranks = new Map()
    for (const sign in ends) add(ranks, sign * Infinity, ends[sign][1])
    results.forEach((weight, result) => add(ranks, neither && result < mine.needs ? -Infinity : result, weight))
    return ranks
  })
  ours.forEach((weight, rank) =>
    others.forEach((otherWeight, other) => {
      const both = times(weight, otherWeight)
      if (rank > other) win = plus(win, both)
      else if (rank == other && isFinite(rank)) tie = plus(tie, both)
      else if (rank == other && rank < 0 && neither) neither = plus(neither, both)
    }),
  )
  return mine.tie_wins ? odds(plus(win, tie), ZERO, neither) : odds(win, tie, neither)
}

const odds = (win, tie, neither) => ({
  win: lowest(win),
  tie: lowest(tie),
  lose: lowest([win, tie, neither ?? ZERO].reduce(minus, ONE)),
  ...(neither && { neither: lowest(neither) }),
})

/** One side of a contest: its single results, its ends by direction, and the steps of its dice. */
function side(program, further = 0) {
  const steps = stepsOf(program, program.pool)
  const results = new Map()
  const ends = {}
  for (const [[main], weight] of gather(program, program.fields.slice(0, 1), 1, further + degree(steps))) {
    if (signOf(main)) ends[signOf(main)] = [boundOf(main), weight]
    else results.set(+main, weight)
  }
  return { results, ends, steps }
}

const degree = steps => sum(steps.map(step => Math.max(...step.keys())))

/** How much further a side must be listed for its ends to lie past another that has none there. */
const missingOf = ({ ends }, other) =>
  Math.max(
    ...[1, -1].map(sign =>
      ends[sign] && !other.ends[sign] ? Math.max(...[...other.results.keys()].map(result => sign * result)) + 1 - sign * ends[sign][0] : 0,
    ),
  )

/** Two ends in one direction, which are made to begin at the same result: the first less far out, equally far, further. */
function meet(sides, sign) {
  const first = Math.min(...sides.map(({ ends, steps }) => sign * ends[sign][0] - degree(steps)))
  return window(
    ...sides.map(({ results, ends, steps }) => {
      const weights = []
      for (let value = first; value < sign * ends[sign][0]; value++) {
        weights.push(results.get(sign * value) ?? ZERO)
        results.delete(sign * value)
      }
      ends[sign] = [sign * first, weights.reduce(plus, ends[sign][1])]
      return { first, weights, steps }
    }),
    0,
  )
}

/** Lets all upper tails of the main result start at the same bound, and all lower ones. */
function joinTails(found) {
  for (const sign of [1, -1]) {
    const bound = Math.min(...found.map(([[main]]) => (signOf(main) == sign ? sign * boundOf(main) : Infinity)))
    const joined = new Map()
    for (const [[main, ...others], weight] of found) {
      const beyond = signOf(main) ? signOf(main) == sign : sign * main >= bound
      put(joined, [beyond ? tail(sign, sign * bound) : main, ...others], weight)
    }
    found = [...joined.values()]
  }
  return found
}

/** Adds to the weight of a list of values, which the Map holds with it. */
const put = (weights, values, weight) => {
  const key = values.join()
  weights.set(key, [values, plus(weights.get(key)?.[1] ?? ZERO, weight)])
}

/**
 * All outcomes and their probabilities, `[[result, ...], fraction]`: single ones as far as every die gets in so many
 * throws, and further; open ends as texts.
 */
function gather(program, fields, throws, further = 0) {
  const open = openTally(program)
  const numbers = [...fields.map(({ reading }) => numbersIn(reading)), ...[...Object.values(program.constants), program.needs ?? 0].map(Math.abs)]
  const limit = sum([...program.pool.map(([die, count]) => throws * count * reachOf(program, die, open)), ...numbers, further])
  const found = new Map()
  const signs = new Set(program.pool.map(([die, count]) => count && directionOf(program, die)))
  const states = signs.has(1) && signs.has(-1) ? twoSided(program, open, limit) : walk(program, open, limit)
  for (const [state, weight] of states) {
    const values = { ...program.constants }
    ;[...program.sums, ...program.flags].forEach((tally, i) => (values[tally] = state[i]))
    const end = (values[open] > limit) - (values[open] < -limit)
    const outcome = fields.map(({ reading }) => {
      const near = evaluate(reading, { ...values, [open]: end ? end * (limit + 1) : values[open] })
      const far = end ? evaluate(reading, { ...values, [open]: end * Infinity }) : near
      return isFinite(far) ? near : tail(far, near)
    })
    put(found, outcome, weight)
  }
  return [...found.values()]
}

/** The sum that grows without end when a die is rolled again, if there is one. */
function openTally({ dice, sums, pool }, groups = pool) {
  const found = groups.flatMap(([die, count]) =>
    dice[die].map(row => count && (row.again ? sums.find(tally => row.tallies[tally]) : openTally({ dice, sums }, Object.entries(row.adds)))),
  )
  return found.find(Boolean)
}

/** The furthest that a die takes a tally in one throw, the dice that it adds included. */
const reachOf = (program, die, tally) =>
  Math.max(
    ...program.dice[die].map(
      ({ tallies, adds }) => Math.abs(tallies[tally] ?? 0) + sum(Object.entries(adds).map(([added, count]) => count * reachOf(program, added, tally))),
    ),
  )

/** Where the open tally goes when a die is rolled again, or one that it adds. */
const directionOf = (program, die) => {
  const open = openTally(program)
  const signs = program.dice[die].flatMap(row =>
    row.again ? Math.sign(row.tallies[open] ?? 0) : Object.keys(row.adds).map(added => directionOf(program, added)),
  )
  return signs.find(Boolean) ?? 0
}

/** The steps of all dice that can be rolled again: Maps from how far the open tally moves to how likely. */
function stepsOf(program, groups) {
  const open = openTally(program)
  return groups.flatMap(([die, count]) => {
    const rows = program.dice[die]
    const again = rows.filter(row => row.again)
    const most = {}
    for (const row of rows) for (const added in row.adds) most[added] = Math.max(most[added] ?? 0, count * row.adds[added])
    const step = new Map()
    const cases = BigInt(sum(rows.map(row => (row.again && !row.tallies[open] ? 0 : row.weight))))
    for (const row of again) if (row.tallies[open]) add(step, Math.abs(row.tallies[open]), [BigInt(row.weight), cases])
    return [...Array(step.size && count).fill(step), ...stepsOf(program, Object.entries(most))]
  })
}

/** All states of a roll, lists of sums and flags, with their weights; the open tally stays at `cap` once it gets there. */
function walk(program, open, limit) {
  const tallies = [...program.sums, ...program.flags]
  const at = tallies.indexOf(open)
  const high = tally => sum(program.pool.map(([die, count]) => count * reachOf(program, die, tally)))
  const more = program.triggers.flatMap(({ tally, adds }) => Object.entries(adds).map(([die, count]) => count * high(tally) * reachOf(program, die, open)))
  const cap = limit + 1 + high(open) + sum(more)
  const merged = {}
  let work = 0

  const effectsOf = die => {
    const found = {}
    for (const { weight, tallies: given, again, adds } of program.dice[die]) {
      const moves = tallies.map(tally => given[tally] ?? 0)
      found[JSON.stringify([moves, again, adds])] ??= { moves, again, adds: Object.entries(adds), share: 0n }
      found[JSON.stringify([moves, again, adds])].share += BigInt(weight)
    }
    return Object.values(found)
  }
  const move = (state, moves) =>
    state.map((value, i) => {
      if (i >= program.sums.length) return value | !!moves[i]
      if (i != at) return value + moves[i]
      return Math.abs(value) == cap ? value : Math.max(-cap, Math.min(cap, value + moves[i]))
    })
  const throwDice = (states, dice) => {
    for (const [die, count] of dice) for (let i = 0; i < count; i++) states = throwDie(states, (merged[die] ??= effectsOf(die)), directionOf(program, die))
    return states
  }
  const throwDie = (states, effects, direction) => {
    const cases = effects.reduce((all, { share }) => all + share, 0n)
    const parts = new Map()
    while (states.size) {
      // Rolled again, a die only moves the open tally onwards: whoever is last comes first, and then only once.
      const places = new Map([...states].map(([key, [state]]) => [key, direction ? direction * state[at] : 0]))
      const last = Math.min(...places.values())
      const ahead = new Map()
      for (const [key, [state, weight]] of states) {
        if (places.get(key) > last) {
          put(ahead, state, weight)
          continue
        }
        if ((work += effects.length) > MAX_WORK) throw Error(`too many dice for exact odds: they take more than ${MAX_WORK} steps`)
        const moved = effects.map(effect => ({ ...effect, to: move(state, effect.moves) }))
        // What only comes back to where it was leaves all to the others.
        const loops = moved.filter(({ again, to }) => again && to.join() == key)
        const left = loops.reduce((all, { share }) => all - share, cases)
        for (const effect of moved) {
          if (!loops.includes(effect)) put(effect.again ? ahead : partOf(parts, effect.adds), effect.to, times(weight, [effect.share, left]))
        }
      }
      states = ahead
    }
    return join(parts)
  }
  const partOf = (parts, dice) => {
    const key = JSON.stringify(dice)
    if (!parts.has(key)) parts.set(key, [dice, new Map()])
    return parts.get(key)[1]
  }
  /** Throws the dice that each part of the states brings. */
  const join = parts => {
    const done = new Map()
    for (const [dice, part] of parts.values()) {
      for (const [state, weight] of throwDice(part, dice).values()) put(done, state, open ? lowest(weight) : weight)
    }
    return done
  }

  const start = new Map()
  put(start, tallies.map(() => 0), ONE)
  const parts = new Map()
  for (const [state, weight] of throwDice(start, program.pool).values()) {
    const counts = brought(program, Object.fromEntries(tallies.map((tally, i) => [tally, state[i]])))
    put(partOf(parts, Object.entries(counts)), state, weight)
  }
  return join(parts).values()
}

/** The states of a pool whose open tally grows both ways. */
function twoSided(program, open, limit) {
  const at = program.sums.indexOf(open)
  const halves = [1, -1].map(sign => {
    const pool = program.pool.filter(([die, count]) => count && directionOf(program, die) < 0 == sign < 0)
    const steps = stepsOf(program, pool)
    const last = degree(steps) + sum(pool.map(([die, count]) => count * reachOf(program, die, open)))
    const series = new Map()
    for (const [state, weight] of walk({ ...program, pool }, open, last)) {
      const others = state.with(at, 0)
      const key = JSON.stringify(others)
      if (!series.has(key)) series.set(key, { others, first: -last, weights: Array(2 * last + 1).fill(ZERO), steps })
      if (Math.abs(state[at]) <= last) series.get(key).weights[sign * state[at] + last] = weight
    }
    return [...series.values()]
  })
  const found = new Map()
  for (const mine of halves[0]) {
    for (const theirs of halves[1]) {
      window(mine, theirs, limit).forEach((weight, i) => {
        const state = mine.others.map((value, j) => value | theirs.others[j])
        if (weight[0]) put(found, state.with(at, i - limit - 1), weight)
      })
    }
  }
  return found.values()
}
