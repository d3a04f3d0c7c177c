// Who is in a fight: entries of bestiaries with their number, hit points to tap down, initiative, and dice that roll.
// The browser keeps them. Loaded when a reader first adds an entry or asks for the list.

import { makeColumn } from './column.js'
import { load, save } from './fighters.js'
import { announce, button, given, h, late, lend, say } from './page.js'
import styles from './encounter.css'

const MAX_COUNT = 20
/** What a card may call hit points, between commas. */
const HIT_POINTS = say('hit points, hits, hp, health, health points').split(', ')

const style = new CSSStyleSheet()
style.replaceSync(styles)
document.adoptedStyleSheets.push(style)

const { dialog, fill, show } = makeColumn('rulebook-encounter')
let fighters = load()
/** What a fighter has rolled last, by its address. */
const thrown = {}

/** Add what a card shows, or another one of its kind; the button `from` says so. */
function add(card, from) {
  const { href } = card.querySelector('.headerlink, .rulebook-card-name a')
  const fighter = fighters.find(one => one.href === href)
  if (fighter) fighter.hits.push(fighter.full ?? 0)
  else fighters.push(fighterOf(card, href))
  const { name, hits } = fighter ?? fighters.at(-1)
  changed()
  announce(say('{0} in the encounter: {1}', name, hits.length))
  from.dataset.label ??= from.textContent
  from.textContent = '✓'
  setTimeout(() => (from.textContent = from.dataset.label), 1500)
}

function fighterOf(card, href) {
  const name = nameOf(card)
  const dice = [...card.querySelectorAll('rulebook-dice > button:not([data-table])')]
  const stats = [...card.querySelectorAll('dt')].map(({ textContent, nextElementSibling }) => [textContent.trim().toLowerCase(), nextElementSibling])
  const stage = document.querySelector('link[itemprop=rulebook-stage]')
  const full = parseInt(stats.find(([label]) => HIT_POINTS.includes(label))?.[1].textContent, 10)
  return {
    name, href,
    system: dice[0]?.dataset.system ?? '',
    full: full > 0 ? full : null,
    hits: [full > 0 ? full : 0],
    initiative: '',
    rolls: [...new Set(dice.map(({ dataset, textContent }) => dataset.dice ?? textContent.trim()))],
    measure: given('measures')?.[name],
    stage: stage ? `${stage.href.split('#')[0]} ${stage.dataset.ours}` : '',
  }
}

function nameOf(card) {
  const name = card.querySelector('.stat-card-name, .rulebook-card-name').cloneNode(true)
  name.querySelector('.headerlink')?.remove()
  return name.textContent.trim()
}

function open() {
  render()
  show()
}

/** Keep what has changed; `key` names the control that has the focus afterwards. */
function changed(key) {
  fighters = fighters.filter(({ hits }) => hits.length)
  if (!save(fighters)) announce(say('This browser saves nothing.'))
  if (!dialog.open) return
  render()
  const again = dialog.querySelector(`[data-key="${key}"]`)
  if (key) (again ?? dialog.querySelector('button')).focus()
}

function render() {
  const ordered = [...fighters].sort((one, other) => (+other.initiative || 0) - (+one.initiative || 0))
  const all = ordered.map((fighter, at) => line(fighter, at))
  fill(say('Encounter'),
    fighters.length ? h('ol', { class: 'rulebook-fighters' }, all) : h('p', {}, say('Add monsters from their cards.')),
    h('div', { class: 'rulebook-actions' }, ...stages(), fighters.length && button(say('Remove all'), () => {
      fighters = []
      changed('none')
    })))
}

function line(fighter, at) {
  const { name, href, hits, full, initiative, rolls } = fighter
  const press = (text, label, key, work) => h('button', {
    type: 'button', 'aria-label': label, title: label, 'data-key': `${key}-${at}`,
    onclick() {
      work()
      changed(`${key}-${at}`)
    },
  }, text)
  const field = h('input', {
    inputmode: 'numeric', maxlength: 4, size: 3, autocomplete: 'off', value: initiative, 'aria-label': say('Initiative of {0}', name),
    onchange() {
      fighter.initiative = /^-?\d+$/.test(field.value.trim()) ? field.value.trim() : ''
      changed()
    },
  })
  const last = (thrown[href] ??= h('div', { class: 'rulebook-thrown' }))
  return h('li', {},
    h('div', { class: 'rulebook-row' },
      h('a', { href }, name), ` × ${hits.length} `,
      press('−', say('One {0} less', name), 'less', () => hits.pop()),
      press('+', say('One {0} more', name), 'more', () => hits.length < MAX_COUNT && hits.push(full ?? 0)),
      h('label', {}, say('Initiative'), ' ', field)),
    h('div', { class: 'rulebook-hits' }, hits.map((left, which) => {
      const who = hits[1] === undefined ? name : `${name} ${which + 1}`
      const tap = by => () => (hits[which] = Math.max(0, left + by))
      return h('span', { class: full && !left && 'rulebook-down' },
        press('−', say('{0}: one hit point less', who), `down${which}`, tap(-1)),
        h('output', {}, full ? `${left}/${full}` : say('hits: {0}', left)),
        press('+', say('{0}: one hit point more', who), `up${which}`, tap(1)))
    })),
    h('div', { class: 'rulebook-rolls' }, rolls.map(text => button(text, () => roll(fighter, text, last)))),
    last)
}

/** Roll dice of a fighter by the rules of its game, below it. */
async function roll({ name, system, measure }, text, place) {
  const { history, lent } = await late('rulebookDice')
  const games = await history.allGames()
  if (measure) lend('measures', { [name]: measure })
  const program = lent.parse(games[system].language, text)
  const { parts, announcement } = lent.throwFor({ system, text, by: name }, program)
  place.replaceChildren(...parts)
  announce(announcement)
}

/** Links to the stages of games that have one, each with all of its fighters on it. */
function stages() {
  return [...new Set(fighters.map(({ stage }) => stage))].filter(Boolean).map(stage => {
    const [address, ours] = stage.split(' ')
    const theirs = fighters.filter(one => one.stage === stage).flatMap(({ name, hits }) => hits.map(() => name))
    return h('a', { href: `${address}#stage?${new URLSearchParams({ ours, theirs: theirs.join('|') })}` }, say('Put them on the stage'))
  })
}

globalThis.rulebookEncounter = { add, open }
