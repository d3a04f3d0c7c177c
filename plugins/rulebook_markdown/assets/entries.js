// The list of a page's entries: sorted by what is clicked at its head, and kept, with the cards of its entries, to those
// in whose cards some words are. Loaded when a reader first points at the list; without this script it is a table in the
// order of the book.

import { button, during, h, late, say } from './page.js'

const begun = new WeakSet()

globalThis.rulebookLists = {
  begin() {
    for (const table of document.querySelectorAll('.entry-list table')) {
      if (!begun.has(table)) makeList(table, [...table.tBodies[0].rows])
      begun.add(table)
    }
  },
}

function makeList(table, rows) {
  const heads = [...table.tHead.rows[0].cells]
  heads.forEach((head, at) => {
    const sorter = button(head.textContent, () => sort(head, at))
    // The table has its one stop of the tab key already; the arrow keys lead here.
    sorter.tabIndex = -1
    head.replaceChildren(sorter)
  })
  const wanted = table.parentNode.closest('.entry-list').querySelector('.rulebook-filter > input')
  const cards = rows.map(row => document.getElementById(row.querySelector('a')?.hash.slice(1))?.closest('section'))
  const texts = rows.map((row, i) => `${row.textContent} ${cards[i]?.textContent}`.toLowerCase())
  const count = h('output')
  let isChosen = () => true
  wanted.parentNode.after(' ', count)
  wanted.addEventListener('input', filter)
  during('hashchange', unhide)
  // What was typed before this script came.
  filter()
  late('rulebookCatalogue').then(({ offer }) => (isChosen = offer(table, rows, cards, filter)), () => {})

  function sort(head, at) {
    const down = head.ariaSort === 'ascending'
    for (const other of heads) other.ariaSort = other === head ? (down ? 'descending' : 'ascending') : null
    const value = row => row.cells[at].textContent.trim()
    const compare = (one, other) => number(value(one)) - number(value(other)) || value(one).localeCompare(value(other), undefined, { numeric: true })
    table.tBodies[0].append(...[...rows].sort((one, other) => (down ? compare(other, one) : compare(one, other))))
  }

  function filter() {
    const words = wanted.value.toLowerCase().split(/\s+/)
    const found = texts.filter((text, i) => {
      const isFound = isChosen(i) && words.every(word => text.includes(word))
      for (const part of [rows[i], cards[i]]) if (part) part.hidden = !isFound
      return isFound
    }).length
    // An output is a status: what is put into it is announced.
    count.textContent = !found ? say('Nothing found') : wanted.value || found < rows.length ? say('{0} of {1}', found, rows.length) : ''
  }

  /** A link to a card shows it, whatever was wanted. */
  function unhide() {
    const card = document.querySelector(':target')?.closest('[hidden]')
    if (!cards.includes(card)) return
    for (const one of table.closest('.entry-list').querySelectorAll('input, select')) one.value = ''
    filter()
    card.scrollIntoView()
  }
}

/** What a cell counts as: its number, whatever stands around that, or those of an average added up. */
function number(text) {
  const found = text.startsWith('@') || /^-?[\d.]+( %)?$/.test(text) ? text.match(/[+-]?\s?@?\d+(\.\d+)?/g) : []
  return found.reduce((sum, one) => sum + +one.replace(/[@\s]/g, ''), 0)
}
