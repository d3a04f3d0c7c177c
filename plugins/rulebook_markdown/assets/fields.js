// What readers type: of which game, which dice, and what they are measured against.

import { h, say } from './page.js'
import { describeFault } from './fault.js'
import { parse } from './language.js'
import { isAlike, meant } from './meant.js'
import { keepValue, parseWith, valuesOf } from './values.js'

/**
 * Make the fields, empty.
 *
 * @param changed is called when something else is typed, `submitted` to roll it, `chosen` with the name of a game
 */
export function makeFields({ changed, submitted, chosen }) {
  let system = ''
  let language
  let games = {}
  /** The values that a link brought, until something else is typed. */
  let brought = ''
  let used = []

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
  const values = h('div', { class: 'rulebook-row rulebook-values' })
  const fault = h('p', { id: 'rulebook-fault', class: 'rulebook-fault' })
  const form = h('form', { id: 'rulebook-form', onsubmit: submit }, gameRow, textRow, values, modeRow, fault)

  return { form, text, textRow, again, fault, faulty, fill, offer, wanted, typed, read, showFault }

  /** Put in what is to be rolled. */
  function fill(thrown, itsLanguage) {
    ({ system, given: brought = '' } = thrown)
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

  /** The field at fault, or that of the dice. */
  function faulty() {
    return form.querySelector('[aria-invalid]') ?? text
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
    for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
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
    const known = valuesOf(brought)
    const given = used.filter(name => name in known).map(name => `${name}:${known[name]}`).join(',')
    return { system, given, text: asMeant(text.value.trim()), target: measured('target'), against: asMeant(measured('against')) }
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
      used = []
      const programs = [withValues(pool)]
      field = rival
      if (mode.value === 'against') programs.push(withValues(against))
      askFor(used)
      if (mode.value === 'target' && !/^[+-]?\d{1,15}$/.test(target)) {
        throw Error(say('the {0} is a whole number of at most 15 digits', say(language.words.target)))
      }
      return programs
    } catch (error) {
      throw Object.assign(error, { field: error.asks ?? field })
    }
  }

  /** The program of an expression with the reader's values. Where one is missing, the field for it is at fault. */
  function withValues(words) {
    const { program, names, missing } = parseWith(given => parse(language, words, given), valuesOf(brought))
    used = [...new Set([...used, ...names])]
    if (program) return program
    askFor(used)
    const [field] = [...values.querySelectorAll('input')].filter(({ name }) => missing.includes(name))
    throw Object.assign(Error(say('your {0} is asked for once, and kept in this browser', missing[0])), { asks: field })
  }

  /** A field for each value of the reader's that the dice need. */
  function askFor(names) {
    const shown = [...values.querySelectorAll('input')].map(({ name }) => name)
    if (shown.join() === names.join()) return
    const known = valuesOf(brought)
    values.replaceChildren(...names.map(name => h('label', {}, `${name} `, h('input', {
      name, type: 'number', step: 1, value: known[name] ?? '',
      oninput: ({ target }) => {
        brought = ''
        keepValue(name, target.value)
        edited()
      },
    }))))
  }

  function showFault(error) {
    const { field = text } = error
    fault.replaceChildren(...describeFault(error, field.value.trim(), language, words => take(field, words)))
    if (error.field) {
      error.field.setAttribute('aria-invalid', 'true')
      again.disabled = true
    }
  }

  function expressionField(attributes) {
    return h('input', {
      class: 'rulebook-text', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
      'aria-describedby': 'rulebook-fault', oninput: edited, ...attributes,
    })
  }
}
