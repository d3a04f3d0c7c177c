// What comes to the list of a page's entries, and to their cards, beyond sorting and words: facets, and buttons that add
// an entry to the encounter. Loaded with the script of the list.

import { makeFacets } from './facets.js'
import { button, late, say } from './page.js'
import styles from './catalogue.css'

const style = new CSSStyleSheet()
style.replaceSync(styles)
document.adoptedStyleSheets.push(style)

function offer(table, rows, cards, changed) {
  rows.forEach(({ cells: [first] }, at) => cards[at] && first.append(' ', adder(cards[at], first.textContent.trim())))
  const add = button(say('Encounter'), async () => (await late('rulebookEncounter')).open())
  table.closest('.entry-list').querySelector('label').after(' ', add)
  return makeFacets(table, rows, changed)
}

/** A button that adds what a card shows. */
function adder(card, name) {
  const one = button('+', async () => (await late('rulebookEncounter')).add(card, one))
  one.ariaLabel = one.title = say('Add {0} to the encounter', name)
  // The arrow keys lead here, as to the rest of the list.
  one.tabIndex = -1
  return one
}

globalThis.rulebookCatalogue = { offer }
