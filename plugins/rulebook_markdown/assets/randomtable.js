// Random tables: the die at the head rolls, and the row that comes up is shown, said and kept, its own dice rolled.

import { announce, button, copy, h, say } from './page.js'
import { roll } from './engine.js'
import { parse } from './language.js'
import { shown } from './odds.js'
import { newSeed, random } from './rng.js'
import { keepValue, parseWith, valuesOf } from './values.js'
import { linkTo } from './links.js'
import { visit } from './visit.js'

const HEAD = 'rulebook-dice > button[data-table]:not([data-of])'
const DRAWN = 'rulebook-drawn'
const CAME = '.rulebook-came'
/** Rows that one roll brings up at most, where rows say to roll again; and dice that are thrown for them. */
const MAX_ROWS = 12
const MAX_THROWS = 200
/** So many tables roll on one another. */
const MAX_DEPTH = 5

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

/** @param languages gives the notation data of a page, by name */
export function makeTables(languages) {
  return { roll: rollOn, show: showLinked }

  /** Roll on the table of a button: its own, or the one that a link beside it leads to. */
  async function rollOn(from) {
    const { system, table, dice, times, of = '' } = from.dataset
    const page = new URL(of || location.href, location).href.split('#')[0]
    const thrown = { system, table, text: dice, seed: newSeed(), page, times, given: '' }
    let head
    try {
      head = await headOf(from)
    } catch {
      // A page that lies in a folder and not on a server is not read by another one; it shows the roll itself.
      location.href = linkTo(thrown)
      return
    }
    if (!head) return refuse(say('Its table is not to be found there.'), from)
    const words = await shownOrAsked(head, thrown, from)
    const { title } = head.dataset
    if (words) visit.add({ ...thrown, summary: `${title && `${title}, `}${words}` })
  }

  /** Show a roll, in words; or ask for what only the reader knows. */
  async function shownOrAsked(head, thrown, from) {
    try {
      return await show(head, thrown, from)
    } catch (error) {
      if (!error.missing) throw error
      ask(error.missing, from)
    }
  }

  /** Ask for values of the reader's that complete the dice, then roll. */
  function ask(names, from) {
    for (const form of document.querySelectorAll('form.rulebook-drawn-line')) form.remove()
    const inputs = names.map(name => h('input', { type: 'number', step: 1, required: true, name }))
    const form = h('form', {
      class: 'rulebook-drawn-line',
      onsubmit: event => {
        event.preventDefault()
        for (const { name, value } of inputs) keepValue(name, value)
        form.remove()
        rollOn(from)
        from.focus()
      },
    }, inputs.map(input => h('label', {}, `${input.name} `, input)), h('button', {}, say('Roll')))
    outside(from).after(form)
    inputs[0].focus()
  }

  /** Say beside the text that there is nothing to roll on. */
  function refuse(fault, beside) {
    const line = h('p', { class: 'rulebook-drawn-line' }, fault)
    if (beside) outside(beside).after(line)
    else document.querySelector('article, main, body').prepend(line)
    announce(fault)
  }

  /** Show the roll of a link. */
  function showLinked(thrown) {
    const head = [...document.querySelectorAll(HEAD)].find(({ dataset }) => dataset.table === thrown.table && dataset.dice === thrown.text)
    if (head && /^[0-9a-f]{24}$/i.test(thrown.seed)) return shownOrAsked(head, thrown, head)
    refuse(say(head ? 'This link shows no roll: its seed is damaged.' : 'This link shows no roll: its table is not on this page, or has other dice by now.'))
  }

  /** Roll a table from a seed and show it behind a button: what came up, in words. */
  async function show(head, thrown, beside) {
    const { table, dice, across, apart } = head.dataset
    const rolled = apart ?? (across ? `${dice}, ${across}` : dice)
    clear(head)
    const limits = { throws: MAX_THROWS, depth: 0, given: thrown.given, used: {} }
    const drawn = await draws(head, random(thrown.seed), Math.min(+thrown.times || 1, MAX_ROWS), limits)
    thrown.given = Object.entries(limits.used).map(([name, value]) => `${name}:${value}`).join()
    const words = `${rolled} = ${inWords(drawn)}`
    outside(beside).after(h('div', { class: 'rulebook-drawn-line', 'data-of': table },
      h('span', {}, rolled),
      h('ol', {}, drawn.map(({ number, words }) => h('li', {}, h('b', {}, number), ' ', words))),
      button(say('Copy link'), event => copy(linkTo(thrown), event.currentTarget), say('Copied')),
      button(say('Clear'), () => {
        clear(head)
        beside.focus()
      })))
    announce(words)
    drawn[0].row?.scrollIntoView({ block: 'nearest' })
    return words
  }

  /** What a table gives so often, and further where its rows say so: the rows, each with its number and its words. */
  async function draws(head, next, left, limits) {
    const { system, dice, across, apart } = head.dataset
    const known = await languages(head.ownerDocument)
    const throwDice = (name, text) => {
      const values = valuesOf(limits.given)
      const { program, names, missing } = parseWith(given => parse(known[name], text, given), values)
      if (missing[0]) throw Object.assign(Error(), { missing })
      for (const each of names) limits.used[each] = values[each]
      const { dice: all, outcome } = roll(program, next)
      const { fields } = program
      const total = fields.map(({ name, label }) => `${fields[1] ? `${say(label)} ` : ''}${shown(outcome[name])}`).join(', ')
      return { face: outcome[fields[0].name], faces: all.map(die => die.face), total }
    }
    const rows = keysOf(head, false)
    const find = (keys, { face }) => keys.find(({ dataset }) => holds(dataset.faces, face))
    const drawn = []
    let without = ''
    while (left && drawn.length < MAX_ROWS && limits.throws-- > 0) {
      const thrown = throwDice(system, dice)
      if (holds(without, thrown.face)) continue
      const row = find(rows, thrown)
      const second = across && throwDice(system, across)
      const column = second && find(keysOf(head, true), second)
      const words = row ? await draw(row, throwDice, column, next, limits) : say('the table has no row for this')
      const { again = 0, without: barred = '' } = row?.dataset ?? {}
      const number = apart ? thrown.faces.join(', ') : thrown.faces[1] ? `${thrown.total} (${thrown.faces.join(', ')})` : thrown.total
      drawn.push({ row, words, number: second ? `${number}, ${second.total}` : number })
      left += again - 1
      without = `${without} ${barred}`.trim()
    }
    if (left) drawn.push({ number: '…', words: say('and so on; it stops here') })
    return drawn
  }

  /**
   * Mark a row, roll the dice in it, and give its words with what they came to; only those below a column, if any.
   * A table that it links to is rolled on as well.
   */
  async function draw(row, throwDice, column, next, limits) {
    const cells = cellsOf(row, column)
    const heads = row.closest('table')?.rows[0].cells
    // What names a cell: the head of its column, or of its row where the ranges are the heads.
    const nameOf = cell => (row.dataset.across == null ? heads?.[cell.cellIndex] : cell.parentNode.cells[0])
    if (!limits.depth) {
      for (const key of [row, column]) if (key) key.ariaCurrent = true
      for (const item of [row, column, ...cells]) item?.classList.add(DRAWN)
    }
    const come = async die => {
      try {
        if (!die.dataset.of && die.dataset.of !== '') return throwDice(die.dataset.system, die.dataset.dice ?? die.textContent.trim()).total
        const deeper = { throws: limits.throws, depth: limits.depth + 1, given: limits.given, used: limits.used }
        const head = deeper.depth < MAX_DEPTH && await headOf(die)
        return head ? inWords(await draws(head, next, +die.dataset.times || 1, deeper)) : '…'
      } catch {
        return '…'  // more dice than anybody rolls, or a page that cannot be read from here
      }
    }
    const found = []
    for (const cell of cells) {
      const said = cell.cloneNode(true)
      const dice = item => [...item.querySelectorAll('button:is([data-in-row], [data-of])')]
      for (const came of said.querySelectorAll(CAME)) came.remove()
      for (const [i, die] of dice(cell).entries()) {
        const total = await come(die)
        dice(said)[i].after(` = ${total}`)
        if (limits.depth) continue
        const before = die.parentNode.querySelector(CAME)
        if (before) before.append(`, ${total}`)
        else die.after(h('span', { class: CAME.slice(1) }, ` = ${total}`))
      }
      const text = said.textContent.replace(/\s+/g, ' ').trim()
      found.push(text && cells[1] && nameOf(cell) ? `${nameOf(cell).textContent.trim()}: ${text}` : text)
    }
    return found.filter(Boolean).join('; ')
  }
}

/** Rows that came up, in a sentence. */
const inWords = drawn => drawn.map(({ number, words }, i) => `${i ? `${say('then')} ` : ''}${number}: ${words}`).join('; ')

/** Pages that were read, by their addresses. That of the one which is shown may change. */
const pages = new Map([[globalThis.document]])
const addressOf = page => pages.get(page) ?? location.href

/** The head of the table that a button rolls on; its page is read for that if it is another one. */
async function headOf(from) {
  const { of, table } = from.dataset
  if (of == null) return from
  let page = from.ownerDocument
  if (of) {
    const address = new URL(of, addressOf(page)).href.split('#')[0]
    page = [...pages.keys()].find(known => addressOf(known).split('#')[0] === address)
    if (!page) {
      const answer = await fetch(address)
      page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      pages.set(page, address)
    }
  }
  return [...page.querySelectorAll(HEAD)].find(head => head.dataset.table === table)
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
  // Where several dice at the heads of columns decide together, what they give stands behind their ranges.
  const dice = own.closest('table').querySelector('[data-apart]')?.dataset.apart.split(',').length
  if (dice > 1) return all.slice(dice)
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
