// The stage: a game that plays itself, or is played by hand. It knows no rule: what may be done, what comes of it and
// how it is told are answered by the game's own modules, translated from Python when the site was built.

import { copy, given, h, isPage } from './dom.js'
import * as plain from './plain.js'
import { newSeed, random } from './rng.js'

const MINE = 'me'
const POLICIES = { bold: 'policy: bold', sparing: 'policy: sparing' }
const FEW = 8
const LINK = '#stage?'
const SEED = /^[0-9a-f]{24}$/i

/**
 * Open the stages of the page.
 *
 * @param makeGame gives the game's functions, from the runtime of translated Python
 */
export function open(makeGame) {
  const game = makeGame(plain)
  for (const data of document.querySelectorAll('.rulebook-stage > script[data-rulebook]')) new Stage(data.parentNode, game)
}

class Stage {
  constructor(section, game) {
    this.game = game
    this.links = given('stage', section).rules
    this.cast = game.SAMPLE.map((codes) => [...codes])
    this.players = [MINE, 'bold', 'bold']
    this.answers = []
    this.root = h('div', { class: 'rulebook-stage-all' })
    section.querySelector('.rulebook-stage-played').replaceWith(this.root)
    this.build()
    addEventListener('hashchange', () => this.follow())
    if (!this.follow()) this.showSetUp()
  }

  // Who appears

  build() {
    this.fault = h('p', { class: 'rulebook-fault', role: 'alert' })
    this.rosters = h('div', { class: 'rulebook-stage-sides' })
    this.seed = h('input', { value: newSeed(), maxlength: 24, spellcheck: 'false', autocomplete: 'off', size: 26 })
    const again = button('New seed', () => (this.seed.value = newSeed()))
    const form = h('form', { onsubmit: (event) => this.submit(event) },
      this.rosters,
      h('p', { class: 'rulebook-row' }, h('label', {}, 'Seed (the same one throws the same dice) ', this.seed), again),
      this.fault,
      h('p', { class: 'rulebook-actions' }, h('button', { type: 'submit' }, 'Begin')))
    this.setUp = h('details', { class: 'rulebook-fold', open: true }, h('summary', {}, 'Who appears'), form)
    this.marks = h('div')
    this.actors = h('div')
    this.asked = h('div', { class: 'rulebook-stage-asked', role: 'group', tabindex: -1 })
    this.back = button('Back', () => this.takeBack())
    this.controls = h('p', { class: 'rulebook-actions' },
      button('Step', () => this.letRun('step')), button('To the end of the bit', () => this.letRun('bit')),
      button('To the end', () => this.letRun('end')), this.back)
    this.keep = h('p', { class: 'rulebook-actions' })
    const link = button('Copy link', () => copy(this.link(), link).then(() => flash(link, 'Copied')))
    const all = button('Copy log', () => copy(this.log.innerText, all).then(() => flash(all, 'Copied')))
    this.keep.append(link, all, button('Print the log', () => this.print()))
    this.log = h('div', { class: 'rulebook-stage-log', role: 'log', 'aria-label': 'Log', tabindex: 0 })
    this.play = h('div', { class: 'rulebook-stage-play', hidden: true },
      this.marks, this.asked, this.controls, this.log, this.keep, this.actors)
    this.root.append(this.setUp, this.play)
  }

  showSetUp() {
    this.rosters.replaceChildren(...this.game.SIDES.map((name, side) => this.roster(name, side)))
  }

  roster(name, side) {
    const people = this.game.rosters()[side]
    const present = h('ul', {}, this.cast[side].map((code, at) => h('li', {}, spoken(code, people), ' ',
      button('Remove', () => this.recast(side, at), `Remove ${spoken(code, people)}`))))
    const who = h('select', { 'aria-label': `Add to ${name}` }, people.map(([code, text]) => option(code, text)))
    const build = h('input', { type: 'number', min: 2, max: 24, inputmode: 'numeric' })
    const item = h('select', { 'aria-label': 'Item' })
    const more = h('span', { class: 'rulebook-row' }, h('label', {}, 'Build ', build), item)
    const choose = () => {
      const [, letter, number] = /^([A-Z])(\d+)$/.exec(who.value) ?? []
      more.hidden = !letter
      if (!letter) return
      build.value = number
      const items = this.game.carried_items().filter(([, roles]) => roles.includes(letter))
      item.replaceChildren(option('', 'no item'), ...items.map(([text]) => option(text, text)))
    }
    who.addEventListener('change', choose)
    choose()
    const add = button('Add', () => {
      const code = more.hidden ? who.value : [`${who.value[0]}${build.value}`, item.value].filter(Boolean).join('~')
      this.cast[side] = [...this.cast[side], code]
      this.showSetUp()
      this.rosters.children[side].querySelector('select').focus()
    })
    const player = h('select', { onchange: () => (this.players[side] = player.value) },
      option(MINE, 'me'), Object.entries(POLICIES).map(([code, text]) => option(code, text)))
    player.value = this.players[side]
    return h('fieldset', {}, h('legend', {}, name), present, h('p', { class: 'rulebook-row' }, who, more, add),
      h('p', {}, h('label', {}, 'played by ', player)))
  }

