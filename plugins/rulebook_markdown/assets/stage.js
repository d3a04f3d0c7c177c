// The stage: a game that plays itself, or is played by hand. It knows no rule: what may be done, what comes of it and
// how it is told are answered by the game's own modules, translated from Python when the site was built.

import { button, copy, h } from './dom.js'
import * as plain from './plain.js'
import { newSeed, random } from './rng.js'
import { choices } from './stage-asking.js'
import { MINE, SetUp } from './stage-setup.js'
import { actors, marks } from './stage-table.js'
import { say } from './words.js'

const LINK = '#stage?'
const SEED = /^[0-9a-f]{24}$/i

/**
 * Open the stage of the page.
 *
 * @param makeGame gives the game's functions, from the runtime of translated Python
 */
export function open(makeGame) {
  new Stage(document.querySelector('[data-plays]'), makeGame(plain))
}

class Stage {
  constructor(section, game) {
    this.game = game
    for (const made of section.querySelectorAll('summary')) made.textContent = say(made.textContent)
    this.rules = new Map(Array.from(section.querySelectorAll('.rulebook-stage-rules dt'), (name) => [name.textContent, name]))
    this.answers = []
    this.setUp = new SetUp(game, section.querySelector('.rulebook-stage-offer'), () => this.start())
    this.root = h('div', { class: 'rulebook-stage-all' })
    this.build()
    this.setUp.root.after(this.root)
    section.querySelector('.rulebook-stage-played').remove()
    globalThis.rulebookPage.during('hashchange', () => this.follow())
    this.follow()
    if (!this.play.hidden) this.root.scrollIntoView()
  }

  build() {
    this.marks = h('div')
    this.actors = h('div')
    this.asked = h('div', { class: 'rulebook-stage-asked', role: 'group', tabindex: -1 })
    this.back = button(say('Back'), () => this.takeBack())
    // Who only could leave a mark is asked on request; the link of a game holds the answers that were given for it.
    this.leaving = h('input', { type: 'checkbox' })
    this.controls = h('p', { class: 'rulebook-actions' },
      button(say('Step'), () => this.letRun('step')), button(say('To the end of the bit'), () => this.letRun('bit')),
      button(say('To the end'), () => this.letRun('end')), this.back,
      h('label', {}, this.leaving, ` ${say('ask about leaving a mark')}`))
    const onclick = (event) => this.openRule(event)
    this.log = h('div', { class: 'rulebook-stage-log', role: 'log', 'aria-label': say('Log'), tabindex: 0, onclick })
    const keep = h('p', { class: 'rulebook-actions' }, copying(say('Copy link'), () => location.href),
      copying(say('Copy log'), () => this.log.innerText), button(say('Print the log'), () => this.print()))
    this.play = h('div', { class: 'rulebook-stage-play', hidden: true },
      this.marks, this.asked, this.controls, this.log, keep, this.actors)
    this.root.append(this.play)
  }

  // Playing

  /** Begin anew, with whoever has been chosen. */
  start() {
    this.answers = []
    if (!this.begin()) return
    this.settle()
    this.remember()
    this.attend()
  }

  /** Set the stage anew and give the answers that there are; says whether all of it is possible. */
  begin() {
    const { cast, seed } = this.setUp
    this.setUp.tell('')
    try {
      if (!SEED.test(seed.value)) throw Error(say('a seed has 24 digits from 0 to f'))
      this.stage = this.game.open_stage(...cast, random(seed.value))
      this.running = this.game.whole_game(this.stage)
      this.step = this.running.next()
      this.told = 0
      this.log.replaceChildren()
      const given = this.answers
      this.answers = []
      for (const [answer, mine] of given) {
        if (this.step.done || !(answer < this.step.value.choices.length)) throw Error(say('these answers belong to another game'))
        this.answer(answer, mine)
      }
      return true
    } catch ({ message }) {
      this.leave()
      this.setUp.tell(message)
      return false
    }
  }

  /** Nobody plays, and somebody is to be chosen. */
  leave() {
    this.play.hidden = true
    this.setUp.show(true)
  }

  answer(answer, mine) {
    this.answers.push([answer, mine])
    this.step = this.running.next(answer)
  }

  /** Go on as far as nobody at the page is asked. */
  settle() {
    while (!this.step.done && this.isSettled(this.step.value)) this.automatic()
    this.show()
  }

  isSettled(question) {
    return this.setUp.players[question.side] !== MINE || (!this.leaving.checked && this.game.is_idle(this.stage, question))
  }

