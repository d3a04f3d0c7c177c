// The panel in which an expression is rolled, read, changed and explained. One a page, filled from data.

import { announce, button, copy, h, late, place, say } from './page.js'
import { makeChances } from './chances.js'
import { count } from './counting.js'
import { makeFields } from './fields.js'
import { allGames, gameOfPage, pageLanguages } from './games.js'
import { oddsOf } from './odds.js'
import { capital, describe } from './result.js'
import { makeLog } from './log.js'
import { measureOf } from './measures.js'
import { newSeed } from './rng.js'
import { linkTo } from './links.js'
import { visit } from './visit.js'
import { sayWhole } from './whole.js'

/** Milliseconds before a fault is said, and before odds that are not there yet are. */
const PAUSE = 600
const SOON = 150

export const summary = ({ by, text, against, faces, words }) =>
  `${by ? `${by}: ` : ''}${text}${against ? ` ${say('against {0}', against)}` : ''} → ${faces}; ${words}`

/** Roll dice outside of the panel and add them to the rolls of the visit: what `describe` gives. */
export function throwFor(wanted, program) {
  const thrown = { ...wanted, seed: newSeed() }
  const described = describe(thrown, [program])
  const { words, faces, landed } = described
  Object.assign(thrown, { words, faces, landed })
  visit.add({ ...thrown, name: thrown.by, summary: summary(thrown) })
  return described
}

