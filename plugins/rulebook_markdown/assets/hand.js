// Dice that are read together, as rulesmod/dice/hand.py has it: a hand is a list of what it has, in the same order.

import { refuse } from './fraction.js'
import { evaluate } from './reading.js'

export const { entries, fromEntries } = Object
export const sum = numbers => numbers.reduce((a, b) => a + b, 0)
export const put = (map, key, number) => map.set(key, map.has(key) ? map.get(key) + number : number)

/** What the dice may show: `[face, cases of each group, 1 if all from there on are meant, cases of what comes behind]`. */
function facesOf(groups, dice) {
  const ways = groups.map(([die]) => {
    const [stays, again] = [new Map(), new Map()]
    for (const row of dice[die]) put(row.again ? again : stays, row.face, row.weight)
    return [stays, ...([...again][0] ?? [])]
  })
  let level = Math.max(...ways.flatMap(([stays]) => [...stays.keys()]))
  while (ways.some(([, step]) => level % step)) level++
  const faces = {}
  const beyond = ways.map(([stays, step, again], i) => {
    const rounds = step ? level / step : 1
    const all = sum([...stays.values()]) + again
    for (let done = 0; done < rounds; done++) {
      stays.forEach((cases, face) => ((faces[face + (done && done * step)] ??= groups.map(() => 0))[i] += step ? cases * again ** done * all ** (rounds - 1 - done) : cases))
    }
    return step ? again ** rounds : 0
  })
  const later = groups.map(() => 0)
  const found = entries(faces).map(([face, cases]) => [+face, cases]).sort(([a], [b]) => b - a)
  return [...(sum(beyond) ? [[level, beyond, 1]] : []), ...found].map(([face, cases, open]) => {
    const known = [face, cases, open, [...later]]
    cases.forEach((number, i) => (later[i] += number))
    return known
  }).reverse()
}

/** Put the rows that stand for a hand into `dice`, with those of the hands that it goes on as. */
export function defineHand(name, hand, dice, hands) {
  const [groups, first, last, each, gives, given, drawn] = hand
  const all = sum(groups.map(([, count]) => count))
  const named = values => fromEntries([...given, ...each.map(([name], i) => [name, values[i]])])
  let found = new Map([[`${[...groups.map(([, count]) => count), ...each.map(() => 0)]}`, 1]])
  let open
  for (const [face, cases, isOpen, later] of facesOf(groups, dice)) {
    const further = new Map()
    open = isOpen
    for (const [key, before] of found) {
      const values = key.split(',').map(Number)
      const left = values.splice(0, groups.length)
      const share = (shown, ways) => {
        const at = shown.length
        if (groups[at]) {
          for (let number = 0, chosen = 1, power = 1; number <= (cases[at] && left[at]); number++) {
            // Where nothing comes behind it, all that are left show it.
            if (later[at] || number == left[at]) share([...shown, number], ways * chosen * power)
            chosen = (chosen * ((drawn ? cases[at] : left[at]) - number)) / (number + 1)
            if (!drawn) power *= cases[at]
          }
          return
        }
        const rest = left.map((number, i) => number - shown[i])
        if (!ways) return
        const placed = all - sum(left)
        const known = { ...named(values), face, kept: Math.max(0, Math.min(all - sum(rest), last) - Math.max(placed, first)) }
        groups.forEach(([, , name]) => (known[name] = sum(shown.filter((_, i) => groups[i][2] == name))))
        put(further, `${[...(open ? shown : rest), ...(sum(shown) ? each.map(([name, reading]) => (known[name] = +evaluate(reading, known))) : values)]}`, ways)
      }
      share([], before)
    }
    found = further
  }
  const rows = []
  for (const [key, weight] of found) {
    const values = key.split(',').map(Number)
    const shown = values.splice(0, groups.length)
    const number = sum(shown)
    const tallies = fromEntries(gives.map(([tally, reading]) => [tally, +evaluate(reading, named(values))]).filter(([, number]) => number))
    const less = all - number
    const dealt = groups.map(([die, , as], i) => [die, shown[i], as]).filter(([, count]) => count)
    const [from, to] = [first, last].map(end => Math.min(number, Math.max(0, end - less)))
    const its = `${dealt.map(([die, count]) => count + die).join('+')}[${from}:${to}]`
    const isPart = from < to && less && to - from < number
    if (isPart && !dice[its]) defineHand(its, [dealt, from, to, each, gives, given, false], dice, hands)
    const adds = isPart ? [[its, 1]] : less && from < to ? dealt.map(([die, count]) => [die, count]) : []
    rows.push({ face: 0, weight, tallies, again: from < to && !less, adds, label: '' })
  }
  if (sum(rows.map(({ weight }) => weight)) > 2 ** 53) refuse(`the weights of \`${name}\` do not add up to 1 to ${2 ** 53}`)
  hands[name] = hand
  dice[name] = rows
}
