// Random tables: the die at the head rolls, and the row that comes up is shown, said and kept, its own dice rolled.

import { announce, button, copy, h, say } from './page.js'
import { roll } from './engine.js'
import { parse } from './language.js'
import { shown } from './odds.js'
import { newSeed, random } from './rng.js'
import { linkTo, visit } from './visit.js'

const HEAD = 'rulebook-dice > button[data-table]'
const DRAWN = 'rulebook-drawn'
const CAME = '.rulebook-came'
/** Rows that one roll brings up at most, where rows say to roll again; and dice that are thrown for them. */
const MAX_ROWS = 12
const MAX_THROWS = 200

/** The keys of a table, in whatever page its head is: of its rows, or of the columns that another die decides between. */
const keysOf = ({ ownerDocument, dataset: { table, across } }, isAcross) =>
  [...ownerDocument.querySelectorAll('.rulebook-key')].filter(key =>
    key.dataset.table === table && (!across || isAcross === 'across' in key.dataset))

/** Whether a list of ranges such as "1..3 7..7" holds a number; "13.." has no end. */
const holds = (faces, number) =>
  !!faces && faces.split(' ').some(run => {
    const [first, last] = run.split('..')
    return +first <= number && number <= (last || Infinity)
  })

/** @param languages gives the notation data of the page, by name */
export function makeTables(languages) {
  return { roll: rollOn, show: showLinked }

  function rollOn(head) {
    const { system, table, dice, title } = head.dataset
    const thrown = { system, table, text: dice, seed: newSeed(), page: location.href.split('#')[0] }
    const words = show(head, thrown)
    visit.add({ ...thrown, summary: `${title && `${title}, `}${words}` })
  }

  /** Show the roll of a link. */
  function showLinked(thrown) {
    const head = [...document.querySelectorAll(HEAD)].find(({ dataset }) => dataset.table === thrown.table && dataset.dice === thrown.text)
    if (head && /^[0-9a-f]{24}$/i.test(thrown.seed)) return show(head, thrown)
    const fault = say(head ? 'This link shows no roll: its seed is damaged.' : 'This link shows no roll: its table is not on this page, or has other dice by now.')
    document.querySelector('article, main, body').prepend(h('p', { class: 'rulebook-drawn-line' }, fault))
    announce(fault)
  }

  /** Roll a table from a seed: what came up, in words. */
  function show(head, thrown) {
    const { system, table, dice, across } = head.dataset
    const next = random(thrown.seed)
    const throwDice = (name, text) => {
      const program = parse(languages()[name], text)
      const { dice: all, outcome } = roll(program, next)
      const { fields } = program
      const total = fields.map(({ name, label }) => `${fields[1] ? `${say(label)} ` : ''}${shown(outcome[name])}`).join(', ')
      return { face: outcome[fields[0].name], faces: all.map(die => die.face), total }
    }
    const rolled = across ? `${dice}, ${across}` : dice
    clear(head)
    const rows = keysOf(head, false)
    const find = (keys, { face }) => keys.find(({ dataset }) => holds(dataset.faces, face))
    const drawn = []
    let without = ''
    let left = 1
    for (let throws = 0; left && drawn.length < MAX_ROWS && throws < MAX_THROWS; throws++) {
      const thrown = throwDice(system, dice)
      if (holds(without, thrown.face)) continue
      const row = find(rows, thrown)
      const second = across && throwDice(system, across)
      const column = second && find(keysOf(head, true), second)
      const words = row ? draw(row, throwDice, column) : say('the table has no row for this')
      const { again = 0, without: barred = '' } = row?.dataset ?? {}
      const number = thrown.faces[1] ? `${thrown.total} (${thrown.faces.join(', ')})` : thrown.total
      drawn.push({ row, words, number: second ? `${number}, ${second.total}` : number })
      left += again - 1
      without = `${without} ${barred}`.trim()
    }
    if (left) drawn.push({ number: '…', words: say('and so on; it stops here') })
    const words = drawn.map(({ number, words }, i) => `${i ? `${say('then')} ` : `${rolled} = `}${number}: ${words}`).join('; ')
    outside(head).after(h('div', { class: 'rulebook-drawn-line', 'data-of': table },
      h('span', {}, rolled),
      h('ol', {}, drawn.map(({ number, words }) => h('li', {}, h('b', {}, number), ' ', words))),
      button(say('Copy link'), event => copy(linkTo(thrown), event.currentTarget), say('Copied')),
      button(say('Clear'), () => {
        clear(head)
        head.focus()
      })))
    announce(words)
    drawn[0].row?.scrollIntoView({ block: 'nearest' })
    return words
  }

  /** Mark a row, roll the dice in it, and give its words with what they came to; only those below a column, if any. */
  function draw(row, throwDice, column) {
    const cells = cellsOf(row, column)
    const heads = row.closest('table')?.rows[0].cells
    // What names a cell: the head of its column, or of its row where the ranges are the heads.
    const nameOf = cell => (row.dataset.across == null ? heads?.[cell.cellIndex] : cell.parentNode.cells[0])
    for (const key of [row, column]) if (key) key.ariaCurrent = true
    for (const item of [row, column, ...cells]) item?.classList.add(DRAWN)
    const come = ({ dataset, textContent }) => {
      try {
        return throwDice(dataset.system, textContent.trim()).total
      } catch {
        return '…'  // more dice than anybody rolls
      }
    }
    const found = cells.map(cell => {
      const said = cell.cloneNode(true)
      const dice = item => [...item.querySelectorAll('button[data-in-row]')]
      for (const came of said.querySelectorAll(CAME)) came.remove()
      dice(cell).forEach((die, i) => {
        const total = come(die)
        const before = die.parentNode.querySelector(CAME)
        if (before) before.append(`, ${total}`)
        else die.after(h('span', { class: CAME.slice(1) }, ` = ${total}`))
        dice(said)[i].after(` = ${total}`)
      })
      const text = said.textContent.replace(/\s+/g, ' ').trim()
      return text && cells[1] && nameOf(cell) ? `${nameOf(cell).textContent.trim()}: ${text}` : text
    })
    return found.filter(Boolean).join('; ')
  }
}

