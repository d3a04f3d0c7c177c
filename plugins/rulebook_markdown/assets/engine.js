// Rolls and exact odds of a program (the IR of rulesmod/dice/program.py), with the same results as there.

import { window } from './chain.js'
import { ONE, ZERO, add, giveUp, lowest, minus, plus, refuse, take, times } from './fraction.js'
import { after, entries, fromEntries, leavesTrace, put, sum, tabled, tallied, windowOf } from './hand.js'
import { compiled, evaluate, sizeOf } from './reading.js'
import { productOf } from './series.js'

const MAX_DICE = 1000
const MAX_LIMIT = 1e4
const MAX_DICE_OF_ODDS = 250

/** Refuses the odds of so many dice that they would stop the page for many seconds. */
export function limitDice(programs) {
  if (sum(programs.flatMap(({ pool }) => pool.map(([, count]) => count))) > MAX_DICE_OF_ODDS) giveUp()
}

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
  const room = count => {
    if (dice.length + count > MAX_DICE) throw Error(`a roll has at most ${MAX_DICE} dice`)
  }
  const countIn = tallies => {
    for (const tally in tallies) values[tally] = program.flags.includes(tally) ? 1 : values[tally] + tallies[tally]
  }
  /** Throws dice that are read together. */
  const throwHand = (name, cause) => {
    let hand = program.hands[name]
    const [groups, , , each, , , drawn, grows] = hand
    const lots = groups.flatMap(([die, count], group) => {
      let rows = program.dice[die]
      return Array.from({ length: count }, () => {
        const lot = []
        do lot.push(pick(rows))
        while (lot.at(-1).again && lot.length <= MAX_DICE)
        if (drawn) rows = rows.map(row => (row == lot[0] ? { ...row, weight: row.weight - 1 } : row))
        const isEnd = row => row.again && leavesTrace(row)
        const ends = grows ? lot.flatMap((row, i) => (isEnd(row) ? [i + 1] : [])) : []
        return [...ends, lot.length].map((end, i) => {
          const part = lot.slice(ends[i - 1] ?? 0, end)
          // What is rolled anew leaves no trace.
          return { die, group, lot: part, follows: i > 0, value: sum(part.filter(row => !row.again || leavesTrace(row)).map(({ face }) => face)) }
        })
      }).flat()
    })
    room(sum(lots.map(({ lot }) => lot.length)))
    const ordered = [...lots].sort((a, b) => a.value - b.value)
    if (grows) hand = windowOf(hand, lots.length)
    const kept = new Set(ordered.slice(hand[1], hand[2]))
    let bears
    for (const one of lots) {
      one.lot.forEach(({ face, label }, i) => {
        dice.push({ die: one.die, face, label: kept.has(one) ? label : 'dropped', tallies: {}, cause: i || one.follows ? dice.length - 1 : cause })
        if (dice.at(-1).label != 'dropped' || (!kept.size && one == lots.at(-1))) bears = dice.at(-1)
      })
    }
    let known = each.map(() => 0)
    for (let at = 0, next; at < ordered.length; at = next) {
      const { value } = ordered[at]
      for (next = at; ordered[next]?.value == value; next++);
      known = after(hand, known, value, groups.map((_, i) => ordered.slice(at, next).filter(({ group }) => group == i).length), at)
    }
    countIn((bears.tallies = tallied(hand, known)))
  }
  const throwAll = waiting => {
    for (let [die, count, cause = null] of waiting) {
      while (count-- > 0) {
        if (program.hands?.[die]) throwHand(die, cause)
        else for (let row, source = cause; !row || row.again; source = dice.length - 1) {
          room(1)
          row = pick(program.dice[die])
          const { face, label, tallies } = row
          countIn(tallies)
          for (const [added, number] of row.adds) waiting.push([added, number, dice.length])
          dice.push({ die, face, label, tallies, cause: source })
        }
      }
    }
  }
  throwAll([...program.pool])
  throwAll(brought(program, values).map(group => [...group, -1]))
  return { dice, outcome: fromEntries(program.fields.map(field => [field.name, told(field, evaluate(field.reading, values))])) }
}

