// Random numbers that can be had again: sfc32, as rulesmod/dice/rolls.py has it.

const hex = (number) => number.toString(16).padStart(8, '0')

/** A fresh seed: 24 hexadecimal digits. */
export const newSeed = () => [...crypto.getRandomValues(new Uint32Array(3))].map(hex).join('')

/** A function that gives the numbers below 2**32 that belong to a seed; throws on what is none. */
export function random(seed) {
  if (!/^[0-9a-f]{24}$/i.test(seed)) throw new Error(`a seed has 24 hexadecimal digits, \`${seed.slice(0, 40)}\` does not`)
  let [a, b, c] = [0, 8, 16].map((at) => parseInt(seed.slice(at, at + 8), 16))
  let counter = 1
  const next = () => {
    const result = (a + b + counter++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + result) | 0
    return result >>> 0
  }
  for (let i = 0; i < 16; i++) next()
  return next
}