  recast(side, at) {
    this.cast[side] = this.cast[side].filter((_, other) => other !== at)
    this.showSetUp()
    this.rosters.children[side].querySelector('select').focus()
  }

  submit(event) {
    event.preventDefault()
    this.answers = []
    if (this.begin()) {
      this.setUp.open = false
      this.settle()
      this.attend()
    }
  }

  // Playing

  /** Set the stage anew and give the answers that there are; says whether all of it is possible. */
  begin() {
    this.fault.textContent = ''
    try {
      if (!SEED.test(this.seed.value)) throw Error('a seed has 24 digits from 0 to f')
      this.stage = this.game.open_stage(...this.cast, random(this.seed.value))
      this.running = this.game.whole_game(this.stage)
      this.step = this.running.next()
      this.told = 0
      this.log.replaceChildren()
      const given = this.answers
      this.answers = []
      for (const [answer, mine] of given) {
        if (this.step.done || !(answer < this.step.value.choices.length)) throw Error('these answers belong to another game')
        this.answer(answer, mine)
      }
      return true
    } catch ({ message }) {
      this.fault.textContent = message
      this.setUp.open = true
      return false
    }
  }

  answer(answer, mine) {
    this.answers.push([answer, mine])
    this.step = this.running.next(answer)
  }

  /** Go on as far as nobody at the page is asked. */
  settle() {
    while (!this.step.done && this.players[this.step.value.side] !== MINE) this.automatic()
    this.show()
  }

  automatic() {
    const player = this.players[this.step.value.side]
    this.answer(this.game.automatic(this.stage, this.step.value, player === MINE ? 'bold' : player), false)
  }

  /** Let policies play for everybody, for a while. */
  letRun(span) {
    const { bit } = this.stage
    const told = this.stage.log.length
    while (!this.step.done) {
      this.automatic()
      if (span === 'bit' && this.stage.bit > bit) break
      if (span === 'step' && this.stage.log.length > told) break
    }
    this.show()
  }

  choose(answer) {
    this.answer(answer, true)
    this.settle()
    this.attend()
  }

  /** Lead keyboard and screen reader to what is asked now. */
  attend() {
    (this.asked.querySelector('button, select') ?? this.asked).focus()
  }

  /** Take the last own answer back, or the last one at all. */
  takeBack() {
    let last = this.answers.findLastIndex(([, mine]) => mine)
    if (last < 0) last = this.answers.length - 1
    this.answers = this.answers.slice(0, Math.max(last, 0))
    this.begin()
    this.show()
  }

  // Showing

  show() {
    this.play.hidden = false
    const rows = this.game.board(this.stage)
    this.marks.replaceChildren(this.upstage(rows))
    this.actors.replaceChildren(this.everybody(rows))
    this.ask()
    this.tell()
    this.back.disabled = this.answers.length === 0
    for (const control of this.controls.children) if (control !== this.back) control.disabled = this.step.done
  }

  upstage(rows) {
    const figure = ([name, , , , rolled, average, , , , casting]) => h('div', {}, h('b', {}, name), dice(rolled),
      rolled && h('span', {}, `${casting} (average ${average})`))
    const cell = (side, mark) => h('td', {}, rows.flat().filter((row) => row[7] === `${side}` && row[8] === mark).map(figure))
    const line = (side) => h('tr', {}, h('th', { scope: 'row' }, this.game.SIDES[side]), ['1', '2', '3'].map((mark) => cell(side, mark)))
    return table(`Upstage in bit ${this.stage.bit}`, ['', 'Mark 1', 'Mark 2', 'Mark 3'], [line(1), line(0)], 'rulebook-stage-marks')
  }

  everybody(rows) {
    const heads = ['Actor', 'Place', 'Build', 'Hits', 'State']
    const line = ([name, place, build, hits, , , state]) =>
      h('tr', { class: place === 'out' && 'rulebook-stage-out' }, h('th', { scope: 'row' }, name),
        [place, build, hits, state].map((text, at) => h('td', { 'data-label': heads[at + 1] }, text)))
    return table('Actors', heads, [...rows[1], ...rows[0]].map(line), 'rulebook-stage-actors')
  }

