// Numbers that only the reader knows, such as the STR of `1d20+STR`: asked once, and kept in this browser by their names.

const KEY = 'rulebook-values'
const MAX_NAMES = 20

let kept = {}
try {
  kept = JSON.parse(localStorage.getItem(KEY)) ?? {}
} catch { /* storage is off, or someone else's: the values of this page are kept all the same */ }

/** The values of the reader, by name in capitals, and those that a link brings ("STR:2,DEX:-1") before these. */
export function valuesOf(brought = '') {
  const pairs = [...`${brought}`.matchAll(/(\p{L}[\p{L}._ -]{0,60}):(-?\d{1,6})(?:,|$)/gu)].map(([, name, value]) => [name, +value])
  return { ...kept, ...Object.fromEntries(pairs) }
}

/** Keep a value; none where it is no whole number. */
export function keepValue(name, text) {
  if (/^[+-]?\d{1,6}$/.test(text.trim())) kept[name] = +text
  else delete kept[name]
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch { /* see above */ }
}

/**
 * Parse an expression with the values of its reader.
 *
 * @param parse reads it with values by name, and throws an error with a `name` where it needs another one
 * @returns {{program, names, missing}} the program, none as long as values are `missing`, and all `names` it asks for
 */
export function parseWith(parse, values) {
  const names = []
  const given = {}
  for (;;) {
    try {
      const program = parse(given)
      const missing = names.filter(name => !Object.hasOwn(values, name))
      return { program: missing.length ? null : program, names, missing }
    } catch (error) {
      const { name } = error
      if (!('remedy' in error) || name === 'Error' || names.includes(name) || names.length == MAX_NAMES) throw error
      names.push(name)
      given[name] = values[name] ?? 0
    }
  }
}
