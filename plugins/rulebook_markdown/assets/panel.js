// The panel in which an expression is rolled, read, changed and explained. One a page, filled from data.

import { announce, copy, h, place } from './dom.js'
import { roll } from './engine.js'
import { parse } from './language.js'
import { oddsOf } from './odds.js'
import { capital, describe } from './result.js'
import { newSeed, random } from './rng.js'
import { linkTo, visit } from './visit.js'

const summary = ({ by, text, against, faces, words }) =>
  `${by ? `${by}: ` : ''}${text}${against ? ` against ${against}` : ''} → ${faces}; ${words}`
const NO_THROW = { system: '', text: '', seed: '', target: '', against: '', by: '' }

/**
 * Make the panel.
 *
 * @param languages gives the notation data of the page's games, by name
 */
export function makePanel(languages) {
  let language
  let anchor = null
  let current = NO_THROW

  // What the reader types

  const text = expressionField({ id: 'rulebook-expression' })
  const mode = h('select', { oninput: edited })
  const rival = expressionField({ name: 'rival' })
  const by = h('input', {
    autocomplete: 'off', maxlength: 40, placeholder: 'a name for the list of rolls', 'aria-label': 'Who rolls',
  })
  const fault = h('p', { id: 'rulebook-fault', class: 'rulebook-fault' })
  const again = h('button', { type: 'submit', class: 'rulebook-again' }, 'Roll')
  const modeRow = h('div', { class: 'rulebook-row' }, h('label', {}, 'Against ', mode), rival)
  const form = h('form', { onsubmit: submitted },
    h('div', { class: 'rulebook-row' }, text, again), modeRow, fault)

  // What it came to

  const result = h('div', { class: 'rulebook-result' })
  const actions = h('div', { class: 'rulebook-actions' },
    by,
    button('Copy', () => copy(`${summary(current)}\n${linkTo(current)}`, actions.children[1]), 'Copied'),
    button('Copy link', () => copy(linkTo(current), actions.children[2]), 'Copied'))
  const odds = h('div')
  const rolls = h('div')
  const how = h('div')
  const title = h('label', { id: 'rulebook-title', for: 'rulebook-expression' })

  const close = button('×', () => panel.hidePopover())
  close.className = 'rulebook-close'
  close.ariaLabel = 'Close'

  const attributes = { class: 'rulebook-panel', popover: 'auto', role: 'dialog', 'aria-labelledby': 'rulebook-title' }
  const panel = h('div', attributes, h('div', { class: 'rulebook-head' }, title, close), form, result, actions,
    section('Odds', odds, true), section('Rolls of this visit', rolls), section('How was this rolled?', how))

  return { roll: rollFor, show }

  // Opening

  /** Roll the expression of a button; asked again for the same one, roll it again as the reader left it. */
  function rollFor(from) {
    const { system } = from.dataset
    if (!(panel.matches(':popover-open') && anchor === from)) {
      setUp({ ...NO_THROW, system, text: from.textContent.trim() }, from)
      throwDice()
      place(panel, from)
    } else throwDice()
  }

  /** Show a throw again: the one of a link or of the history. */
  function show(thrown, from) {
    if (!Object.hasOwn(languages(), thrown.system)) {
      return refuse('This link is of a game that is not on this page.', from, { system: Object.keys(languages())[0] })
    }
    if (!/^[0-9a-f]{24}$/i.test(thrown.seed)) {
      return refuse('This link shows no roll: its seed is damaged. A seed has 24 digits from 0 to f.', from, thrown)
    }
    setUp(thrown, from)
    settle(thrown)
    place(panel, from)
  }

  /** Say why there is no roll to show. */
  function refuse(message, from, thrown) {
    setUp({ ...NO_THROW, ...thrown }, from)
    result.replaceChildren(h('p', { class: 'rulebook-fault' }, message))
    place(panel, from)
    announce(message)
  }

  function setUp(thrown, from) {
    anchor = from
    current = { ...thrown, seed: '' }
    language = languages()[thrown.system]
    const { words = {} } = language
    title.textContent = capital(language.name)
    text.value = thrown.text
    mode.replaceChildren(
      h('option', { value: '' }, 'nothing'),
      words.target ? h('option', { value: 'target' }, words.target) : '',
      words.against ? h('option', { value: 'against' }, words.against) : '')
    mode.value = thrown.target ? 'target' : thrown.against ? 'against' : ''
    modeRow.hidden = !words.target && !words.against
    rival.value = thrown.target || thrown.against
    result.replaceChildren()
    edited()
    showRolls()
    if (!panel.isConnected) document.body.append(panel)
    from?.focus()
    if (!panel.matches(':popover-open')) panel.showPopover()
    again.focus({ preventScroll: true })
  }

  // Reading what was typed

  function typed() {
    const measure = { target: '', against: '', [mode.value]: rival.value.trim() }
    return { ...measure, system: current.system, text: text.value.trim(), by: by.value.trim() }
  }

  /** The programs of a throw; throws an error with a place where one does not parse. */
  function read(thrown) {
    let field = text
    try {
      const mine = parse(language, thrown.text)
      field = rival
      const theirs = mode.value === 'against' && parse(language, thrown.against)
      if (mode.value === 'target' && !/^[+-]?\d{1,9}$/.test(thrown.target)) {
        throw Error(`the ${language.words.target} is a whole number`)
      }
      return { mine, theirs }
    } catch (error) {
      throw Object.assign(error, { field })
    }
  }

  function edited() {
    rival.hidden = !mode.value
    rival.inputMode = mode.value === 'target' ? 'numeric' : 'text'
    rival.setAttribute('aria-label', mode.selectedOptions[0].textContent)
    for (const field of [text, rival]) field.removeAttribute('aria-invalid')
    again.disabled = false
    fault.replaceChildren()
    try {
      const thrown = typed()
      showOdds(thrown, read(thrown))
    } catch (error) {
      showFault(error)
    }
  }

  function showFault(error) {
    odds.replaceChildren()
    fault.replaceChildren(...described(error))
    if (error.field) {
      error.field.setAttribute('aria-invalid', 'true')
      again.disabled = true
    }
  }

  /** An error in words, with its place marked in what was typed. */
  function described({ message, start, end, expected, field }) {
    if (start === undefined) return [capital(message)]
    const value = [...field.value.trim()]
    const part = (from, to) => value.slice(from, to).join('')
    const words = expected ? `${message}; expected is ${expected}` : message
    return [
      h('code', {}, part(0, start), h('mark', {}, part(start, end) || '…'), part(end)), ` ${words.replaceAll('`', '')}`,
    ]
  }

  // Rolling

  function submitted(event) {
    event.preventDefault()
    throwDice()
  }

  function throwDice() {
    if (again.disabled) return
    const thrown = { ...typed(), seed: newSeed() }
    if (settle(thrown)) {
      visit.add({ ...thrown, summary: summary(thrown) })
      showRolls()
    }
  }

  /** Roll a throw's dice from its seed and show what they come to; whether it could be done. */
  function settle(thrown) {
    try {
      const { mine, theirs } = read(thrown)
      const next = random(thrown.seed)
      const own = roll(mine, next)
      const other = theirs && roll(theirs, next)
      const { parts, words, faces, announcement } = describe(thrown, mine, own, other)
      current = Object.assign(thrown, { words, faces })
      again.textContent = 'Roll again'
      result.replaceChildren(...parts)
      showHow()
      announce(announcement)
      return true
    } catch (error) {
      showFault(error)
      return false
    }
  }

  // The sections below

  function showOdds(thrown, { mine, theirs }) {
    odds.replaceChildren(...oddsOf(mine, thrown.target === '' ? undefined : +thrown.target, theirs))
  }

  function showRolls() {
    const list = visit.rolls
    if (!list.length) return rolls.replaceChildren('None yet.')
    const lines = () => list.map(item => `${item.summary}\n${linkTo(item)}`).join('\n')
    rolls.replaceChildren(
      h('ol', {}, list.map(item => h('li', {}, item.summary, ' ', button('Show', () => show(item, anchor))))),
      button('Copy all', event => copy(lines(), event.target), 'Copied'), ' ',
      button('Forget them', () => {
        visit.clear()
        showRolls()
      }))
  }

  function showHow() {
    const { system, text: pool, against, seed } = current
    how.replaceChildren(
      h('p', {}, 'Chance gave the seed ', h('code', {}, seed), ', and all dice follow from it: each takes the next number ',
        'of the generator sfc32, but for numbers that would favour a face. The same seed gives the same dice, by the ',
        'link and in a terminal:'),
      h('pre', { tabindex: 0 }, h('code', {},
        `rulebook roll ${system} '${pool}'${against ? ` --against '${against}'` : ''} --seed ${seed}`)))
  }

  function expressionField(attributes) {
    return h('input', {
      class: 'rulebook-text', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
      'aria-describedby': 'rulebook-fault', oninput: edited, ...attributes,
    })
  }

  function section(name, content, open = false) {
    return h('details', { open }, h('summary', {}, name), content)
  }

  /** A small button; `done` is what it says for a moment after it worked. */
  function button(label, work, done) {
    return h('button', {
      type: 'button',
      async onclick(event) {
        const { currentTarget } = event
        await work(event)
        if (!done) return
        currentTarget.textContent = done
        announce(done)
        setTimeout(() => (currentTarget.textContent = label), 1500)
      },
    }, label)
  }
}
