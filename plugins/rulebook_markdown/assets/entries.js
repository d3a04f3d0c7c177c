// The list of a page's entries: sorted by what is clicked at its head, and kept to what has some words. Without this
// script it is a table in the order of the book.

import { announce, button } from './dom.js'

export function makeLists() {
  for (const table of document.querySelectorAll('.entry-list table')) makeList(table, [...table.tBodies[0].rows])
}

function makeList(table, rows) {
  const heads = [...table.tHead.rows[0].cells]
  heads.forEach((head, at) => head.replaceChildren(button(head.textContent, () => sort(head, at))))
  const wanted = table.parentNode.closest('.entry-list').querySelector('.rulebook-filter > input')
  wanted.addEventListener('input', filter)

  function sort(head, at) {
    const down = head.ariaSort === 'ascending'
    for (const other of heads) other.ariaSort = other === head ? (down ? 'descending' : 'ascending') : null
    const value = row => row.cells[at].textContent.trim()
    const compare = (one, other) => number(value(one)) - number(value(other)) || value(one).localeCompare(value(other), undefined, { numeric: true })
    table.tBodies[0].append(...[...rows].sort((one, other) => (down ? compare(other, one) : compare(one, other))))
  }

  function filter() {
    const words = wanted.value.toLowerCase().split(/\s+/)
    for (const row of rows) row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word))
    announce(`${rows.filter(row => !row.hidden).length} of ${rows.length}`)
  }
}

/** What a cell counts as: its number, whatever stands around that, or those of an average added up. */
function number(text) {
  const found = text.startsWith('@') || /^-?[\d.]+( %)?$/.test(text) ? text.match(/[+-]?\s?@?\d+(\.\d+)?/g) : []
  return found.reduce((sum, one) => sum + +one.replace(/[@\s]/g, ''), 0)
}
