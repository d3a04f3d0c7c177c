// Character aids: forms that work themselves out, and are kept in the link. Loaded by pages that have one; without this
// script they stay disabled. What it takes to work them out comes when a reader first goes to one: as a page has them,
// its outcomes are those of its fields.

import { announce, copy, dice, during, given, h, say } from './page.js'
import { PATIENT, QUICK, allow, borrow, capital, describeFault, pageLanguages, parse, percent, target, throwFor } from './borrowed.js'
import { makeRoster } from './roster.js'
import styles from './sheets.css'
import { workOut } from './worksheet.js'

const SIGN = '#sheet?'
/** Milliseconds. */
const PAUSE = 700
/** Digits of a number. */
const MAX_NUMBER = 20

function bring(form) {
  /** The notation of its game; none before anything is to be worked out. */
  let language
  const sheet = given('sheet', form)
  const faults = form.querySelector('.rulebook-faults')
  const fields = [...form.elements].filter(({ name }) => name)
  const outcomes = [...form.querySelectorAll('[data-outcome]')]
  const starts = Object.fromEntries(fields.map(field => [field.name, startOf(field)]))
  /** The last text of each field that could be read. */
  const good = { ...starts }
  let timer = 0
  let later = 0
  const named = sheet.groups.filter(({ rows }) => !rows.length).flatMap(group => group.fields).find(({ kind }) => kind === 'words')

  form.querySelector('fieldset').disabled = false
  form.querySelector('.rulebook-sheet-off').remove()
  for (const part of form.querySelectorAll('.rulebook-actions, .rulebook-throw')) part.hidden = false
  for (const made of form.querySelectorAll('.rulebook-actions button, summary')) made.textContent = say(made.textContent)
  for (const kind of ['pointerover', 'focusin']) form.addEventListener(kind, show, { once: true })
  form.addEventListener('submit', event => event.preventDefault())
  form.addEventListener('input', ({ target }) => target.name && changed())
  form.addEventListener('reset', () => {
    keepNow()
    setTimeout(startOver)
  })
  form.addEventListener('click', ({ target: button }) => {
    if (button.dataset.throw) ready(() => throwAll(button))
    if (button.dataset.do === 'print') printAlone()
    if (button.dataset.do === 'blank') printAlone('rulebook-blank')
    if (button.dataset.do === 'link') copy(address(), button).then(() => announce(say('Copied')))
  })
  // A sheet in which nothing is called by a name has no characters.
  const roster = named && makeRoster(form, { read: character, fill: fillIn, flush: keepNow, isTyping: () => timer })
  during('hashchange', follow)
  // Of the document, these come to the window.
  for (const kind of ['pagehide', 'rulebook-leave', 'visibilitychange']) during(kind, keepNow)
  if (!follow()) roster?.begin()
  // What was typed before this script came, or kept by the browser.
  if (fields.some(({ name, value }) => value.trim() !== starts[name])) show()

  /** Do something that needs the rules of the sheet. */
  function ready(work) {
    if (language) return work()
    dice(form, rolls => {
      borrow(rolls)
      language = pageLanguages()[form.dataset.system]
      work()
    })
  }

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
    if (query.get('sheet') !== form.dataset.sheet) return false
    keepNow()
    fillIn(Object.fromEntries(query))
    roster?.linked()
    form.scrollIntoView()
    return true
  }

  function fillIn(values) {
    for (const field of fields) {
      const value = Object.hasOwn(values, field.name) ? values[field.name] : starts[field.name]
      // A link may bring in more than can be typed, or than is saved.
      field.value = value.slice(0, field.maxLength < 0 ? MAX_NUMBER : field.maxLength)
      // What is none of the choices leaves nothing chosen.
      if (!field.value && field.matches('select')) field.value = starts[field.name]
    }
    clearTimeout(timer)
    timer = 0
    forgetThrows()
    show()
    if (location.hash.startsWith(SIGN)) history.replaceState(history.state, '', address())
  }

  /** Roll the pools of a throw, each with a seed and a link of its own, and say what they come to. */
  function throwAll(button) {
    const throwing = throwOf(button)
    const { outcomes: values, said } = workOut(sheet, language, filled())
    const results = {}
    const parts = []
    for (const [name, key] of Object.entries(throwing.pools)) {
      results[name] = 0
      if (!values[key]) continue
      const by = outcomes.find(({ dataset }) => dataset.outcome === key).dataset.label
      const rolled = throwFor({ system: form.dataset.system, text: values[key], by }, parse(language, values[key]))
      results[name] = rolled.result
      parts.push(h('p', { class: 'rulebook-what' }, `${by}: ${values[key]}`), ...rolled.parts)
    }
    const sentences = said(throwing, results)
    forgetThrows()
    const thrown = h('div', { class: 'rulebook-thrown' }, h('p', { class: 'rulebook-verdict' }, sentences.join(' ')), parts)
    button.closest('.rulebook-throw').append(thrown)
    thrown.scrollIntoView({ block: 'nearest' })
    announce(sentences.join(' '))
  }

  function throwOf({ dataset }) {
    return sheet.throws.find(({ name }) => name === dataset.throw)
  }

  /** What was thrown is not of what is filled in now. */
  function forgetThrows() {
    for (const thrown of form.querySelectorAll('.rulebook-thrown')) thrown.remove()
  }

  /** What the roster saves. */
  function character() {
    const inputs = filled()
    const changes = Object.entries(inputs).filter(([name, value]) => value !== starts[name])
    const rolls = outcomes.filter(({ dataset, textContent }) => !dataset.text && textContent).map(outcome => [rollOf(outcome), outcome.textContent])
    return { key: named.name, name: inputs[named.name], values: Object.fromEntries(changes), rolls }
  }

  function keepNow() {
    if (!timer) return
    clearTimeout(timer)
    timer = 0
    roster?.keep()
  }

  function startOver() {
    roster?.leave()
    changed()
  }

  /** Print the sheet on a page of its own. */
  function printAlone(look) {
    const alone = []
    for (let part = form; part !== document.documentElement; part = part.parentElement) alone.push(part)
    const all = isIt => {
      for (const part of alone) part.classList.toggle('rulebook-alone', isIt)
      if (look) form.classList.toggle(look, isIt)
    }
    addEventListener('afterprint', () => all(false), { once: true })
    all(true)
    print()
  }

  function changed() {
    forgetThrows()
    const before = outcomes.map(outcome => outcome.textContent)
    show()
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = 0
      if (fields.some(({ name, value }) => value.trim() !== starts[name])) roster?.keep()
      history.replaceState(history.state, '', address())
      const news = outcomes.filter((outcome, i) => outcome.textContent && outcome.textContent !== before[i])
      if (form.querySelector('.rulebook-thrown')) return  // Dice that have been thrown since say more.
      const told = [...form.querySelectorAll('.rulebook-fault')].map(fault => fault.dataset.told ?? fault.textContent)
      announce([...news.slice(-6).map(({ dataset, textContent }) => `${dataset.label}: ${textContent}`), ...told].join('. '))
    }, PAUSE)
  }

  function show() {
    ready(showWith)
  }

  function showWith(patience = QUICK) {
    clearTimeout(later)
    allow(patience)
    const inputs = filled()
    const { outcomes: values, goals, broken, faults: wrong, ready } = workOut(sheet, language, inputs)
    for (const button of form.querySelectorAll('[data-throw]')) button.disabled = !ready(throwOf(button))
    for (const field of fields) showFault(field, wrong[field.name], inputs[field.name])
    for (const outcome of outcomes) {
      const { outcome: key, text } = outcome.dataset
      const value = values[key]
      outcome.textContent = text ? (value === null ? '–' : text.replace('{}', value)) : (value ?? '')
      if (!text) {
        outcome.parentElement.hidden = !value
        outcome.title = outcome.dataset.by = rollName(outcome)
      }
    }
    for (const place of form.querySelectorAll('[data-goal]')) {
      const { goal, reach } = place.dataset
      place.textContent = values[goal] && goal in goals ? `${reach} ${chance(values[goal], goals[goal], patience)}` : ''
    }
    faults.replaceChildren(...broken.map(([prefix, text]) => h('p', { class: 'rulebook-fault' }, capital(nameOf(prefix) + text))))
  }

  /** Show the error of a field beside it, with a correction; none where it can be read. */
  function showFault(field, error, text) {
    const id = `${form.id}-fault-${field.name}`
    const shown = document.getElementById(id)
    if (!error) {
      good[field.name] = text
      shown?.remove()
      field.removeAttribute('aria-invalid')
      return field.setAttribute('aria-describedby', faults.id)
    }
    const take = words => {
      field.value = words
      field.focus()
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (shown?.dataset.text === text) return
    const parts = describeFault(error, text, language, take, good[field.name] ?? starts[field.name])
    const fault = h('p', { class: 'rulebook-fault', id }, parts)
    Object.assign(fault.dataset, { text, told: `${labelOf(field)}: ${fault.textContent}` })
    if (shown) shown.replaceWith(fault)
    else field.closest('td, .rulebook-sheet-field').append(fault)
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', id)
  }

  /** Whose roll it is, and of what. */
  function rollName(outcome) {
    return [named && form.elements[named.name].value.trim(), rollOf(outcome)].filter(Boolean).join(' · ')
  }

  /** What the sheet or the reader calls a roll. */
  function rollOf(outcome) {
    const row = outcome.closest('tr')
    const { outcome: key, label } = outcome.dataset
    const prefix = key.slice(0, key.lastIndexOf('.') + 1)
    const group = sheet.groups.find(({ name }) => prefix.startsWith(`${name}.`))
    const stat = row && (wordsOf(group, prefix) || row.cells[0].textContent)
    const isOnly = row?.querySelectorAll('button[data-outcome]').length === 1
    return !row ? label : isOnly ? stat : `${stat} ${outcome.closest('td').dataset.label}`
  }

  /** What is written in the first field of a group that takes any words. */
  function wordsOf({ fields: all }, prefix) {
    const words = all.find(({ kind }) => kind === 'words')
    return words && form.elements[prefix + words.name].value.trim()
  }

  function chance(text, goal, patience) {
    try {
      return percent(target(parse(language, text), goal).win)
    } catch ({ message, refused }) {
      if (!refused || patience > QUICK) return message
      clearTimeout(later)
      later = setTimeout(showWith, PAUSE, PATIENT)
      return '…'
    }
  }

  /** Which row a prefix of keys is about. */
  function nameOf(prefix) {
    const row = prefix && fields.find(({ name }) => name.startsWith(prefix))?.closest('tr')
    return row ? `${row.cells[0].textContent}: ` : ''
  }
}

/** What a field holds before anybody has filled it in. */
const startOf = field => field.matches('select') ? [...field.options].find(option => option.defaultSelected)?.value : field.defaultValue.trim()

const labelOf = field => field?.ariaLabel ?? field?.labels[0]?.firstChild.textContent.trim() ?? ''

const style = new CSSStyleSheet()
style.replaceSync(styles)
document.adoptedStyleSheets.push(style)
globalThis.rulebookSheets = {
  begin() {
    for (const form of document.querySelectorAll('form.rulebook-sheet')) bring(form)
  },
}
