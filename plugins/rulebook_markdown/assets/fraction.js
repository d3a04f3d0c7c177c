// Fractions: pairs of BigInts [n, d], d above 0. They are brought to lowest terms only to be shown.

const gcd = (a, b) => {
  while (b) [a, b] = [b, a % b]
  return a < 0n ? -a : a
}

export const ZERO = [0n, 1n]
export const ONE = [1n, 1n]
export const lowest = ([n, d]) => [n / gcd(n, d), d / gcd(n, d)]
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

/** Says why there are no exact odds; `late` where there might be, in more time. */
export const refuse = (what, late) => {
  throw Object.assign(Error(what), { refused: true, late })
}

/** What is too large to be exact in the time of a click. */
export const giveUp = late => refuse('exact odds of these dice take too long', late)

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
  if (Date.now() > deadline) giveUp(true)
}
