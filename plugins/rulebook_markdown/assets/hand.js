// Dice that are read together, as rulesmod/dice/hand.py has it: a hand is a list of what it has, in the same order.

import { take } from './fraction.js'
import { evaluate } from './reading.js'

export const { entries, fromEntries } = Object
export const sum = numbers => numbers.reduce((a, b) => a + b, 0)
const totalOf = numbers => numbers.reduce((a, b) => a + b, 0n)
export const leavesTrace = ({ tallies }) => Object.keys(tallies).length > 0
export const put = (map, key, number) => map.set(key, map.has(key) ? map.get(key) + number : number)

const divisor = (one, other) => (other ? divisor(other, one % other) : one)

/** What the dice may show: `[face, cases of each group, 1 if all from there on are meant, cases of what comes behind]`. */
function facesOf(groups, dice) {
  const ways = groups.map(([die]) => {
    const [stays, again] = [new Map(), new Map()]
    // What is rolled anew without a trace leaves it to the other faces.
    for (const row of dice[die]) if (!row.again || leavesTrace(row)) put(row.again ? again : stays, row.face, BigInt(row.weight))
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

/** Put the rows that stand for a hand into `dice`, with those of the hands that it goes on as. */
function defineHand(name, hand, dice) {
  const [groups, first, last, each, gives, given] = hand
  const all = sum(groups.map(([, count]) => count))
  const rows = []
  for (const [key, weight] of outcomesOf(hand, facesOf(groups, dice))) {
    const values = key.split(',').map(Number)
    const shown = values.splice(0, groups.length)
    const number = sum(shown)
    const less = all - number
    const dealt = groups.map(([die, , as], i) => [die, shown[i], as]).filter(([, count]) => count)
    const [from, to] = [first, last].map(end => Math.min(number, Math.max(0, end - less)))
    const its = `${dealt.map(([die, count]) => count + die).join('+')}[${from}:${to}]`
    const isPart = from < to && less && to - from < number
    if (isPart && !dice[its]) defineHand(its, [dealt, from, to, each, gives, given, false], dice)
    const adds = isPart ? [[its, 1]] : less && from < to ? dealt.map(([die, count]) => [die, count]) : []
    rows.push({ face: 0, weight, tallies: tallied(hand, values), again: from < to && !less, adds, label: '' })
  }
  dice[name] = rows
}

/** A program with a die for each hand, which has a row for each case of it. */
export function tabled(program) {
  if (!program.hands) return program
  const dice = { ...program.dice }
  for (const name in program.hands) defineHand(name, program.hands[name], dice)
  return { ...program, dice, hands: undefined }
}