  ask() {
    if (this.step.done) {
      this.asked.setAttribute('aria-label', 'It is over.')
      return void this.asked.replaceChildren(h('p', {}, h('b', {}, 'It is over.')))
    }
    const question = this.step.value
    this.asked.setAttribute('aria-label', `${this.game.asker(question)}: ${this.game.question_text(this.stage, question)}`)
    const texts = question.choices.map((choice) => this.game.choice_text(this.stage, choice))
    const head = h('p', {}, h('b', {}, `${this.game.asker(question)}: `), this.game.question_text(this.stage, question))
    if (texts.length <= FEW) {
      const buttons = texts.map((text, at) => button(text, () => this.choose(at)))
      return void this.asked.replaceChildren(head, h('p', { class: 'rulebook-actions' }, buttons))
    }
    const list = h('select', { 'aria-label': this.game.question_text(this.stage, question) }, texts.map((text, at) => option(at, text)))
    list.value = this.game.automatic(this.stage, question, 'bold')
    this.asked.replaceChildren(head, h('p', { class: 'rulebook-row' }, list, button('Choose', () => this.choose(+list.value))))
  }

  tell() {
    for (const [bit, rule, words] of this.game.told(this.stage, this.told)) {
      let list = this.log.lastElementChild
      if (list?.dataset.bit !== bit) this.log.append((list = h('ol', { 'data-bit': bit })))
      const href = this.links[rule]
      list.append(h('li', {}, words, ' ', href && isPage(href) ? h('a', { href }, rule) : h('span', {}, rule)))
    }
    this.told = this.stage.log.length
    this.log.scrollTop = this.log.scrollHeight
  }

  print() {
    document.documentElement.classList.add('rulebook-stage-printing')
    addEventListener('afterprint', () => document.documentElement.classList.remove('rulebook-stage-printing'), { once: true })
    print()
  }

  // Links

  /** The address that shows this game again; all of it is in the fragment. */
  link() {
    const given = this.answers.map(([answer, mine]) => `${answer}${mine ? 'm' : ''}`).join('.')
    const fields = { ours: this.cast[0].join('|'), theirs: this.cast[1].join('|'), players: this.players.join('.'), seed: this.seed.value, given }
    return `${location.href.split('#')[0]}${LINK}${new URLSearchParams(fields)}`
  }

  /** Show the game that the address asks for; says whether it asks for one. */
  follow() {
    if (!location.hash.startsWith(LINK)) return false
    const fields = new URLSearchParams(location.hash.slice(LINK.length))
    const list = (name, between) => (fields.get(name) ?? '').split(between).filter(Boolean)
    this.cast = [list('ours', '|'), list('theirs', '|')]
    const players = list('players', '.')
    this.players = this.players.map((player, at) => (players[at] in POLICIES || players[at] === MINE ? players[at] : player))
    this.seed.value = fields.get('seed') ?? ''
    this.answers = list('given', '.').map((text) => [parseInt(text, 10), text.endsWith('m')])
    this.showSetUp()
    if (this.begin()) {
      this.setUp.open = false
      this.settle()
    }
    return true
  }
}

function button(text, onclick, label) {
  return h('button', { type: 'button', onclick, 'aria-label': label }, text)
}

function option(value, text) {
  return h('option', { value }, text)
}

function table(caption, heads, rows, name) {
  const head = heads.map((text) => (text ? h('th', { scope: 'col' }, text) : h('td')))
  return h('table', { class: name }, h('caption', {}, caption), h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows))
}

/** A word in place of a button's own, for a moment. */
function flash(element, text) {
  const before = element.textContent
  element.textContent = text
  setTimeout(() => (element.textContent = before), 1500)
}

/** An actor's id in words: `L11~Fencing foil` as `Lancer 11, Fencing foil`. */
function spoken(code, people) {
  const [name, ...items] = code.split('~')
  const [, letter, build] = /^([A-Z])(\d+)$/.exec(name) ?? []
  const role = letter && people.find(([other]) => new RegExp(`^${letter}\\d+$`).test(other))
  return [role ? `${role[1].split(',')[0]} ${build}` : name, ...items].join(', ')
}

/** `d6:4 -d2:1` as dice, one that counts nothing struck out. */
function dice(text) {
  return h('span', { class: 'rulebook-stage-dice' }, text.split(' ').filter(Boolean).map((die) => {
    const [, name, value, void_] = /^(.*):(-?\d+)(!?)$/.exec(die)
    return [h(void_ ? 's' : 'span', {}, h('small', {}, `${name} `), h('b', {}, value)), ' ']
  }))
}
