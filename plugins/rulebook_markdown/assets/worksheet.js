// What follows from a filled sheet, as rulesmod/sheets.py works it out.

import { evaluate, read } from './lent.js'
import { say } from './words.js'

const ROOM = 1000

/**
 * Work out a sheet: `{outcomes, goals, broken}`, as in Python.
 *
 * @param inputs what is filled in, by key; throws an error with that `key` where it is no expression of the language
 */
export function workOut(sheet, language, inputs) {
  const outcomes = {}
  const goals = {}
  const broken = []
  const sums = {}

  const value = (reading, scope) => {
    if (!Array.isArray(reading)) return scope[reading] ?? reading
    const [operator, first, second] = reading
    if (operator === 'at') return sheet.tables[first][value(second, scope)] ?? 0
    if (operator === 'each') return scope[first].groups.reduce((sum, group) => sum + value(second, { ...scope, ...group }), 0)
    if (operator === 'rows') return sums[`${first}.${second}`] ?? 0
    return +evaluate([operator, ...reading.slice(1).map(operand => value(operand, scope))], {})
  }
  const text = ({ text, slots }, scope) => text.replace(/\{(\w+)\}/g, (_, name) => value(slots[name], scope))

  const written = (text, key) => {
    try {
      const groups = text ? read(language, text).terms.map(({ tags }) => ({ count: 1, ...tags })) : []
      if (groups.reduce((sum, { count }) => sum + count, 0) > ROOM) throw Error(say('a sheet has room for {0} dice', ROOM))
      return { text, groups }
    } catch (error) {
      throw Object.assign(error, { key })
    }
  }
  const fill = ({ fields }, prefix, scope) => {
    for (const { name, kind, start } of fields) {
      const given = inputs[prefix + name] ?? start
      if (kind === 'dice') scope[name] = written(given, prefix + name)
      else scope[name] = kind === 'words' ? +!!given.trim() : +given
    }
  }
  const follow = (part, prefix, scope) => {
    for (const { name, reading, field, parts, between, goal } of part.outcomes) {
      const key = prefix + name
      if (reading !== undefined) scope[name] = outcomes[key] = value(reading, scope)
      else if (field) outcomes[key] = scope[field].text
      else {
        outcomes[key] = parts.filter(({ when }) => value(when, scope)).map(part => text(part, scope)).join(between)
        if (goal !== null) goals[key] = value(goal, scope)
      }
    }
    for (const limit of part.limits) if (!value(limit.holds, scope)) broken.push([prefix, text(limit, scope)])
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
        if (own[name] === +own[name]) sums[`${group.name}.${name}`] = (sums[`${group.name}.${name}`] ?? 0) + own[name]
      }
    }
  }
  follow(sheet, '', scope)
  return { outcomes, goals, broken }
}
