// Dice that are read together, as rulesmod/dice/hand.py has it: a hand is a list of what it has, in the same order.

import { ONE, ZERO, giveUp, lowest, minus, plus, refuse, take, times } from './fraction.js'
import { evaluate } from './reading.js'

export const { entries, fromEntries } = Object
export const sum = numbers => numbers.reduce((a, b) => a + b, 0)
const totalOf = numbers => numbers.reduce((a, b) => a + b, 0n)
export const leavesTrace = ({ tallies }) => Object.keys(tallies).length > 0
export const put = (map, key, number) => map.set(key, map.has(key) ? map.get(key) + number : number)

/** The cases of each face of a die that stays, and of each that is rolled again and leaves a trace. */
function waysOf(rows) {
  const ways = [new Map(), new Map()]
  // What is rolled anew without a trace leaves it to the other faces.
  for (const row of rows) if (!row.again || leavesTrace(row)) put(ways[+row.again], row.face, BigInt(row.weight))
  return ways
}

const divisor = (one, other) => (other ? divisor(other, one % other) : one)

/** What the dice may show: `[face, cases of each group, 1 if all from there on are meant, cases of what comes behind]`. */
function facesOf(groups, dice) {
  const ways = groups.map(([die]) => {
    const [stays, again] = waysOf(dice[die])
    return [stays, ...([...again][0] ?? [])]
  })
  const common = ways.reduce((multiple, [, step = 1]) => (multiple / divisor(multiple, step)) * step, 1)
  const level = Math.ceil(Math.max(...ways.flatMap(([stays]) => [...stays.keys()])) / common) * common
  const faces = {}
  const beyond = ways.map(([stays, step, again = 0n], i) => {
    const rounds = step ? level / step : 1
    const all = totalOf([...stays.values()]) + again
    if (step) take(rounds * stays.size) ?? take(rounds * stays.size, all ** BigInt(rounds))
    for (let done = 0; done < rounds; done++) {
      stays.forEach((cases, face) => ((faces[face + (done && done * step)] ??= groups.map(() => 0n))[i] += step ? cases * again ** BigInt(done) * all ** BigInt(rounds - 1 - done) : cases))
    }
    return step ? again ** BigInt(rounds) : 0n
  })
  const later = groups.map(() => 0n)
  const found = entries(faces).map(([face, cases]) => [+face, cases]).sort(([a], [b]) => b - a)
  return [...(totalOf(beyond) ? [[level, beyond, 1]] : []), ...found].map(([face, cases, open]) => {
    const known = [face, cases, open, [...later]]
    cases.forEach((number, i) => (later[i] += number))
    return known
  }).reverse()
}

/** The values that a hand keeps in mind once `shown` dice of each group show a face, and `placed` ones showed less. */
export function after([groups, first, last, each, , given], values, face, shown, placed) {
  const number = sum(shown)
  if (!number) return values
  const known = { ...namedOf(given, each, values), face, kept: Math.max(0, Math.min(placed + number, last) - Math.max(placed, first)) }
  groups.forEach(([, , name]) => (known[name] = sum(shown.filter((_, i) => groups[i][2] == name))))
  return each.map(([name, reading]) => (known[name] = +evaluate(reading, known)))
}

/** A hand where so many dice are thrown, as its dice explode to dice of their own: its window counts from the least. */
export function windowOf([groups, first, last, each, gives, given, drawn, grows], count) {
  const more = count - sum(groups.map(([, number]) => number))
  return [groups, first + more * (grows > 2), last + more * (grows > 1), each, gives, given, drawn, grows]
}

const namedOf = (given, each, values) => fromEntries([...given, ...each.map(([name], i) => [name, values[i]])])

/** What a hand adds to tallies by its values in the end. */
export const tallied = ([, , , each, gives, given], values) =>
  fromEntries(gives.map(([tally, reading]) => [tally, +evaluate(reading, namedOf(given, each, values))]).filter(([, number]) => number))

const SUM = JSON.stringify(['+', 'total', ['*', 'face', 'kept']])

/**
 * The cases of each sum of the kept dice of one group, as coefficients of one long number: digit k of the number for so
 * many placed dice counts the cases in which those that count come to k, each die as far above the lowest face as it is.
 */
function sumsOf([[[, count]], first, last], faces) {
  const lowest = faces[0][0]
  const kept = last - first
  const bits = (totalOf(faces.map(([, [cases]]) => cases)) ** BigInt(count)).toString(2).length + 1
  let found = [[0, 1n]]
  faces.forEach(([face, [cases]], at) => {
    const step = bits * (face - lowest)
    const further = new Map()
    take(found.length * (count + 2) / 2, 1n << BigInt(bits * (1 + kept * (face - lowest))))
    for (const [placed, ways] of found) {
      const left = count - placed
      // The last face is that of all dice that are left.
      const isLast = !faces[at + 1]
      for (let shown = isLast ? left : 0, chosen = isLast ? cases ** BigInt(left) : 1n; shown <= left; shown++) {
        const counted = Math.max(0, Math.min(placed + shown, last) - Math.max(placed, first))
        put(further, placed + shown, (ways * chosen) << BigInt(step * counted))
        chosen = (chosen * BigInt(left - shown) * cases) / BigInt(shown + 1)
      }
    }
    found = [...further]
  })
  const number = new Map(found).get(count)
  const mask = (1n << BigInt(bits)) - 1n
  return Array.from({ length: kept * (faces.at(-1)[0] - lowest) + 1 }, (_, at) => [`0,${at + kept * lowest}`, (number >> BigInt(bits * at)) & mask]).filter(([, ways]) => ways)
}

