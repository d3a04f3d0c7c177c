// The list of the visit's rolls, of whatever game and page.

import { button, copy, h } from './page.js'
import { linkTo, visit } from './visit.js'

/**
 * Make the list.
 *
 * @param show is called with a roll that is to be shown again
 */
export function makeRolls(show) {
  const element = h('div')
  let titles = {}
  return { element, refresh }

  /** Show the rolls as they are now; `games` names them where they are of several. */
  function refresh(games = titles) {
    titles = games
    const list = visit.rolls
    if (!list.length) return element.replaceChildren('None yet.')
    const mixed = new Set(list.map(({ system }) => system)).size > 1
    const game = ({ system }) => mixed && Object.hasOwn(titles, system) && `${titles[system].title}: `
    const lines = () => list.map(item => `${item.summary}\n${linkTo(item)}`).join('\n')
    element.replaceChildren(
      h('ol', {}, list.map(item => h('li', {}, game(item), item.summary, ' ', button('Show', () => show(item))))),
      button('Copy all', event => copy(lines(), event.target), 'Copied'), ' ',
      button('Forget them', () => {
        visit.clear()
        refresh()
      }))
  }
}
