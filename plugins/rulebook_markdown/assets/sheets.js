// Character aids: forms that work themselves out, and are kept in the link. Loaded by pages that have one; without this
// script they stay disabled.

import { announce, copy, given, h, say } from './page.js'
import { PATIENT, QUICK, allow, capital, pageLanguages, parse, percent, target } from './lent.js'
import { sayWhole } from './whole.js'
import { workOut } from './worksheet.js'

const SIGN = '#sheet?'
/** Milliseconds. */
const PAUSE = 700

function bring(form, languages) {
  const language = languages[form.dataset.system]
  const sheet = given('sheet', form)
  const faults = form.querySelector('.rulebook-faults')
  const fields = [...form.elements].filter(({ name }) => name)
  const outcomes = [...form.querySelectorAll('[data-outcome]')]
  const starts = filled()
  let timer = 0
  let later = 0

  form.querySelector('fieldset').disabled = false
  form.querySelector('.rulebook-sheet-off').remove()
  for (const made of form.querySelectorAll('.rulebook-actions button, summary')) made.textContent = say(made.textContent)
  form.addEventListener('submit', event => event.preventDefault())
  form.addEventListener('input', changed)
  form.addEventListener('reset', () => setTimeout(changed))
  form.addEventListener('click', ({ target: button }) => {
    if (button.dataset.do === 'print') print()
    if (button.dataset.do === 'link') copy(address(), button).then(() => announce(say('Copied')))
  })
  addEventListener('hashchange', follow)
  follow()

  function filled() {
    return Object.fromEntries(fields.map(({ name, value }) => [name, value.trim()]))
  }

  /** The address of the sheet as it is filled in: all of it is in the fragment, nothing leaves the browser. */
  function address() {
    const changes = Object.entries(filled()).filter(([name, value]) => value !== starts[name])
    const query = new URLSearchParams([['sheet', form.dataset.sheet], ...changes])
    return location.href.split('#')[0] + (changes.length ? SIGN + query : '')
  }

  /** Fill in what the address says. Nothing about it has been checked: faults show like those of a reader. */
  function follow() {
    const query = new URLSearchParams(location.hash.startsWith(SIGN) ? location.hash.slice(SIGN.length) : '')
    if (query.get('sheet') !== form.dataset.sheet) return
    for (const field of fields) field.value = query.get(field.name) ?? starts[field.name]
    show()
    form.scrollIntoView()
  }

  function changed() {
    const before = outcomes.map(outcome => outcome.textContent)
    show()
    clearTimeout(timer)
    timer = setTimeout(() => {
      history.replaceState(history.state, '', address())
      const news = outcomes.filter((outcome, i) => outcome.textContent && outcome.textContent !== before[i])
      announce([...news.slice(-6).map(({ dataset, textContent }) => `${dataset.label}: ${textContent}`), faults.textContent].join('. '))
    }, PAUSE)
  }

  function show(patience = QUICK) {
    clearTimeout(later)
    for (const field of fields) field.removeAttribute('aria-invalid')
    try {
      const wrong = fields.find(field => !field.validity.valid)
      if (wrong) throw Object.assign(Error(asked(wrong)), { key: wrong.name })
      allow(patience)
      fill(workOut(sheet, language, filled()), patience)
    } catch (error) {
      refuse(error)
    }
  }

  function fill({ outcomes: values, goals, broken }, patience) {
    for (const outcome of outcomes) {
      const { outcome: key, text } = outcome.dataset
      const value = values[key]
      outcome.textContent = text ? text.replace('{}', value) : value
      if (!text) outcome.parentElement.hidden = !value
    }
    for (const place of form.querySelectorAll('[data-goal]')) {
      const { goal, reach } = place.dataset
      place.textContent = values[goal] && `${reach} ${chance(values[goal], goals[goal], patience)}`
    }
    faults.replaceChildren(...broken.map(([prefix, text]) => h('p', { class: 'rulebook-fault' }, capital(nameOf(prefix) + text))))
  }

  function chance(text, goal, patience) {
    try {
      return percent(target(parse(language, text), goal).win)
    } catch ({ message, refused }) {
      if (!refused || patience > QUICK) return message
      clearTimeout(later)
      later = setTimeout(show, PAUSE, PATIENT)
      return '…'
    }
  }

  /** Say why there is nothing to show; what was worked out before would be wrong now. */
  function refuse({ key, message, expected }) {
    const field = fields.find(({ name }) => name === key)
    field?.setAttribute('aria-invalid', 'true')
    for (const outcome of outcomes) {
      if (outcome.dataset.text) outcome.textContent = '–'
      else outcome.parentElement.hidden = true
    }
    for (const place of form.querySelectorAll('[data-goal]')) place.textContent = ''
    const fault = sayWhole(message)
    const wanted = expected?.split(' or ').map(sayWhole).join(` ${say('or')} `)
    const words = `${labelOf(field)}: ${wanted ? say('{0}; expected is {1}', fault, wanted) : fault}`
    faults.replaceChildren(h('p', { class: 'rulebook-fault' }, words.replaceAll('`', '')))
  }

  /** Which row a prefix of keys is about. */
  function nameOf(prefix) {
    const row = prefix && fields.find(({ name }) => name.startsWith(prefix))?.closest('tr')
    return row ? `${row.cells[0].textContent}: ` : ''
  }
}

const labelOf = field => field?.ariaLabel ?? field?.labels[0]?.firstChild.textContent.trim() ?? ''
const asked = ({ type, min, max }) => (type === 'number' ? say('a whole number from {0} to {1}', min, max) : say('this cannot be empty'))

for (const form of document.querySelectorAll('form.rulebook-sheet')) bring(form, pageLanguages())
globalThis.rulebookSheets = true