/** The cases of each outcome of a hand: how many dice of each group go on from there, and the final values. */
function outcomesOf(hand, faces) {
  const [groups, , , each, , , drawn] = hand
  if (!groups[1] && !each[1] && JSON.stringify(each[0][1]) == SUM && !drawn && !faces.at(-1)[2]) return sumsOf(hand, faces)
  const all = sum(groups.map(([, count]) => count))
  let found = new Map([[`${[...groups.map(([, count]) => count), ...each.map(() => 0)]}`, 1n]])
  for (const [face, cases, isOpen, later] of faces) {
    const further = new Map()
    for (const [key, before] of found) {
      const values = key.split(',').map(Number)
      const left = values.splice(0, groups.length)
      take(left.reduce((ways, number) => ways * (number + 1), 4), before)
      const share = (shown, ways) => {
        const at = shown.length
        if (groups[at]) {
          for (let number = 0, chosen = 1n, power = 1n; number <= (cases[at] && left[at]); number++) {
            // Where nothing comes behind it, all that are left show it.
            if (later[at] || number == left[at]) share([...shown, number], ways * chosen * power)
            chosen = (chosen * ((drawn ? cases[at] : BigInt(left[at])) - BigInt(number))) / BigInt(number + 1)
            if (!drawn) power *= cases[at]
          }
          return
        }
        const rest = left.map((number, i) => number - shown[i])
        if (ways) put(further, `${[...(isOpen ? shown : rest), ...after(hand, values, face, shown, all - sum(left))]}`, ways)
      }
      share([], before)
    }
    found = further
  }
  return found
}

/** Put the rows that stand for a hand into `dice`, with those of the hands that it goes on as, named after the `owner`. */
function defineHand(name, hand, dice, owner = name) {
  const [groups, first, last, each, gives, given, , grows] = hand
  if (grows) {
    dice[name] = grownRows(name, hand, dice)
    return
  }
  const all = sum(groups.map(([, count]) => count))
  const rows = []
  for (const [key, weight] of outcomesOf(hand, facesOf(groups, dice))) {
    const values = key.split(',').map(Number)
    const shown = values.splice(0, groups.length)
    const number = sum(shown)
    const less = all - number
    const dealt = groups.map(([die, , as], i) => [die, shown[i], as]).filter(([, count]) => count)
    const [from, to] = [first, last].map(end => Math.min(number, Math.max(0, end - less)))
    const its = `${owner} ${dealt.map(([die, count]) => count + die).join('+')}[${from}:${to}]`
    const isPart = from < to && less && to - from < number
    if (isPart && !dice[its]) defineHand(its, [dealt, from, to, each, gives, given, false, 0], dice, owner)
    const adds = new Map(isPart ? [[its, 1]] : [])
    if (!isPart && less && from < to) {
      for (const [die, count] of dealt) {
        const own = `${owner} ${die}`
        put(adds, own, count)
        // It adds to tallies by itself what it does in the hand.
        dice[own] = dice[die].map(row => ({ ...row, tallies: leavesTrace(row) ? tallied(hand, [row.face]) : {} }))
      }
    }
    rows.push({ face: 0, weight, tallies: tallied(hand, values), again: from < to && !less, adds: [...adds], label: '' })
  }
  dice[name] = rows
}


/**
 * The rows of a hand whose dice explode to dice of their own (rulesmod/dice/growing.py), of which those that it adds are
 * put into `dice`: faces are placed in order, `left` are dice that have not stayed yet, `gaps` where a further one that
 * explodes may lie.
 */
