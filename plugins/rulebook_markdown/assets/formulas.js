// How the dice of an expression are joined, as rulesmod/dice/formulas.py has it.

const MAX_FACTOR = 1e6
const MAX_NUMBER = 1e15

export const tallyOf = part => `total${part || ''}`
const thousands = number => `${number}`.replace(/\B(?=(...)+$)/g, ',')
export const reject = what => {
  throw Object.assign(Error(what), { isFormula: true })
}
const commonOf = (a, b) => (b ? commonOf(b, a % b) : Math.abs(a))
const made = (dice, number = 0, rest, divisor = 1) => ({ dice, number, rest, divisor })
const isNumber = ({ dice, rest }) => !dice.size && rest === undefined

/** A formula worked out: its `placed` dice `[term, times, part]`, the `reading` of their tallies, and what is added. */
export function formulaOf(tree) {
  const parts = []
  const whole = rounded('floor', worked(tree, parts, false), parts)
  let reading = whole.rest
  if (isNumber(whole) && !parts[0]) reject('there are no dice in it')
  if (reading === undefined) {
    const all = [...whole.dice.values()]
    const factor = all.some(Boolean) ? all.reduce(commonOf, 0) : 0
    parts.push(new Map([...whole.dice].map(([term, times]) => [term, factor ? times / factor : 1])))
    reading = factor == 1 ? ['tally', 0] : ['*', factor, ['tally', 0]]
  } else if (whole.dice.size) {
    parts.push(whole.dice)
    reading = ['+', reading, ['tally', parts.length - 1]]
  }
  // Tallies are numbered in the order in which their dice are written.
  const least = part => Math.min(...parts[part].keys())
  const order = parts.map((_, part) => part).sort((a, b) => least(a) - least(b))
  const named = one => (!Array.isArray(one) ? one : one[0] == 'tally' ? tallyOf(order.indexOf(one[1])) : one.map(named))
  const placed = order.flatMap((part, at) => [...parts[part]].map(([term, times]) => [term, times, at]))
  return { placed: placed.sort(([a], [b]) => a - b), reading: ['+', named(reading), 'modifier'], modifier: whole.number }
}

/** The whole number that a formula without dice comes to; undefined where it has dice, or no meaning. */
export function numberOf(tree) {
  try {
    const found = worked(tree, [], false)
    return isNumber(found) && found.divisor == 1 ? found.number : undefined
  } catch (error) {
    if (!error.isFormula) throw error
  }
}

function worked([head, tags, ...operands], parts, exact) {
  if (head == 'number') return made(new Map(), tags, undefined, operands[0])
  if (head == 'term') return made(new Map([[tags, 1]]))
  if (head == 'floor' || head == 'ceil' || head == 'round') return rounded(head, worked(operands[0], parts, true), parts)
  const found = joins[head](operands.map(operand => worked(operand, parts, exact)), tags, parts)
  return exact ? found : rounded('floor', found, parts)
}

function rounded(how, found, parts) {
  const { number, divisor } = found
  if (divisor == 1) return found
  if (isNumber(found)) return made(new Map(), Math.floor((number + { floor: 0, ceil: divisor - 1, round: Math.floor(divisor / 2) }[how]) / divisor))
  const above = readingOf({ ...found, divisor: 1 }, parts)
  return made(new Map(), 0, {
    floor: ['//', above, divisor],
    ceil: ['-', 0, ['//', ['-', 0, above], divisor]],
    round: ['//', ['+', ['*', above, 2], divisor], 2 * divisor],
  }[how])
}

/** A whole value as a reading; its dice get a tally of their own. */
function readingOf(found, parts) {
  if (isNumber(found)) return found.number
  let reading = found.rest
  if (found.dice.size) {
    const tally = ['tally', parts.push(found.dice) - 1]
    reading = reading === undefined ? tally : ['+', tally, reading]
  }
  return found.number ? ['+', reading, found.number] : reading
}

function scaled({ dice, number, rest, divisor }, factor) {
  if (Math.abs(factor) > MAX_FACTOR) reject(`a factor is at most ${thousands(MAX_FACTOR)}`)
  if (Math.abs(number * factor) >= MAX_NUMBER) reject('a number has at most 15 digits')
  const more = new Map([...dice].map(([term, times]) => [term, times * factor]))
  if ([...more.values()].some(times => Math.abs(times) > MAX_FACTOR ** 2)) reject(`a factor is at most ${thousands(MAX_FACTOR)}`)
  return made(more, number * factor, rest === undefined || factor == 1 ? rest : ['*', rest, factor], divisor)
}

function joined(one, other) {
  const divisor = (one.divisor / commonOf(one.divisor, other.divisor)) * other.divisor
  const [a, b] = [one, other].map(each => scaled(each, divisor / each.divisor))
  const dice = new Map(a.dice)
  b.dice.forEach((times, term) => dice.set(term, (dice.get(term) ?? 0) + times))
  return made(dice, a.number + b.number, a.rest === undefined ? b.rest : b.rest === undefined ? a.rest : ['+', a.rest, b.rest], divisor)
}

const wholes = (operands, parts) => operands.map(operand => readingOf(rounded('floor', operand, parts), parts))
const chain = head => readings => readings.reduce((found, other) => [head, found, other])
const [mostOf, leastOf, allOf] = ['max', 'min', '+'].map(chain)

const joins = {
  '+': operands => operands.reduce(joined),
  '-': ([one, other]) => joined(one, scaled(other, -1)),
  neg: ([one]) => scaled(one, -1),
  '*'(operands, _, parts) {
    const [one, other] = isNumber(operands[0]) ? [operands[1], operands[0]] : operands
    const divisor = one.divisor * other.divisor
    if (isNumber(other)) return { ...scaled(one, other.number), divisor }
    return made(new Map(), 0, ['*', ...operands.map(operand => readingOf({ ...operand, divisor: 1 }, parts))], divisor)
  },
  '/'([one, other], _, parts) {
    if (isNumber(other)) {
      if (!other.number) reject('nothing can be divided by 0')
      const divisor = one.divisor * Math.abs(other.number)
      const found = scaled(one, Math.sign(other.number) * other.divisor)
      if (divisor > MAX_FACTOR) reject(`a divisor is at most ${thousands(MAX_FACTOR)}`)
      return { ...found, divisor }
    }
    if (isNumber(one)) reject('a number cannot be divided by dice')
    const above = readingOf({ ...scaled(one, other.divisor), divisor: 1 }, parts)
    return made(new Map(), 0, ['//', above, readingOf({ ...scaled(other, one.divisor), divisor: 1 }, parts)])
  },
  max: (operands, _, parts) => made(new Map(), 0, mostOf(wholes(operands, parts))),
  min: (operands, _, parts) => made(new Map(), 0, leastOf(wholes(operands, parts))),
  abs: (operands, _, parts) => made(new Map(), 0, ['abs', wholes(operands, parts)[0]]),
  kept(operands, { first, last }, parts) {
    const all = operands.length
    if (!first && last == all) return operands.reduce(joined)
    const readings = wholes(operands, parts)
    if (last - first == 1 && (!first || last == all)) return made(new Map(), 0, (first ? mostOf : leastOf)(readings))
    if (last - first == all - 1) return made(new Map(), 0, ['-', allOf(readings), (first ? leastOf : mostOf)(readings)])
    return reject('of several rolls the highest or lowest one can be kept or dropped')
  },
}
