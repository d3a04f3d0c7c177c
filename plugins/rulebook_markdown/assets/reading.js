// Readings: what a program's tallies mean, as rulesmod/dice/reading.py has it.

const operators = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '//': (a, b) => Math.floor(a / b),
  '=': (a, b) => a == b,
  '>=': (a, b) => a >= b,
  max: Math.max,
  min: Math.min,
  abs: Math.abs,
  and: (a, b) => !!(a && b),
  or: (a, b) => !!(a || b),
  if: (condition, then, otherwise) => (condition ? then : otherwise),
}

/** The value of a reading, given the values that it names. */
export const evaluate = (reading, values) =>
  Array.isArray(reading)
    ? operators[reading[0]](...reading.slice(1).map((operand) => evaluate(operand, values)))
    : (values[reading] ?? reading)

/** The numbers that a reading names, without their signs, added up. */
export const numbersIn = (reading) =>
  Array.isArray(reading) ? reading.slice(1).reduce((sum, operand) => sum + numbersIn(operand), 0) : Math.abs(+reading || 0)
