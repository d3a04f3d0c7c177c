// Rolls and exact odds of a program (the IR of rulesmod/dice/program.py), with the same results as there.

import { visits, window } from './chain.js'
import { ONE, ZERO, add, keepTime, lowest, minus, plus, times, tooMany } from './fraction.js'
import { evaluate, numbersIn } from './reading.js'

const MAX_DICE = 1000
const MAX_WORK = 5e5

const { entries, fromEntries } = Object
const sum = numbers => numbers.reduce((a, b) => a + b, 0)

/** Rolls a program: `{dice: [{die, face, label, tallies, cause}], outcome}`; `next` gives numbers below 2**32. */
export function roll(program, next) {
  const dice = []
  const values = { ...fromEntries(talliesOf(program).map(tally => [tally, 0])), ...program.constants }
  const pick = rows => {
    const weight = sum(rows.map(row => row.weight))
    let number
    do number = next()
    while (number >= 2 ** 32 - (2 ** 32 % weight))
    number %= weight
    return rows.find(row => (number -= row.weight) < 0)
  }
  const throwAll = waiting => {
    for (let [die, count, cause = null] of waiting) {
      while (count-- > 0) {
        for (let row, source = cause; !row || row.again; source = dice.length - 1) {
          if (dice.length == MAX_DICE) throw Error(`a roll has at most ${MAX_DICE} dice`)
          row = pick(program.dice[die])
          const { face, label, tallies } = row
          for (const tally in tallies) values[tally] = program.flags.includes(tally) ? 1 : values[tally] + tallies[tally]
          for (const [added, number] of entries(row.adds)) waiting.push([added, number, dice.length])
          dice.push({ die, face, label, tallies, cause: source })
        }
      }
    }
  }
  throwAll([...program.pool])
  throwAll(brought(program, values).map(group => [...group, -1]))
  return { dice, outcome: fromEntries(program.fields.map(({ name, reading }) => [name, evaluate(reading, values)])) }
}

/** The dice that triggers bring to a roll: `[die, count]`. */
const brought = ({ triggers }, values) =>
  triggers.flatMap(({ tally, at_least, adds }) =>
    values[tally] < at_least ? [] : entries(adds).map(([die, count]) => [die, count * values[tally]]),
  )

const talliesOf = ({ sums, flags }) => [...sums, ...flags]

/**
 * All outcomes with their probabilities, `[outcome, n, d]`, in order; an open tail's result is a text: ">=21".
 * It begins no earlier than that of a program which is shown beside it.
 */
export const distribution = (program, beside = program) =>
  gather(program, program.fields, 3, Math.max(0, limitOf(beside, 3) - limitOf(program, 3)))
    .sort(([a], [b]) => a.map((result, i) => place(result) - place(b[i])).find(Boolean))
    .map(([outcome, weight]) => [fromEntries(program.fields.map(({ name }, i) => [name, outcome[i]])), ...lowest(weight)])

/** An open result, such as ">=21": which way it is open, and where it begins. */
const signOf = result => (result[0] == '>') - (result[0] == '<')
const boundOf = result => +(signOf(result) ? result.slice(2) : result)
const place = result => boundOf(result) + signOf(result) / 2

/** The odds that the main result reaches a number: `{win, tie, lose}`, fractions `[n, d]`. */
export const target = (program, number) =>
  settle([side(program, Math.abs(number)), { results: new Map([[number, ONE]]), ends: {} }], { tie_wins: true })

/** The odds of one program's main result against another's: `{win, tie, lose}`, `neither` where the game knows it. */
export const contest = (mine, theirs) => settle([side(mine, limitOf(theirs, 1)), side(theirs, limitOf(mine, 1))], mine)

