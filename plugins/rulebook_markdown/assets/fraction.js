// Fractions: pairs of BigInts [n, d], d above 0. They are brought to lowest terms only to be shown.

const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a)

export const ZERO = [0n, 1n]
export const ONE = [1n, 1n]
export const lowest = ([n, d]) => [n / gcd(n, d), d / gcd(n, d)]
export const plus = ([a, b], [c, d]) => {
  const by = gcd(b, d)
  return [a * (d / by) + c * (b / by), (b / by) * d]
}
export const minus = (a, [c, d]) => plus(a, [-c, d])
export const times = ([a, b], [c, d]) => [a * c, b * d]
export const over = ([a, b], [c, d]) => [a * d, b * c]

/** Adds to the weight of a value; weights are Maps from value to fraction. */
export const add = (weights, value, weight) => weights.set(value, plus(weights.get(value) ?? ZERO, weight))

/** What is too large to be exact in the time of a click. */
export const tooMany = limit => {
  giveUp(`more than ${limit} steps`)
}

const giveUp = (what, late = false) => {
  throw Object.assign(Error(`too many dice for exact odds: they take ${what}`), { tooMany: true, late })
}

/** Milliseconds: what odds may take while somebody types, and what they may take in a pause. */
export const QUICK = 200
export const PATIENT = 3000

let deadline = Infinity

/** Do exact work in at most so many milliseconds; what takes longer throws an error that is `late`. */
export function inTime(limit, work) {
  deadline = Date.now() + limit
  try {
    return work()
  } finally {
    deadline = Infinity
  }
}

/** Called again and again in long work. */
export function keepTime() {
  if (Date.now() > deadline) giveUp('too long', true)
}
