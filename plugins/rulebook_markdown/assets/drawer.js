// The drawer of the dice tray: plain dice to tap together, and what the saved characters of a game roll, with starred
// rolls first. Loaded when the tray is first opened.

import { announce, h, say } from './page.js'
import { rostersOf } from './characters.js'
import { read } from './lent.js'
import styles from './drawer.css'

const KEY = 'rulebook-presets:'
const MAX_PRESETS = 60
const MAX_TEXT = 200

const style = new CSSStyleSheet()
style.replaceSync(styles)
document.adoptedStyleSheets.push(style)

/** The id of the character that was chosen on this page. */
let chosen

const isText = value => typeof value === 'string' && value.length <= MAX_TEXT

/** The presets of a game, `{label, text, id}` each: `id` is the character's whose roll it is, as that is now. */
function load(system) {
  try {
    return JSON.parse(localStorage.getItem(KEY + system)).filter(({ label, text, id }) => isText(label) && isText(text) && (!id || isText(id)))
  } catch {
    return []  // none yet, storage is off, or it has something else
  }
}

const isSame = (one, other) => one.label === other.label && (one.id || other.id ? one.id === other.id : one.text === other.text)

/** Make a roll a preset, or none where it is one already; whether that could not be saved. */
function toggle(system, preset) {
  const before = load(system)
  const others = before.filter(other => !isSame(other, preset))
  const all = others.length < before.length ? others : [...others, preset].slice(-MAX_PRESETS)
  try {
    localStorage.setItem(KEY + system, JSON.stringify(all))
  } catch {
    return !announce(say('This browser saves nothing.'))
  }
}

/** Keep a roll as a preset: the one of a character, where it is that. */
function add(system, roll) {
  const its = rostersOf(system).flatMap(({ all }) => all).flatMap(rollsOf).find(({ label, text }) => label === roll.label && text === roll.text)
  const preset = { ...roll, id: its?.id }
  return !isPreset(system, preset) && toggle(system, preset)
}

const isPreset = (system, preset) => load(system).some(other => isSame(other, preset))

/** The rolls of a character as presets. */
const rollsOf = ({ id, name, rolls }) => rolls.map(([stat, text]) => ({ label: `${name} · ${stat}`, stat, text, id }))

const SIZES = [4, 6, 8, 10, 12, 20, 100]
const DICE = /^(\d*d\d+(?:\+(?=\d*d))?)*([+-]\d+)?$/

/** Plain dice with one more of a size. */
function tapped(text, size) {
  const counts = {}
  if (!DICE.test(text)) text = ''
  for (const [, count, of] of text.matchAll(/(\d*)d(\d+)/g)) counts[of] = (counts[of] ?? 0) + +(count || 1)
  counts[size] = (counts[size] ?? 0) + 1
  const [modifier] = /[+-]\d+$/.exec(text) ?? ['']
  return Object.entries(counts).map(([of, count]) => `${count}d${of}`).join('+') + modifier
}

/** An expression with another modifier, where its language has one; undefined where it has none. */
function stepped(text, step, language) {
  const [, before, sign, number] = /^(.*?)(?:([+-])\s?(\d+))?$/s.exec(text)
  const modifier = (sign ? +`${sign}${number}` : 0) + step
  const bare = before.replace(/[\s/]+$/, '')
  const written = modifier ? `${modifier < 0 ? '-' : '+'}${Math.abs(modifier)}` : ''
  const tries = modifier ? ['', '/', ' '].map(between => bare + between + written) : [bare]
  return tries.find(other => {
    try {
      return read(language, other)
    } catch { /* the next one */ }
  })
}

/** Buttons of plain dice, and a stepper for the modifier of any dice. */
function makeTaps({ typed, write }) {
  const step = (sign, label, by) => h('button', {
    type: 'button', 'aria-label': label, title: label,
    onclick() {
      const { system, text, language } = typed()
      const other = stepped(text, by, language)
      if (other !== undefined) write(system, other)
    },
  }, sign)
  const tap = size => () => {
    const { system, text } = typed()
    write('plain', tapped(system === 'plain' ? text : '', size))
  }
  return h('div', { class: 'rulebook-taps', role: 'group', 'aria-label': say('Plain dice') },
    SIZES.map(size => h('button', { type: 'button', onclick: tap(size) }, `d${size}`)),
    h('span', {}, step('−', say('Modifier down'), -1), step('+', say('Modifier up'), 1)))
}

/**
 * Fill the drawer with plain dice, and a game's presets and characters.
 *
 * @param tray `roll` takes an expression and whose it is, `write` a game and an expression to be typed there; `typed`
 *   gives what is
 */
function fill(place, system, tray) {
  const { roll } = tray
  if (!place.firstChild) place.append(makeTaps(tray), h('div'))
  const rosters = rostersOf(system)
  const characters = rosters.flatMap(({ all }) => all)
  const shown = characters.find(({ id }) => id === chosen) ?? rosters.map(({ open }) => open).find(Boolean) ?? characters[0]
  const all = characters.flatMap(rollsOf)
  // What a character rolls is as it is now: another pool, and nothing where the character is gone.
  const presets = load(system).map(preset => (preset.id ? all.find(other => isSame(other, preset)) : preset)).filter(Boolean)
  const again = label => {
    fill(place, system, tray)
    const star = [...place.querySelectorAll('.rulebook-star')].find(other => other.ariaLabel === say('Preset: {0}', label))
    ;(star ?? place.querySelector('button'))?.focus()
  }
  const list = (rolls, isShort) => h('ul', {}, rolls.map(preset => {
    const { label, stat, text } = preset
    const isOn = isPreset(system, preset)
    return h('li', {},
      h('button', { type: 'button', class: 'rulebook-drawer-roll', onclick: () => roll(text, label) }, `${isShort ? stat : label} `, h('code', {}, text)),
      h('button', {
        type: 'button', class: 'rulebook-star', 'aria-pressed': `${isOn}`, 'aria-label': say('Preset: {0}', label),
        onclick() {
          toggle(system, { label, text, id: preset.id })
          again(label)
        },
      }, isOn ? '★' : '☆'))
  }))
  const choice = h('select', {
    'aria-label': say('Character'),
    onchange() {
      chosen = choice.value
      fill(place, system, tray)
      place.querySelector('select').focus()
    },
  }, characters.map(({ id, name }) => h('option', { value: id, selected: id === shown.id }, name)))
  const isOpen = place.querySelector('details')?.open ?? !presets.length
  place.lastChild.replaceChildren(...[
    presets[0] && list(presets),
    shown && h('details', { open: isOpen }, h('summary', {}, say('Rolls of {0}', shown.name)), characters[1] && choice, list(rollsOf(shown), true)),
  ].filter(Boolean))
}

globalThis.rulebookDrawer = { add, fill }
