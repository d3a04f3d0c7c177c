// What follows from a filled sheet, as rulesmod/sheets.py works it out.

import { evaluate, read } from './borrowed.js'
import { say } from './words.js'

const ROOM = 1000

/**
 * Work out a sheet: `{outcomes, goals, broken, faults, ready, said}`, as in Python. An outcome is null where it needs a
 * field that cannot be read; `faults` has the error of each such field. `ready` says of a throw whether there is anything
 * to find out, and `said` has its sentences by what its pools came to.
 *
 * @param inputs what is filled in, by key
 */
export function workOut(sheet, language, inputs) {
  const outcomes = {}
  const goals = {}
  const broken = []
  const faults = {}
  const sums = {}

  const add = (sum, number) => (sum === null || number === null ? null : sum + number)
  const value = (reading, scope) => {
    if (typeof reading === 'string') return scope[reading]
    if (!Array.isArray(reading)) return reading
    const [operator, first, second] = reading
    if (operator === 'at') {
      const key = value(second, scope)
      return key === null ? null : (sheet.tables[first][key] ?? 0)
    }
    if (operator === 'each') {
      return scope[first] && scope[first].groups.reduce((sum, group) => add(sum, value(second, { ...scope, ...group })), 0)
    }
    if (operator === 'of') return scope[first] && (scope[first].constants[second] ?? 0)
    if (operator === 'rows') return sums[`${first}.${second}`] ?? (`${first}.${second}` in sums ? null : 0)
    const values = reading.slice(1).map(operand => value(operand, scope))
    return values.includes(null) ? null : +evaluate([operator, ...values], {})
  }
  const text = ({ text, slots }, scope) => {
    const values = Object.fromEntries(Object.entries(slots).map(([name, reading]) => [name, value(reading, scope)]))
    return Object.values(values).includes(null) ? null : text.replace(/\{(\w+)\}/g, (_, name) => values[name])
  }
  const pool = ({ parts, between }, scope) => {
    const conditions = parts.map(({ when }) => value(when, scope))
    const texts = parts.filter((_, i) => conditions[i]).map(part => text(part, scope))
    return [...conditions, ...texts].includes(null) ? null : texts.join(between)
  }

  const written = (text, needed) => {
    if (needed && !text) throw Error(say('this cannot be empty'))
    const { terms, constants } = text ? read(language, text) : { terms: [], constants: [] }
    const groups = terms.map(({ tags }) => ({ count: 1, ...tags }))
    if (groups.reduce((sum, { count }) => sum + count, 0) > ROOM) throw Error(say('a sheet has room for {0} dice', ROOM))
    return { text, groups, constants: Object.fromEntries(constants) }
  }
  const whole = (text, { low, high, start }) => {
    const number = /^[+-]?\d{1,15}$/.test(text) ? +text : null
    if (low <= number && number <= high && number !== null) return number
    const near = number === null ? start : Math.min(Math.max(number, low), high)
    throw Object.assign(Error(say('a whole number from {0} to {1}', low, high)), { remedy: `\`${near}\`` })
  }
  const taken = (field, text) =>
    ({ dice: () => written(text, field.needed), number: () => whole(text, field), choice: () => +text, words: () => +!!text })[field.kind]()
  const fill = ({ fields }, prefix, scope) => {
    for (const field of fields) {
      const key = prefix + field.name
      try {
        scope[field.name] = taken(field, `${inputs[key] ?? field.start}`.trim())
      } catch (error) {
        faults[key] = error
        scope[field.name] = null
      }
    }
  }
  const follow = (part, prefix, scope) => {
    for (const item of part.outcomes) {
      const { name, reading, field, goal } = item
      const key = prefix + name
      if (reading !== undefined) scope[name] = outcomes[key] = value(reading, scope)
      else if (field) outcomes[key] = scope[field] && scope[field].text
      else {
        outcomes[key] = pool(item, scope)
        const reached = value(goal, scope)
        if (reached !== null) goals[key] = reached
      }
    }
    for (const limit of part.limits) if (value(limit.holds, scope) === 0) broken.push([prefix, text(limit, scope) ?? ''])
  }

  const scope = {}
  const single = sheet.groups.filter(({ rows }) => !rows.length)
  for (const group of single) fill(group, '', scope)
  for (const group of sheet.groups) {
    if (single.includes(group)) follow(group, '', scope)
    for (const row of group.rows) {
      const own = { ...scope }
      fill(group, `${group.name}.${row}.`, own)
      follow(group, `${group.name}.${row}.`, own)
      for (const name in own) {
        const key = `${group.name}.${name}`
        if (own[name] === null || own[name] === +own[name]) sums[key] = add(key in sums ? sums[key] : 0, own[name])
      }
    }
  }
  follow(sheet, '', scope)
  const said = ({ values, says }, results) => {
    const known = { ...scope, ...results }
    for (const name in values) known[name] = value(values[name], known)
    return says.filter(({ when }) => value(when, known)).map(part => text(part, known)).filter(one => one !== null)
  }
  return { outcomes, goals, broken, faults, ready: throwing => !!value(throwing.ready, scope), said }
}