  /** A policy answers; on one's own side it changes nothing where hardly anybody would. */
  automatic() {
    const player = this.setUp.players[this.step.value.side]
    const idle = this.game.is_idle(this.stage, this.step.value)
    this.answer(idle ? 0 : this.game.automatic(this.stage, this.step.value, player === MINE ? 'bold' : player), false)
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
    this.remember()
    if (this.step.done) this.attend()
  }

  choose(answer) {
    this.answer(answer, true)
    this.settle()
    this.remember()
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
    this.remember()
  }

  // Showing

  show() {
    this.play.hidden = false
    this.setUp.show(false)
    const rows = this.game.board(this.stage)
    this.marks.replaceChildren(marks(this.game, this.stage, rows))
    this.actors.replaceChildren(actors(rows))
    this.ask()
    this.tell()
    this.back.disabled = this.answers.length === 0
    for (const control of this.controls.children) if (control !== this.back) if ('disabled' in control) control.disabled = this.step.done
  }

  ask() {
    const question = this.step.value
    const head = question ? `${this.game.asker(question)}: ${this.game.question_text(this.stage, question)}` : say('It is over.')
    this.asked.setAttribute('aria-label', head)
    this.asked.replaceChildren(...(question ? choices(this.game, this.stage, question, (at) => this.choose(at)) : this.ending()))
  }

  ending() {
    return [
      h('p', {}, h('b', {}, say('It is over.')), ` ${this.game.ending(this.stage).join(' ')}`),
      h('p', { class: 'rulebook-actions' }, button(say('Again, with new dice'), () => this.setUp.again()),
        copying(say('Copy a link to this'), () => location.href), button(say('With others'), () => this.setUp.offer())),
    ]
  }

  tell() {
    for (const [bit, rule, words] of this.game.log_lines(this.stage, this.told)) {
      let list = this.log.lastElementChild
      if (list?.dataset.bit !== bit) this.log.append((list = h('ol', { 'data-bit': bit })))
      list.append(h('li', {}, words, ' ', this.rules.get(rule)?.firstChild.cloneNode(true) ?? h('span', {}, rule)))
    }
    this.told = this.stage.log.length
    this.log.scrollTop = this.log.scrollHeight
  }

  /** Open the rule of a step below it, or close it again; its own link leads to where it stands. */
  openRule(event) {
    const link = event.target.closest('li > a')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    const { nextSibling: text } = this.rules.get(link.textContent)
    if (!text.hasChildNodes()) return
    event.preventDefault()
    const open = link.nextSibling
    link.setAttribute('aria-expanded', !open)
    if (open) return void open.remove()
    const context = h('p', {}, h('a', { href: link.getAttribute('href') }, say('Read in context')))
    link.after(h('div', { class: 'rulebook-stage-rule' }, [...text.cloneNode(true).childNodes], context))
  }

  print() {
    document.documentElement.classList.add('rulebook-stage-printing')
    addEventListener('afterprint', () => document.documentElement.classList.remove('rulebook-stage-printing'), { once: true })
    print()
  }

  // The address

  /** The fragment that shows this game again. */
  address() {
    const given = this.answers.map(([answer, mine]) => `${answer}${mine ? 'm' : ''}`).join('.')
    const { cast, players, seed } = this.setUp
    const fields = { ours: cast[0].join('|'), theirs: cast[1].join('|'), players: players.join('.'), seed: seed.value, given }
    return `${LINK}${new URLSearchParams(fields)}`
  }

  /** Let the address say what is played, so that reloading, going back and a friend's link lead here. */
  remember() {
    if (this.address() !== location.hash) history.pushState(null, '', this.address())
  }

  /** Show the game that the address asks for; an address without one is where nobody has begun. */
  follow() {
    if (!location.hash) return this.leave()
    if (!location.hash.startsWith(LINK)) return
    const fields = new URLSearchParams(location.hash.slice(LINK.length))
    const list = (name, between) => (fields.get(name) ?? '').split(between).filter(Boolean)
    const seed = fields.get('seed')
    this.setUp.take([list('ours', '|'), list('theirs', '|')], list('players', '.'), seed ?? newSeed())
    this.answers = list('given', '.').map((text) => [parseInt(text, 10), text.endsWith('m')])
    if (!this.begin()) return
    this.settle()
    if (seed != null) return
    // Who comes by a link that names no dice begins; from now on the address names those that were thrown.
    history.replaceState(null, '', this.address())
    this.attend()
  }
}

function copying(label, text) {
  return button(label, ({ currentTarget }) => copy(text(), currentTarget), say('Copied'))
}
