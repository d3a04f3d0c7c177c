// What translated Python (rulebook/script.py) calls: each builtin and method with Python's meaning.
// Lists are arrays, dictionaries are maps, strings and whole numbers themselves.

const fail = (what) => {
  throw new Error(what)
}

const place = (sequence, index) => {
  const at = index < 0 ? sequence.length + index : index
  return at >= 0 && at < sequence.length ? at : fail(`index ${index} out of range`)
}

const byOrder = (one, two) => (one < two ? -1 : one > two ? 1 : 0)

export const each = (source) => (Array.isArray(source) ? source : [...(source instanceof Map ? source.keys() : source)])
export const truth = (value) =>
  value instanceof Map ? value.size > 0 : Array.isArray(value) ? value.length > 0 : Boolean(value)
export const same = (one, two) => {
  if (one === two) return true
  if (typeof one != 'object' || typeof two != 'object' || one === null || two === null) return false
  const [first, second] = [Object.entries(one), Object.entries(two)]
  return first.length === second.length && first.every(([key, value]) => same(value, two[key]))
}
export const within = (item, source) =>
  source instanceof Map
    ? source.has(item)
    : typeof source == 'string'
      ? source.includes(item)
      : source.some((other) => same(item, other))

export const at = (source, key) => {
  if (source instanceof Map) return source.has(key) ? source.get(key) : fail(`no key ${key}`)
  return source[place(source, key)]
}
export const set = (source, key, value) => {
  if (source instanceof Map) source.set(key, value)
  else source[place(source, key)] = value
}

export const add = (one, two) => (Array.isArray(one) ? [...one, ...two] : one + two)
export const mul = (one, two) => one * two
export const div = (one, two) => Math.floor(one / two)
export const mod = (one, two) => ((one % two) + two) % two

export const abs = Math.abs
export const all = (source) => each(source).every(truth)
export const any = (source) => each(source).some(truth)
export const enumerate = (source) => each(source).map((item, index) => [index, item])
export const int = (value) => (/^-?\d+$/.test(String(value)) ? Number(value) : fail(`${value} is no whole number`))
export const len = (source) => (source instanceof Map ? source.size : source.length)
export const list = (source) => [...each(source)]
export const range = (start, end, step = 1) => {
  const [from, to] = end === undefined ? [0, start] : [start, end]
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, index) => from + index * step)
}
export const sorted = (source, key = (item) => item) => [...each(source)].sort((one, two) => byOrder(key(one), key(two)))
export const str = (value) => (value === true ? 'True' : value === false ? 'False' : value === null ? 'None' : String(value))
export const sum = (source) => each(source).reduce((total, item) => total + item, 0)

const extreme = (wins) => (...items) => {
  const all = items.length === 1 ? each(items[0]) : items
  if (all.length === 0) fail('nothing to compare')
  return all.reduce((best, item) => (wins(item, best) ? item : best))
}
export const max = extreme((one, two) => one > two)
export const min = extreme((one, two) => one < two)

export const append = (list, item) => void list.push(item)
export const count = (source, item) =>
  typeof source == 'string' ? source.split(item).length - 1 : source.filter((other) => same(item, other)).length
export const extend = (list, items) => void list.push(...each(items))
export const index = (list, item) => {
  const found = list.findIndex((other) => same(item, other))
  return found < 0 ? fail('not in the list') : found
}
export const isdigit = (text) => /^\d+$/.test(text)
export const items = (map) => [...map.entries()]
export const join = (between, items) => each(items).join(between)
export const keys = (map) => [...map.keys()]
export const pop = (list, at = -1) => list.splice(place(list, at), 1)[0]
export const remove = (list, item) => void list.splice(index(list, item), 1)
export const replace = (text, old, by) => text.split(old).join(by)
export const reverse = (list) => void list.reverse()
export const values = (map) => [...map.values()]
