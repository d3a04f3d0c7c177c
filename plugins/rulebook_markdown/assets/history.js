// All rolls of an evening in a table: who rolled what, when, and the result; as text for a chat, and as a link to the
// whole table. Loaded when a reader first asks for it.

import { makeColumn } from './column.js'
import { announce, button, copy, h, say } from './page.js'
import { capital, parse } from './lent.js'
import { FIELDS, isOfThisSite, linkTo } from './links.js'
import styles from './history.css'

const { allGames, describe, parseWith, summary, valuesOf } = globalThis.rulebookDice.history

const MAX_ROLLS = 200
const MAX_LINK = 30_000
const MAX_TEXT = 300
/** A link keeps these of each roll; the dice, and so the result, follow from the seed. */
const SHARED = [...FIELDS, 'page', 'when']

const style = new CSSStyleSheet()
style.replaceSync(styles)
document.adoptedStyleSheets.push(style)

const { dialog, fill, show: showColumn, leave } = makeColumn('rulebook-history')
let refresh
addEventListener('rulebook-rolls', () => dialog.open && refresh?.())

const clock = when => new Date(when).toLocaleTimeString(document.documentElement.lang || [], { hour: '2-digit', minute: '2-digit' })

/**
 * Show rolls, newest first.
 *
 * @param show called with the one that a reader wants to see again
 * @param current gives the rolls as they are after another one; a link's stay as they are
 */
function open(rolls, show, title = say('Rolls of this visit'), current) {
  refresh = current && (() => {
    rolls = current()
    if (!rolls[0]) return dialog.close()
    list.replaceChildren(...rolls.map(item => row(item, show)))
  })
  const list = h('tbody', {}, rolls.map(item => row(item, show)))
  const chat = () => [...rolls].reverse().map(({ when, summary }) => `${when ? `${clock(when)} ` : ''}${summary}`).join('\n')
  const heads = [say('Who'), say('Roll'), say('When'), say('Result')].map(head => h('th', { scope: 'col' }, head))
  fill(title,
    h('div', { class: 'rulebook-history-rolls', tabindex: 0, role: 'region', 'aria-label': title },
      h('table', {}, h('thead', {}, h('tr', {}, heads)), list)),
    h('div', { class: 'rulebook-actions' },
      button(say('Copy for a chat'), event => copy(chat(), event.currentTarget), say('Copied')),
      button(say('Copy table link'), async event => {
        const { currentTarget } = event
        await copy(await linkToAll(rolls), currentTarget)
      }, say('Copied'))))
  showColumn()
}

function row(item, show) {
  const { by = '', name = '', text, against, target, when, words, summary } = item
  const [who, ...stat] = `${by}`.split(' · ')
  const measured = against ? ` ${say('against {0}', against)}` : target ? ` ≥ ${target}` : ''
  const roll = h('a', {
    href: linkTo(item),
    onclick(event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      leave()
      show(item)
    },
  }, stat.join(' · ') || (name === by ? '' : name), ' ', h('code', {}, text + measured))
  const time = when ? h('time', { datetime: new Date(when).toISOString() }, clock(when)) : ''
  return h('tr', {}, h('td', {}, who), h('td', {}, roll), h('td', {}, time), h('td', {}, words ?? summary))
}

// The link

const through = (data, stream) => new Response(new Blob([data]).stream().pipeThrough(stream))

async function linkToAll(rolls) {
  const data = JSON.stringify(rolls.slice(0, MAX_ROLLS).map(item => SHARED.map(name => item[name] ?? '')))
  const bytes = new Uint8Array(await through(data, new CompressionStream('deflate-raw')).arrayBuffer())
  const text = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  return `${location.href.split('#')[0]}#rolls?${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** The rolls of an address, as far as they are some. */
async function linkedRolls() {
  const text = location.hash.slice(7)
  if (text.length > MAX_LINK) return []
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), one => one.charCodeAt(0))
    const all = await through(bytes, new DecompressionStream('deflate-raw')).json()
    return all.slice(0, MAX_ROLLS).map(values => Object.fromEntries(SHARED.map((name, at) => [name, values[at]]))).filter(isRoll)
  } catch {
    return []
  }
}

function isRoll({ when, ...texts }) {
  const { page, seed, system, text } = texts
  return Object.values(texts).every(one => typeof one === 'string' && one.length <= MAX_TEXT) && system && text
    && /^[0-9a-f]{24}$/i.test(seed) && (!when || Math.abs(when) < 8e15) && (!page || isOfThisSite(page))
}

/** Show the rolls of the address: each is rolled again from its seed, so that a link claims no result. */
async function follow(show) {
  const [rolls, games] = await Promise.all([linkedRolls(), allGames()])
  const shown = rolls.map(item => settled(item, games)).filter(Boolean)
  open(shown, show, shown[0] ? say('Rolls of a table') : say('This link shows no rolls: it is damaged.'))
  if (!shown[0]) announce(say('This link shows no rolls: it is damaged.'))
}

/** A roll of a link with what it came to; nothing where it is of no game of this site, or of other dice by now. */
function settled(item, games) {
  if (item.table) return { ...item, words: say('Show on its page'), summary: `${item.text}: ${linkTo(item)}` }
  if (!Object.hasOwn(games, item.system)) return
  const { language } = games[item.system]
  try {
    const programs = [item.text, item.against].filter(Boolean).map(words =>
      parseWith(given => parse(language, words, given), valuesOf(item.given)).program)
    const { words, faces } = describe(item, programs, language.words.against)
    const all = { ...item, words, faces, name: item.by || capital(say(language.name)) }
    return { ...all, summary: summary(all) }
  } catch { /* as above */ }
}

globalThis.rulebookHistory = { follow, open }