/** Make the panel. */
export function makePanel() {
  let language
  let page = ''
  let anchor = null
  let current
  let asked = 0
  let pause = 0
  let counting = 0
  /** The odds that are shown: of which program, and all that `oddsOf` gives. */
  let shown

  const fields = makeFields({ changed, submitted: throwDice, chosen: system => allGames().then(games => fillLikely(games, system)) })
  const { again } = fields
  const by = h('input', {
    autocomplete: 'off', maxlength: 40, placeholder: say('a name for the list of rolls'), 'aria-label': say('Who rolls'),
    oninput: () => changed((reader = by.value)),
  })
  let reader = ''
  // What a reader wants beyond the dice is behind this.
  const more = button(say('More'), () => {
    expand(true)
    showDrawer()
    place(panel, anchor)
    fields.text.focus()
  })
  const copies = [
    button(say('Copy'), () => copy(`${summary(current)}\n${linkTo(current)}`, copies[0]), say('Copied')),
    button(say('Copy link'), () => copy(linkTo(current), copies[1]), say('Copied')),
  ]
  const preset = button(say('Save as preset'), async () => {
    const { system, text, by } = current
    const { add } = await late('rulebookDrawer')
    return add(system, { label: by || text, text }) || void showDrawer(system)
  }, say('Saved'))
  const onRoll = [...copies, preset]
  const drawer = h('div', { class: 'rulebook-drawer', hidden: true })
  /** The game whose rolls are in the drawer. */
  let drawn
  const result = h('div', { class: 'rulebook-result' })
  const odds = h('div')
  const chances = makeChances()
  const how = h('div')
  const folds = h('div', {}, h('div', { class: 'rulebook-actions' }, by, onRoll),
    section(say('Odds'), odds, true), section(say('How was this rolled?'), how))

  const title = h('label', { id: 'rulebook-title', for: 'rulebook-expression' })
  const what = h('span', { class: 'rulebook-what' })
  const actions = h('div', { class: 'rulebook-actions rulebook-short' }, more)
  const close = button('×', () => panel.hidePopover())
  close.className = 'rulebook-close'
  close.ariaLabel = say('Close')
  const attributes = { class: 'rulebook-panel', popover: 'auto', role: 'dialog', 'aria-labelledby': 'rulebook-title', onkeydown: leaveByTab }
  const panel = h('div', attributes, h('div', { class: 'rulebook-head' }, title, what, close), drawer, fields.form, result, chances.parts, actions, folds)
  const log = makeLog(show)
  // The chances come after the card has its place, and may not fit there.
  new ResizeObserver(() => {
    if (!panel.matches('.rulebook-card:popover-open')) return
    if (panel.scrollHeight > panel.clientHeight) place(panel, anchor)
    uncover()
  }).observe(chances.parts)

  return { roll: rollFor, show, open, isOpen, close: () => panel.hidePopover() }

  // Opening

  function isOpen(from) {
    return panel.matches(':popover-open') && anchor === from
  }

  /** Roll the expression of a button; asked again for the same one, roll it again as the reader left it. */
  function rollFor(from) {
    if (isOpen(from)) return throwDice()
    const { system } = from.dataset
    gamesNow()
    // The dice on a card or a sheet are thrown by whom it is of.
    const card = from.closest('.stat-card')?.querySelector('.stat-card-name')
    expand(false)
    fill({ system, text: from.dataset.dice ?? from.textContent.trim(), by: from.dataset.by ?? card?.firstChild.textContent.trim() }, pageLanguages()[system])
    throwDice()
    present(from)
  }

  /** Show a throw again: the one of a link or of the list. */
  function show(thrown, from) {
    if (thrown.table) return location.assign(linkTo(thrown))
    openWith(from, games => {
      expand(false)
      if (!Object.hasOwn(games, thrown.system)) {
        fillLikely(games)
        return say('This link is of a game that is not here.')
      }
      // Whose roll it was is told; who rolls again is the reader, but for the dice of a card.
      fill({ ...thrown, by: measureOf(thrown) && thrown.by }, games[thrown.system].language)
      if (!/^[0-9a-f]{24}$/i.test(thrown.seed)) {
        return say('This link shows no roll: its seed is damaged.')
      }
      settle(thrown)
    })
  }

  /** Open the panel as the reader left it; at first with what is likely wanted. Nothing is rolled. */
  function open(from) {
    expand(true)
    if (page === location.pathname) showDrawer()
    if (page !== location.pathname) return openWith(from, fillLikely, fields.wanted())
    present(from, fields.wanted())
  }

  /** Show all that the panel has, or no more than a roll. */
  function expand(isFull) {
    panel.classList.toggle('rulebook-card', !isFull)
    drawer.hidden = !isFull
    if (!isFull) return actions.prepend(again)
    fields.textRow.append(again)
    late('rulebookSwitches').then(({ fill }) => fill(folds), () => {})
  }

  /** Behind the last control the page goes on at the die, and so it does in front of the first. */
  function leaveByTab(event) {
    if (event.key !== 'Tab') return
    const stops = [...panel.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]
    const edge = stops.filter(stop => !stop.disabled && stop.checkVisibility()).at(event.shiftKey ? 0 : -1)
    if (document.activeElement !== edge) return
    // The focus is where it was before, from where the browser takes it on.
    panel.hidePopover()
    if (event.shiftKey) event.preventDefault()
  }

  /** Open the panel when all games are there; what `prepare` returns says why there is no roll to show. */
  async function openWith(from, prepare, wanted) {
    const games = await gamesNow()
    if (games === undefined) return
    const message = games ? prepare(games) : say('The games could not be loaded. Try again.')
    if (!page) {
      expand(true)
      title.textContent = say('Dice tray')
      fields.form.hidden = folds.hidden = true
    }
    if (message) {
      result.replaceChildren(h('p', { class: 'rulebook-fault' }, message))
      announce(message)
    }
    present(from, wanted)
  }

  /** All games, null where they cannot be had; undefined where the panel was opened otherwise in the meantime. */
  async function gamesNow() {
    const mine = ++asked
    const games = await allGames().catch(() => null)
    if (games) fields.offer(games)
    return mine === asked ? games : undefined
  }

  /** The game of the page, else the last one of the visit, else the first. */
  function gameFor(games) {
    const names = [gameOfPage(games), visit.rolls[0]?.system, ...Object.keys(games)]
    return names.find(name => Object.hasOwn(games, name))
  }

  /** Put in what is likely to be rolled: the last dice of a game in this visit, or its example. */
  function fillLikely(games, system = gameFor(games)) {
    const last = visit.rolls.find(item => item.system === system && !item.table)
    fill({ system, text: last?.text ?? games[system].example }, games[system].language)
  }

  function fill(thrown, itsLanguage) {
    language = itsLanguage
    page = location.pathname
    title.textContent = capital(say(language.name))
    fields.form.hidden = folds.hidden = false
    forget()
    by.value = thrown.by || reader
    fields.fill(thrown, language)
    if (drawn !== thrown.system) showDrawer(thrown.system)
  }

  /** Show plain dice to tap and what the saved characters of a game roll; plain dice are of whatever game is there. */
  async function showDrawer(system = fields.typed().system) {
    if (drawer.hidden || !system) return
    if (system !== 'plain') drawn = system
    const loaded = await late('rulebookDrawer').catch(() => null)
    loaded?.fill(drawer, drawn ?? system, {
      typed: () => ({ ...fields.typed(), language }),
      write: (system, text) => allGames().then(games => fill({ system, text, by: by.value }, games[system].language)),
      roll(text, by) {
        // Presets are of the drawer's game.
        allGames().then(games => {
          fill({ system: drawn ?? system, text, by }, games[drawn ?? system].language)
          throwDice()
          result.scrollIntoView({ block: 'nearest' })
        })
      },
    })
  }

  /** Show no roll, as none of what is typed now has been thrown. */
  function forget() {
    for (const one of onRoll) one.disabled = true
    for (const part of [result, what, odds, how]) part.replaceChildren()
    current = shown = null
    chances.hide()
  }

  function present(from, wanted = again) {
    anchor = from
    if (!panel.isConnected) document.body.append(panel)
    // The focus goes back there when the panel closes.
    from.focus()
    if (!panel.matches(':popover-open')) panel.showPopover()
    const first = !page ? close : wanted.disabled ? fields.faulty() : wanted
    first.focus({ preventScroll: true })
    if (first === fields.text) first.select()
    place(panel, from)
    uncover()
  }

  /** A sheet at the lower edge of a phone leaves what was tapped in view, also when it grows. */
  function uncover() {
    const behind = anchor.getBoundingClientRect().bottom - panel.getBoundingClientRect().top
    if (behind > 0 && getComputedStyle(panel).position === 'fixed') scrollBy(0, behind + 8)
  }

  // What is typed

  function typed() {
    return { ...fields.typed(), by: by.value.trim() }
  }

  function changed() {
    clearTimeout(pause)
    let programs
    try {
      programs = fields.read(typed())
    } catch (error) {
      showFault(error)
      pause = setTimeout(() => panel.matches(':popover-open') && announce(fields.fault.textContent), PAUSE)
      return
    }
    // The values that it asks for are known once it is read.
    showOdds(typed(), programs)
  }

  /** Show the odds once they are counted; a roll does not wait for them. */
  async function showOdds(thrown, programs) {
    const mine = ++counting
    const { against: opposed } = language.words
    const told = text => mine === counting && odds.replaceChildren(h('p', {}, text))
    const soon = setTimeout(told, SOON, say('These odds take a moment …'))
    shown = null
    chances.hide()
    try {
      const target = thrown.target ? +thrown.target : undefined
      const counted = await count({ programs, target, opposed: !!opposed }, true)
      if (mine !== counting) return
      shown = { thrown, program: programs[0], ...oddsOf(programs, thrown, opposed, counted) }
      odds.replaceChildren(...shown.parts)
      showChances()
    } catch (error) {
      if (!error.refused) throw error
      const why = `${capital(sayWhole(error.message))}. ${say('The dice roll all the same.')}`
      told(why)
      if (mine === counting) showChances(shown = { thrown, program: programs[0], said: [why], drawn: [] })
    } finally {
      clearTimeout(soon)
    }
  }

  /** Mark what came up in the odds, and say how likely it was. */
  function showChances() {
    if (!current || !shown || ['text', 'target', 'against', 'given'].some(name => current[name] !== shown.thrown[name])) return
    for (const { classList, dataset } of odds.querySelectorAll('rect')) classList.toggle('rulebook-landed', dataset.value === current.landed)
    if (!shown.program.constants.repeats) chances.show(shown, +current.landed)
  }

  function showFault(error) {
    expand(true)
    forget()
    fields.showFault(error)
  }

  // Rolling

  function throwDice() {
    if (again.disabled) return expand(true)
    const thrown = { ...typed(), seed: newSeed() }
    if (settle(thrown)) visit.add({ ...thrown, name: thrown.by || capital(say(language.name)), summary: summary(thrown) })
    else fields.faulty().focus()
  }

  /** Roll a throw's dice from its seed and show what they come to; whether it could be done. */
  function settle(thrown) {
    try {
      const programs = fields.read(thrown)
      const { parts, words, landed, faces, announcement } = describe(thrown, programs, language.words.against)
      current = Object.assign(thrown, { words, faces, landed })
      again.textContent = say('Roll again')
      for (const one of onRoll) one.disabled = false
      what.textContent = `${thrown.by ? `${thrown.by}: ` : ''}${thrown.text}`
      result.replaceChildren(...parts)
      showChances()
      showHow()
      announce(announcement)
      return true
    } catch (error) {
      showFault(error)
      return false
    }
  }

  function showHow() {
    const { system, text: pool, against, seed } = current
    how.replaceChildren(
      h('p', {}, say('The link and a terminal make the same dice of this seed, by sfc32:'), ' ', h('code', {}, seed)),
      h('pre', { tabindex: 0 }, h('code', {},
        `rulebook roll ${system} '${pool}'${against ? ` --against '${against}'` : ''} --seed ${seed}`)))
  }

  function section(name, content, isOpen = false) {
    return h('details', { open: isOpen }, h('summary', {}, name), content)
  }
}