function settle(sides, { needs, tie_wins }) {
  let [win, tie, neither] = [ZERO, ZERO, ZERO]
  for (const sign of [1, -1]) {
    // Where the game needs a least result, a lower end is no matter: it falls short.
    if ((sign < 0 && needs != null) || !sides.every(({ ends }) => ends[sign])) continue
    const met = meet(sides, sign)
    win = plus(win, met[1 + sign])
    tie = plus(tie, met[1])
  }
  const [ours, others] = sides.map(({ results, ends }) => {
    const ranks = new Map()
    for (const sign in ends) add(ranks, sign * Infinity, ends[sign][1])
    results.forEach((weight, result) => add(ranks, result < (needs ?? -Infinity) ? -Infinity : result, weight))
    return ranks
  })
  ours.forEach((weight, rank) => {
    keepTime()
    others.forEach((otherWeight, other) => {
      const both = times(weight, otherWeight)
      if (rank > other) win = plus(win, both)
      else if (rank == other && isFinite(rank)) tie = plus(tie, both)
      else if (rank == other && rank < 0 && needs != null) neither = plus(neither, both)
    })
  })
  if (tie_wins) [win, tie] = [plus(win, tie), ZERO]
  const odds = { win, tie, lose: [win, tie, neither].reduce(minus, ONE), ...(needs != null && { neither }) }
  return fromEntries(entries(odds).map(([name, weight]) => [name, lowest(weight)]))
}

/** One side of a contest: its single results, as far as the other side's go, its ends by direction, and its steps. */
function side(program, further) {
  const steps = stepsOf(program, program.pool)
  const results = new Map()
  const ends = {}
  for (const [[main], weight] of gather(program, program.fields.slice(0, 1), 1, further + degree(steps))) {
    if (signOf(main)) ends[signOf(main)] = [boundOf(main), weight]
    else results.set(+main, weight)
  }
  return { results, ends, steps }
}

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

/** Adds to the weight of a list of values, which the Map holds with it. */
const put = (weights, values, weight) => {
  const key = values.join()
  weights.set(key, [values, plus(weights.get(key)?.[1] ?? ZERO, weight)])
}

/** How far the open tally is followed: as far as every die gets in so many throws, past all numbers of the readings. */
const limitOf = (program, throws) =>
  sum([
    ...program.pool.map(([die, count]) => throws * count * reachOf(program, die, openOf(program))),
    ...program.fields.map(({ reading }) => numbersIn(reading)),
    ...[...Object.values(program.constants), program.needs].map(Math.abs),
  ])

/** All outcomes and their probabilities, `[[result, ...], fraction]`, open ends as texts. */
function gather(program, fields, throws, further = 0) {
  const open = openOf(program)
  const limit = limitOf(program, throws) + further
  const found = new Map()
  const signs = new Set(program.pool.map(group => signOfDice(program, group)))
  const states = signs.has(1) && signs.has(-1) ? twoSided(program, open, limit) : walk(program, open, limit)
  for (const [state, weight] of states) {
    const values = { ...program.constants }
    talliesOf(program).forEach((tally, i) => (values[tally] = state[i]))
    const end = (values[open] > limit) - (values[open] < -limit)
    if (end) values[open] = end * (limit + 1)
    const outcome = fields.map(({ reading }) => {
      const near = evaluate(reading, values)
      const far = end ? evaluate(reading, { ...values, [open]: end * Infinity }) : near
      return isFinite(far) ? near : (far > 0 ? '>=' : '<=') + near
    })
    put(found, outcome, weight)
  }
  return [...found.values()]
}

/** The furthest that a die takes a tally in one throw, the dice that it adds included. */
const reachOf = (program, die, tally) =>
  Math.max(
    ...program.dice[die].map(({ tallies, adds }) =>
      sum([Math.abs(tallies[tally] ?? 0), ...entries(adds).map(([added, count]) => count * reachOf(program, added, tally))]),
    ),
  )

/** How dice go on that are rolled again: the open tally, the way it goes, and how likely how far, for so many dice. */
const stepsOf = (program, groups) =>
  groups.flatMap(([die, count]) => {
    const rows = count ? program.dice[die] : []
    const most = {}
    for (const { adds } of rows) for (const added in adds) most[added] = Math.max(most[added] ?? 0, count * adds[added])
    const again = rows.filter(row => row.again)
    const tally = program.sums.find(name => again.some(row => row.tallies[name]))
    const moving = again.filter(row => row.tallies[tally])
    const cases = sum(rows.map(row => (row.again && !moving.includes(row) ? 0 : row.weight)))
    const shares = new Map()
    for (const { tallies, weight } of moving) add(shares, Math.abs(tallies[tally]), [BigInt(weight), BigInt(cases)])
    const own = { tally, sign: Math.sign(moving[0]?.tallies[tally]), shares, count }
    return [...(tally ? [own] : []), ...stepsOf(program, entries(most))]
  })