/** The dice that triggers bring to a roll: `[die, count]`. */
const brought = ({ triggers }, values) =>
  triggers.flatMap(({ tally, at_least, adds }) =>
    values[tally] < at_least ? [] : adds.map(([die, count]) => [die, Math.max(0, count * values[tally])]),
  )

/** A value as readers are told it. */
const told = ({ words }, value) => words?.[value] ?? value

const talliesOf = ({ sums, flags }) => [...sums, ...flags]

/**
 * All outcomes with their probabilities, `[outcome, n, d]`, in order; an open tail's result is a text: ">=21".
 * It lies beyond the main results that are `passed`.
 */
export function distribution(program, passed) {
  const known = survey(program)
  return gather(known, program.fields, known.limit(3), passed)
    .rows.sort(([a], [b]) => {
      const i = a.findIndex((result, i) => result != b[i])
      return place(a[i]) - place(b[i])
    })
    .map(([outcome, weight]) => [fromEntries(program.fields.map((field, i) => [field.name, told(field, outcome[i])])), ...weight])
}

/**
 * The least chances of `distribution` where they take too long, with the `bound` by which each may be higher
 * (rulesmod/dice/estimates.py): what is found, less what rounding may have added; `rounded` is how often. A state is a
 * number that has the tallies as its digits, for a flag how many dice raised it.
 */
export function estimate(whole) {
  const program = tabled(whole)
  const { dice, pool, flags, triggers, constants, fields } = program
  if (triggers[0]) giveUp()
  const tallies = talliesOf(program)
  const room = 2 ** Math.floor(52 / (tallies.length || 1))
  const valuesOf = state =>
    fromEntries(tallies.map(tally => {
      const rest = Math.round(state / room)
      const value = state - rest * room
      state = rest
      return [tally, flags.includes(tally) ? +!!value : value]
    }))
  const known = {}
  const chances = (pairs, rounded) => Object.assign(new Map(pairs), { rounded })
  const join = (mine, theirs) => {
    take(mine.size * theirs.size / 9)
    const joined = chances([], mine.rounded + theirs.rounded + 1 + Math.min(mine.size, theirs.size))
    for (const [a, p] of mine) for (const [b, q] of theirs) if (p * q > 1e-16) put(joined, a + b, p * q)
    return joined
  }
  const start = chances([[0, 1]], 0)
  const together = groups =>
    groups.reduce((found, [die, count]) => {
      known[die] ??= law(dice[die])
      while (count--) found = join(found, known[die])
      return found
    }, start)
  const law = rows => {
    const cases = sum(rows.map(({ weight }) => Number(weight)))
    const [found, ends, again] = [0, 1, 2].map(() => chances([], 0))
    for (const row of rows) {
      const added = together(row.adds)
      const state = sum(tallies.map((tally, i) => (flags.includes(tally) ? +!!row.tallies[tally] : (row.tallies[tally] ?? 0)) * room ** i))
      for (const [value, weight] of added) put(row.again ? again : ends, value + state, weight * (Number(row.weight) / cases))
      ends.rounded = again.rounded = Math.max(ends.rounded, added.rounded + 2 + rows.length)
    }
    for (let going = start; going.size; going = join(going, again)) {
      const ending = join(going, ends)
      ending.forEach((weight, value) => put(found, value, weight))
      found.rounded = Math.max(found.rounded, ending.rounded) + 1
    }
    return found
  }
  const all = together(pool)
  const parts = 2n ** 52n
  let missing = parts
  const least = [...all]
    .sort(([a], [b]) => a - b)
    .map(([value, weight]) => {
      const n = BigInt(Math.floor(weight * (1 - (all.rounded + 2) / 2 ** 53) * 2 ** 52))
      missing -= n
      return [fromEntries(fields.map(field => [field.name, told(field, evaluate(field.reading, { ...constants, ...valuesOf(value) }))])), n, parts]
    })
    .filter(([, n]) => n)
  return Object.assign(least, { bound: Number(missing) / 2 ** 52 })
}

