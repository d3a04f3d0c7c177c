// What readers type: of which game, which dice, and what they are measured against.

import { button, h, say } from './page.js'
import { parse } from './language.js'
import { isAlike, meant } from './meant.js'
import { capital } from './result.js'
import { sayWhole } from './whole.js'

/**
 * Make the fields, empty.
 *
 * @param changed is called when something else is typed, `submitted` to roll it, `chosen` with the name of a game
 */
export function makeFields({ changed, submitted, chosen }) {
  let system = ''
  let language
  let games = {}

  const game = h('select', { oninput: () => chosen(game.value) })
  const gameLabel = h('label', {}, `${say('Game')} `, game)
  const example = h('button', { type: 'button', class: 'rulebook-example', onclick: takeExample })
  // Its room is kept while the games are on their way.
  const gameRow = h('div', { class: 'rulebook-row rulebook-game' }, gameLabel, example)
  const text = expressionField({ id: 'rulebook-expression' })
  const again = h('button', { type: 'submit', class: 'rulebook-again', form: 'rulebook-form' })
  const textRow = h('div', { class: 'rulebook-row' }, text)
  const mode = h('select', { oninput: measure })
  const rival = expressionField({ name: 'rival' })
  const modeRow = h('div', { class: 'rulebook-row' }, h('label', {}, `${say('Against')} `, mode), rival)
  const fault = h('p', { id: 'rulebook-fault', class: 'rulebook-fault' })
  const form = h('form', { id: 'rulebook-form', onsubmit: submit }, gameRow, textRow, modeRow, fault)

  return { form, text, textRow, again, fault, fill, offer, wanted, typed, read, showFault }

  /** Put in what is to be rolled. */
  function fill(thrown, itsLanguage) {
    ({ system } = thrown)
    language = itsLanguage
    const { target, against = say('another {0}, to compare', say(language.name)) } = language.words
    mode.replaceChildren(
      h('option', { value: '' }, say('nothing')),
      target ? h('option', { value: 'target' }, say(target)) : '',
      h('option', { value: 'against' }, say(against)))
    mode.value = thrown.target ? 'target' : thrown.against ? 'against' : ''
    text.value = thrown.text
    rival.value = thrown.target || thrown.against || ''
    again.textContent = say('Roll')
    showGame()
    edited()
  }

  /** Let all games be chosen from. */
  function offer(all) {
    if (games !== all) game.replaceChildren(...Object.entries(all).map(([name, { title }]) => h('option', { value: name }, title)))
    games = all
    showGame()
  }

  function showGame() {
    const known = Object.hasOwn(games, system)
    gameRow.classList.toggle('rulebook-coming', !known)
    gameLabel.hidden = game.options.length < 2
    example.hidden = !known || !games[system].example
    game.value = system
    if (known) example.textContent = say('such as {0}', games[system].example)
  }

  /** What gets the focus where nothing is rolled at once: fingers want no keyboard in front of the dice. */
  function wanted() {
    return matchMedia('(pointer: coarse)').matches ? again : text
  }

  function takeExample() {
    take(text, games[system].example)
  }

  function take(field, words) {
    field.value = words
    edited()
    field.focus()
  }

  /** Begin to measure by something else: by a pool as the first one is, by no number yet. */
  function measure() {
    rival.value = mode.value === 'against' ? text.value : ''
    edited()
  }

  function edited() {
    rival.hidden = !mode.value
    rival.inputMode = mode.value === 'target' ? 'numeric' : 'text'
    rival.setAttribute('aria-label', mode.selectedOptions[0].textContent)
    for (const field of [text, rival]) field.removeAttribute('aria-invalid')
    again.disabled = false
    fault.replaceChildren()
    changed()
  }

  function submit(event) {
    event.preventDefault()
    submitted()
  }

  function typed() {
    const measured = kind => (mode.value === kind ? rival.value.trim() : '')
    return { system, text: asMeant(text.value.trim()), target: measured('target'), against: asMeant(measured('against')) }
  }

  /** Spaces and capitals are taken as they must be meant; anything else is for the reader to say. */
  function asMeant(words) {
    const found = words && meant(language, words)
    return found && isAlike(found, words) ? found : words
  }

  /** The programs of what is typed, one or two; throws an error with its field where one does not parse. */
  function read({ text: pool, target, against }) {
    let field = text
    try {
      const programs = [parse(language, pool)]
      field = rival
      if (mode.value === 'against') programs.push(parse(language, against))
      if (mode.value === 'target' && !/^[+-]?\d{1,15}$/.test(target)) {
        throw Error(say('the {0} is a whole number of at most 15 digits', say(language.words.target)))
      }
      return programs
    } catch (error) {
      throw Object.assign(error, { field })
    }
  }

  function showFault(error) {
    fault.replaceChildren(...described(error))
    if (error.field) {
      error.field.setAttribute('aria-invalid', 'true')
      again.disabled = true
    }
  }

  /** An error in words, with its place marked in what was typed. */
  function described({ message, start, end, expected, remedy, field }) {
    if (start === undefined) return [capital(sayWhole(message))]
    const part = (from, to) => field.value.trim().slice(from, to)
    const wanted = expected?.split(' or ').map(sayWhole).join(` ${say('or')} `)
    const words = wanted ? say('{0}; expected is {1}', sayWhole(message), wanted) : sayWhole(message)
    // Of several ways to mend it, each is offered.
    const offered = remedy ? [...remedy.matchAll(/`([^`]+)`/g)].map(([, text]) => text) : [meant(language, field.value.trim())].filter(Boolean)
    return [
      h('code', {}, part(0, start), h('mark', {}, part(start, end) || '…'), part(end)), ` ${words.replaceAll('`', '').replace(/\.?$/, '. ')}`,
      ...(offered[0] ? [`${say('Did you mean')} `, ...offered.flatMap((near, i) => [i ? ` ${say('or')} ` : '', button(near, () => take(field, near))]), '?'] : []),
    ]
  }

  function expressionField(attributes) {
    return h('input', {
      class: 'rulebook-text', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
      'aria-describedby': 'rulebook-fault', oninput: edited, ...attributes,
    })
  }
}
