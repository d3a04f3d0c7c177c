// Fractions: pairs of BigInts [n, d], d above 0. They are brought to lowest terms only to be shown.

const gcd = (a, b) => {
  while (b) [a, b] = [b, a % b]
  return a < 0n ? -a : a
}

export const ZERO = [0n, 1n]
export const ONE = [1n, 1n]
export const lowest = ([n, d]) => {
  const by = gcd(n, d)
  return [n / by, d / by]
}
export const plus = ([a, b], [c, d]) => {
  if (b == d) return [a + c, b]
  const by = gcd(b, d)
  return [a * (d / by) + c * (b / by), (b / by) * d]
}
export const minus = (a, [c, d]) => plus(a, [-c, d])
export const times = ([a, b], [c, d]) => [a * c, b * d]
export const over = ([a, b], [c, d]) => [a * d, b * c]

/** Adds to the weight of a value; weights are Maps from value to fraction. */
export const add = (weights, value, weight) => weights.set(value, plus(weights.get(value) ?? ZERO, weight))

/** Says why there are no exact odds. */
export const refuse = what => {
  throw Object.assign(Error(what), { refused: true })
}

/** What is too large to be exact with the work of a click. */
export const giveUp = () => refuse('exact odds of these dice take too long')

/**
 * What odds may take while somebody types, and in a pause, in microseconds or so: work is counted and not timed, so that
 * a text has the same answer on every machine.
 */
export const QUICK = 2e5
export const PATIENT = 3e6

let left = Infinity

/** Exact work that begins now may take so much; what takes more is refused. */
export const allow = most => (left = most)

/** Counts so many steps before they are done, each with numbers as long as this one. */
export function take(steps, number = 1n) {
  if ((left -= steps * (1 + number.toString(32).length / 700)) < 0) giveUp()
}