/** An open result, such as ">=21": which way it is open, and where it begins. */
const signOf = result => (result[0] == '>') - (result[0] == '<')
export const boundOf = result => +(signOf(result) ? result.slice(2) : result)
const place = result => (typeof result == 'string' ? boundOf(result) + signOf(result) / 2 : +result)

/** The odds that the main result reaches a number: `{win, tie, lose}`, fractions `[n, d]`. */
export const target = (program, number) =>
  settle([side(program, [number]), { results: new Map([[number, ONE]]), ends: {} }], { tie_wins: true })

/** The odds of one program's main result against another's: `{win, tie, lose}`, `neither` where the game knows it. */
export function contest(...programs) {
  const { needs } = programs[0]
  const sides = programs.map(program => side(program))
  // Ends lie beyond all that is listed of the other side, and beyond what the game needs also where they are widened.
  return settle(programs.map((program, i) => side(program, [...sides[1 - i].results.keys(), +needs, +needs + degree(sides[i].steps)])), programs[0])
}

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
    for (const sign in ends) add(ranks, sign * Infinity, ends[sign][2])
    results.forEach((weight, result) => add(ranks, result < (needs ?? -Infinity) ? -Infinity : result, weight))
    return ranks
  })
  ours.forEach((weight, rank) => {
    take(others.size, weight[1])
    others.forEach((otherWeight, other) => {
      const both = times(weight, otherWeight)
      if (rank > other) win = plus(win, both)
      else if (rank == other && isFinite(rank)) tie = plus(tie, both)
      else if (rank == other && rank < 0 && needs != null) neither = plus(neither, both)
    })
  })
  if (tie_wins) [win, tie] = [plus(win, tie), ZERO]
  return { win, tie, lose: [win, tie, neither].reduce(minus, ONE), ...(needs != null && { neither }) }
}

/** One side of a contest: its single results, its ends by direction, and the steps in which these go on. */
function side(program, passed) {
  const known = survey(program)
  const steps = known.steps(known.thrown)
  const results = new Map()
  const ends = {}
  const { rows, courses } = gather(known, program.fields.slice(0, 1), known.limit(1, degree(steps)), passed)
  for (const [[main], weight] of rows) {
    const sign = signOf(main)
    if (sign) ends[sign] = [...courses[[0, sign]], weight]
    else add(results, +main, weight)
  }
  return { results, ends, steps, name: program.fields[0].name }
}

/** Two ends in one direction, which are made to begin at the same result: the first less far out, equally far, further. */
function meet(sides, sign) {
  for (const { ends, name } of sides) if (ends[sign][1] != sign) uneven(name)
  const first = Math.min(...sides.map(({ ends, steps }) => sign * ends[sign][0] - degree(steps)))
  return window(
    ...sides.map(({ results, ends, steps }) => {
      const weights = []
      const [bound, , weight] = ends[sign]
      for (let value = first; value < sign * bound; value++) {
        weights.push(results.get(sign * value) ?? ZERO)
        results.delete(sign * value)
      }
      ends[sign][2] = weights.reduce(plus, weight)
      return { first, weights, steps }
    }),
    0,
  )
}

const uneven = name => refuse(`where \`${name}\` has no end, it must go on one by one, whatever else is rolled`)

const degree = steps => sum(steps.map(({ shares, count }) => count * Math.max(...shares.keys())))

/**
 * What the dice of a program come to, as rulesmod/dice/shapes.py has it: the `effects` of each, lists of `moves` of the
 * tallies, the place `at` which the open one has there, where it goes, and the dice that are `thrown` at most.
 */