/** What says what a row gives: its other cells, or of tables side by side those up to the next; or its own words. */
function cellsOf(row, column) {
  if ('told' in row.dataset) return [row]
  const own = row.closest('td, th')
  const under = (column ?? ('across' in row.dataset ? row : null))?.closest('td, th')
  if (under) {
    const lines = column ? [own.parentNode] : [...own.closest('table').rows].filter(line => line !== own.parentNode)
    return lines.map(({ cells }) => cells[under.cellIndex]).filter(Boolean)
  }
  const all = [...own.parentNode.cells]
  const isKey = cell => !!cell.querySelector('.rulebook-key')
  const behind = all.slice(own.cellIndex + 1)
  const next = behind.findIndex(isKey)
  const beside = next < 0 ? behind : behind.slice(0, next)
  return all.filter(isKey).length > 1 && beside.length ? beside : all.filter(cell => !isKey(cell))
}

/** What the table lies in: a box that scrolls, or the paragraph or heading that tells it. */
const outside = head => head.closest('.md-typeset__scrollwrap') ?? head.closest('table, p, li, dd, h1, h2, h3, h4, h5, h6, div')

function clear(head) {
  const { table, across } = head.dataset
  for (const row of [...keysOf(head, false), ...(across ? keysOf(head, true) : [])]) {
    if (!row.classList.contains(DRAWN)) continue
    row.ariaCurrent = null
    for (const item of [row, ...cellsOf(row)]) {
      item.classList.remove(DRAWN)
      for (const came of item.querySelectorAll(CAME)) came.remove()
    }
  }
  for (const line of document.querySelectorAll('.rulebook-drawn-line')) if (!line.dataset.of || line.dataset.of === table) line.remove()
}
