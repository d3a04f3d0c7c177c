// What the list of a page's entries can be narrowed to beside words: a choice for each column whose values say little
// enough to choose from. Dice are chosen by their kind, numbers of many values by a third of the entries.

import { h, say } from './page.js'

const MAX_CHOICES = 9
const MIN_CHOICES = 2
const MAX_LETTERS = 24
const DIE = /\bd(?:\d+|%)/g

/**
 * Put the choices behind the field for words.
 *
 * @param table the list
 * @param rows its rows, in the order of the book
 * @param changed called when a reader has chosen
 * @returns {(at: number) => boolean} whether the row there has what is chosen
 */
export function makeFacets(table, rows, changed) {
  const choices = [...table.tHead.rows[0].cells].slice(1).map((head, i) => {
    const texts = rows.map(row => row.cells[i + 1].textContent.trim())
    return { name: head.textContent, ...facetOf(texts) }
  }).filter(({ all }) => all)
  const selects = choices.map(({ name, all }) =>
    h('select', { 'aria-label': name, onchange: changed },
      h('option', { value: '' }, `${name}: ${say('all')}`), all.map((text, at) => h('option', { value: `${at}` }, text))))
  table.closest('.entry-list').querySelector('label').after(' ', ...selects.flatMap(one => [one, ' ']))
  return at => choices.every(({ has }, i) => !selects[i].value || has[+selects[i].value](at))
}

/** The choices of a column: how each is called, and whether a row has it; none where there is nothing to choose. */
function facetOf(texts) {
  const dice = texts.map(text => text.match(DIE) ?? [])
  if (dice.filter(found => found[0]).length > texts.length / 2)
    return chosen(sorted(dice.flat()), (kind, at) => dice[at].includes(kind))
  const values = sorted(texts)
  if (values.length > MAX_CHOICES && values.every(isNumber)) return thirds(texts.map(parseFloat))
  if (values.some(value => !value || value.length > MAX_LETTERS) || values.length > texts.length / 2) return {}
  return chosen(values, (value, at) => texts[at] === value)
}

const isNumber = text => /^-?\d+(\.\d+)?( ?%)?$/.test(text)

const sorted = texts => [...new Set(texts)].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }))

function chosen(all, has) {
  if (all.length < MIN_CHOICES || all.length > MAX_CHOICES) return {}
  return { all, has: all.map(value => at => has(value, at)) }
}

function thirds(numbers) {
  const values = [...new Set(numbers)].sort((one, other) => one - other)
  const [low, high] = [1, 2].map(third => values[Math.floor((values.length * third) / 3)])
  const parts = [values.filter(one => one < low), values.filter(one => one >= low && one < high), values.filter(one => one >= high)]
  return { all: parts.map(part => `${part[0]}–${part.at(-1)}`), has: parts.map(part => at => part.includes(numbers[at])) }
}