function survey(whole) {
  const program = tabled(whole)
  const { dice, pool, sums, flags, triggers } = program
  const effects = {}
  for (const die in dice) {
    const merged = {}
    let cases = 0n
    for (const { weight, tallies, again, adds } of dice[die]) {
      const moves = talliesOf(program).map(tally => tallies[tally] ?? 0)
      // Where a row is rolled again without a trace, the other rows decide.
      if (!weight || (again && !moves.some(Boolean))) continue
      const effect = (merged[[moves, again, adds]] ??= { moves, again, adds, weight: 0n })
      effect.weight += BigInt(weight)
      cases += BigInt(weight)
    }
    effects[die] = Object.values(merged).map(effect => ({ ...effect, share: [effect.weight, cases] }))
  }
  const going = die => effects[die].filter(({ again }) => again)
  const [open, ...others] = sums.filter((_, i) => Object.keys(dice).some(die => going(die).some(({ moves }) => moves[i])))
  const at = sums.indexOf(open)
  const [direction, axes] = [{}, {}]
  for (const die in dice) {
    // The places of all tallies that it takes somewhere, as do the dice that it brings.
    axes[die] = [...new Set(effects[die].flatMap(({ moves, adds }) => [...moves.map((move, i) => (move ? i : -1)).filter(i => i >= 0), ...adds.flatMap(([added]) => axes[added])]))]
    const ways = [...new Set(effects[die].flatMap(({ again, moves, adds }) => (again ? Math.sign(moves[at]) : adds.flatMap(([added]) => direction[added] ?? []))))]
    if (others[0] || ways[1] || going(die).some(({ moves }) => !moves[at]) || triggers.some(({ tally }) => tally == open)) {
      refuse('dice that are rolled again must take one tally one way, and that brings no dice')
    }
    direction[die] = ways[0]
  }

  /** The furthest that dice take a tally in one throw, those that they add included. */
  const furthest = {}
  const reach = (groups, i) =>
    sum(groups.map(([die, count]) => count * (furthest[[die, i]] ??= Math.max(...effects[die].map(({ moves, adds }) => Math.abs(moves[i]) + reach(adds, i))))))
  const reaches = groups => fromEntries(sums.map((tally, i) => [tally, reach(groups, i)]))
  const thrown = [...pool, ...brought(program, reaches(pool))].filter(([, count]) => count)

  /** How dice go on that are rolled again: how far and how likely, for so many dice, by the flags that may be raised. */
  const steps = groups =>
    groups.flatMap(([die, count]) => {
      const most = {}
      for (const { adds } of effects[die]) for (const [added, number] of adds) most[added] = Math.max(most[added] ?? 0, count * number)
      const own = {}
      for (const barred of flags.reduce((sets, _, i) => sets.flatMap(set => [set, [...set, sums.length + i]]), [[]])) {
        const shares = new Map()
        for (const { moves, share } of going(die)) if (!barred.some(i => moves[i])) add(shares, Math.abs(moves[at]), share)
        if (shares.size) own[[...shares]] = { shares, count }
      }
      return [...Object.values(own), ...steps(entries(most))]
    })

  /** How far the open tally is followed: past all that readings compare it with, as far as it gets in so many throws. */
  const limit = (throws, further = 0) => {
    const sizes = { ...program.constants, ...reaches(thrown) }
    sizes[open] = throws * sizes[open] + further
    return Math.max(...program.fields.map(({ reading }) => sizeOf(reading, sizes))) + Math.abs(program.needs)
  }
  return { program, effects, axes, open, at, direction, thrown, reach, steps, limit }
}

/**
 * All outcomes and their probabilities, `rows` of `[[result, ...], fraction]`, open ends as texts: single results, and
 * those that are `passed`, end before these begin. `courses` are where, and how far each goes with the open tally.
 */
