// The rolls of this visit, of whatever game and page: a strip at the lower edge of the window that stays while one reads.

import { button, h, late, say } from './page.js'
import { linkTo } from './links.js'
import { visit } from './visit.js'

/** How many rolls the strip shows; the history has all of them. */
const MAX_SHOWN = 50

/**
 * Put the strip on the page; it shows itself with the first roll.
 *
 * @param show is called with a roll that is to be shown again, and with what gets the focus back
 */
export function makeLog(show) {
  const list = h('ol')
  const all = button(say('Log'), async () => (await late('rulebookHistory')).open(visit.rolls, item => show(item, strip), undefined, () => visit.rolls))
  const forget = button('×', visit.clear)
  Object.assign(forget, { ariaLabel: say('Forget them'), title: say('Forget them') })
  const strip = h('aside', { class: 'rulebook-log', 'aria-label': say('Rolls of this visit'), tabindex: -1 }, list, all, forget)
  document.body.append(strip)
  addEventListener('rulebook-rolls', refresh)
  refresh()

  function refresh() {
    strip.hidden = !visit.rolls.length
    list.replaceChildren(...visit.rolls.slice(0, MAX_SHOWN).map(item => h('li', {}, entry(item))))
    list.scrollLeft = 0
  }

  /** A roll as a link to it, that others may be given. */
  function entry(item) {
    const [came] = `${item.words ?? item.summary}`.split(';')
    return h('a', {
      href: linkTo(item), title: item.summary,
      onclick(event) {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        show(item, strip)
      },
    }, `${item.name ?? item.by ?? ''} `, h('code', {}, item.text), ' ', h('b', {}, came))
  }
}