function grownRows(name, [groups, low, high, each, gives, given, , grows], dice) {
  const all = sum(groups.map(([, count]) => count))
  const dropped = all - high
  const isOpen = grows == 2
  const turns = grows == 3 || (isOpen && dropped > 0)
  if (isOpen && JSON.stringify(each[0][1]) != SUM) refuse('dice that explode can be kept and added up, and nothing else')
  if (isOpen && low && dropped) giveUp()
  const [first, last] = turns ? [dropped, all - low] : [low, high]
  const hand = [groups, first, isOpen ? Infinity : last, each, gives, given]
  const end = isOpen ? first : last
  const totals = groups.map(() => 0n)
  const steps = groups.flatMap(([die], group) => waysOf(dice[die]).flatMap((faces, again) => [...faces].map(([value, weight]) => {
    totals[group] += weight
    return { value, group, weight, again }
  }))).sort((a, b) => (turns ? b.value - a.value : a.value - b.value))
  /** By step and group, the weight of the faces from there on that stay, and of all but those that are rolled again. */
  const rest = Array.from({ length: steps.length + 1 }, (_, at) => groups.map((_, group) => {
    const weights = [0, 1].map(kind => totalOf(steps.slice(at).filter(step => step.group == group && step.again == kind).map(({ weight }) => weight)))
    return [weights[0], totals[group] - weights[1]]
  }))
  const share = (left, gaps, at) => rest[at].reduce((product, [stays, others], i) => times(product, [stays ** BigInt(left[i]), others ** BigInt(gaps[i])]), ONE)
  const ends = new Map()
  const finish = (values, adds, weight) => {
    const key = JSON.stringify([values, adds])
    ends.set(key, plus(ends.get(key) ?? ZERO, weight))
  }
  const added = (group, at, number, again) => {
    const its = `${name} ${group} ${groups[group][0]}${again ? '!' : ''}[${at}:]`
    const faces = steps.slice(at).filter(step => step.group == group && step.again == again)
    if (!faces[0] || !number) return []
    dice[its] = faces.map(({ value, weight }) => ({ face: value, weight, tallies: tallied(hand, [value]), again: !!again, adds: [], label: '' }))
    if (again) dice[its].push({ face: 0, weight: rest[at][group][1], tallies: {}, again: false, adds: [], label: '' })
    return [[its, number]]
  }
  /** A case in which all that matter are placed; so many gaps are `open` from the step before on. */
  const close = (left, gaps, values, at, cases, open = 0) => {
    const weight = times([cases, 1n], share(left, gaps, at))
    const group = open && steps[at - 1].group
    const before = open && added(group, at - 1, open, 1)
    const adds = isOpen ? [...(before || []), ...groups.flatMap((_, i) => [...added(i, at, left[i], 0), ...added(i, at, gaps[i], 1)])] : []
    finish(values, adds, open ? times(weight, [1n, rest[at - 1][group][1] ** BigInt(open)]) : weight)
  }
  const counts = groups.map(([, count]) => count)
  const zero = each.map(() => 0)
  let states = new Map()
  if (end > 0) states.set(JSON.stringify([counts, counts, zero]), 1n)
  else close(counts, counts, zero, 0, 1n)
  const changed = (numbers, at, by) => numbers.map((number, i) => (i == at ? number + by : number))
  steps.forEach(({ value, group, weight, again }, at) => {
    const further = new Map()
    const isLast = rest[at][group][0] == weight
    for (const [key, ways] of states) {
      const [left, gaps, values] = JSON.parse(key)
      const placed = sum(gaps) - sum(left)
      const missing = end - placed
      take(4 * (left[group] + 1), ways)
      const shown = number => after(hand, values, value, groups.map((_, i) => (i == group ? number : 0)), placed)
      if (!again) {
        for (let number = 0, cases = ways; number <= left[group]; number++) {
          const now = changed(left, group, -number)
          if (isLast && now[group]);
          else if (number >= missing) close(now, gaps, shown(number), at + 1, cases)
          else put(further, JSON.stringify([now, gaps, shown(number)]), cases)
          cases = (cases * weight * BigInt(left[group] - number)) / BigInt(number + 1)
        }
        continue
      }
      let [fewer, cases] = [ZERO, ways]
      for (let number = 0; number < missing; number++) {
        const now = changed(gaps, group, number)
        put(further, JSON.stringify([left, now, shown(number)]), cases)
        fewer = plus(fewer, times([cases, 1n], share(left, now, at + 1)))
        cases = (cases * weight * BigInt(gaps[group] + number)) / BigInt(number + 1)
      }
      if (!isOpen) finish(shown(missing), [], minus(times([ways, 1n], share(left, gaps, at)), fewer))
      // The last of them lies in a run; those from there on, and those behind it, are open yet.
      cases = ways * weight ** BigInt(missing)
      for (let open = gaps[group], closed = missing; isOpen && open; open--, closed++) {
        close(left, changed(gaps, group, closed - gaps[group]), shown(missing), at + 1, cases, open)
        cases = (cases * BigInt(closed)) / BigInt(closed - missing + 1)
      }
    }
    states = further
  })
  const common = [...ends.values()].reduce((known, [, d]) => lowest([known, d])[0] * d, 1n)
  return [...ends].map(([key, [n, d]]) => {
    const [values, adds] = JSON.parse(key)
    return { face: 0, weight: (n * common) / d, tallies: tallied(hand, values), again: false, adds, label: '' }
  })
}

/** A program with a die for each hand, which has a row for each case of it. */
export function tabled(program) {
  if (!program.hands) return program
  const dice = { ...program.dice }
  for (const name in program.hands) defineHand(name, program.hands[name], dice)
  return { ...program, dice, hands: undefined }
}