function gather(known, fields, limit, passed = []) {
  const { program, open, direction, thrown } = known
  if (open && limit > MAX_LIMIT) giveUp()
  const found = new Map()
  const courses = {}
  const signs = thrown.map(([die]) => direction[die])
  const tallies = talliesOf(program)
  const values = { ...program.constants }
  const readings = fields.map(({ reading }) => compiled(reading))
  for (const [state, weight] of signs.includes(1) && signs.includes(-1) ? twoSided(known, limit) : walk(known, program.pool, limit)) {
    tallies.forEach((tally, i) => (values[tally] = state[i]))
    const end = (values[open] > limit) - (values[open] < -limit)
    const outcome = fields.map(({ name }, i) => {
      if (!end) return readings[i](values)
      const onwards = Array.from({ length: limit + 2 }, (_, on) => readings[i]({ ...values, [open]: end * (limit + 1 + on) }))
      const moves = onwards.slice(1).map((value, on) => value - onwards[on])
      const [least, most] = [Math.min(...moves), Math.max(...moves)]
      if (!least && !most) return onwards[0]
      const course = [+onwards[0], least == most && most]
      if ((least < 0 && most > 0) || (courses[[i, most > 0 ? 1 : -1]] ??= course) + '' != course) uneven(name)
      return (most > 0 ? '>=' : '<=') + course[0]
    })
    const key = outcome[1] == null ? outcome[0] : outcome.join()
    const row = found.get(key)
    if (row) row[1] = plus(row[1], weight)
    else found.set(key, [outcome, weight])
  }
  const rows = [...found.values()]
  let missing = 0
  for (const key in courses) {
    const [i, sign] = key.split(',')
    for (const result of [...rows.map(([outcome]) => outcome[i]), ...(+i ? [] : passed)]) {
      if (!signOf(result)) missing = Math.max(missing, 1 + sign * (result - courses[key][0]))
    }
  }
  return missing ? gather(known, fields, limit + missing, passed) : { rows, courses }
}

const stateOf = key => key.split(',').map(Number)

