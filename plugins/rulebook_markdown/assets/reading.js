// Readings: what a program's tallies mean, as rulesmod/dice/reading.py has it.

/** The end of a range that has none. */
const ENDLESS = 1e6

const operators = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '//': (a, b) => (b ? Math.floor(a / b) : 0),
  '=': (a, b) => a == b,
  '>=': (a, b) => a >= b,
  max: Math.max,
  min: Math.min,
  abs: Math.abs,
  and: (a, b) => !!(a && b),
  or: (a, b) => !!(a || b),
  in: (face, ranges) => ranges.some(([low, high]) => low <= face && face <= high),
  /** How many numbers from first to last are among some faces. */
  many: (ranges, first, last) =>
    [...ranges].sort(([a], [b]) => a - b).reduce((found, [low, high]) => {
      found += Math.max(0, Math.min(high, last) - Math.max(low, first) + 1)
      first = Math.max(first, high + 1)
      return found
    }, 0),
  if: (condition, then, otherwise) => (condition ? then : otherwise),
}

const shownRange = ([low, high]) =>
  high == ENDLESS ? `>=${low}` : low == -ENDLESS ? `<=${high}` : low == high ? low : `${low}..${high}`

/** A number, or faces as an expression has them. */
export const shownRanges = value => (Array.isArray(value) ? `${value.map(shownRange)}` : `${value}`)

/** A reading as a function of the values that it names. */
export const compiled = (reading) => {
  if (typeof reading == 'string') return (values) => values[reading]
  if (!Array.isArray(reading)) return () => reading
  const operator = operators[reading[0]]
  const [first, second, third] = reading.slice(1).map(compiled)
  if (third) return (values) => operator(first(values), second(values), third(values))
  return second ? (values) => operator(first(values), second(values)) : (values) => operator(first(values))
}

/** The value of a reading, given the values that it names. */
export const evaluate = (reading, values) => compiled(reading)(values)

/** A number that nothing in a reading exceeds while each value stays within its size, or within 1. */
export const sizeOf = (reading, sizes) => {
  if (!Array.isArray(reading)) return Math.abs(evaluate(reading, sizes) ?? 1)
  const [operator, ...parts] = reading.map((operand, i) => (i ? sizeOf(operand, sizes) : operand))
  if (/[fdr]$/.test(operator)) return Math.max(...parts)
  return parts.reduce(/\*|\/\//.test(operator) ? (all, part) => (all + 1) * (part + 1) : (all, part) => all + part)
}