const degree = steps => sum(steps.map(({ shares, count }) => count * Math.max(...shares.keys())))
const openOf = program => stepsOf(program, program.pool)[0]?.tally
const signOfDice = (program, group) => stepsOf(program, [group])[0]?.sign

/** All states of a roll, lists of tallies, with their weights; the open tally stays at `cap` once it gets there. */
function walk(program, open, limit) {
  const tallies = talliesOf(program)
  const at = tallies.indexOf(open)
  const high = tally => sum(program.pool.map(([die, count]) => count * reachOf(program, die, tally)))
  const more = program.triggers.flatMap(({ tally, adds }) =>
    entries(adds).map(([die, count]) => count * high(tally) * reachOf(program, die, open)),
  )
  const cap = limit + 1 + high(open) + sum(more)
  let work = 0

  const effectsOf = die => {
    const found = {}
    for (const { weight, tallies: given, again, adds } of program.dice[die]) {
      const moves = tallies.map(tally => given[tally] ?? 0)
      const effect = (found[[moves, again, entries(adds)]] ??= { moves, again, adds: entries(adds), share: 0n })
      effect.share += BigInt(weight)
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
    for (const [die, count] of dice) {
      const effects = effectsOf(die)
      const sign = signOfDice(program, [die, count]) ?? 0
      for (let i = 0; i < count; i++) states = throwDie(states, effects, sign)
    }
    return states
  }
  const throwDie = (states, effects, sign) => {
    const cases = effects.reduce((all, { share }) => all + share, 0n)
    const parts = {}
    const weights = new Map([...states].map(([key, [, weight]]) => [key, weight]))
    const stateOf = key => key.split(',').map(Number)
    const again = effects.filter(effect => effect.again)
    const goOn = key => again.map(({ moves, share }) => [`${move(stateOf(key), moves)}`, [share, cases]])
    for (const [key, weight] of again.length ? visits(weights, goOn, key => sign * stateOf(key)[at]) : weights) {
      if ((work += effects.length) > MAX_WORK) tooMany(MAX_WORK)
      keepTime()
      for (const effect of effects) {
        if (!effect.again) put(partOf(parts, effect.adds), move(stateOf(key), effect.moves), times(weight, [effect.share, cases]))
      }
    }
    return join(parts)
  }
  const partOf = (parts, dice) => (parts[dice] ??= [dice, new Map()])[1]
  /** Throws the dice that each part of the states brings. */
  const join = parts => {
    const done = new Map()
    for (const [dice, part] of Object.values(parts)) {
      for (const [state, weight] of throwDice(part, dice).values()) put(done, state, open ? lowest(weight) : weight)
    }
    return done
  }

  const start = new Map()
  put(start, tallies.map(() => 0), ONE)
  const parts = {}
  for (const [state, weight] of throwDice(start, program.pool).values()) {
    put(partOf(parts, brought(program, fromEntries(tallies.map((tally, i) => [tally, state[i]])))), state, weight)
  }
  return join(parts).values()
}

/** The states of a pool whose open tally grows both ways. */
function twoSided(program, open, limit) {
  const at = program.sums.indexOf(open)
  const halves = [1, -1].map(sign => {
    const pool = program.pool.filter(group => (signOfDice(program, group) == -1) == sign < 0)
    const steps = stepsOf(program, pool)
    const last = degree(steps) + sum(pool.map(([die, count]) => count * reachOf(program, die, open)))
    const series = {}
    for (const [state, weight] of walk({ ...program, pool }, open, last)) {
      const others = state.with(at, 0)
      series[others] ??= { others, first: -last, weights: Array(2 * last + 1).fill(ZERO), steps }
      if (Math.abs(state[at]) <= last) series[others].weights[sign * state[at] + last] = weight
    }
    return Object.values(series)
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