/** All states of a roll, lists of tallies, with their weights; the open tally stays at `cap` once it gets there. */
function walk({ program, effects, axes, at, direction, thrown, reach, steps }, pool, limit) {
  const tallies = talliesOf(program)
  pool = pool.filter(([, count]) => count)
  const { length } = program.sums
  const sign = pool.some(([die]) => direction[die] < 0) ? -1 : 1
  if (!program.triggers[0] && pool.every(([die]) => axes[die].length < 2 && !(axes[die][0] >= length) && !(direction[die] * sign < 0))) {
    // Dice that take one sum each: what they take others to is no matter to them.
    const sums = program.sums.map((_, i) => productOf(effects, pool.filter(([die]) => axes[die][0] == i), i, sign, i == at ? limit : Infinity))
    take(sums.reduce((product, { length }) => product * length, 1), sums.reduce((product, [[, [, cases]]]) => product * cases, 1n))
    const flags = program.flags.map(() => 0)
    return sums.reduce((states, chances, i) => states.flatMap(([state, weight]) => chances.map(([value, chance]) =>
      [[...state, value, ...(sums[i + 1] ? [] : flags)], weight == ONE ? chance : times(weight, chance)])), [[sums[0] ? [] : flags, ONE]])
  }
  const cap = limit + 1 + (at < 0 ? 0 : reach(thrown, at))

  const move = (key, { moves }) =>
    `${stateOf(key).map((value, i) => {
      if (i >= length) return value | !!moves[i]
      return i == at ? Math.max(-cap, Math.min(cap, value + moves[i])) : value + moves[i]
    })}`

  // Weights are whole numbers here, of so many cases in all: fractions would have to be reduced again and again.

  /** How often each state is come to while a die is rolled again; what this multiplies the cases by. */
  const visited = (states, die) => {
    const going = effects[die].filter(({ again }) => again)
    if (!going[0]) return [[...states], 1n]
    const [, cases] = going[0].share
    // States go on to others of a higher rank: further out, or at the cap with more flags.
    const ranks = tallies.length - length + 1
    const rankOf = key => direction[die] * stateOf(key)[at] * ranks + sum(stateOf(key).slice(length))
    const first = Math.min(...[...states.keys()].map(rankOf))
    const rounds = Math.ceil((cap - first / ranks) / Math.min(...going.map(({ moves }) => Math.abs(moves[at]))) + ranks)
    // Who is at the cap stays there, as long as no flag is raised.
    const factor = steps([[die, 1]]).reduce((product, { shares }) => product * [...shares.values()].reduce(minus, ONE)[0], cases ** BigInt(rounds))
    const levels = []
    const come = (key, weight) => put((levels[rankOf(key) - first] ??= new Map()), key, weight)
    states.forEach((weight, key) => come(key, weight * factor))
    const found = []
    for (let i = 0; i < levels.length; i++) {
      for (let [key, weight] of levels[i] ?? []) {
        weight = (weight * cases) / going.reduce((rest, effect) => (move(key, effect) == key ? rest - effect.weight : rest), cases)
        found.push([key, weight])
        for (const effect of going) if (move(key, effect) != key) come(move(key, effect), (weight * effect.weight) / cases)
      }
    }
    return [found, factor]
  }
  const throwDie = ([states, before], die) => {
    const parts = {}
    const [visits, factor] = visited(states, die)
    take(visits.length * effects[die].length, before * factor)
    for (const [key, weight] of visits) {
      for (const effect of effects[die]) if (!effect.again) putIn(parts, effect.adds, move(key, effect), weight * effect.weight)
    }
    return join(parts, before * factor * effects[die][0].share[1])
  }
  /** Throws the dice that each part of the states brings; all states with their weights, and the cases of them all. */
  const join = (parts, cases) => {
    const done = Object.values(parts).map(([dice, states]) => dice.reduce((found, [die, count]) => {
      while (count--> 0) found = throwDie(found, die)
      return found
    }, [states, cases]))
    const all = done.reduce((common, [, its]) => lowest([common, its])[0] * its, 1n)
    const states = new Map()
    for (const [its, own] of done) its.forEach((weight, key) => put(states, key, weight * (all / own)))
    return [states, all]
  }
  const putIn = (parts, dice, key, weight) => put((parts[dice] ??= [dice, new Map()])[1], key, weight)
  const parts = {}
  const [states, cases] = join([[pool, new Map([[`${tallies.map(() => 0)}`, 1n]])]], 1n)
  const talliedIn = key => fromEntries(stateOf(key).map((value, i) => [tallies[i], value]))
  states.forEach((weight, key) => putIn(parts, brought(program, talliedIn(key)), key, weight))
  const [found, all] = join(parts, cases)
  return [...found].map(([key, weight]) => [stateOf(key), [weight, all]])
}

/** The states of a pool whose open tally grows both ways. */
function twoSided(known, limit) {
  const { program: { sums, triggers }, open, direction, thrown, reach } = known
  if (sums[1] || triggers[0]) refuse(`where \`${open}\` has no end either way, it must go on alone`)
  const halves = [1, -1].map(sign => {
    const pool = thrown.filter(([die]) => (direction[die] < 0) == sign < 0)
    const steps = known.steps(pool)
    const last = degree(steps) + reach(pool, 0)
    const series = {}
    walk(known, pool, last).forEach(([[value, ...flags], weight]) => {
      series[flags] ??= { flags, first: -last, weights: Array(2 * last + 1).fill(ZERO), steps }
      if (Math.abs(value) <= last) series[flags].weights[sign * value + last] = weight
    })
    return Object.values(series)
  })
  const found = []
  for (const mine of halves[0]) {
    for (const theirs of halves[1]) {
      const flags = mine.flags.map((value, j) => value | theirs.flags[j])
      window(mine, theirs, limit).forEach((weight, i) => weight[0] && found.push([[i - limit - 1, ...flags], weight]))
    }
  }
  return found
}
