// Who appears on a stage: set-tos that are ready, or any actors on both sides, who plays them, and the seed.

import { button, h } from './dom.js'
import { newSeed } from './rng.js'
import { say } from './words.js'

export const MINE = 'me'
const POLICIES = { bold: say('policy: bold'), sparing: say('policy: sparing') }
/** Who plays the troupe, the entourage and nobody's side. */
const DEFAULTS = [MINE, 'bold', 'bold']

export class SetUp {
  /**
   * @param root what the page offers before anybody plays: links to set-tos that are ready, and where to choose others
   * @param start called when a set-to is to begin
   */
  constructor(game, root, start) {
    this.game = game
    this.start = start
    this.cast = game.SAMPLE.map((codes) => [...codes])
    this.players = DEFAULTS
    this.fault = h('p', { class: 'rulebook-fault', role: 'alert' })
    this.rosters = h('div', { class: 'rulebook-stage-sides' })
    this.seed = h('input', { value: newSeed(), maxlength: 24, spellcheck: 'false', autocomplete: 'off', size: 26 })
    this.root = root
    this.ready = root.querySelector('.rulebook-stage-ready')
    this.chosen = root.querySelector('details')
    this.chosen.append(this.form())
    root.append(this.fault)
    this.showRosters()
  }

  form() {
    const again = button(say('New seed'), () => (this.seed.value = newSeed()))
    const onsubmit = (event) => {
      event.preventDefault()
      this.start()
    }
    return h('form', { onsubmit },
      this.rosters,
      h('p', { class: 'rulebook-row' }, h('label', {}, `${say('Seed (the same one throws the same dice)')} `, this.seed), again),
      h('p', { class: 'rulebook-actions' }, h('button', { type: 'submit' }, say('Begin'))))
  }

  /** Whether the set-tos that are ready are offered. */
  show(open) {
    this.ready.hidden = !open
  }

  /** Offer them to somebody who has played. */
  offer() {
    this.show(true)
    this.ready.firstChild.focus()
  }

  /** Say why nothing can be played like this, or nothing. */
  tell(fault) {
    this.fault.textContent = fault
    this.chosen.open = Boolean(fault)
  }

  /** Take what an address says. */
  take(cast, players, seed) {
    this.cast = cast
    this.players = DEFAULTS.map((player, at) => (players[at] in POLICIES || players[at] === MINE ? players[at] : player))
    this.seed.value = seed
    this.showRosters()
  }

  /** Play the same with other dice. */
  again() {
    this.seed.value = newSeed()
    this.start()
  }

  showRosters() {
    this.rosters.replaceChildren(...this.game.SIDES.map((name, side) => this.roster(name, side)))
  }

  roster(name, side) {
    const people = this.game.rosters()[side]
    const present = h('ul', {}, this.cast[side].map((code, at) => h('li', {}, spoken(code, people), ' ',
      this.removing(side, at, spoken(code, people)))))
    const player = h('select', { onchange: () => (this.players[side] = player.value) },
      option(MINE, say('me')), Object.entries(POLICIES).map(([code, text]) => option(code, text)))
    player.value = this.players[side]
    return h('fieldset', {}, h('legend', {}, name), present, this.adding(name, side, people),
      h('p', {}, h('label', {}, `${say('played by')} `, player)))
  }

  removing(side, at, who) {
    const onclick = () => this.recast(side, this.cast[side].filter((_, other) => other !== at))
    return h('button', { type: 'button', 'aria-label': say('Remove {0}', who), onclick }, say('Remove'))
  }

  /** What adds somebody to a side: who, and of a role actor the Build and an item. */
  adding(name, side, people) {
    const who = h('select', { 'aria-label': say('Add to {0}', name) }, people.map(([code, text]) => option(code, text)))
    const build = h('input', { type: 'number', min: 2, max: 24, inputmode: 'numeric' })
    const item = h('select', { 'aria-label': say('Item') })
    const more = h('span', { class: 'rulebook-row' }, h('label', {}, 'Build ', build), item)
    const choose = () => {
      const [, letter, number] = /^([A-Z])(\d+)$/.exec(who.value) ?? []
      more.hidden = !letter
      if (!letter) return
      build.value = number
      const items = this.game.carried_items().filter(([, roles]) => roles.includes(letter))
      item.replaceChildren(option('', say('no item')), ...items.map(([text]) => option(text, text)))
    }
    who.addEventListener('change', choose)
    choose()
    const code = () => (more.hidden ? who.value : [`${who.value[0]}${build.value}`, item.value].filter(Boolean).join('~'))
    return h('p', { class: 'rulebook-row' }, who, more, button(say('Add'), () => this.recast(side, [...this.cast[side], code()])))
  }

  recast(side, codes) {
    this.cast = this.cast.map((other, at) => (at === side ? codes : other))
    this.showRosters()
    this.rosters.children[side].querySelector('select').focus()
  }
}

function option(value, text) {
  return h('option', { value }, text)
}

/** An actor's id in words: `L11~Fencing foil` as `Lancer 11, Fencing foil`. */
function spoken(code, people) {
  const [name, ...items] = code.split('~')
  const [, letter, build] = /^([A-Z])(\d+)$/.exec(name) ?? []
  const role = letter && people.find(([other]) => new RegExp(`^${letter}\\d+$`).test(other))
  return [role ? `${role[1].split(',')[0]} ${build}` : name, ...items].join(', ')
}
